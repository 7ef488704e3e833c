// The state that all parts of the desk share: the state in the link, the slots in which the user types games, and the
// view.

import { Api } from "../api.js";
import { grouped, valueText } from "../position.js";
import { between, BETWEEN, readState, VIEWS, writtenState } from "./state.js";
import { DRAWN, LOST, WON } from "./values.js";

/** The colours of the page that distinguish two games. */
export const COLOURS = ["ink", "second"];

export const place = (id) => document.getElementById(id);
export const api = new Api();
export const state = readState(location.hash);

/** The games of the catalogue, once they are loaded. `hasRules` is false if the service takes no rules in Python. */
export const catalogue = { games: [], hasRules: true };

/**
 * The slots. In a slot, the user types a game. A slot has everything that is known about the game: `{editor, source,
 * values, pairs, list, problem, period, stop}`. `typed` is what the text means. As long as `isStale` is true, the values
 * and their `source` are those of an earlier text.
 */
export const slots = [];

/** Marks a slot as stale or not. What is stale is grey, and can't be saved or played. */
export function age(slot, isStale) {
  slot.isStale = isStale;
  const some = slots.some((each) => each.isStale);
  document.body.classList.toggle("stale", some);
  place("uses").toggleAttribute("inert", some);
}

/** The view that is shown: its name, the kind of its positions, and the function that draws it again. */
export const shown = { name: null, kind: null, redraw: () => {} };

/**
 * Functions of other parts of the desk. `seen()` draws everything that follows from the values. `uses()` draws the uses
 * of the picked position. `maker()` opens the dialog in which a user makes a game.
 */
export const draw = { seen: () => {}, uses: () => {}, maker: () => {} };

export const kindNow = () => slots[0]?.source?.kind ?? "numbers";
export const viewsNow = () => (VIEWS[kindNow()] ?? VIEWS.numbers).filter(([name]) => name !== "quotient" || state.play === "misere").map(([name, label]) => [name, name === "losing" && known().length > 1 ? "Differences" : label]);
export const viewNow = () => viewsNow().find(([name]) => name === state.show)?.[0] ?? viewsNow()[0][0];

/** The slots with values to show: the first slot, and a second slot that can be shown beside it. */
export const known = () => slots.filter(({ values, pairs, list }, nth) => (nth === 0 ? values || pairs || list : values && slots[0].values));

let saving;

/** Writes the state into the link. */
export function write() {
  clearTimeout(saving);
  // The link is written after a pause, since browsers refuse frequent changes.
  saving = setTimeout(() => history.replaceState(null, "", `#${writtenState(state)}`), 300);
}

/** A line with everything that is known about a number. */
export function wordsOf(n) {
  const all = known().filter(({ values }) => values?.has(n));
  if (all.length === 0) return "";
  const outcome = { [LOST]: "a P-position: the player to move loses", [WON]: "an N-position: the player to move wins", [DRAWN]: "a draw" };
  const values = all.map(({ source, values: each }) => `${all.length > 1 ? `${source.name} ` : ""}${valueText(each.value(n))}`).join(", ");
  const made = all.length > 1 && state.between && `, ${{ difference: "difference", xor: "XOR" }[state.between]} ${between(BETWEEN[state.between], ...all.map((each) => each.values.value(n)))}`;
  return `n = ${grouped(n)}: value ${values}${all.length > 1 ? made : `, ${outcome[all[0].values.outcome(n)] ?? "nobody knows who wins"}`}`;
}

export const readout = (text) => (place("readout").textContent = text);

/** Picks a number. */
export function pick(n) {
  const values = slots[0].values;
  if (!values?.has(n)) return;
  state.picked = n;
  write();
  readout(wordsOf(n));
  shown.redraw();
  draw.uses();
}
