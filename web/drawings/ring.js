// Tokens in a circle. The first move leaves a row, which stays where it was. So the circle is drawn as a ring of places
// until the end. If the match begins with a row, the row is drawn as a row. The number that a move takes is chosen in
// the middle of the ring.

import { h } from "../element.js";
import { layOut } from "./past.js";
import * as row from "./row.js";
import { arrows } from "./surface.js";

export const HINT = row.HINT;

/** The largest number of tokens in a circle that is drawn. The moves of a larger circle are listed in words. */
const DRAWN = 60;

/** The width of a token, and the least radius of the ring (em). The radius leaves room in the middle for the choice. */
const [WIDE, LEAST] = [2.6, 6.2];

export function fits(piece, moves, entry) {
  return /^circular\(/.test(entry.id) && row.sizeOf(piece) <= DRAWN && row.fits(piece, moves, entry);
}

/**
 * The rows into which a circle has fallen, in the form that `layOut` returns. The row that the first move left begins
 * directly after the tokens that this move took.
 */
function around(tree) {
  const whole = row.sizeOf(tree.piece);
  if (!tree.left) return { rows: [{ node: tree, start: 0, size: whole }], taken: [], cuts: [] };
  const { into, at = "0", age } = tree.left;
  const left = into.reduce((sum, { piece }) => sum + row.sizeOf(piece), 0);
  const taken = { start: Number(at), size: whole - left, age };
  const laid = into.length ? layOut(into[0], row.sizeOf) : { rows: [], taken: [], cuts: [] };
  const moved = (each) => ({ ...each, start: each.start + taken.start + taken.size });
  return { rows: laid.rows.map(moved), taken: [taken, ...laid.taken.map(moved)], cuts: laid.cuts.map(moved) };
}

export function drawWhole(tree, of, tools) {
  const { entry } = tools;
  if (row.isRow(tree.piece)) return row.drawWhole(tree, of, tools);
  const whole = row.sizeOf(tree.piece);
  const radius = Math.max(LEAST, (whole * WIDE) / (2 * Math.PI));
  const size = 2 * radius + WIDE;
  const ring = h("div", { class: "ring", style: { width: `${size}em`, height: `${size}em` } });
  const middle = h("div", { class: "middle" });
  const { choice, rest } = row.played(tree, around(tree), of, { entry: { ...entry, isCircular: true }, look: "stone", whole }, (places) => {
    places.forEach((place, at) => {
      place.style.setProperty("--turn", `${(360 * at) / Math.max(1, whole)}deg`);
      place.style.setProperty("transform-origin", `50% ${radius + WIDE / 2}em`);
    });
    ring.replaceChildren(...places, middle);
  });
  if (choice) middle.append(choice);
  return [arrows(ring), rest];
}
