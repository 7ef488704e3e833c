// A heap of stones, for every game that makes one number smaller. The stone that is picked goes, with all after it. Numbers
// before the heap, such as the base of a pile of powers, are rules and stay.

import { h } from "../element.js";
import { grouped } from "../position.js";

export const HINT = "Pick what your move takes.";

/** So many stones are drawn: the last ones of a heap. */
const DRAWN = 48;

const split = (piece) => (Array.isArray(piece) ? [piece.slice(0, -1), piece.at(-1)] : [[], piece]);
const isInteger = (part) => typeof part === "number" || /^[0-9]+$/.test(part);

export function fits(piece, moves, { splits, sample, isList }) {
  const parts = Array.isArray(piece) ? piece : [piece];
  const staysPut = ({ to }) => Array.isArray(to) === Array.isArray(piece) && split(to)[0].join() === split(piece)[0].join();
  return !splits && !isList && typeof sample !== "string" && parts.every(isInteger) && moves.every(staysPut)
    && moves.every(({ to }) => BigInt(split(to)[1]) < BigInt(split(piece)[1]));
}

export function draw(piece, moves, { find, pick }) {
  const [before, last] = split(piece);
  const size = BigInt(last);
  const first = size > BigInt(DRAWN) ? size - BigInt(DRAWN) : 0n;
  const stones = [];
  for (let left = first; left < size; left += 1n) {
    const at = stones.length;
    const option = find(before.length ? [...before, left] : left);
    const touched = () => stones.slice(at);
    stones.push(option ? pick(option, { class: "stone" }, null, touched) : h("span", { class: "stone" }));
  }
  const rest = size === 0n ? "empty" : first > 0n ? `${grouped(first)} and` : null;
  return h("div", { class: "pieces" }, rest && h("span", { class: "rest" }, rest), stones);
}
