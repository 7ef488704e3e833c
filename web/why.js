// Why the position is won or lost, and how that leads to the move: the values of the components in binary, and what each
// component would have to become.

import { h, replace } from "./element.js";
import { grouped, shown, valueText } from "./position.js";

/** Values up to this are written in binary, so that their sum can be followed by eye. */
const BINARY = 255n;

/** So many components are listed. */
const LISTED = 50;

/** So many steps of an argument are shown. */
const STEPS = 200;

const WORDS = [
  ["Grundy value", "the size of the Nim heap that a component is as good as. 0 is a component that who must move in it loses."],
  ["XOR, ⊕", "adding in binary without carrying: a column is 1 if an odd number of its digits are 1."],
  ["∞(0, 2)", "a component in which play can go on for ever, and the values that a move can still give it."],
  ["Misère play", "the same game, where who makes the last move loses."],
];

let isOpen = false;

export function drawWhy(section, match, { show }, ways) {
  const heading = h("h2", { id: "why-title" }, "Why");
  if (show !== "all") {
    return replace(section, heading, h("p", { class: "muted" }, "The values behind the position, and the way from them to the winning move. "),
      h("button", { type: "button", id: "show-why", onclick: () => ways.show("all") }, "Show it, and every move's result"));
  }
  const { analysis } = match;
  const name = (key) => match.entry(key).name;
  return replace(section, heading, lead(match), table(match, name, ways),
    h("details", { class: "dictionary" }, h("summary", {}, "What the words mean"), h("dl", {}, WORDS.map(([word, meaning]) => [h("dt", {}, word), h("dd", {}, meaning)]))),
    argument(analysis.explanation, match.position, name));
}

/** In a sentence or two, from the value to the move. */
function lead(match) {
  const { analysis, play, components } = match;
  const say = (...parts) => h("p", { id: "why-lead" }, parts);
  if (match.listing.count === 0) return say("No move is left, so the convention alone decides.");
  if (analysis.winner === "draw") return say("Play need never end: the position has moves for ever, and whoever leaves them can lose.");
  if (play === "misere") return say("The values below are those of normal play. In Nim, and in games that are like it, the same moves win in misère play until every component is worth 0 or 1: then leave an odd number of 1s. What decides here is in the argument below.");
  if (analysis.grundy === null) return say("Who wins this position is known, and no Grundy value of it: the argument below decides without one.");
  if (typeof analysis.grundy === "object") return say("The values below include a component that can go on for ever, so the plain rule for sums does not decide. The argument below does.");
  const what = components.length > 1 ? "the Grundy values add up (XOR) to" : "the Grundy value is";
  if (String(analysis.grundy) === "0") return say(`Here ${what} `, h("b", {}, "0"), ". Every move changes that to something else, and the reply can bring it back to 0, until no move is left: who moves loses.");
  return say(`Here ${what} `, h("b", {}, grouped(analysis.grundy)), `, not 0, so who moves wins: by a move that brings it to 0. ${components.length > 1 ? "Change one component to the value in the column “to”, which removes the odd columns." : ""}`);
}

function table(match, name, ways) {
  const { analysis, components, play, listing } = match;
  const raw = components.map(({ game, index }) => analysis.values?.[game]?.[index]);
  const plain = raw.every((value) => value !== null && typeof value !== "object" && value !== undefined) && analysis.grundy !== null && typeof analysis.grundy !== "object";
  const values = plain ? raw.map(BigInt) : [];
  const several = components.length > 1;
  const sum = plain ? BigInt(analysis.grundy) : 0n;
  const binary = plain && several && values.every((value) => value <= BINARY);
  const width = Math.max(...[...values, 1n].map((value) => value.toString(2).length));
  const wanted = plain && several && sum !== 0n && play === "normal";
  const odd = sum.toString(2).padStart(width, "0");
  const digits = (value) => binary && h("td", { class: "number" }, h("code", { "aria-label": value.toString(2) },
    [...value.toString(2).padStart(width, "0")].map((digit, at) => h("span", { class: odd[at] === "1" ? "odd" : "" }, digit))));
  const goal = ({ game, index }, at) => {
    const to = values[at] ^ sum;
    const move = listing.moves.find((found) => found.game === game && found.index === index && listing.wins(found));
    const content = move
      ? h("button", { type: "button", class: "ply", onclick: () => ways.choose(move), onpointerenter: () => ways.point(move, true), onpointerleave: () => ways.point(move, false) }, move.text)
      : to > values[at] ? "would have to grow" : "";
    return [h("td", { class: "number" }, grouped(to)), h("td", {}, content)];
  };
  const head = (text, number) => h("th", { scope: "col", class: number ? "number" : "" }, text);
  const row = (component, at) => h("tr", { class: wanted && (values[at] ^ sum) < values[at] ? "win" : "" },
    h("th", { scope: "row" }, `${name(component.game)} ${shown(component.piece)}`),
    h("td", { class: "number" }, valueText(raw[at])), plain && digits(values[at]), wanted && goal(component, at));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Values of the components" },
    h("table", { class: "values" },
      h("thead", {}, h("tr", {}, head("Component"), head("Value", true), binary && head("Binary", true), wanted && [head("to", true), head("by")])),
      h("tbody", {}, components.slice(0, LISTED).map(row)),
      several && h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "XOR of all"), h("td", { class: "number" }, valueText(analysis.grundy)),
        plain && digits(sum), wanted && [h("td", { class: "number" }, "0"), h("td")]))));
}

/** The service's steps, those of a component together. */
function argument(steps, position, name) {
  if (!steps?.length) return null;
  const parts = [];
  for (const step of steps.slice(0, STEPS)) {
    const last = parts.at(-1);
    if (last && step.game && step.game === last.game && step.index === last.index) last.steps.push(step);
    else parts.push({ ...step, steps: [step] });
  }
  const line = ({ text, source }) => h("p", {}, text, source && h("cite", {}, ` ${source.author}, ${source.title} (${source.year})`));
  const items = parts.map(({ game, index, steps: own }) =>
    h("li", {}, game && h("h3", {}, `${name(game)} ${shown(position[game][index])}`), own.map(line)));
  const details = h("details", { open: isOpen, ontoggle: () => (isOpen = details.open) },
    h("summary", { id: "argument" }, "The argument, step by step"), h("ol", { class: "explanation" }, items));
  return details;
}
