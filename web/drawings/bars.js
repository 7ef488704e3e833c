// Numbers that are too large or too far apart for stones: a row for each move, with a bar for the number that it
// leaves.

import { h } from "../element.js";
import { grouped } from "../position.js";
import { lostClass } from "./surface.js";

/** It takes the width that there is. */
export const FLUID = true;
/** Lists are seen whole; a single number gets stones when it is small, and keeps its text. */
export const SHOWS_LISTS = true;

/** Rows that are shown; others are in the table of moves. */
const ROWS = 40;

/** The width of a letter and of what is around a row's text (em), for columns of rows. */
const [LETTER, EDGE] = [0.55, 2.5];

const numbers = (piece) => (Array.isArray(piece) ? piece : [piece]);
const isInteger = (part) => typeof part === "number" || (typeof part === "string" && /^[0-9]+$/.test(part));

export function fits(piece, moves, { splits, isList, own }) {
  return !splits && !isList && !own && [piece, ...moves.map(({ to }) => to)].every((each) => numbers(each).length <= 3 && numbers(each).every(isInteger));
}

export function draw(piece, moves, { pick, lost }) {
  const parts = numbers(piece).map(BigInt);
  const largest = parts.reduce((one, other) => (one > other ? one : other), 1n);
  const rows = moves.slice(0, ROWS).map((move) => {
    const to = numbers(move.to).map(BigInt);
    const left = to.find((part, at) => part !== parts[at]) ?? 0n;
    const percent = Number((left * 1000n) / largest) / 10;
    const row = pick(move, { class: `power${lostClass(lost, move.to)}` }, [
      h("span", { class: "bar", style: { width: `${Math.min(percent, 100)}%` } }),
      h("span", { class: "take" }, move.text.replace(/ to \d+$/, "")),
      h("span", { class: "leave" }, `→ ${grouped(left)}`),
    ], () => [row]);
    return h("li", {}, row);
  });
  const wide = `${Math.max(0, ...rows.map((row) => row.textContent.length)) * LETTER + EDGE}em`;
  return [
    h("div", { class: "amounts" }, parts.map((part) => h("p", { class: "amount" },
      h("span", { class: "bar", style: { width: `${Number((part * 1000n) / largest) / 10}%` } }), h("b", {}, grouped(part))))),
    h("ul", { class: "powers", style: { "--wide": wide } }, rows),
    moves.length > ROWS && h("span", { class: "rest" }, "and others, in the table of moves"),
  ];
}
