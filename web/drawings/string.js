// A string of signs in squares, for games of strings. If a move changes one sign, it is picked at this sign. All other
// moves are listed in words.

import { h, svg } from "../element.js";
import { arrows, columnsFor, lostClass } from "./surface.js";
import * as words from "./words.js";

export const HINT = "Pick what you write.";
/** The drawing shows the whole component. So the text beside it is only for screen readers. */
export const SHOWS_ALL = true;

/** The largest number of signs that are drawn. */
const DRAWN = 80;

export function fits(piece, moves, { own, sample }) {
  // A long integer is a string, too. So a string `piece` does not prove that the game has strings, but `sample` does.
  return !own && typeof sample === "string" && typeof piece === "string" && !piece.includes("/") && piece.length <= DRAWN && moves.every(({ to }) => typeof to === "string");
}

/** The number of signs in a row of a square board; 0 if the string is not a square board. */
const columnsOf = (piece, { tags = [] }) => (tags.includes("boards") && Number.isInteger(Math.sqrt(piece.length)) ? Math.sqrt(piece.length) : 0);

/** In the text, a dot is an empty square, and an X is a cross. */
function drawn(sign) {
  if (sign === ".") return null;
  return sign === "X" ? svg("svg", { class: "cross", viewBox: "0 0 10 10", "aria-hidden": "true" }, svg("path", { d: "M2 2 8 8M8 2 2 8" })) : h("span", {}, sign);
}

export function draw(piece, moves, { pick, entry, lost, previous, room }) {
  const changes = (to) => (to.length === piece.length ? [...piece].map((sign, at) => (to[at] === sign ? -1 : at)).filter((at) => at >= 0) : []);
  const single = moves.filter(({ to }) => changes(to).length === 1);
  const signs = [...piece].map((sign, at) => {
    const own = single.filter(({ to }) => to[at] !== sign);
    const write = (move) => {
      const button = pick(move, { class: `into${lostClass(lost, move.to)}` }, drawn(move.to[at]), () => [button]);
      return button;
    };
    if (own.length) return h("span", { class: "sign free" }, own.map(write));
    const turned = previous !== undefined && previous[at] !== sign ? " turned" : "";
    return h("span", { class: `sign${turned}` }, drawn(sign));
  });
  const others = moves.filter((move) => !single.includes(move));
  const columns = columnsOf(piece, entry);
  const look = columns ? { class: "signs", style: { "--columns": columns } } : { class: "strip written", style: { "--columns": columnsFor(piece.length, room, [2.75, 3.4]), "--wide": "2.75em" } };
  return [arrows(h("div", look, signs)), others.length > 0 && words.draw(piece, others, { pick })];
}
