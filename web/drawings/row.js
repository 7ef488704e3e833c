// A row that a move breaks, for heap games that split: adjacent things are taken and the rest stays as two rows, or the
// row is cut and nothing is taken. The number to take is chosen first, then the place. A thing keeps its place until
// the end: taken things are a gap, fainter with age.

import { h } from "../element.js";
import { aliveIn } from "../slots.js";
import { grouped } from "../position.js";
import { gone, layOut } from "./past.js";
import { arrows, columnsFor, lostClass } from "./surface.js";
import * as words from "./words.js";

export const HINT = "Pick the place of your move.";

/** Longer rows are played in words. */
const DRAWN = 150;

/** What stands in the row, if it is not a stone. */
const LOOKS = new Map([["kayles", "pin"], ["dawsons-kayles", "pin"], ["dawsons-chess", "pawns"]]);

/** The width and height of a thing (em). */
const SIZES = { stone: [2.5, 2.6], pin: [2.1, 3.3], pawns: [2.3, 3.3] };

/** Any number at the end of the row, as a chosen number. */
const TAIL = Infinity;

/** Is nothing taken from the middle? Then a row is a heap: what is picked goes with all after it. Codes say it by having no digit that divides. */
const isHeap = ({ id }) => ["lasker-nim", "lieges", "stalking"].includes(id) || /^octal\([0-7]*\.[0-3.]*\)$/.test(id);

/** The number that was chosen last, by game: it stays from turn to turn. */
const chosen = new Map();

/** The rows of which a move could take several numbers: the choice keeps its room, so nothing moves. */
const choices = new Set();

/** The things of a heap, and of the heaps that a move leaves; numbers before them are rules. */
const sizeOf = (heap) => Number(Array.isArray(heap) ? heap.at(-1) : heap);
const sizesOf = (move) => move.to.map(sizeOf);
const sum = (parts) => parts.reduce((total, part) => total + part, 0);

export function fits(piece, moves, { splits, text_form: form, tags = [] }) {
  return splits && !tags.includes("boards") && (typeof piece === "number" || (form === "k,stones" && typeof piece[1] === "number")) && sizeOf(piece) <= DRAWN
    && moves.every(({ to }) => Array.isArray(to) && to.every((part) => typeof part === "number" || Array.isArray(part)));
}

export function drawWhole(tree, of, { entry, room }) {
  const look = LOOKS.get(entry.id) ?? "stone";
  const heap = isHeap(entry);
  // A heap may grow by a split: its parts then have their own rows.
  const grows = aliveIn(tree).length > 1 && sum(aliveIn(tree).map(({ piece }) => sizeOf(piece))) > sizeOf(tree.piece);
  const { rows, taken, cuts } = grows ? apart(tree) : layOut(tree, sizeOf, (count) => heap && count > 0);
  const whole = Math.max(1, ...rows.map(({ start, size }) => start + size), ...taken.map(({ start, size }) => start + size));
  const own = rows.filter(({ size }) => size > 0).map(({ node, start, size }) => {
    const tools = of(node);
    // If a split makes more things than before, nothing is taken.
    const takeOf = (move) => Math.max(0, size - sum(sizesOf(move)));
    // Moves that leave more than two rows, unless all are equal, are in words.
    const drawn = tools.moves.filter((move) => move.to.length <= 2 || new Set(sizesOf(move)).size === 1);
    const kindOf = (move) => (heap && takeOf(move) > 0 ? TAIL : takeOf(move));
    return { start, size, tools, drawn, kindOf, others: tools.moves.filter((move) => !drawn.includes(move)) };
  });
  const takes = [...new Set(own.flatMap(({ drawn, kindOf }) => drawn.map(kindOf)))].sort((one, other) => one - other);
  const winning = new Set(own.flatMap(({ drawn, kindOf, tools }) => drawn.filter(tools.wins).map(kindOf)));
  const columns = columnsFor(whole, room, SIZES[look]);
  const line = h("div", { class: `lane of-${look}`, style: { "--columns": columns, "--wide": `${SIZES[look][0]}em` } });
  const show = (take) => {
    const places = Array.from({ length: whole }, () => ({}));
    for (const { start, size, tools, drawn, kindOf } of own) {
      things(size, take, drawn.filter((move) => kindOf(move) === take), look, tools).forEach((thing, at) => (places[start + at] = thing));
      places[start].isFirst = true;
      places[start + size - 1].isLast = true;
    }
    for (const { start, size, age } of taken) for (let at = start; at < start + size; at += 1) places[at] = { thing: h("span", { class: `${look} ${gone(age)}`, "aria-hidden": "true" }) };
    for (const { start, age } of cuts) if (places[start]) places[start].wall = age;
    line.replaceChildren(...places.map(({ thing, cut, isFirst, isLast, wall }) =>
      h("span", { class: `place${isFirst ? " first" : ""}${isLast ? " last" : ""}${wall ? ` wall age${Math.min(wall, 5)}` : ""}` }, thing, cut)));
  };
  const group = h("div", { class: "choice takes", role: "group", "aria-label": "How many a move takes" });
  const choose = (take) => {
    show(take);
    group.querySelectorAll("button").forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.take === String(take))));
  };
  const text = (take) => (take === 0 ? "cut" : take === TAIL ? "take" : `take ${grouped(take)}`);
  group.append(...takes.map((take) => h("button", { type: "button", "data-take": take, class: winning.has(take) ? "wins" : "", onclick: () => {
    chosen.set(entry.id, take);
    choose(take);
  } }, text(take))));
  const name = `${entry.id} ${tree.piece}`;
  if (takes.length > 1) choices.add(name);
  const kept = chosen.get(entry.id);
  choose(takes.find((take) => winning.has(take)) ?? (takes.includes(kept) ? kept : takes[0]));
  const rest = own.flatMap(({ others, tools }) => (others.length ? [words.draw(null, others, tools)] : []));
  return [
    Array.isArray(tree.piece) && h("p", { class: "said" }, `${entry.text_form.split(",")[0]} ${grouped(tree.piece[0])}`),
    choices.has(name) && h("div", { class: `takes-place${takes.length > 1 ? "" : " idle"}` }, group),
    arrows(line), rest,
  ];
}

/** Rows one after the other, for heaps that are together larger than the one that they come from. */
function apart(tree) {
  let next = 0;
  const cuts = [];
  const rows = aliveIn(tree).map((node) => {
    const row = { node, start: next, size: sizeOf(node.piece) };
    if (next > 0) cuts.push({ start: next, age: 1 });
    next += row.size;
    return row;
  });
  return { rows, taken: [], cuts };
}

/** Where the moves leave a row: the sizes before each cut or gap. Two different rows are left either way round. */
function waysOf(move) {
  const sizes = sizesOf(move);
  if (sizes.length === 2 && sizes[0] !== sizes[1]) return [sizes, [...sizes].reverse()];
  return sizes.length === 1 ? [[0, sizes[0]], [sizes[0], 0]] : [sizes];
}

/** The things in a row, `{thing, cut}`, where a move that takes so many begins with the one that is picked. */
function things(whole, take, moves, look, { pick, lost, isReply }) {
  const places = new Map();
  for (const move of moves) {
    const ways = take === TAIL ? [sizesOf(move)] : waysOf(move);
    // The oracle's move is made at one place.
    for (const way of isReply ? ways.slice(0, 1) : ways) places.set(way[0] ?? 0, { move, way });
  }
  const row = [];
  for (let at = 0; at < whole; at += 1) {
    const found = take > 0 ? places.get(at) : undefined;
    const taken = () => row.slice(at, at + take).map(({ thing }) => thing);
    const properties = { class: `${look}${found ? lostClass(lost, found.move.to) : ""}` };
    row.push({ thing: found ? pick(found.move, properties, null, taken, String(at)) : h("span", { class: look }) });
  }
  if (take !== 0) return row;
  for (let at = 1; at < whole; at += 1) {
    const found = places.get(at);
    if (!found) continue;
    // Equal parts are cut at once.
    const all = () => found.way.slice(0, -1).map((_, part) => row[sum(found.way.slice(0, part + 1))]?.cut).filter(Boolean);
    row[at].cut = pick(found.move, { class: `cut-line${lostClass(lost, found.move.to)}` }, null, all, String(at));
  }
  // If no single cut is a move, there may be one of a move that cuts at several places.
  for (const { way } of places.values()) {
    way.slice(0, -1).forEach((_, part) => {
      const at = sum(way.slice(0, part + 1));
      if (row[at]) row[at].cut ??= h("span", { class: "cut-line" });
    });
  }
  return row;
}
