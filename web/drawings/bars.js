// Numbers that are too large or too far apart for stones. Each move has a row, with a bar for the number that the move
// leaves.

import { h } from "../element.js";
import { grouped } from "../position.js";
import { lostClass } from "./surface.js";

/** The drawing takes the whole width that is available. */
export const FLUID = true;
/**
 * The drawing shows the whole of a list, so the list needs no text beside it. A single number keeps its text, since it
 * is drawn as stones once it is small.
 */
export const SHOWS_LISTS = true;

/** The largest number of moves that get a row. Further moves are found in the table of moves. */
const ROWS = 40;

/** The width of a letter, and the space around the text of a row (em). They determine the number of columns. */
const [LETTER, EDGE] = [0.55, 2.5];

/** Bars that are shorter than this (%) have no room for their number. */
const SHORT = 20;

/** Games whose moves multiply. Their bars have a logarithmic scale. */
const MULTIPLY = ["multiplication-game"];

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

const numbers = (piece) => (Array.isArray(piece) ? piece : [piece]);
const isInteger = (part) => typeof part === "number" || (typeof part === "string" && /^[0-9]+$/.test(part));

export function fits(piece, moves, { splits, isList, own }) {
  return !splits && !isList && !own && [piece, ...moves.map(({ to }) => to)].every((each) => numbers(each).length <= 3 && numbers(each).every(isInteger));
}

/** The text in the row of a move. It leaves out the number after the move, which the row shows anyway. */
const said = ({ text }) => text.replace(/ to \d+$/, "").replace(/\^(\d+)/, (_, digits) => [...digits].map((digit) => SUPERSCRIPTS[digit]).join(""));

export function draw(piece, moves, { pick, lost, entry }) {
  const parts = numbers(piece).map(BigInt);
  const largest = parts.reduce((one, other) => (one > other ? one : other), 1n);
  const percentOf = (part) => (MULTIPLY.includes(entry.id) ? (100 * Math.log(Number(part))) / Math.log(Number(largest)) || 0 : Number((part * 1000n) / largest) / 10);
  const rows = moves.slice(0, ROWS).map((move) => {
    const to = numbers(move.to).map(BigInt);
    const left = to.find((part, at) => part !== parts[at]) ?? 0n;
    const row = pick(move, { class: `power${lostClass(lost, move.to)}` }, [
      h("span", { class: "bar", style: { width: `${Math.min(percentOf(left), 100)}%` } }),
      h("span", { class: "take" }, said(move)),
      h("span", { class: "leave" }, `→ ${grouped(left)}`),
    ], () => [row]);
    return h("li", {}, row);
  });
  const wide = `${Math.max(0, ...rows.map((row) => row.textContent.length)) * LETTER + EDGE}em`;
  return [
    h("div", { class: "amounts" }, parts.map((part) => {
      const width = `${percentOf(part)}%`;
      // A number stands beside its bar if the bar is short.
      return h("p", { class: "amount" }, h("span", { class: "bar", style: { width } }), h("b", { style: { "margin-left": percentOf(part) < SHORT ? width : "0" } }, grouped(part)));
    })),
    h("ul", { class: "powers", style: { "--wide": wide } }, rows),
    moves.length > ROWS && h("span", { class: "rest" }, "and others, in the table of moves"),
  ];
}
