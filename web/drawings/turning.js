// Coins that a move turns, in a row or on a board. The player chooses coins one by one. Of the moves that turn all
// chosen coins, the move that turns the fewest coins is offered.

import { h } from "../element.js";
import { textOf } from "../position.js";
import { arrows, chooser, columnsFor } from "./surface.js";

export const HINT = "Pick the coins to turn, then turn them.";

/** Longer rows and wider boards are not drawn. Their moves are listed in words. */
const [ROW, SIDE] = [60, 12];

const isBoard = (piece, entry) => Array.isArray((piece[0] ?? entry.sample[0]));
const coordinates = (piece) => piece.flat();

export function fits(piece, moves, entry) {
  const isTurned = /^head\b/.test(entry.text_form) || entry.id === "turning-corners";
  return isTurned && coordinates(piece).every((at) => typeof at === "number" && at < (isBoard(piece, entry) ? SIDE : ROW));
}

export function draw(piece, moves, { pick, wins, entry, previous, first: start = piece, isReply, room }) {
  const board = isBoard(piece, entry);
  const heads = new Set(piece.map(textOf));
  const before = previous && new Set(previous.map(textOf));
  const width = 1 + Math.max(0, ...[...piece, ...start].map((at) => (board ? at[0] : at)));
  const height = board ? 1 + Math.max(0, ...[...piece, ...start].map((at) => at[1])) : 1;
  const keys = [];
  // The first row is the lowest, as on a board with axes.
  for (let y = height - 1; y >= 0; y -= 1) for (let x = 0; x < width; x += 1) keys.push(board ? `${x},${y}` : String(x));
  const changes = ({ to }) => {
    const after = new Set(to.map(textOf));
    return keys.filter((key) => heads.has(key) !== after.has(key));
  };
  const part = (key, handlers) => {
    const isHead = heads.has(key);
    const turned = before && before.has(key) !== isHead ? " turned" : "";
    const look = { class: `flip ${isHead ? "head" : "tail"}${turned}${handlers ? " choose" : ""}` };
    const content = [h("span", { class: "coin" }, isHead ? "H" : "T"), !board && h("span", { class: "at" }, key)];
    return handlers ? h("button", { ...handlers, ...look, "aria-label": `Coin ${key}, ${isHead ? "heads" : "tails"}` }, content) : h("span", look, content);
  };
  const { parts, offer } = chooser(moves, keys, changes, part, { pick, wins, isReply });
  const rows = Array.from({ length: height }, (_, row) => [
    board && h("span", { class: "at" }, String(height - 1 - row)), keys.slice(row * width, (row + 1) * width).map((key) => parts.get(key)),
  ]);
  const axis = board && [h("span"), Array.from({ length: width }, (_, x) => h("span", { class: "at" }, String(x)))];
  const style = board ? { "grid-template-columns": `1.2em repeat(${width}, 2.75em)` } : { "--columns": columnsFor(width, room, [2.75, 3.4]), "--wide": "2.75em" };
  return [arrows(h("div", { class: board ? "turning" : "strip", style }, rows, axis)), offer];
}
