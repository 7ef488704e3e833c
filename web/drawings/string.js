// A string of signs, for games of strings: a move that changes one sign is picked there, the others are in words.

import { h } from "../element.js";
import * as words from "./words.js";

/** So many signs are drawn. */
const DRAWN = 80;

export function fits(piece, moves, { own }) {
  return !own && typeof piece === "string" && /[^0-9]/.test(piece) && piece.length <= DRAWN && moves.every(({ to }) => typeof to === "string");
}

export function draw(piece, moves, { pick }) {
  const changes = (to) => (to.length === piece.length ? [...piece].map((sign, at) => (to[at] === sign ? -1 : at)).filter((at) => at >= 0) : []);
  const single = moves.filter(({ to }) => changes(to).length === 1);
  const signs = [...piece].map((sign, at) => {
    const own = single.filter(({ to }) => to[at] !== sign);
    const cell = h("span", { class: "sign" }, sign);
    return own.length ? h("span", { class: "sign" }, own.map((move) => pick(move, { class: "into" }, move.to[at], () => [cell]))) : cell;
  });
  const others = moves.filter((move) => !single.includes(move));
  return [h("div", { class: "pieces row" }, signs), others.length > 0 && words.draw(piece, others, { pick })];
}
