// The moves of the match so far. Each leads back to the position before it; mistakes are marked, if that is to be seen.

import { h, replace } from "./element.js";
import { mistakeText, story } from "./words.js";

export function drawRecord(section, match, { show }, ways) {
  const several = Object.values(match.start.position).flat().length > 1;
  const words = (move) => (several ? `${match.entry(move.game).name}: ${move.text}` : move.text);
  const row = (turn, at) => {
    const mistake = show !== "none" && mistakeText(turn, words);
    return h("li", { class: at < match.at ? "" : "undone", "aria-current": at === match.at - 1 ? "step" : undefined },
      turn.caller && h("button", { type: "button", class: "ply", id: `turn-${at}`, title: "Back to before this move", onclick: () => ways.goTo(at) },
        h("b", {}, "You "), words(turn.caller), mistake && h("span", { class: "mistake" }, ` ✗ ${mistake}`)),
      turn.reply && h("button", { type: "button", class: "ply", id: `reply-${at}`, title: "Go to after this move", onclick: () => ways.goTo(at + 1) },
        h("b", {}, "Oracle "), words(turn.reply)));
  };
  const told = show !== "none" && story(match);
  replace(section,
    h("h2", { id: "record-title" }, "The game so far"),
    told && h("p", { id: "story" }, told),
    match.turns.length
      ? h("ol", { class: "record" }, match.turns.map(row))
      : h("p", { class: "muted" }, "No move yet. Moves appear here, and you can go back to any of them."));
  // Only the list is scrolled: the page stays where it is.
  const [list, last] = [section.querySelector("ol"), section.querySelector("[aria-current]")];
  if (list) list.scrollTop = (last?.offsetTop ?? 0) - list.offsetTop - list.clientHeight / 2;
}
