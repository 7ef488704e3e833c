// Games that take things out of a list of names. The player chooses the things one by one.

import { h } from "../element.js";
import { gone, goneSince } from "./past.js";
import { arrows, chooser } from "./surface.js";

export const HINT = "Pick what your move takes, then take it.";

/** A longer list is not drawn. Its moves are listed in words. */
const DRAWN = 80;

export function fits(piece, moves, { own, splits }) {
  return Boolean(own) && !splits && Array.isArray(piece) && piece.length <= DRAWN && piece.every((name) => typeof name === "string" || typeof name === "number")
    && moves.every(({ to }) => Array.isArray(to) && to.length < piece.length && to.every((name) => piece.includes(name)));
}

export function draw(piece, moves, { pick, wins, past, isReply }) {
  const all = past[0]?.piece ?? piece;
  const names = Array.isArray(all) ? all : piece;
  const taken = ({ to }) => piece.filter((name) => !to.includes(name));
  const part = (key, handlers) => h(handlers ? "button" : "span", { ...handlers, class: `thing${handlers ? " choose" : ""}` }, key);
  const { parts, offer } = chooser(moves, piece, taken, part, { pick, wins, isReply });
  // Removed names stay in their places.
  const things = names.map((name) => parts.get(String(name)) ?? h("span", { class: `thing ${gone(goneSince(past, (before) => before.includes(name)))}` }, String(name)));
  return [arrows(h("div", { class: "pieces things" }, things)), offer];
}
