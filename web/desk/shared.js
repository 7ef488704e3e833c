// The state that all parts of the desk share: that of the link, what became of each text, and what is seen.

import { Api } from "../api.js";
import { grouped, valueText } from "../position.js";
import { readState, VIEWS, writtenState } from "./state.js";
import { DRAWN, LOST, WON } from "./values.js";

/** Two games are told apart by these colours of the page. */
export const COLOURS = ["ink", "second"];

export const place = (id) => document.getElementById(id);
export const api = new Api();
export const state = readState(location.hash);

/** The games of the catalogue, once they are there. */
export const catalogue = { games: [] };

/** What became of each text: `{editor, source, values, pairs, list, problem, period, stop}`. */
export const slots = [];

/** What is seen: its name, and what draws it anew. */
export const shown = { name: null, kind: null, redraw: () => {} };

/** What draws the parts anew: `seen()` all that follows from the values, `uses()` what can be done with what is picked, `maker()` the dialog in which a game is made. */
export const draw = { seen: () => {}, uses: () => {}, maker: () => {} };

export const kindNow = () => slots[0]?.source?.kind ?? "numbers";
export const viewsNow = () => VIEWS[kindNow()] ?? VIEWS.numbers;
export const viewNow = () => viewsNow().find(([name]) => name === state.show)?.[0] ?? viewsNow()[0][0];

/** The slots that have something to show beside the first. */
export const known = () => slots.filter(({ values, pairs, list }, nth) => (nth === 0 ? values || pairs || list : values && slots[0].values));

let saving;

/** Writes the state into the link. */
export function write() {
  clearTimeout(saving);
  // Browsers refuse to have it changed all the time.
  saving = setTimeout(() => history.replaceState(null, "", `#${writtenState(state)}`), 300);
}

/** What is known of a number, in a line. */
export function wordsOf(n) {
  const all = known().filter(({ values }) => values?.has(n));
  if (all.length === 0) return "";
  const outcome = { [LOST]: "a P-position: the player to move loses", [WON]: "an N-position: the player to move wins", [DRAWN]: "a draw" };
  const values = all.map(({ source, values: each }) => `${all.length > 1 ? `${source.name} ` : ""}${valueText(each.value(n))}`).join(", ");
  return `n = ${grouped(n)}: value ${values}${all.length > 1 ? "" : `, ${outcome[all[0].values.outcome(n)] ?? "nobody knows who wins"}`}`;
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
