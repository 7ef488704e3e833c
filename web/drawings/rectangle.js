// Draws a position of Euclid's game as a rectangle whose sides are the position's two numbers. A move cuts squares off
// the rectangle. The picked square is the last square that is cut.

import { h } from "../element.js";
import { short } from "../position.js";
import { arrows, lostClass } from "./surface.js";

/** The drawing takes the whole width that is available. */
export const FLUID = true;

export const HINT = "Pick what your move takes.";

/** The largest number of squares that are drawn to scale. If there are more, only some squares and a gap are drawn. */
const DRAWN = 12;

/** The least width of a square for a finger (rem). If squares would be smaller, the rectangle is scrolled. */
const TARGET = 2.5;

/** The largest height of a rectangle, as a part of its width. */
const HIGHEST = 0.5;

/**
 * The sizes of a rectangle in the drawing. `squares` is the number of drawn squares. If all squares are cut off, a
 * strip remains. `rest` is the width of this strip, as a fraction of a square's width. If some squares are not drawn, a
 * gap stands for them and for the strip.
 */
function sizesOf(piece) {
  const [one, other] = piece.map(BigInt);
  if (one === 0n || other === 0n) return null;
  const [small, big] = other >= one ? [one, other] : [other, one];
  const total = big / small;
  const whole = total <= BigInt(DRAWN);
  const squares = whole ? Number(total) : DRAWN - 3;
  const rest = Number(((big % small) * 1000n) / small) / 1000;
  return { small, big, bigSecond: other >= one, total, whole, squares, rest, width: whole ? squares + Math.max(rest, rest > 0 ? 0.03 : 0) : DRAWN };
}

export function draw(piece, moves, { find, pick, lost, first = piece }) {
  const sizes = sizesOf(piece);
  if (!sizes) return h("span", { class: "rest" }, "nothing to cut");
  const { small, big, bigSecond, total, whole, squares, rest, width } = sizes;
  // A rectangle never gets higher than at the start of the match.
  const flattest = Math.max(1 / HIGHEST, sizesOf(first)?.width ?? 0);
  const parts = [];
  const percent = (squaresWide) => `${(squaresWide / width) * 100}%`;
  for (let at = 1; at <= squares; at += 1) {
    const left = big - BigInt(at) * small;
    const option = find(bigSecond ? [small, left] : [left, small]);
    const look = { class: "square", style: { left: percent(at - 1), width: percent(1) } };
    const touched = () => parts.slice(0, at);
    parts.push(option ? pick(option, { ...look, class: `square${lostClass(lost, option.to)}` }, h("span", {}, String(at)), touched) : h("span", look));
  }
  const remainder = whole
    ? rest > 0 && h("span", { class: "left", style: { left: percent(squares), width: percent(width - squares) } })
    : h("span", { class: "left", style: { left: percent(squares), width: percent(width - squares) } }, `… ${short(String(total), 12)}`);
  return arrows(h("div", { class: "rectangle", style: { "aspect-ratio": String(Math.max(width, flattest)) } },
    h("div", { class: "scale", style: { width: `${Math.min(100, (width / flattest) * 100)}%`, "min-width": `${width * TARGET}rem` } }, parts, remainder)));
}
