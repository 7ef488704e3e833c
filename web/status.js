// Whose turn it is, who will win if that is to be seen, what was played, and what can be done with the match.

import { choice, copyButton, h, replace, toggle } from "./element.js";
import { grouped } from "./position.js";

export const RULE = { normal: "who cannot move loses", misere: "who cannot move wins" };

/** Draws the panel. `ways` are what its controls do. */
export function drawStatus(section, match, { hints, verdict }, ways) {
  const begins = match.turns.length === 0 && match.wonBy === null;
  const last = match.turns.at(-1);
  replace(section,
    h("h2", { id: "status-title", class: match.wonBy ? `result ${match.wonBy}` : "" }, title(match)),
    last && h("ul", { class: "last" },
      last.caller && h("li", {}, h("b", {}, "You"), " ", last.caller.text),
      last.reply && h("li", {}, h("b", {}, "Oracle"), " ", last.reply.text)),
    h("p", { class: "verdict", id: "verdict" }, match.wonBy ? ending(match) : verdict ? outlook(match) : "Who will win is hidden."),
    h("div", { class: "switches" },
      toggle("show-verdict", "Show who wins", verdict, ways.verdict),
      toggle("show-hints", "Hints", hints, ways.hints)),
    h("div", { class: "buttons" },
      match.wonBy
        ? h("button", { type: "button", class: "main", id: "again", onclick: ways.again }, "Play again")
        : hints && match.analysis.winner === "first" && h("button", { type: "button", class: "main", id: "best", onclick: ways.best }, "Play a winning move"),
      begins && h("button", { type: "button", id: "begin", onclick: ways.begin }, "Let the oracle begin"),
      match.past.length > 0 && h("button", { type: "button", id: "undo", onclick: ways.undo }, "Undo")),
    h("div", { class: "buttons" },
      h("button", { type: "button", id: "new", onclick: ways.setup }, "New game…"),
      copyButton("Copy link", () => location.href)),
    choice("play", "Who wins", [["normal", "Normal play"], ["misere", "Misère play"]], match.play, ways.play),
    h("p", { class: "rule", id: "rule" }, `${RULE[match.play]}.`),
    h("p", { class: "fault", id: "play-fault", role: "alert", hidden: true }));
}

function title(match) {
  if (match.wonBy) return match.wonBy === "caller" ? "You won" : "The oracle won";
  return "Your turn";
}

function ending(match) {
  return `No move is left, and in ${match.play === "misere" ? "misère" : "normal"} play ${RULE[match.play]}.`;
}

function outlook(match) {
  const { analysis, winning } = match;
  if (analysis.winner === "second") return "The oracle will win: every move here leaves it a winning reply.";
  const some = grouped(analysis.winning_count);
  return `You will win, if you find ${some === "1" ? "the one right move" : `one of ${some} right moves`} among ${grouped(winning.count)}.`;
}

/** What a screen reader says after a turn. */
export function announcement(match, verdict) {
  const last = match.turns.at(-1);
  const said = [last?.caller && `You: ${last.caller.text}.`, last?.reply && `Oracle: ${last.reply.text}.`];
  return [...said, `${title(match)}.`, match.wonBy ? ending(match) : verdict && outlook(match)].filter(Boolean).join(" ");
}
