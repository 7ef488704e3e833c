// Several heaps in one component, such as the steps of a staircase or the rows of a bar of chocolate: a heap a row. The stone
// that is picked leaves its heap, with all after it; what goes with it, or where it goes, the rules say.

import { h } from "../element.js";
import { grouped } from "../position.js";

export const HINT = "Pick what your move takes.";

/** Longer lists and larger heaps are played in words. */
const [ROWS, DRAWN] = [12, 24];

const isSmall = (list) => Array.isArray(list) && list.length <= ROWS && list.every((size) => typeof size === "number" && size <= DRAWN);

/** The first heap that a move makes smaller, and what it leaves there. Rows at the end may be gone. */
function stepOf(piece, { to }) {
  const row = piece.findIndex((size, at) => (to[at] ?? 0) < size);
  return to.length > piece.length || row < 0 ? null : `${row} ${to[row] ?? 0}`;
}

export function fits(piece, moves, { splits, isList }) {
  if (splits || (!isList && piece.length < 3) || !isSmall(piece) || !moves.every(({ to }) => isSmall(to))) return false;
  const steps = moves.map((move) => stepOf(piece, move));
  return !steps.includes(null) && new Set(steps).size === steps.length;
}

export function draw(piece, moves, { pick, entry }) {
  // As the words of the moves name them: steps of a staircase from 1, heaps and rows from 0.
  const first = entry.text_form.startsWith("coins") ? 1 : 0;
  const names = entry.isList ? [] : entry.text_form.split(",");
  const options = new Map(moves.map((move) => [stepOf(piece, move), move]));
  const rows = piece.map(() => []);
  const gone = ({ to }) => rows.flatMap((row, at) => row.slice(to[at] ?? 0));
  return h("ol", { class: "heaps" }, rows.map((stones, at) => {
    const size = piece[at];
    for (let left = 0; left < size; left += 1) {
      const option = options.get(`${at} ${left}`);
      stones.push(option ? pick(option, { class: "stone" }, null, () => gone(option)) : h("span", { class: "stone" }));
    }
    return h("li", { class: "pieces" }, h("span", { class: "rest" }, names[at] ?? grouped(at + first)), stones);
  }));
}
