// Games that take things out of a list of names: what is to go is chosen thing by thing.

import { h } from "../element.js";
import { arrows, chooser } from "./surface.js";

export const HINT = "Pick what your move takes, then take it.";

/** Longer lists are played in words. */
const DRAWN = 80;

export function fits(piece, moves, { own, splits }) {
  return Boolean(own) && !splits && Array.isArray(piece) && piece.length <= DRAWN && piece.every((name) => typeof name === "string" || typeof name === "number")
    && moves.every(({ to }) => Array.isArray(to) && to.length < piece.length && to.every((name) => piece.includes(name)));
}

export function draw(piece, moves, { pick, wins, previous }) {
  const taken = ({ to }) => piece.filter((name) => !to.includes(name));
  const part = (key, handlers) => h(handlers ? "button" : "span", { ...handlers, class: `thing${handlers ? " choose" : ""}` }, key);
  const { parts, offer } = chooser(moves, piece, taken, part, { pick, wins });
  const gone = (previous ?? []).filter((name) => !piece.includes(name)).map((name) => h("span", { class: "thing gone" }, String(name)));
  return [arrows(h("div", { class: "pieces" }, [...parts.values()], gone)), offer];
}
