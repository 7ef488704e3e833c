// What can be set: what is shown, who begins, how good the oracle is, and how the game ends.

import { choice, copyButton, h, replace } from "./element.js";

const SHOWN = [["none", "Nothing"], ["verdict", "Who wins"], ["all", "Every move"]];
export const LEVELS = [["perfect", "never errs"], ["seldom", "errs seldom"], ["often", "errs often"], ["mostly", "mostly guesses"]];

/** Draws the panel. */
export function drawControls(section, match, { show, embedded }, ways) {
  const begins = match.at === 0 && !match.wonBy;
  const level = h("select", { id: "level", onchange: () => ways.level(level.value) },
    LEVELS.map(([value, label]) => h("option", { value, selected: value === match.start.level }, label)));
  replace(section,
    h("h2", { id: "controls-title", class: "unseen" }, "The match"),
    h("div", { class: "setting" }, h("span", { class: "label" }, "Show"), choice("show", "What is shown", SHOWN, show, ways.show)),
    h("div", { class: "setting" }, h("span", { class: "label" }, "Ends"), choice("play", "Who wins at the end",
      [["normal", "Last move wins"], ["misere", "Last move loses"]], match.play, ways.play)),
    h("label", { class: "setting", for: "level" }, h("span", { class: "label" }, "Oracle"), level),
    h("p", { class: "fault", id: "play-fault", role: "alert", hidden: true }),
    h("div", { class: "buttons" },
      h("button", { type: "button", id: "begin", "aria-disabled": begins ? undefined : "true", onclick: () => begins && ways.letBegin() }, "Let the oracle begin"),
      h("button", { type: "button", id: "best", "aria-disabled": show === "all" && !match.wonBy ? undefined : "true", title: "Needs Show: Every move",
        onclick: () => show === "all" && !match.wonBy && ways.best() }, "Play the best move")),
    h("div", { class: "buttons links" },
      copyButton("Copy link", () => ways.link()),
      copyButton("Puzzle link", () => ways.puzzle()),
      embedded
        ? h("a", { class: "button quiet", href: ways.outside(), target: "_blank", rel: "noopener" }, "Open the whole page")
        : copyButton("Embed code", () => ways.frame())));
}
