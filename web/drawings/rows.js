// Draws a string as squares in one or more rows. The string is a position of a game by rules in Python. The moves are
// listed below, and each move shows which squares it changes.

import { h } from "../element.js";
import * as words from "./words.js";

/** The drawing takes the whole width that is available. */
export const FLUID = true;
/** The drawing shows the whole component. So the text beside it is only for screen readers. */
export const SHOWS_ALL = true;
export const HINT = "Point at a move to see what it changes.";

/** The largest length of a string that is drawn as squares, in characters. */
const DRAWN = 144;

/** The longest row on one line. A longer row continues on the next line. */
const IN_A_ROW = 16;

/** Rows are separated by line breaks or slashes. */
const BREAK = /[\n/]/;

/** True if a text is one row of signs, or rows of equal length. More than 8 different signs are words. */
export function fits(piece) {
  if (typeof piece !== "string" || piece.length === 0 || piece.length > DRAWN) return false;
  const rows = piece.split(BREAK).filter(Boolean);
  return rows.length > 0 && rows.every((row) => row.length === rows[0].length) && new Set(piece).size <= 8;
}

export function draw(piece, moves, { pick }) {
  const squares = [];
  const rows = piece.split(BREAK).filter(Boolean);
  let at = 0;
  for (const sign of piece) {
    if (!BREAK.test(sign)) squares.push({ at, element: h("span", { class: "sign" }, h("span", {}, sign === "." || sign === " " ? "" : sign)) });
    at += 1;
  }
  const changed = (to) => (typeof to === "string" && to.length === piece.length ? squares.filter((square) => to[square.at] !== piece[square.at]).map(({ element }) => element) : []);
  const board = h("div", { class: "rows-of-signs", style: { "--columns": rows.length > 1 ? rows[0].length : Math.min(piece.length, IN_A_ROW) } }, squares.map(({ element }) => element));
  const listed = words.draw(piece, moves, { pick: (move, look, text, touched) => pick(move, look, text, () => [...touched(), ...changed(move.to)]) });
  return [board, listed];
}
