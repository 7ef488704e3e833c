// A heap of stones. The stone that is picked goes, with all after it.

import { h } from "../element.js";
import { grouped } from "../position.js";

/** So many stones are drawn: the last ones of a heap. */
const DRAWN = 48;

export function draw(piece, moves, { find, pick }) {
  // Nim's heap is a number; a pile of powers has its base before it.
  const base = Array.isArray(piece) ? piece[0] : null;
  const size = BigInt(Array.isArray(piece) ? piece[1] : piece);
  const first = size > BigInt(DRAWN) ? size - BigInt(DRAWN) : 0n;
  const stones = [];
  for (let left = first; left < size; left += 1n) {
    const at = stones.length;
    const option = find(base === null ? left : [base, left]);
    const touched = () => stones.slice(at);
    stones.push(option ? pick(option, { class: "stone" }, null, touched) : h("span", { class: "stone" }));
  }
  return h("div", { class: "pile" }, first > 0n && h("span", { class: "rest" }, `${grouped(first)} and`), stones);
}

export function rest(piece) {
  const size = Array.isArray(piece) ? piece[1] : piece;
  return h("div", { class: "pile" }, h("span", { class: "rest" }, size === 0 ? "empty" : `${size} left`));
}
