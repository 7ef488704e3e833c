// A string of a client's rules as squares, in rows if it has several: the moves are listed below, and each shows what it changes.

import { h } from "../element.js";
import * as words from "./words.js";

/** It takes the width that there is. */
export const FLUID = true;
/** All of the component is seen: its text beside it is for those who hear. */
export const SHOWS_ALL = true;
export const HINT = "Point at a move to see what it changes.";

/** So many signs are drawn. */
const DRAWN = 144;

/** A row that is longer goes on below. */
const IN_A_ROW = 16;

/** Rows are lines, or stand between slashes. */
const BREAK = /[\n/]/;

/** A row of signs, or several of one length. Text with letters of words has no such look. */
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
