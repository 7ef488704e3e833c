// Finds games. The user types a name, an alias or words of the rules in a field. There is also a button for each kind
// of game.

import { notHere } from "./absent.js";
import { kindOf } from "./catalogue.js";
import { h } from "./element.js";

/**
 * Makes the field with this `id`, and the buttons. `show(games, all, advice)` draws the games that are found, or the
 * advice about what to try. Games that the user names and that are not here stand above them, with the reason. `all` is
 * true if the user searches for nothing, so that all games are found. Enter calls `touch()`, and has no other effect.
 */
export function finder(catalogue, id, label, show, touch, ...below) {
  let tag = null;
  // The number of the last search. Its answer may come before the answer to an earlier search.
  let last = 0;
  let drawn;
  const draw = () => {
    buttons.forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.tag === tag)));
    last += 1;
    const number = last;
    const all = tag === null && field.value.trim() === "";
    drawn = catalogue.search(field.value, tag).catch(({ message }) => ({ games: [], advice: message })).then(({ games, elsewhere = [], advice }) => {
      if (number !== last) return;
      absent.replaceChildren(...elsewhere.map((game) => h("p", {}, notHere(game))));
      show(games, all, advice);
    });
  };
  const field = h("input", { id, type: "search", placeholder: "nim, coins, pins …", autocomplete: "off", autocapitalize: "off", spellcheck: "false", oninput: draw, onkeydown: (event) => {
    if (event.key !== "Enter") return;
    // Inside a form, Enter would submit the form.
    event.preventDefault();
    drawn.then(touch);
  } });
  const absent = h("div", { class: "absent", role: "status" });
  const buttons = catalogue.tags.map((name) => h("button", { type: "button", class: "tag", "data-tag": name, onclick: () => {
    tag = tag === name ? null : name;
    draw();
  } }, kindOf(name)));
  draw();
  return h("div", { class: "finder" }, h("label", { class: "field wide", for: id }, h("span", {}, label), field),
    buttons.length > 0 && h("div", { class: "tags", role: "group", "aria-label": "Kinds of games" }, buttons), absent, below);
}
