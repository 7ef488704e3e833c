// Two boxes of chips. The picked chip divides its box: it is the last chip of one part, and the chips after it are the
// other part. The other box is emptied.

import { h } from "../element.js";
import { grouped } from "../position.js";
import { arrows, columnsFor, lostClass } from "./surface.js";

/** The drawing takes the whole width that is available. */
export const FLUID = true;

export const HINT = "Pick where your move divides a box.";

/** At most this number of chips are drawn in a box. A text says how many more chips the box has. */
const DRAWN = 40;

/**
 * `CHIP` is the width of a chip (em), and `LARGE` is the width at which a chip is large enough (rem). In addition to
 * their chips, the two boxes need the width `EDGES` and the height `TEXT` (rem).
 */
const [CHIP, LARGE, EDGES, TEXT] = [2.5, 3.5, 5.5, 3.5];

/**
 * The largest font size (rem) at which this number of chips fits into a box. A chip is at most `LARGE` wide (rem). It
 * is at least `least` wide, even if the chips then do not fit.
 */
function sizeOf(count, { width, height, least }) {
  const inside = { width: (width - EDGES) / 2, height: height - TEXT, least };
  const columns = columnsFor(count, inside, [CHIP, CHIP], LARGE);
  return Math.max(least / CHIP, Math.min(LARGE / CHIP, inside.width / (columns * CHIP), inside.height / (Math.ceil(count / columns) * CHIP)));
}

export function draw(piece, moves, { find, pick, lost, room: space, first = [] }) {
  const boxes = [];
  // No box ever has more chips than the fullest box had at first. Both boxes keep room for this number of chips.
  const room = Math.min(DRAWN, Math.max(0, ...first.map(Number)));
  piece.forEach((chips, which) => {
    const size = BigInt(chips);
    const drawn = size > BigInt(DRAWN) ? DRAWN : Number(size);
    const parts = [];
    for (let at = 1; at <= drawn; at += 1) {
      const [one, other] = [BigInt(at), size - BigInt(at)];
      const option = other > 0n ? find(one <= other ? [one, other] : [other, one]) : undefined;
      const touched = () => [...parts.slice(0, at), boxes[1 - which]];
      parts.push(option ? pick(option, { class: `chip${lostClass(lost, option.to)}` }, null, touched) : h("span", { class: "chip" }));
    }
    for (let at = drawn; at < room; at += 1) parts.push(h("span", { class: "chip", style: { visibility: "hidden" } }));
    const more = size > BigInt(drawn) && h("span", { class: "rest" }, `and ${grouped(size - BigInt(drawn))}`);
    boxes.push(h("div", { class: "box" }, h("span", { class: "size" }, grouped(chips)), h("div", { class: "pieces", style: space && room > 0 ? { "font-size": `${sizeOf(room, space).toFixed(2)}rem` } : {} }, parts, more)));
  });
  return arrows(h("div", { class: "boxes" }, boxes));
}
