// The dialog for a new position. The user finds components in the catalogue, changes them, or types them as in a link.
// The user can also define a game by rules in Python, or in JSON.

import { moveRule } from "./catalogue.js";
import { ENDINGS, LEVELS } from "./controls.js";
import { answersOf, compoundOf, ENDED, MOVED } from "./kinds.js";
import { editable, editor } from "./editor.js";
import { choice, fold, h } from "./element.js";
import { finder } from "./finder.js";
import { PARAMETERS, linkOf, positionOfRows, readLink, writer } from "./link.js";
import { piecesOf, textOf } from "./position.js";
import { scriptEditor } from "./script.js";
import { sentence } from "./words.js";

/** The pause (ms) in typing after which rules are checked. */
const PAUSE = 400;

/** Examples of the user's own games. */
const OWN = [
  ["rules in Python", "digits", "def options(n):\n    # Subtract one of the digits of a number.\n    return [n - int(d) for d in str(n) if d != '0']\n", "23"],
  ["a graph", "walk", { graph: { a: ["b", "c"], b: ["c", "d"], c: ["d", "a"], d: [] } }, "a"],
  ["vectors", "queen", { rides: [[1, 0], [0, 1], [1, 1]] }, "4,7"],
  ["a board", "corners", { board: [4, 5], pieces: [["xx", "x."]], turn: true }, "start"],
];

/** The pattern of names for the player's own games. */
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * Opens the dialog with the position `{rows, play, compound, games, level}`. `begin(what)` and `check(request)` throw
 * an error if the service refuses the match or the request.
 */
export function openSetup(dialog, catalogue, { rows, play, compound, games, level }, begin, check, problem = null) {
  let list = rows.map((row) => ({ ...row }));
  let convention = play;
  let kind = compound;
  let own = { ...games };
  /** The games that are being added. The match begins only after they are added. */
  const pending = new Set();
  const position = () => positionOfRows(list, catalogue, own);
  const link = () => linkOf({ position: position(), play: convention, compound: kind, games: used(own, list), whole: true });

  const rowsBox = h("div", { class: "rows", id: "setup-rows" });
  const whole = field("setup-text", "", () => {
    const read = readLink(whole.value);
    list = read.rows;
    convention = read.play;
    kind = read.compound;
    own = read.games;
    drawRows();
    drawPlay();
  });
  whole.setAttribute("aria-describedby", "setup-fault");
  const write = () => (whole.value = link());
  const fault = h("p", { class: "fault", id: "setup-fault", role: "alert", hidden: true });
  const playBox = h("div");
  const drawPlay = () => playBox.replaceChildren(choice("setup-play", "Who wins at the end",
    [...ENDINGS], convention, (value) => {
      convention = value;
      write();
    }),
  h("div", { class: "setting" }, h("span", { class: "label" }, "A turn is a move in"), choice("setup-moved", "In which components a turn is a move", MOVED, answersOf(kind).moved, (moved) => answer({ moved }))),
  h("div", { class: "setting" }, h("span", { class: "label" }, "The match ends when"), choice("setup-ended", "When the match ends", ENDED, answersOf(kind).ended, (ended) => answer({ ended }))));
  /** Changes the kind of compound by the answer to one of the two questions. */
  const answer = (given) => {
    const { moved, ended } = { ...answersOf(kind), ...given };
    kind = compoundOf(moved, ended);
    write();
  };

  const oracle = h("select", { id: "setup-level" }, LEVELS.map(([value, label]) => h("option", { value, selected: value === level }, label)));

  const drawRows = () => rowsBox.replaceChildren(...list.map((row, at) => {
    const entry = catalogue.entry(row.game, own);
    const id = `setup-${at}`;
    const input = field(id, row.text, () => {
      row.text = input.value;
      write();
    });
    input.setAttribute("aria-describedby", `${id}-fault`);
    // The key of a game in a family has parameters, so it has its own field.
    const key = entry.parameters && field(`${id}-key`, row.game, () => {
      row.game = key.value;
      write();
    });
    key?.setAttribute("aria-label", "The game with its parameters");
    const remove = h("button", { type: "button", class: "quiet", "aria-label": `Remove ${entry.name} ${row.text}`, onclick: () => {
      list.splice(at, 1);
      write();
      drawRows();
      (rowsBox.querySelectorAll("input")[Math.min(at, list.length - 1)] ?? whole).focus();
    } }, "✕");
    const by = byHand(`${id}-by-hand`, entry, row, (text) => {
      row.text = text;
      input.value = text;
      write();
    });
    return h("div", { class: "row" },
      h("label", { for: id }, key ?? entry.name, " ", h("span", { class: "muted small" }, entry.text_form)), input, remove,
      h("p", { class: "fault", id: `${id}-fault`, role: "alert", hidden: true }), by);
  }));
  const add = (game, text) => {
    list.push({ game, text });
    write();
    drawRows();
    const last = rowsBox.querySelector(`#setup-${list.length - 1}`);
    last.focus();
    last.select();
  };

  /** Lets the service check a game of the user's own. `text` is one of its positions. */
  const tried = (name, definition, text) => {
    const games = { [name]: definition };
    return check({ position: positionOfRows([{ game: name, text }], catalogue, games), games });
  };

  /** Shows each fault beside its field. Faults that belong to no field are shown beside the text. */
  const tell = (refused) => {
    dialog.querySelectorAll(".fault").forEach((place) => (place.hidden = true));
    dialog.querySelectorAll("[aria-invalid]").forEach((input) => input.removeAttribute("aria-invalid"));
    const say = (id, text) => {
      const place = dialog.querySelector(`#${id}-fault`);
      place.textContent = place.hidden ? sentence(text) : `${place.textContent} ${sentence(text)}`;
      place.hidden = false;
      dialog.querySelector(`#${id === "setup" ? "setup-text" : id}`).setAttribute("aria-invalid", "true");
    };
    const errors = refused.errors?.length ? refused.errors : [{ pointer: "", detail: refused.message }];
    for (const { pointer, detail } of errors) {
      const [, game, index = 0] = pointer.match(/^\/position\/([^/]+)(?:\/(\d+))?/) ?? [];
      const places = list.map((row, at) => [row.game, at]).filter(([id]) => id === game?.replaceAll("~1", "/"));
      const place = places[Number(index)];
      say(place ? `setup-${place[1]}` : "setup", detail);
    }
    dialog.querySelector("[aria-invalid]")?.focus();
  };
  const start = async (event) => {
    event.preventDefault();
    const added = await Promise.allSettled(pending);
    if (added.some(({ status }) => status === "rejected")) return;
    try {
      await begin({ position: position(), play: convention, compound: kind, games: used(own, list), level: oracle.value });
      dialog.close();
    } catch (refused) {
      tell(refused);
    }
  };

  write();
  drawRows();
  drawPlay();
  dialog.replaceChildren(h("form", { onsubmit: start, novalidate: true },
    h("h2", { id: "setup-title" }, "New position"),
    h("p", { class: "muted" }, "Put any components on the table; together they are one game."),
    rowsBox, playBox,
    h("label", { class: "field wide", for: "setup-level" }, h("span", {}, "Oracle"), oracle),
    catalogued(catalogue, add),
    ownGame(tried, async (name, definition, text) => {
      // If the service refuses the game, the error is shown here, and the game is not added.
      const checked = tried(name, definition, text);
      pending.add(checked);
      try {
        await checked;
      } finally {
        pending.delete(checked);
      }
      own = { ...own, [name]: definition };
      add(name, text);
    }),
    h("label", { class: "field wide", for: "setup-text" }, h("span", {}, "As text"), whole),
    fault,
    h("div", { class: "buttons end" },
      h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
      h("button", { type: "submit", class: "main", id: "start" }, "Start"))));
  if (!dialog.open) dialog.showModal();
  if (problem) tell(problem);
  else dialog.querySelector("#setup-search").focus();
}

const used = (own, list) => Object.fromEntries(Object.entries(own).filter(([name]) => list.some(({ game }) => game === name)));

function field(id, value, oninput) {
  return h("input", { id, value, autocomplete: "off", autocapitalize: "off", spellcheck: "false", oninput });
}

/**
 * The editor of a row that has exactly one component, if this component can be edited. Null for all other rows.
 * `change(text)` is called with the new text.
 */
function byHand(id, entry, row, change) {
  const pieces = piecesOf(row.text, entry.sample);
  if (pieces.length !== 1 || !editable(entry, pieces[0])) return null;
  const details = fold(id, { class: "by-hand", ontoggle: () => {
    if (details.open && details.children.length === 1) details.append(editor(entry, piecesOf(row.text, entry.sample)[0], (piece) => change(writer(row.game, {})(piece))));
  } }, "Set it by hand");
  return details;
}

/** The list of games of the catalogue. A click adds the game. */
function catalogued(catalogue, add) {
  const list = h("ul", { class: "found", id: "setup-found", "aria-label": "Games" });
  const show = (found, all, advice) => {
    list.replaceChildren(...found.map((game) => h("li", {},
      h("button", { type: "button", "data-game": game.id, onclick: () => add(catalogue.key(game), textOf(Object.values(game.example.position)[0][0])) },
        h("b", {}, `+ ${game.name}`), h("span", {}, moveRule(game)), game.aliases?.length > 0 && h("span", { class: "muted small" }, game.aliases.join(", "))))));
    if (found.length === 0) list.append(h("li", { class: "muted" }, advice));
  };
  return finder(catalogue, "setup-search", "Add a game", show, () => list.querySelector("button")?.click(), list);
}

/** The definition for a typed text. A text that is not JSON is rules. */
function definitionOf(text) {
  if (!/^\s*(\{|\[|"|$)/.test(text)) return { rules: text.replace(/\s+$/, "").split("\n") };
  const definition = JSON.parse(text);
  if (typeof definition !== "object" || definition === null || Array.isArray(definition)) throw new Error('expected rules in Python, {"graph": …}, {"steps": …, "rides": …}, {"board": …, "pieces": …} or another definition of a game');
  return definition;
}

/**
 * The fields for a game that is not in the catalogue. `check` and `add` are given its name, its definition and a start.
 * They throw an error if the service refuses.
 */
function ownGame(check, add) {
  const fault = h("p", { class: "fault", role: "alert", id: "own-fault", hidden: true });
  let pause;
  const typed = () => {
    clearTimeout(pause);
    pause = setTimeout(() => attempt(check), PAUSE);
  };
  const name = field("own-name", "walk", typed);
  const text = field("own-start", "a", typed);
  const rules = scriptEditor("own-rules", "Rules", typed, "own-fault");
  const fill = ([, id, definition, start]) => {
    name.value = id;
    rules.value = typeof definition === "string" ? definition : JSON.stringify(definition);
    text.value = start;
    fault.hidden = true;
  };
  fill(OWN[0]);
  let last = 0;
  /** Calls `action` with the typed game. Shows the error, if there is one, and marks its place in the rules. */
  const attempt = async (action) => {
    clearTimeout(pause);
    last += 1;
    const number = last;
    let wrong = null;
    try {
      const id = name.value.trim();
      if (!NAME.test(id)) throw new Error("a name has 1 to 64 letters, digits, hyphens and underscores");
      if (PARAMETERS.includes(id)) throw new Error(`links use the name ${id} for something else`);
      await action(id, definitionOf(rules.value), text.value);
    } catch (error) {
      wrong = error;
    }
    // An answer about an earlier text is ignored.
    if (number !== last) return;
    rules.mark(wrong?.errors?.find(({ line }) => line) ?? null);
    fault.textContent = wrong ? sentence(wrong.message) : "";
    fault.hidden = !wrong;
  };
  return h("details", { class: "own" }, h("summary", {}, "A game of your own"),
    h("p", { class: "muted small" }, "A function in Python returns all that a move may leave of a position: a number, a string or a tuple; a list is a sum. Or in JSON a graph, each vertex with those that a move leads to; vectors, of which steps are subtracted once and rides any number of times; a board, and the pieces that are put on it."),
    h("div", { class: "buttons links" }, OWN.map((example) => h("button", { type: "button", class: "quiet", onclick: () => fill(example) }, `Example: ${example[0]}`))),
    h("label", { class: "field wide", for: "own-name" }, h("span", {}, "Name"), name),
    rules.element,
    h("label", { class: "field wide", for: "own-start" }, h("span", {}, "Start"), text), fault,
    h("button", { type: "button", id: "own-add", onclick: () => attempt(add) }, "Add it"));
}
