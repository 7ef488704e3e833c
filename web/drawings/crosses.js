// Treblecross: a strip of squares, and a cross that a move writes. The two squares on the left and the two on the
// right of a cross are unusable: a cross there would let the other player complete three. A position is the size of a
// heap, which is 2 larger than the number of free squares.

import { h, svg } from "../element.js";
import { gone, layOut } from "./past.js";
import { arrows, columnsFor, lostClass } from "./surface.js";

export const HINT = "Pick the square for your cross.";
/** The drawing shows the whole component. So the text beside it is only for screen readers. */
export const SHOWS_ALL = true;

/** The size of the largest heap that is drawn as a strip. The moves of a larger heap are listed in words. */
const DRAWN = 150;

/**
 * A strip of free squares is a heap, whose size is larger than the number of squares by `EDGE`. A cross takes `TAKEN`
 * from a heap. No square within the distance `NEAR` from a cross is free.
 */
const [EDGE, TAKEN, NEAR] = [2, 3, 2];

/** The width and height of a square (em). */
const SIZE = [2.75, 3.4];

export function fits(piece, moves, { id }) {
  return id === "treblecross" && typeof piece === "number" && piece <= DRAWN;
}

const cross = (look = "") => svg("svg", { class: `cross ${look}`, viewBox: "0 0 10 10", "aria-hidden": "true" }, svg("path", { d: "M2 2 8 8M8 2 2 8" }));

/** The places of the strips that are left, and of the crosses. */
export const lay = (tree) => layOut(tree, Number);

/** The words for a cross. */
export const say = (_, { start }) => `cross on square ${start + 1}`;

export function drawWhole(tree, of, { room }) {
  const whole = Math.max(0, tree.piece - EDGE);
  if (whole === 0) return h("span", { class: "rest" }, "no square is free");
  const { rows, taken } = lay(tree);
  const squares = Array.from({ length: whole }, () => h("span", { class: "square dead" }));
  for (const { node, start, size } of rows) {
    const { find, pick, lost, isReply } = of(node);
    let isMade = false;
    for (let at = 0; at < size - EDGE; at += 1) {
      const option = isReply && isMade ? undefined : find([at, size - TAKEN - at].filter((part) => part > 0).sort((one, other) => one - other));
      isMade ||= option !== undefined;
      const here = start + at;
      const touched = () => squares.slice(Math.max(0, here - NEAR), here + NEAR + 1);
      const number = h("span", { class: "at" }, String(here + 1));
      squares[here] = option ? pick({ ...option, words: say(null, { start: here }) }, { class: `square crossed${lostClass(lost, option.to)}` }, [cross(), number], touched, String(at)) : h("span", { class: "square" }, number);
    }
  }
  for (const { start, age } of taken) squares[start] = h("span", { class: `square crossed-out by-${age}` }, cross(age === 1 ? "newest" : gone(age)), h("span", { class: "at" }, String(start + 1)));
  return arrows(h("div", { class: "strip", style: { "--columns": columnsFor(whole, room, SIZE), "--wide": `${SIZE[0]}em` } }, squares));
}
