// Coins in a row of squares, for games of lists of squares: coins are moved along the row, or turned over. First the coin is
// chosen, then the square: where it goes, or what is turned with it.

import { h } from "../element.js";

export const HINT = "Pick a coin, then a square.";

/** Longer rows are played in words. */
const DRAWN = 48;

const rises = (list) => Array.isArray(list) && list.every((part, at) => typeof part === "number" && (at === 0 || part > list[at - 1]));

/** Lists of heaps may rise, too. */
const isOfSquares = ({ text_form }) => /^(square|head)\b/.test(text_form);

export function fits(piece, moves, entry) {
  return !entry.splits && entry.isList && isOfSquares(entry) && rises(piece) && (piece.at(-1) ?? 0) < DRAWN && moves.every(({ to }) => rises(to));
}

/** The coin that a move is made with, and the square that it is made to: its own if it is turned or taken alone. */
function stepOf(piece, { to }) {
  const changed = [...piece.filter((square) => !to.includes(square)), ...to.filter((square) => !piece.includes(square))].sort((one, other) => other - one);
  return changed.length > 2 ? null : { coin: changed[0], square: changed.at(-1) };
}

export function draw(piece, moves, { pick }) {
  const steps = moves.map((move) => ({ move, ...stepOf(piece, move) })).filter(({ coin }) => coin !== undefined);
  const movable = piece.filter((coin) => steps.some((step) => step.coin === coin));
  const row = h("div", { class: "pieces row strip" });
  const show = (coin) => {
    const squares = Array.from({ length: (piece.at(-1) ?? 0) + 1 }, (_, at) => {
      const step = steps.find((found) => found.coin === coin && found.square === at);
      const content = [piece.includes(at) && h("span", { class: `coin${at === coin ? " chosen" : ""}` }), h("span", { class: "at" }, String(at))];
      if (step) return pick(step.move, { class: "square" }, content, () => [squares[at], squares[coin]]);
      if (movable.includes(at)) return h("button", { type: "button", class: "square", "aria-label": `Move with the coin on ${at}`, onclick: () => {
        show(at);
        row.querySelector(".pick").focus();
      } }, content);
      return h("span", { class: "square" }, content);
    });
    row.replaceChildren(...squares);
  };
  show(movable.at(-1));
  return row;
}
