// The maker of games at the desk. The user ticks numbers to take, draws a graph, or paints pieces. The result is a text
// that could also be typed. This script is loaded when the maker is first opened.

import { isGraph, isPieces, readGraph, readPieces, readTakings, writeGraph, writePieces, writeTakings } from "./desk/notation.js";
import { editor } from "./editor.js";
import { choice, h } from "./element.js";

/** The largest number that can be ticked, and the most pieces. */
const [MOST, PIECES] = [20, 6];

/** For each kind of game, the state that the dialog shows if no text gives another. */
const STARTS = { takings: { numbers: [1, 3, 4], isSplit: false }, graph: { a: ["b", "c"], b: ["c"], c: [] }, pieces: { pieces: [["xx"], ["x", "x"]], turn: false } };

/** A graph in the form of the editor: edges, and single vertices without moves. */
const linksOf = (graph) => Object.entries(graph).flatMap(([from, options]) => (options.flat().length ? options.flat().map((to) => [from, to]) : [[from]]));

function graphOf(links) {
  const names = [...new Set(links.flat())].sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
  return Object.fromEntries(names.map((name) => [name, links.filter(([from, to]) => from === name && to !== undefined).map(([, to]) => to)]));
}

/** The piece without empty rows and columns at its sides. */
function trimmed(rows) {
  const isUsed = (row) => row.includes("x");
  const [first, last] = [rows.findIndex(isUsed), rows.findLastIndex(isUsed)];
  if (first < 0) return null;
  const kept = rows.slice(first, last + 1);
  const columns = [...kept[0]].map((_, at) => kept.some((row) => row[at] === "x"));
  return kept.map((row) => row.slice(columns.indexOf(true), columns.lastIndexOf(true) + 1));
}

/** The piece on a board of at least `side` rows and columns, so that the user can paint more cells. */
const roomy = (rows, side = 4) => Array.from({ length: Math.max(side, rows.length) }, (_, at) => (rows[at] ?? "").padEnd(Math.max(side, rows[0].length), "."));

/** The kind and the state with which the dialog begins, if it is opened with this text. */
function kindOf(text) {
  const takings = readTakings(text);
  if (takings?.numbers.every((number) => number <= MOST)) return ["takings", takings];
  if (isPieces(text)) return ["pieces", readPieces(text)];
  // A graph in which moves lead to sums cannot be drawn.
  if (isGraph(text)) {
    const graph = readGraph(text);
    if (!Object.values(graph).some((options) => options.some(Array.isArray))) return ["graph", graph];
  }
  return ["takings", STARTS.takings];
}

/** Opens the dialog with a text. `use(text)` is called with the new text. */
export function openMaker(dialog, text, use) {
  let kind;
  const made = structuredClone(STARTS);
  try {
    const [found, state] = kindOf(text);
    kind = found;
    made[found] = state;
  } catch {
    kind = "graph";
  }
  const body = h("div", { class: "making" });
  const fault = h("p", { class: "fault", role: "alert", hidden: true });
  const draw = () => body.replaceChildren(...DRAW[kind](made).flat().filter(Boolean));
  const finish = (event) => {
    event.preventDefault();
    const [problem, written] = WRITE[kind](made[kind]);
    fault.textContent = problem ?? "";
    fault.hidden = !problem;
    if (problem) return;
    dialog.close();
    use(written);
  };
  dialog.replaceChildren(h("form", { onsubmit: finish, novalidate: true },
    h("h2", { id: "maker-title" }, "Make a game"),
    choice("maker", "What kind of game", [["takings", "Takings"], ["graph", "A graph"], ["pieces", "Pieces on boards"]], kind, (next) => {
      kind = next;
      fault.hidden = true;
      draw();
    }), body, fault,
    h("div", { class: "buttons end" }, h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"), h("button", { type: "submit", class: "main", id: "use-made" }, "Use it"))));
  draw();
  dialog.showModal();
}

/** For each kind of game, writes the game that was made. Returns `[null, text]`, or `[problem]` if it is not a game. */
const WRITE = {
  takings: (takings) => (takings.numbers.length ? [null, writeTakings(takings)] : ["Tick at least one number."]),
  graph: (graph) => (Object.keys(graph).length ? [null, writeGraph(graph)] : ["A graph has a vertex."]),
  pieces: ({ pieces, turn }) => {
    const painted = pieces.map(trimmed);
    return painted.some((piece) => piece === null) ? ["Each piece has a square."] : [null, writePieces({ pieces: painted, turn })];
  },
};

const check = (id, label, checked, set) => h("label", { class: "check", for: id }, h("input", { type: "checkbox", id, checked, onchange: (event) => set(event.target.checked) }), h("span", {}, label));

const DRAW = {
  takings: (made) => {
    const { numbers, isSplit } = made.takings;
    return [
      h("p", { class: "muted" }, "A heap of n. A move takes one of the ticked numbers."),
      h("fieldset", { class: "ticks" }, h("legend", { class: "unseen" }, "The numbers that may be taken"), Array.from({ length: MOST }, (_, at) => check(`take-${at + 1}`, String(at + 1), numbers.includes(at + 1), (isOn) => {
        made.takings.numbers = [...made.takings.numbers.filter((number) => number !== at + 1), ...(isOn ? [at + 1] : [])].sort((one, other) => one - other);
      }))),
      check("split", "What is left may be split in two", isSplit, (isOn) => (made.takings.isSplit = isOn)),
    ];
  },
  graph: (made) => [
    h("p", { class: "muted" }, "A coin on a vertex. A move takes it along an arrow, from the vertex that was touched first."),
    editor({ id: "arrows", name: "the graph" }, linksOf(made.graph), (links) => (made.graph = graphOf(links))),
  ],
  pieces: (made) => {
    const { pieces, turn } = made.pieces;
    const set = (next) => (made.pieces.pieces = next);
    const rows = h("div", { class: "painting" });
    const draw = () => rows.replaceChildren(...made.pieces.pieces.map((piece, at) => h("div", {},
      editor({ id: "piece", name: `piece ${at + 1}`, states: ["empty", "painted"] }, roomy(piece), (painted) => set(made.pieces.pieces.with(at, painted))),
      made.pieces.pieces.length > 1 && h("button", { type: "button", class: "quiet", onclick: () => {
        set(made.pieces.pieces.toSpliced(at, 1));
        draw();
      } }, `Remove piece ${at + 1}`))),
    h("button", { type: "button", id: "more-pieces", hidden: made.pieces.pieces.length >= PIECES, onclick: () => {
      set([...made.pieces.pieces, ["x"]]);
      draw();
    } }, "Another piece"));
    set(pieces);
    draw();
    return [
      h("p", { class: "muted" }, "A move puts one of the pieces on free squares. The map has the values of all empty boards that can be searched."),
      rows, check("turned", "They may be turned and reflected", turn, (isOn) => (made.pieces.turn = isOn)),
    ];
  },
};
