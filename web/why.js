// Why the position is won or lost: the service's explanation, and the values of the components.

import { h, replace } from "./element.js";
import { grouped, shown } from "./position.js";

/** Values up to this are written in binary, so that their sum can be followed by eye. */
const BINARY = 255n;

/** So many components are listed. */
const LISTED = 50;

/** So many steps of an argument are shown. */
const STEPS = 200;

let isOpen = false;

export function drawWhy(section, match, games, verdict) {
  const heading = h("h2", { id: "why-title" }, "Why");
  if (!verdict) return replace(section, heading, h("p", { class: "muted" }, "Hidden, as it tells who wins."));
  const { analysis, components } = match;
  const values = components.map(({ game, index }) => BigInt(analysis.values?.[game]?.[index] ?? 0));
  const inBinary = values.length > 1 && values.every((value) => value <= BINARY);
  const width = Math.max(...values.map((value) => value.toString(2).length), 1);
  const binary = (value) => inBinary && h("td", { class: "number" }, h("code", {}, value.toString(2).padStart(width, "0")));
  const name = (id) => games.find((game) => game.id === id)?.name ?? id;
  const row = ({ game, piece }, at) => h("tr", {}, h("th", { scope: "row" }, `${name(game)} ${shown(piece)}`),
    h("td", { class: "number" }, grouped(values[at])), binary(values[at]));
  return replace(section, heading,
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Values of the components" },
      h("table", { class: "values" },
        h("caption", {}, components.length > 1
          ? "A sum is worth the exclusive or of its components' Grundy values: each binary digit is added without carry."
          : "The Grundy value of the position."),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Component"), h("th", { scope: "col", class: "number" }, "Value"),
          inBinary && h("th", { scope: "col", class: "number" }, "Binary"))),
        h("tbody", {}, components.slice(0, LISTED).map(row)),
        components.length > 1 && h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "The sum"),
          h("td", { class: "number" }, grouped(analysis.grundy)), binary(BigInt(analysis.grundy)))))),
    h("p", { class: "muted small" }, match.play === "misere"
      ? "These are the values of normal play. In misère play the end of the game decides differently."
      : "With 0 every move leads to a position with another value, which a reply brings back to 0: who moves loses. With any other value some move leads to 0."),
    argument(analysis.explanation, match.position, name));
}

/** The service's steps, those of a component together; folded up, as the last one names the move to make. */
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
