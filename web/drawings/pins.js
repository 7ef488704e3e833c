// A row of pins, for heap games that split: a move takes pins next to each other and leaves the rest as two rows. Which
// number is taken is chosen first, then the place.

import { h } from "../element.js";
import { grouped } from "../position.js";

export const HINT = "Pick what your move takes.";

/** Longer rows are played in words. */
const DRAWN = 60;

/** The number that was chosen last, by game: it stays from turn to turn. */
const chosen = new Map();

const sum = (parts) => parts.reduce((total, part) => total + Number(part), 0);

export function fits(piece, moves, { splits }) {
  return splits && (typeof piece === "number") && piece <= DRAWN && moves.every(({ to }) => to.length <= 2 && to.every((part) => typeof part === "number"));
}

export function draw(piece, moves, { find, pick, wins, entry }) {
  const takeOf = ({ to }) => piece - sum(to);
  const winning = new Set(moves.filter(wins).map(takeOf));
  const takes = [...new Set(moves.map(takeOf))].sort((one, other) => one - other);
  const row = h("div", { class: "pieces row" });
  const group = h("div", { class: "choice takes", role: "group", "aria-label": "How many a move takes" });
  const say = (take) => (take === 0 ? "split" : `take ${grouped(take)}`);
  const show = (take) => {
    row.replaceChildren(...pins(piece, take, { find, pick }));
    group.querySelectorAll("button").forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.take === String(take))));
  };
  const first = [...winning][0] ?? (takes.includes(chosen.get(entry.id)) ? chosen.get(entry.id) : (takes[0] ?? null));
  if (takes.length > 1) {
    group.append(...takes.map((take) => h("button", { type: "button", "data-take": take, class: winning.has(take) ? "wins" : "", onclick: () => {
      chosen.set(entry.id, take);
      show(take);
    } }, say(take))));
  }
  show(first);
  return [takes.length > 1 && group, piece === 0 ? h("span", { class: "rest" }, "empty") : row];
}

/** The pins, where a move that takes so many begins with the one that is picked; a mere split is after it. */
function pins(size, take, { find, pick }) {
  const row = [];
  for (let at = 0; at < size; at += 1) {
    const [left, right] = take === 0 ? [at + 1, size - at - 1] : [at, size - at - take];
    const parts = [left, right].filter((part) => part > 0).sort((one, other) => one - other);
    const option = take === null || right < 0 || (take === 0 && right === 0) ? undefined : find(parts);
    const touched = take === 0 ? () => row.slice(0, at + 1) : () => row.slice(at, at + take);
    row.push(option ? pick(option, { class: "pin" }, null, touched) : h("span", { class: "pin" }));
  }
  return row;
}
