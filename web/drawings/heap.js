// A heap of stones, for every game that changes one number. The picked stone is taken, together with all stones after
// it. Other numbers, such as the base of a pile of powers, are written beside it.

import { h } from "../element.js";
import { grouped } from "../position.js";
import { gone, goneSince } from "./past.js";
import { arrows, columnsFor, lostClass } from "./surface.js";
import * as words from "./words.js";

export const HINT = "Pick what your move takes.";

/** The largest number of stones that are drawn. They are the last stones of a heap. */
const DRAWN = 60;

/**
 * A stone is large enough if it has at least the size `LARGE` (em) and takes at least the fraction `PART` of the width.
 * Then the heap gets no further line.
 */
const [LARGE, PART] = [2.2, 1 / 12];

/** The index of the heap in a list of numbers, for games in which the heap is not the last number. */
const PLACES = new Map([["fibonacci-nim", 0], ["take-away", 1], ["poker-nim", 0], ["zero-move-nim", 0]]);

const numbers = (piece) => (Array.isArray(piece) ? piece : [piece]);
const placeOf = (piece, { id }) => PLACES.get(id) ?? numbers(piece).length - 1;
const isInteger = (part) => typeof part === "number" || /^[0-9]+$/.test(part);

/** True if a component is a square on a board. On boards, moves may change both numbers, but not from every square. */
const isBoard = ({ own, tags = [] }, piece) => (own ? Array.isArray(piece) : tags.includes("boards"));

/** Games of two heaps. One of the heaps may be empty. */
const TWO = ["t-wythoff"];

/** True if a component is a heap of the size that is its last number, and moves change only this number. */
export const hasSize = (piece, { id }) => !PLACES.has(id) && numbers(piece).every((part) => typeof part === "number");

export function fits(piece, moves, entry) {
  const parts = numbers(piece);
  const place = placeOf(piece, entry);
  const isOneHeap = ({ to }) => Array.isArray(to) === Array.isArray(piece)
    && (PLACES.has(entry.id) || numbers(to).every((part, at) => at === place || String(part) === String(parts[at])));
  const [size, hidden] = [BigInt(isInteger(parts[place] ?? "") ? parts[place] : 0), BigInt(DRAWN)];
  return !entry.splits && !entry.isList && !TWO.includes(entry.id) && !isBoard(entry, piece) && typeof entry.sample !== "string" && parts.every(isInteger) && moves.every(isOneHeap)
    && moves.every(({ to }) => PLACES.has(entry.id) || BigInt(numbers(to)[place]) < size)
    && moves.some(({ to }) => BigInt(numbers(to)[place]) >= size - hidden) === moves.length > 0;
}

export function draw(piece, moves, { pick, refuse, isReply, entry, lost, past, room }) {
  const [parts, place] = [numbers(piece), placeOf(piece, entry)];
  const sizeOf = (other) => BigInt(numbers(other)[place]);
  const size = sizeOf(piece);
  const leaves = ({ to }) => sizeOf(to);
  const options = new Map(moves.filter((move) => leaves(move) < size).map((move) => [leaves(move), move]));
  const first = size > BigInt(DRAWN) ? size - BigInt(DRAWN) : 0n;
  const stones = [];
  for (let left = first; left < size; left += 1n) {
    const at = stones.length;
    const option = options.get(left);
    stones.push(option ? pick(option, { class: `stone${lostClass(lost, option.to)}` }, null, () => stones.slice(at))
      : h("span", { class: "stone", ...(options.size && !isReply && refuse(`No move takes ${grouped(size - left)} of ${grouped(size)}.`)) }));
  }
  // A heap keeps places for all stones that it had earlier in the match.
  const most = past.reduce((top, { piece: before }) => (sizeOf(before) > top ? sizeOf(before) : top), size);
  const ghosts = [];
  for (let left = size; left < most && ghosts.length + stones.length < DRAWN; left += 1n) {
    ghosts.push(h("span", { class: `stone ${gone(goneSince(past, (before) => sizeOf(before) > left))}`, "aria-hidden": "true" }));
  }
  const names = entry.text_form.split(",");
  const said = parts.length > 1 && parts.map((part, at) => `${names[at] ?? ""} ${grouped(part)}`).join(", ");
  const others = moves.filter((move) => leaves(move) >= size);
  const things = [...stones, ...ghosts];
  return [
    said && h("p", { class: "said" }, said),
    arrows(h("div", { class: "lane heap-of", style: { "--columns": columnsFor(Math.max(things.length, 1), room, [2.5, 2.5], Math.max(LARGE, PART * (room?.width ?? 0))), "--wide": "2.5em" } },
      things.length === 0 && h("span", { class: "rest" }, "empty"), first > 0n && h("span", { class: "rest more-than" }, `${grouped(first)} and`), things)),
    others.length > 0 && words.draw(piece, others, { pick }),
  ];
}
