// Treblecross: a strip of squares, and a cross that a move writes. The squares next to a cross, two on either side, are nobody's: who wrote there
// would let the other complete three. A heap is the free squares of a strip and two more.

import { h, svg } from "../element.js";
import { arrows, lostClass } from "./surface.js";

export const HINT = "Pick the square for your cross.";

/** Longer strips are played in words. */
const DRAWN = 150;

/** Strips up to this length are never wrapped. */
const ONE_LINE = 20;

/** What the heap counts besides the free squares, and what a cross takes of it. */
const [EDGE, TAKEN] = [2, 3];

export function fits(piece, moves, { id }) {
  return ["treblecross", "octal(0.007)"].includes(id) && typeof piece === "number" && piece <= DRAWN;
}

const cross = () => svg("svg", { class: "cross", viewBox: "0 0 10 10", "aria-hidden": "true" }, svg("path", { d: "M2 2 8 8M8 2 2 8" }));
const dead = (count) => Array.from({ length: count }, () => h("span", { class: "square dead" }));

/** How wide a part is beside others, in squares. */
export const widthOf = (piece, part) => Math.max(1, piece - EDGE) + (part && part.at + 1 < part.of ? 2 * EDGE + 1 : 0);

export function draw(piece, moves, { find, pick, lost, part, first = piece }) {
  const free = Math.max(0, piece - EDGE);
  const squares = Array.from({ length: free }, (_, at) => {
    const rest = piece - TAKEN;
    const option = find([at, rest - at].filter((size) => size > 0).sort((one, other) => one - other));
    const touched = () => squares.slice(Math.max(0, at - 2), at + 3);
    return option ? pick(option, { class: `square crossed${lostClass(lost, option.to)}` }, cross(), touched) : h("span", { class: "square" });
  });
  // Between two parts is the cross that divided them.
  const between = part && part.at + 1 < part.of ? [...dead(Math.min(EDGE, piece)), h("span", { class: "square" }, cross()), ...dead(EDGE)] : [];
  if (free + between.length === 0) return h("span", { class: "rest" }, "no square is free");
  return arrows(h("div", { class: `pieces strip${first <= ONE_LINE ? " one" : ""}`, style: { "--things": free + between.length } }, squares, between));
}
