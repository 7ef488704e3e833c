// A string of beads. A bead stands for the move whose flips end at this bead. If the bead is red, the move flips only
// this bead. Otherwise, the flips begin at the nearest red bead on its left.

import { h } from "../element.js";
import { grouped } from "../position.js";
import { arrows, columnsFor, lostClass } from "./surface.js";

export const HINT = "Pick the last bead that your move flips.";
/** The drawing shows the whole component. So the text beside it is only for screen readers. */
export const SHOWS_ALL = true;

/** The largest number of beads that are drawn. A string's last beads are drawn, because the listed moves end there. */
const DRAWN = 120;

export function draw(piece, moves, { find, pick, lost, previous, room }) {
  const beads = [];
  const hidden = Math.max(0, piece.length - DRAWN);
  let red = -1;
  for (let at = 0; at < piece.length; at += 1) {
    if (piece[at] === "R") red = at;
    if (at < hidden) continue;
    const from = red;
    const option = from < 0 ? undefined : find(flipped(piece, from, at));
    const turned = previous !== undefined && previous[at] !== piece[at] ? " turned" : "";
    const look = { class: `bead ${piece[at] === "R" ? "red" : "blue"}${turned}${option ? lostClass(lost, option.to) : ""}` };
    const touched = () => beads.slice(Math.max(0, from - hidden), at - hidden + 1);
    beads.push(option ? pick(option, look, piece[at], touched) : h("span", look, piece[at]));
  }
  return arrows(h("div", { class: "string", style: { "--columns": columnsFor(Math.max(1, piece.length - hidden), room, [2.5, 2.7]) } }, piece === "" && h("span", { class: "rest" }, "no beads"), hidden > 0 && h("span", { class: "rest" }, `${grouped(hidden)} beads and`), beads));
}

function flipped(piece, from, to) {
  const middle = [...piece.slice(from, to + 1)].map((bead) => (bead === "R" ? "B" : "R"));
  return piece.slice(0, from) + middle.join("") + piece.slice(to + 1);
}
