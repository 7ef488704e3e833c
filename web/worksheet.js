// The printed page: the position as a worksheet, and the answers on a separate page.

import { rulesOf } from "./catalogue.js";
import { h, replace } from "./element.js";
import { grouped, shown, valueText, withFrom } from "./position.js";
import { readable } from "./why.js";
import { ENDS, plyText } from "./words.js";

/** At most this many components, this many winning moves and this many steps of the explanation are printed. */
const MOST = 40;

export function drawWorksheet(section, match) {
  const { analysis, listing, components, play } = match;
  if (!listing) return section.replaceChildren();
  const games = [...new Set(components.map(({ game }) => match.entry(game)))];
  const listed = components.slice(0, MOST);
  const blank = () => h("td", { class: "blank" });
  // Values decide only sums, so compounds of other kinds have no questions about values.
  const { combined } = match;
  const winning = listing.moves.filter((move) => listing.wins(move)).slice(0, MOST);
  replace(section,
    h("section", { class: "sheet" }, h("h2", {}, "Questions"),
      [...new Map(games.map((entry) => [entry.id, entry])).values()].map((entry) => h("p", {}, h("b", {}, `${entry.name}. `), rulesOf(entry, play))),
      h("p", {}, `${combined ? combined.ruleOf(match, () => "") : `${ENDS[play]}.`} On the table: ${listed.map(({ game, piece }) => `${match.entry(game).name} ${shown(piece)}`).join("; ")}.`),
      h("ol", {}, !combined && h("li", {}, "What is the value of each component, and of the whole?"), h("li", {}, "Who wins, if both play well?"), h("li", {}, "Which moves win? Say what each leaves.")),
      !combined && h("table", {}, h("thead", {}, h("tr", {}, ["Component", "Value", "In binary"].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, listed.map(({ game, piece }) => h("tr", {}, h("th", { scope: "row" }, `${match.entry(game).name} ${shown(piece)}`), blank(), blank())),
          h("tr", {}, h("th", { scope: "row" }, "XOR of all"), blank(), blank())))),
    h("section", { class: "sheet answers" }, h("h2", {}, "Answers"),
      h("p", {}, `${{ first: "Who is to move wins", second: "Who is to move loses", draw: "It is a draw" }[analysis.winner]}.${combined ? "" : ` The value of the whole is ${valueText(analysis.grundy)}.`}`),
      !combined && h("ul", {}, listed.map(({ game, index, piece }) => h("li", {}, `${match.entry(game).name} ${shown(piece)}: ${valueText(analysis.values?.[game]?.[index])}`))),
      h("p", {}, winning.length ? `Winning moves (${grouped(listing.winningCount)}): ${winning.map((move) => plyText(match, withFrom(match.position, move))).join("; ")}.` : "No move wins."),
      h("ol", {}, (analysis.explanation ?? []).slice(0, MOST).map(({ text }) => h("li", {}, readable(text, match.position, (key) => match.entry(key).name))))));
}
