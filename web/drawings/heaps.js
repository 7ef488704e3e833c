// Several heaps in one component. Each heap has a row. The picked stone leaves its heap, together with all stones after
// it. The rules decide what else changes. The steps of a staircase go down to the ground. If a move takes from several
// heaps, its stones are chosen one heap after the other.

import { h } from "../element.js";
import { grouped } from "../position.js";
import { gone, goneSince } from "./past.js";
import { arrows, chooser, lostClass } from "./surface.js";

export const HINT = "Pick what your move takes.";

/** Longer lists and larger heaps are not drawn. Their moves are listed in words. */
const [ROWS, DRAWN] = [12, 24];

/** The distance (em) by which each step of a staircase is indented from the step below it. */
const STEP = 1.1;

/** Games in whose positions the first number is not a heap. */
const LED = ["t-wythoff"];

/**
 * Returns the heaps of a component: its inner list if it has one, and otherwise all its numbers. In the games of `LED`,
 * the heaps are all numbers except the first.
 */
const listIn = ({ id }) => (piece) => (LED.includes(id) ? piece.slice(1) : piece.find(Array.isArray) ?? piece);
const isSmall = (list) => Array.isArray(list) && list.length <= ROWS && list.every((size) => typeof size === "number" && size <= DRAWN);

/** The first heap that a move makes smaller, and what it leaves there. */
function stepOf(heaps, to) {
  const row = heaps.findIndex((size, at) => (to[at] ?? 0) < size);
  return row < 0 ? null : `${row} ${to[row] ?? 0}`;
}

export function fits(piece, moves, entry) {
  const { splits, isList } = entry;
  if (splits || !Array.isArray(piece) || (!isList && piece.length < 3)) return false;
  const listOf = listIn(entry);
  const heaps = listOf(piece);
  return isSmall(heaps) && moves.every(({ to }) => isSmall(listOf(to)) && listOf(to).length <= heaps.length && stepOf(heaps, listOf(to)));
}

export function draw(piece, moves, { pick, refuse, wins, entry, lost, past, isReply }) {
  const listOf = listIn(entry);
  const heaps = listOf(piece);
  const isStaircase = entry.text_form.startsWith("coins");
  const parameters = entry.text_form.split(",");
  const names = entry.isList ? [] : parameters.slice(-heaps.length);
  const steps = moves.map(({ to }) => stepOf(heaps, listOf(to)));
  const said = heaps !== piece && `${parameters[0]} ${grouped(piece[0])}`;
  const row = (stones, at) => {
    const most = Math.max(heaps[at], ...past.map(({ piece: before }) => listOf(before)[at] ?? 0));
    const ghosts = Array.from({ length: most - heaps[at] }, (_, above) =>
      h("span", { class: `stone ${gone(goneSince(past, (before) => (listOf(before)[at] ?? 0) > heaps[at] + above))}`, "aria-hidden": "true" }));
    // Rows are numbered from 1, as in the texts of moves.
    const name = h("span", { class: "rest" }, names[at] ?? `${isStaircase ? "step " : ""}${grouped(at + 1)}`);
    return h("li", { class: "pieces", style: isStaircase ? { "margin-left": `${at * STEP}em` } : {} }, name, stones, ghosts);
  };
  const list = (rows) => arrows(h("ol", { class: `heaps${isStaircase ? " stairs" : ""}` }, isStaircase ? rows.reverse() : rows));
  if (new Set(steps).size < steps.length) {
    const keys = heaps.flatMap((size, at) => Array.from({ length: size }, (_, stone) => `${at} ${stone}`));
    const changes = ({ to }) => keys.filter((key) => Number(key.split(" ")[1]) >= (listOf(to)[key.split(" ")[0]] ?? 0));
    const nameOf = ([row, stone]) => `Stone ${stone + 1} of heap ${names[row] ?? row + 1}`;
    const stone = (key, handlers) => h(handlers ? "button" : "span", { ...handlers, class: `stone${handlers ? " choose" : ""}`, "aria-label": handlers && nameOf(key.split(" ").map(Number)) });
    const { parts, offer } = chooser(moves, keys, changes, stone, { pick, wins, isReply });
    return [said && h("p", { class: "said" }, said), list(heaps.map((_, at) => row([...parts].filter(([key]) => key.startsWith(`${at} `)).map(([, part]) => part), at))), offer];
  }
  const options = new Map(moves.map((move, at) => [steps[at], move]));
  const none = options.size && !isReply && refuse("No move takes just these.");
  const rows = heaps.map(() => []);
  const takenBy = (to) => rows.flatMap((stones, at) => stones.slice(listOf(to)[at] ?? 0));
  heaps.forEach((size, at) => {
    for (let left = 0; left < size; left += 1) {
      const option = options.get(`${at} ${left}`);
      const touched = () => takenBy(option.to);
      rows[at].push(option ? pick(option, { class: `stone${isStaircase ? " gold" : ""}${lostClass(lost, option.to)}` }, null, touched) : h("span", { class: `stone${isStaircase ? " gold" : ""}`, ...none }));
    }
  });
  return [said && h("p", { class: "said" }, said), list(rows.map(row))];
}
