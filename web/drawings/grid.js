// A board with one piece on it, for games of two numbers: its square is the position, and a move goes to another one. (0, 0)
// is the corner at the left below, as in books.

import { h } from "../element.js";

export const HINT = "Pick where the piece goes.";

/** Boards up to this many squares a side are drawn. */
const SIDE = 16;

/** Wider boards get a wider card. */
const NARROW = 5;

const isSquare = (pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "number" && part < SIDE);

export function fits(piece, moves, { splits, isList }) {
  return !splits && !isList && isSquare(piece) && moves.every(({ to }) => isSquare(to));
}

export function draw([x, y], moves, { find, pick }) {
  const width = Math.max(x, ...moves.map(({ to }) => to[0])) + 1;
  const height = Math.max(y, ...moves.map(({ to }) => to[1])) + 1;
  const rows = Array.from({ length: height }, (_, row) => Array.from({ length: width }, (_, column) => {
    const option = find([column, row]);
    const piece = column === x && row === y;
    const square = h("span", { class: `square${piece ? " here" : ""}` }, piece && h("span", { class: "coin" }));
    const picked = option && pick(option, { class: "square" }, null, () => [picked]);
    return picked ?? square;
  }));
  const columns = { "grid-template-columns": `repeat(${width}, minmax(var(--least, 0), 1fr))`, "max-width": `${width * 2.5}rem` };
  return h("div", { class: `board-frame${width > NARROW ? " large" : ""}` }, h("div", { class: "grid", style: columns }, rows.reverse().flat()));
}
