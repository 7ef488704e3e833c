// The settings, in a fold: what is shown, the level of the oracle, normal or misère play, and links.

import { choice, copyButton, fold, h, replace } from "./element.js";

const SHOWN = [["none", "Nothing"], ["verdict", "Who wins"], ["all", "Every move"]];
export const LEVELS = [["perfect", "never errs"], ["seldom", "errs seldom"], ["often", "errs often"], ["mostly", "mostly guesses"], ["people", "none: two play"]];

/** Normal and misère play, each with a sentence. */
export const ENDINGS = new Map([["normal", "Last move wins"], ["misere", "Last move loses"]]);

/** Draws the panel. */
export function drawControls(section, match, { show, embedded }, ways) {
  const level = h("select", { id: "level", onchange: () => ways.level(level.value) },
    LEVELS.map(([value, label]) => h("option", { value, selected: value === match.start.level }, label)));
  const links = h("div", { class: "buttons links" },
    copyButton("Copy link", () => ways.link()), copyButton("Puzzle link", () => ways.puzzle()), copyButton("Embed code", () => ways.frame()),
    h("button", { type: "button", class: "quiet", onclick: () => print() }, "Worksheet"));
  const settings = fold("settings", { class: "settings" }, "Settings and links",
    h("div", { class: "setting" }, h("span", { class: "label" }, "Show"), choice("show", "What is shown", SHOWN, show, ways.show)),
    h("div", { class: "setting" }, h("span", { class: "label" }, "Ends"), choice("play", "Who wins at the end",
      [...ENDINGS], match.play, ways.play)),
    h("p", { class: "fault", id: "play-fault", role: "alert", hidden: true }),
    h("label", { class: "setting", for: "level" }, h("span", { class: "label" }, "Oracle"), level),
    links);
  replace(section, h("h2", { id: "controls-title", class: "unseen" }, "The match"),
    embedded ? h("a", { class: "button quiet", href: ways.outside(), target: "_blank", rel: "noopener" }, "Open the whole page") : settings);
}
