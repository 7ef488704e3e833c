// A string of signs, for games of strings: a move that changes one sign is picked there, the others are in words.

import { h } from "../element.js";
import * as words from "./words.js";

/** So many signs are drawn. */
const DRAWN = 80;

export function fits(piece, moves, { own }) {
  return !own && typeof piece === "string" && /[^0-9]/.test(piece) && piece.length <= DRAWN && moves.every(({ to }) => typeof to === "string");
}

/** How many signs are in a row: all, or those of a square board. */
const columnsOf = (piece, { tags = [] }) => (tags.includes("boards") && Number.isInteger(Math.sqrt(piece.length)) ? Math.sqrt(piece.length) : 0);

export function draw(piece, moves, { pick, entry }) {
  const changes = (to) => (to.length === piece.length ? [...piece].map((sign, at) => (to[at] === sign ? -1 : at)).filter((at) => at >= 0) : []);
  const single = moves.filter(({ to }) => changes(to).length === 1);
  const signs = [...piece].map((sign, at) => {
    const own = single.filter(({ to }) => to[at] !== sign);
    const write = (move) => {
      const button = pick(move, { class: "into" }, `+${move.to[at]}`, () => [button]);
      return button;
    };
    return own.length ? h("span", { class: "sign free" }, own.map(write)) : h("span", { class: "sign" }, sign);
  });
  const others = moves.filter((move) => !single.includes(move));
  const columns = columnsOf(piece, entry);
  const look = columns ? { class: "signs", style: { "grid-template-columns": `repeat(${columns}, max-content)` } } : { class: "pieces row" };
  return [h("div", look, signs), others.length > 0 && words.draw(piece, others, { pick })];
}
