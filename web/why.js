// The panel that says why the position is won or lost. It has the values of the components in binary, and their XOR,
// which changes with the move under the pointer. It shows where each value comes from, option by option. It also shows
// the explanation that the service gives.

import { fold, h, replace } from "./element.js";
import { drawMex } from "./mex.js";
import { turnText } from "./places.js";
import { grouped, isInteger, keyOf, shown, valueText } from "./position.js";

/** Values up to this are written in binary, so that their XOR can be followed by eye. */
const BINARY = 255n;

/** The largest number of components that are listed. */
const LISTED = 50;

/** The largest number of steps of an explanation that are shown. */
const STEPS = 200;

/** A word of the theory. A click on it unfolds its meaning. */
const term = (word, meaning) => h("details", { class: "term" }, h("summary", {}, word), h("span", { class: "meaning" }, meaning));

export function drawWhy(section, match, { show }, ways) {
  const heading = h("h2", { id: "why-title" }, "Why");
  if (show !== "all") {
    return replace(section, heading, h("p", { class: "muted" }, "The values behind the position, and the way from them to the winning move. "),
      h("button", { type: "button", id: "show-why", onclick: () => ways.show("all") }, "Show it, and every move's result"));
  }
  const { analysis } = match;
  const name = (key) => match.entry(key).name;
  const proof = h("div", { id: "proof" }, h("button", { type: "button", id: "verify", onclick: () => ways.verify(proof) }, "Verify this in your browser"));
  return replace(section, heading, lead(match), h("div", { id: "columns" }, table(match, name, ways, null)), words(match), h("div", { id: "mex" }, drawMex(match, ways)),
    argument(analysis.explanation, match.position, name), proof);
}

/** Shows the values after a move. If `move` is null, shows the values of the position on the table. */
export function pointWhy(section, match, move, ways) {
  const columns = section.querySelector("#columns");
  if (!columns || match.busy || !match.listing) return;
  columns.replaceChildren(table(match, (key) => match.entry(key).name, ways, move));
}

/** The reason in one or two sentences. */
function lead(match) {
  const { analysis, play, components } = match;
  const say = (...parts) => h("p", { id: "why-lead" }, parts);
  if (match.listing.count === 0) return say("No move is left, so the convention alone decides.");
  if (analysis.winner === "draw") return say("Play need never end: the position has moves for ever, and whoever leaves them can lose.");
  if (play === "misere") return say("The values below are those of normal play. In Nim, and in games that are tame like it, play as in Nim until your move would leave only components worth 0 or 1; then leave an odd number of 1s. What decides here is in the argument below.");
  if (analysis.grundy === null) return say("Who wins this position is known, and no Grundy value of it: the argument below decides without one.");
  if (typeof analysis.grundy === "object") return say("The values below include a component that can go on for ever, so the plain rule for sums does not decide. The argument below does.");
  const what = components.length > 1 ? "the Grundy values add up (XOR) to" : "the Grundy value is";
  if (String(analysis.grundy) === "0") return say(`Here ${what} `, h("b", {}, "0"), ". Every move changes that to something else, and the reply can bring it back to 0, until no move is left: who moves loses.");
  return say(`Here ${what} `, h("b", {}, grouped(analysis.grundy)), `, not 0, so who moves wins: by a move that brings it to 0. ${components.length > 1 ? "Point at moves on the board and watch the last row." : ""}`);
}

/** The meanings of the terms in the sentences above. */
function words({ analysis, components, play }) {
  return h("p", { class: "terms small" },
    term("Grundy value", "The size of the Nim heap that a component is as good as. It is 0 if who must move in it loses."),
    components.length > 1 && term("XOR, ⊕", "Adding in binary without carrying: a column is 1 if an odd number of its digits are 1."),
    typeof analysis.grundy === "object" && analysis.grundy && term("∞(0, 2)", "A component in which play can go on for ever, and the values that a move can still give it."),
    play === "misere" && term("Misère play", "The same game, where who makes the last move loses."));
}

/** The table of the values and their XOR. With a move, it also has the values after the move. */
function table(match, name, ways, move) {
  const { analysis, components, play, listing } = match;
  const raw = components.map(({ game, index }) => analysis.values?.[game]?.[index]);
  const plain = raw.every(isInteger) && isInteger(analysis.grundy);
  const values = plain ? raw.map(BigInt) : [];
  const several = components.length > 1;
  let sum = plain ? BigInt(analysis.grundy) : 0n;
  const known = move && listing.find(move);
  const at = components.findIndex(({ game, index }) => move && game === move.game && index === move.index);
  const isChanged = plain && at >= 0 && isInteger(known?.grundy);
  const wanted = plain && several && sum !== 0n && play === "normal";
  const goals = values.map((value) => value ^ sum);
  if (isChanged) {
    const after = BigInt(known.grundy);
    values[at] ^= sum ^ after;
    sum = after;
  }
  const binary = plain && several && values.every((value) => value <= BINARY);
  const before = plain ? raw.map(BigInt) : [];
  const width = Math.max(...[...values, ...before, 1n].map((value) => value.toString(2).length));
  const odd = sum.toString(2).padStart(width, "0");
  const digits = (value) => binary && h("td", { class: "number" }, h("code", { "aria-label": value.toString(2) },
    [...value.toString(2).padStart(width, "0")].map((digit, place) => h("span", { class: odd[place] === "1" ? "odd" : "" }, digit))));
  const goal = ({ game, index }, row) => {
    const found = listing.moves.find((each) => each.game === game && each.index === index && listing.wins(each));
    const content = found
      ? h("button", { type: "button", class: "ply", onclick: () => ways.choose(found), onpointerenter: () => ways.point(found, true, "why"), onpointerleave: () => ways.point(found, false, "why") }, turnText(match, found))
      : goals[row] > before[row] ? "would have to grow" : "";
    return [h("td", { class: "number" }, grouped(goals[row])), h("td", {}, content)];
  };
  const head = (text, number) => h("th", { scope: "col", class: number ? "number" : "" }, text);
  const row = (component, place) => h("tr", { class: `${wanted && goals[place] < before[place] ? "win" : ""}${isChanged && place === at ? " pointed" : ""}` },
    h("th", { scope: "row" }, `${name(component.game)} ${shown(component.piece)}`),
    h("td", { class: "number" }, isChanged && place === at ? `${valueText(raw[place])} → ${valueText(String(values[place]))}` : valueText(raw[place])),
    plain && digits(values[place]), wanted && goal(component, place));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Values of the components" },
    h("table", { class: "values", "data-move": known ? keyOf(known) : undefined },
      h("thead", {}, h("tr", {}, head("Component"), head("Value", true), binary && head("Binary", true), wanted && [head("to", true), head("by")])),
      h("tbody", {}, components.slice(0, LISTED).map(row)),
      several && h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "XOR of all"), h("td", { class: "number" }, plain ? grouped(sum) : valueText(analysis.grundy)),
        plain && digits(sum), wanted && [h("td", { class: "number" }, "0"), h("td")]))));
}

/** Replaces the indices of components in a text of the service. If nim 0 is a heap of 5, “nim 0” becomes “Nim 5”. */
export function readable(text, position, name) {
  const named = Object.keys(position).reduce((so, key) => so.replaceAll(new RegExp(`(?<![\\w-])${RegExp.escape?.(key) ?? key.replace(/[^\w-]/g, "\\$&")} (\\d+)(?!\\d)`, "g"), (found, index) =>
    (position[key][Number(index)] === undefined ? found : `${name(key)} ${shown(position[key][Number(index)])}`)), text);
  return named.replaceAll("∞()", "∞");
}

/** The steps of the service's explanation. The steps of a component are shown together. */
export function argument(steps, position, name) {
  if (!steps?.length) return null;
  const parts = [];
  for (const step of steps.slice(0, STEPS)) {
    const last = parts.at(-1);
    if (last && step.game && step.game === last.game && step.index === last.index) last.steps.push(step);
    else parts.push({ ...step, steps: [step] });
  }
  const line = ({ text, source }) => h("p", {}, readable(text, position, name), source && h("cite", {}, ` ${source.author}, ${source.title} (${source.year})`));
  const items = parts.map(({ game, index, steps: own }) =>
    h("li", {}, game && h("h3", {}, `${name(game)} ${shown(position[game][index])}`), own.map(line)));
  return fold("argument", {}, "The argument, step by step", h("ol", { class: "explanation" }, items));
}
