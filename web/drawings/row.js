// A row that a move breaks, for heap games that split: things next to each other are taken and the rest stays as two rows, or the
// row is cut and nothing is taken. How many a move takes is chosen first, then the place.

import { h } from "../element.js";
import { grouped } from "../position.js";
import { arrows, lostClass } from "./surface.js";
import * as words from "./words.js";

export const HINT = "Pick the place of your move.";

/** Longer rows are played in words. */
const DRAWN = 150;

/** What stands in the row, if it is not a stone. */
const LOOKS = { kayles: "pin", "dawsons-kayles": "pin", "octal(0.77)": "pin", "octal(0.07)": "pin", "dawsons-chess": "pawns", "octal(0.137)": "pawns" };

/** Any number at the end of the row, as a chosen number. */
const TAIL = Infinity;

/** Is nothing taken from the middle? Then a row is a heap: what is picked goes with all after it. Codes say it by having no digit that divides. */
const isHeap = ({ id }) => ["lasker-nim", "lieges", "stalking"].includes(id) || /^octal\([0-7]*\.[0-3.]*\)$/.test(id);

/** Rows up to this length are never wrapped: their parts stay next to each other. */
const ONE_LINE = 16;

/** The number that was chosen last, by game: it stays from turn to turn. */
const chosen = new Map();

/** The rows that a component fell into: what a move takes is chosen for all of them at once. */
let rows = [];

/** The things of a heap, and of the heaps that a move leaves; numbers before them are rules. */
const size = (heap) => Number(Array.isArray(heap) ? heap.at(-1) : heap);
const sizesOf = (move) => move.to.map(size);
const sum = (parts) => parts.reduce((total, part) => total + part, 0);

export function fits(piece, moves, { splits, text_form: form, tags = [] }) {
  return splits && !tags.includes("boards") && (typeof piece === "number" || (form === "k,stones" && typeof piece[1] === "number")) && size(piece) <= DRAWN
    && moves.every(({ to }) => Array.isArray(to));
}

export function draw(piece, moves, { pick, wins, entry, lost, part, first = piece }) {
  const whole = size(piece);
  const takeOf = (move) => whole - sum(sizesOf(move));
  // A row of things; what a take leaves in more than two rows, equal ones apart, is in words.
  const drawn = moves.filter((move) => move.to.length <= 2 || new Set(sizesOf(move)).size === 1);
  const others = moves.filter((move) => !drawn.includes(move));
  const kindOf = (move) => (isHeap(entry) && takeOf(move) > 0 ? TAIL : takeOf(move));
  const takes = [...new Set(drawn.map(kindOf))];
  const winning = new Set(drawn.filter(wins).map(kindOf));
  const line = h("div", { class: `pieces lane${size(first) <= ONE_LINE ? " one" : ""}`, style: { "--things": whole } });
  const group = h("div", { class: `choice takes${part?.of > 1 ? " over" : ""}`, role: "group", "aria-label": "How many a move takes" });
  const show = (take) => {
    const shown = takes.includes(take) ? take : takes[0];
    line.replaceChildren(...things(whole, shown, drawn.filter((move) => kindOf(move) === shown), LOOKS[entry.id] ?? "stone", { pick, lost }));
  };
  // The first row has the choice for all: its buttons are known when the last one is drawn.
  if (!part || part.at === 0) rows = [];
  rows.push({ takes, winning, show, group });
  if (!part || part.at === part.of - 1) choose(entry.id, rows);
  return [
    Array.isArray(piece) && h("p", { class: "said" }, `${entry.text_form.split(",")[0]} ${grouped(piece[0])}`),
    (!part || part.at === 0) && group,
    whole === 0 ? h("span", { class: "rest" }, "empty") : arrows(line),
    others.length > 0 && words.draw(piece, others, { pick }),
  ];
}

/** The choice of how many are taken, for all rows of a component. */
function choose(game, all) {
  const takes = [...new Set(all.flatMap((row) => row.takes))].sort((one, other) => one - other);
  const winning = new Set(all.flatMap((row) => [...row.winning]));
  const { group } = all[0];
  const show = (take) => {
    all.forEach((row) => row.show(take));
    group.querySelectorAll("button").forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.take === String(take))));
  };
  const text = (take) => (take === 0 ? "cut" : take === TAIL ? "take" : `take ${grouped(take)}`);
  if (takes.length > 1) {
    group.append(...takes.map((take) => h("button", { type: "button", "data-take": take, class: winning.has(take) ? "wins" : "", onclick: () => {
      chosen.set(game, take);
      show(take);
    } }, text(take))));
  } else group.hidden = true;
  const kept = chosen.get(game);
  show(takes.find((take) => winning.has(take)) ?? (takes.includes(kept) ? kept : takes[0]));
}

/** Where the moves leave a row: the sizes before each cut or gap. Two different rows are left either way round. */
function waysOf(move) {
  const sizes = sizesOf(move);
  if (sizes.length === 2 && sizes[0] !== sizes[1]) return [sizes, [...sizes].reverse()];
  return sizes.length === 1 ? [[sizes[0], 0], [0, sizes[0]]] : [sizes];
}

/** The things in a row, where a move that takes so many begins with the one that is picked. */
function things(whole, take, moves, look, { pick, lost }) {
  const places = new Map();
  for (const move of moves) for (const way of take === TAIL ? [sizesOf(move)] : waysOf(move)) places.set(way[0] ?? 0, { move, way });
  const row = [];
  const cuts = new Map();
  for (let at = 0; at < whole; at += 1) {
    const found = take > 0 ? places.get(at) : undefined;
    const taken = () => row.slice(at, at + take);
    const properties = { class: `${look}${found ? lostClass(lost, found.move.to) : ""}` };
    row.push(found ? pick(found.move, properties, null, taken) : h("span", { class: look }));
  }
  if (take !== 0) return row;
  for (let at = 1; at < whole; at += 1) {
    const found = places.get(at);
    if (!found) continue;
    // Equal parts are cut at once.
    const all = () => found.way.slice(0, -1).map((_, part) => cuts.get(sum(found.way.slice(0, part + 1)))).filter(Boolean);
    cuts.set(at, pick(found.move, { class: `cut-line${lostClass(lost, found.move.to)}` }, null, all));
  }
  // Where no move cuts alone there may be a cut of one that cuts at several places.
  for (const { way } of places.values()) {
    way.slice(0, -1).forEach((_, part) => {
      const at = sum(way.slice(0, part + 1));
      if (!cuts.has(at)) cuts.set(at, h("span", { class: "cut-line" }));
    });
  }
  return row.flatMap((thing, at) => (cuts.has(at) ? [h("span", { class: "gap" }, cuts.get(at)), thing] : [thing]));
}
