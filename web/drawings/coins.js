// Coins on a strip of squares. A move slides a coin to the left. The coin is dragged, or its new square is picked. If
// several coins can go to this square, the coin is picked first. On some strips, a square has several coins.

import { h } from "../element.js";
import { gone, goneSince } from "./past.js";
import { arrows, columnsFor, drag, lostClass } from "./surface.js";

export const HINT = "Drag a coin, or pick where it goes.";

/**
 * A strip of more than `DRAWN` squares is not drawn, and its moves are listed in words. If a square has more than
 * `STACKED` coins, their number is written.
 */
const [DRAWN, STACKED] = [60, 4];

const isIntegers = (list) => Array.isArray(list) && list.every((part) => typeof part === "number");
const rises = (list) => isIntegers(list) && list.every((part, at) => at === 0 || part > list[at - 1]);
const isCounted = ({ id }) => id === "nimble";

/** The number of coins on each square. */
function countsOf(piece, entry) {
  if (isCounted(entry)) return [...piece];
  return Array.from({ length: (piece.at(-1) ?? 0) + 1 }, (_, square) => (piece.includes(square) ? 1 : 0));
}

export function fits(piece, moves, entry) {
  if (isCounted(entry)) return isIntegers(piece) && piece.length <= DRAWN;
  return /^square\b/.test(entry.text_form) && entry.isList && rises(piece) && (piece.at(-1) ?? 0) < DRAWN && moves.every(({ to }) => rises(to) && to.length === piece.length);
}

/** The square from which a move takes a coin, and the square to which the coin goes. */
function stepOf(before, after) {
  const change = before.map((count, square) => (after[square] ?? 0) - count);
  return { from: change.findIndex((more) => more < 0), to: change.findIndex((more) => more > 0) };
}

export function draw(piece, moves, { pick, wins, entry, lost, past, first: start = piece, isReply, room }) {
  const [counts, length] = [countsOf(piece, entry), countsOf(start, entry).length];
  // The strip stays as long as it was in the first position of the match.
  while (counts.length < length) counts.push(0);
  const steps = moves.map((move) => ({ move, ...stepOf(counts, countsOf(move.to, entry)) }));
  const movable = [...new Set(steps.map(({ from }) => from))].sort((one, other) => one - other);
  const isDirect = new Set(steps.map(({ to }) => to)).size === steps.length;
  // The former place of a coin stays visible for a while.
  const vacated = (square) => (counts[square] > 0 ? null : goneSince(past, (before) => countsOf(before, entry)[square] > 0));
  const strip = h("div", { class: `strip${isCounted(entry) ? " high" : ""}`, style: { "--columns": columnsFor(counts.length, room, [2.75, isCounted(entry) ? 4.9 : 3.4]), "--wide": "2.75em" } });
  const coinsOf = (square, isChosen) => {
    const count = counts[square];
    const coin = (text) => h("span", { class: `coin${isChosen ? " chosen" : ""}${movable.includes(square) ? " movable" : ""}` }, text);
    return count > 0 && h("span", { class: "stack" }, count > STACKED ? coin(String(count)) : Array.from({ length: count }, () => coin(null)));
  };
  /** Shows where the chosen coin can go, or all coins, if no two of them can go to one square. */
  const show = (chosen) => {
    const squares = counts.map((count, square) => {
      const step = steps.find(({ from, to }) => to === square && (isDirect || from === chosen));
      const isChosen = !isDirect && square === chosen;
      const content = [coinsOf(square, isChosen), h("span", { class: "at" }, String(square))];
      const look = { class: `square${vacated(square) ? ` vacated ${gone(vacated(square))}` : ""}`, "data-square": square };
      const choose = () => {
        show(square);
        strip.querySelector("[aria-pressed=true]").focus();
      };
      const chooser = (properties, ...children) => h("button", { type: "button", ...properties, class: `${properties.class ?? ""} choose`, "aria-label": `The coin on square ${square}`, "aria-pressed": String(isChosen), onclick: choose }, children);
      if (step && count > 0 && movable.includes(square)) {
        // On the target square of the chosen coin, there may be a coin that can be chosen itself.
        const target = pick(step.move, { class: `at${lostClass(lost, step.move.to)}`, "data-from": step.from }, String(square), () => [squares[square], squares[step.from]]);
        return h("span", look, chooser({}, content[0]), target);
      }
      if (step) {
        const more = { class: `${look.class}${lostClass(lost, step.move.to)}`, "data-from": step.from };
        return pick(step.move, { ...look, ...more }, content, () => [squares[square], squares[step.from]]);
      }
      if (isDirect || !movable.includes(square)) return h("span", look, content);
      return chooser(look, content);
    });
    strip.replaceChildren(...squares);
  };
  // Before a coin is touched, no coin is chosen, unless the oracle's move or a winning move is shown.
  const chosen = steps.find(({ move }) => isReply || wins(move));
  show(chosen?.from);
  // A press chooses the coin, so that its targets are shown while it is dragged. If the targets of all coins are shown
  // anyway, a press chooses no coin.
  return drag(arrows(strip), (target) => {
    const square = target.closest(".coin.movable") && target.closest(".square")?.dataset.square;
    if (square === undefined || square === null) return null;
    if (!isDirect) show(Number(square));
    const element = [...strip.querySelectorAll(`[data-square="${square}"] .coin`)].at(-1);
    return { element, controls: [...strip.querySelectorAll(`.pick[data-from="${square}"]`)] };
  });
}
