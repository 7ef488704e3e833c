// Finds games by name, alias or words of their rules, and by kind: a field, and a button for each kind.

import { kindOf } from "./catalogue.js";
import { h } from "./element.js";

/** The field `id` and the buttons. `show(games, all, advice)` draws what is found, or what to try; `touch()` is for Enter, and does nothing else. */
export function finder(catalogue, id, label, show, touch, ...below) {
  let tag = null;
  // A later search may be answered earlier.
  let last = 0;
  let drawn;
  const draw = () => {
    buttons.forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.tag === tag)));
    last += 1;
    const number = last;
    const all = tag === null && field.value.trim() === "";
    drawn = catalogue.search(field.value, tag).catch(({ message }) => ({ games: [], advice: message })).then(({ games, advice }) => {
      if (number === last) show(games, all, advice);
    });
  };
  const field = h("input", { id, type: "search", placeholder: "nim, coins, pins …", autocomplete: "off", autocapitalize: "off", spellcheck: "false", oninput: draw, onkeydown: (event) => {
    if (event.key !== "Enter") return;
    // In a form it would submit that.
    event.preventDefault();
    drawn.then(touch);
  } });
  const buttons = catalogue.tags.map((name) => h("button", { type: "button", class: "tag", "data-tag": name, onclick: () => {
    tag = tag === name ? null : name;
    draw();
  } }, kindOf(name)));
  draw();
  return h("div", { class: "finder" }, h("label", { class: "field wide", for: id }, h("span", {}, label), field),
    buttons.length > 0 && h("div", { class: "tags", role: "group", "aria-label": "Kinds of games" }, buttons), below);
}
