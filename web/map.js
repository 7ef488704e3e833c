// Maps of values: a heat map for games of two numbers, and a plot for games of one number. The position on the table is
// marked. A picked position can be put on the table.

import { h, replace, roving } from "./element.js";
import { plot } from "./plot.js";
import { shown, textOf, valueText } from "./position.js";
import { sentence } from "./words.js";

/** The sides of the map that can be chosen. The service permits larger maps, but people could not read them. */
const SIDES = [8, 12, 20, 40];

/** The number of colours. Each value up to this number has its own colour. Larger values repeat the colours. */
const COLOURS = 24;

/** If a number at the edge of the map is longer than this, only its last digits are shown. */
const HEAD = 5;

/**
 * The map that is shown: the key of the game, the least number on each axis, the length of a side, and the picked
 * position. `match` is the root of the match. `uncovered` is the root of the match in which the user asked for hidden
 * values.
 */
const view = { game: null, a: null, b: null, side: matchMedia("(max-width: 30rem)").matches ? 8 : 12, picked: null, match: null, uncovered: null };

/**
 * The number of drawings so far. An answer that was requested for an earlier drawing comes too late, and is not drawn.
 */
let begun = 0;

const isPair = ({ sample }) => Array.isArray(sample) && sample.length === 2 && sample.every((part) => typeof part === "number");
const isInteger = ({ sample }) => typeof sample === "number";

/**
 * A plot requests `HEAPS` heaps at first. If a heap on the table is larger, more heaps are requested, up to heap
 * `FARTHEST`.
 */
const [HEAPS, FARTHEST] = [200, 1000];

/** Marks the result of a move on the map. Null marks nothing. */
export function pointMap(section, move) {
  section.querySelectorAll(".cell.to, .heap.to").forEach((cell) => cell.classList.remove("to"));
  if (!move || move.game !== view.game) return;
  for (const to of move.parts ?? [move.to]) {
    const text = textOf(to);
    section.querySelectorAll(".cell, .heap").forEach((cell) => cell.classList.toggle("to", (cell.dataset.pair ?? cell.dataset.n) === text || cell.classList.contains("to")));
  }
}

/**
 * Draws the map of a game on the table, or of the game that the user chose. `put(game, piece, alone)` begins a match
 * with a position. If `alone` is false, the components on the table are in the match, too.
 */
export async function drawMap(section, api, match, catalogue, seen, put) {
  begun += 1;
  const drawing = begun;
  // The entry of a family does not say whether its games have maps. If the service draws a map of any other game whose
  // positions are integers, it can also draw maps of the families' games.
  const plots = catalogue.games.some(({ id, map, parameters }) => map && !parameters && isInteger(catalogue.entry(id)));
  const isMapped = (entry) => !entry.own && (isPair(entry) || isInteger(entry)) && (entry.map || (entry.parameters && plots));
  // A game counts as on the table even if all its heaps are gone.
  const here = Object.keys(match.root.position).map((game) => match.entry(game)).filter(isMapped);
  const others = catalogue.games.filter(({ id, parameters, map }) => !parameters && map && !here.some((entry) => entry.id === id)).map(({ id }) => catalogue.entry(id));
  const games = [...here, ...others.filter(isMapped)];
  if (games.length === 0) return section.replaceChildren();
  // A new match shows its own map, if it has one.
  const isNew = view.match !== match.root;
  view.match = match.root;
  if (!games.some(({ id }) => id === view.game) || (isNew && here.length && !here.some(({ id }) => id === view.game))) Object.assign(view, { game: games[0].id, a: null, b: null });
  const entry = games.find(({ id }) => id === view.game);
  const places = match.components.filter(({ game }) => game === entry.id).map(({ piece }) => piece);
  const again = () => drawMap(section, api, match, catalogue, seen, put);
  const heading = [h("h2", { id: "map-title" }, "Values"), match.combined && h("p", { class: "muted small" }, "These are the values of sums. What decides another compound is under “Why”.")];
  if (seen.show === "none" && view.uncovered !== match.root) {
    return replace(section, heading, h("button", { type: "button", id: "uncover-map", onclick: () => {
      view.uncovered = match.root;
      again();
    } }, "Show the values, which tell who wins"));
  }
  if (isNew) Object.assign(view, { picked: null, a: null, b: null });
  const first = match.root.position[entry.id]?.[0];
  view.a ??= around(first?.[0]);
  view.b ??= around(first?.[1]);

  const fault = h("p", { class: "fault", role: "alert", id: "map-fault", hidden: true });
  const picked = h("div", { class: "picked", id: "map-picked" });
  const choose = (piece, value) => {
    view.picked = { piece, value };
    picked.replaceChildren(
      h("p", {}, `${entry.name} ${shown(piece)}: value ${valueText(value)}.`),
      h("button", { type: "button", id: "map-add", onclick: () => put(entry.id, piece, false) }, "Add to the table"),
      h("button", { type: "button", id: "map-play", onclick: () => put(entry.id, piece, true) }, "Play it alone"));
  };
  const field = (label, control) => h("label", { class: "field", for: control.id }, h("span", {}, label), control);
  const select = h("select", { id: "map-game", onchange: () => {
    Object.assign(view, { game: select.value, a: null, b: null, picked: null });
    return again();
  } }, games.map(({ id, name }) => h("option", { value: id, selected: id === entry.id }, name)));

  let picture = null;
  let fields = [];
  try {
    if (isPair(entry)) {
      fields = pairFields(entry, field, again);
      const range = (start) => {
        if (!/^[0-9]+$/.test(start)) throw new Error("A map begins at an integer of 0 or more.");
        return `${start}..${BigInt(start) + BigInt(view.side - 1)}`;
      };
      const path = `v1/games/${encodeURIComponent(entry.id)}/map?a=${range(view.a)}&b=${range(view.b)}`;
      picture = heat(await api.get(path), entry, places, choose);
    } else {
      const values = (range) => api.get(`v1/games/${encodeURIComponent(entry.id)}/map?n=${range}`);
      const most = Math.max(HEAPS, ...places.map(Number).filter((place) => place <= FARTHEST));
      picture = plot(await values(`0..${most}`), entry, places, choose);
      const number = h("input", { id: "map-n", inputmode: "numeric", size: "6", "aria-describedby": "map-fault", onchange: async () => {
        fault.hidden = true;
        try {
          const n = number.value.trim();
          choose(numberOf(n), (await values(`${n}..${n}`)).values[0]);
        } catch (problem) {
          fault.textContent = sentence(problem.message);
          fault.hidden = false;
        }
      } });
      fields = [field("Value of", number)];
    }
  } catch (problem) {
    fault.textContent = sentence(problem.message);
    fault.hidden = false;
  }
  if (drawing !== begun) return;
  if (view.picked) choose(view.picked.piece, view.picked.value);
  else picked.append(h("p", { class: "muted small" }, "Pick a position to see its value, and to play it if you like. Point at moves on the board to see where they lead."));
  const means = match.play === "misere"
    ? "The Grundy values of normal play, though this match is misère: here 0 does not say who wins."
    : "The Grundy value of a position: the size of the Nim heap that it is as good as. Where it is 0, who must move loses, if nothing else is on the table.";
  const where = here.length === 0 ? " Of what is on the table there is no map, so this is another game's." : places.length > 0 && picture && " What is on the table is marked.";
  replace(section, heading, h("p", { class: "muted" }, means, where),
    h("div", { class: "fields" }, field("Game", select), fields), fault, picture, picked);
  // Only the map is scrolled. The page stays where it is.
  const mark = section.querySelector(".heap.here, .cell.here");
  const scrolled = mark?.closest(".scroll");
  if (scrolled) scrolled.scrollLeft += mark.getBoundingClientRect().left - scrolled.getBoundingClientRect().left - scrolled.clientWidth / 2;
}

/** The number at which one axis of the map must begin, so that the axis contains `number`. */
function around(number = 0) {
  const least = BigInt(number) - BigInt(Math.floor(view.side / 2));
  return BigInt(number) < BigInt(view.side) ? "0" : String(least);
}

function pairFields(entry, field, again) {
  const names = entry.text_form.split(",");
  const from = (side, name) => {
    const input = h("input", { id: `map-${side}`, inputmode: "numeric", size: "6", value: view[side], "aria-describedby": "map-fault", onchange: () => {
      view[side] = input.value.trim();
      return again();
    } });
    return field(`${name} from`, input);
  };
  const size = h("select", { id: "map-side", onchange: () => {
    view.side = Number(size.value);
    return again();
  } }, SIDES.map((side) => h("option", { value: String(side), selected: side === view.side }, `${side} × ${side}`)));
  return [from("a", names[0]), from("b", names[1]), field("Size", size)];
}

/** The map as a board: the first number goes to the right and the second upwards, as on the boards of the games. */
function heat(map, entry, places, choose) {
  const [first, second] = entry.text_form.split(",");
  const [a, b] = [BigInt(map.a[0]), BigInt(map.b[0])];
  const [columns, rows] = [map.values.length, map.values[0]?.length ?? 0];
  const isHere = new Set(places.flatMap((pair) => [textOf(pair)]));
  const buttons = [];
  const cell = (column, row) => {
    const value = map.values[column][row];
    if (value === null) return h("td", {}, h("span", { class: "cell none" }));
    const pair = [a + BigInt(column), b + BigInt(row)].map(String);
    const here = isHere.has(pair.join(","));
    const isZero = String(value) === "0";
    const button = h("button", {
      type: "button", class: `cell${isZero ? " zero" : ""}${typeof value === "object" ? " infinite" : ""}${here ? " here" : ""}`,
      "aria-label": `${pair.join(", ")}: value ${valueText(value)}${here ? ", on the table" : ""}`, "data-pair": pair.join(","), style: isZero || typeof value === "object" ? {} : colour(value),
      onclick: () => choose(pair.map(numberOf), value),
    }, String(value).length > 3 ? "…" : String(value));
    buttons.push(button);
    return h("td", {}, button);
  };
  const head = (number, scope) => {
    const digits = String(number);
    return h("th", { scope, title: digits }, digits.length > HEAD ? `…${digits.slice(1 - HEAD)}` : digits);
  };
  const up = Array.from({ length: rows }, (_, row) => rows - 1 - row);
  const right = Array.from({ length: columns }, (_, column) => column);
  const table = h("table", { class: `heat${columns > 20 ? " dense" : ""}` },
    h("caption", { class: "unseen" }, `Grundy values of ${entry.name}: columns are ${first}, rows ${second}`),
    h("tbody", {}, up.map((row) => h("tr", {}, head(b + BigInt(row), "row"), right.map((column) => cell(column, row))))),
    h("tfoot", {}, h("tr", {}, h("td", {}, h("span", { class: "corner" }, `${second} ↑ ${first} →`)), right.map((column) => head(a + BigInt(column), "col")))));
  if (buttons.length) roving(table, buttons, columns);
  return h("div", { class: "scroll", role: "region", "aria-label": "The map" }, table);
}

/** The colour of a value. From each value to the next, the hue turns by 137.5°. Every 8 values, the colour darkens. */
function colour(value) {
  const nth = Number((BigInt(value) - 1n) % BigInt(COLOURS));
  return { "--hue": String((nth * 137.5) % 360), "--light": `${88 - 5 * Math.floor(nth / 8)}%` };
}

const numberOf = (text) => (BigInt(text) <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(text) : text);
