// All games as pictures, by kind, found by name or alias; one touch plays.

import { KINDS, kindOf, moveRule } from "./catalogue.js";
import { picture as drawn } from "./drawings/index.js";
import { h, replace } from "./element.js";
import { root } from "./service.js";

/** Draws the games; `play(game)` plays one. */
export function drawGallery(section, catalogue, play) {
  let tag = null;
  const list = h("div", { id: "gallery-list" });
  const search = h("input", { id: "gallery-search", type: "search", placeholder: "nim, coins, pins …", autocomplete: "off", spellcheck: "false", oninput: () => draw() });
  const tags = catalogue.tags.map((name) => h("button", { type: "button", class: "tag", "data-tag": name, onclick: () => {
    tag = tag === name ? null : name;
    draw();
  } }, kindOf(name)));
  const draw = () => {
    tags.forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.tag === tag)));
    const found = catalogue.search(search.value, tag);
    // Each game is once there: at the first of its kinds.
    const kinds = tag || search.value.trim() ? [[null, found]] : Object.entries(KINDS).map(([kind, title]) => [title, found.filter(({ tags: own = [] }) => own.find((each) => each in KINDS) === kind)]);
    const others = found.filter(({ tags: own = [] }) => !own.some((each) => each in KINDS));
    if (!tag && !search.value.trim() && others.length) kinds.push(["Others", others]);
    list.replaceChildren(...kinds.filter(([, games]) => games.length).flatMap(([title, games]) => [title && h("h2", {}, title), h("ul", { class: "tiles" }, games.map((game) => tile(game, catalogue, play)))].filter(Boolean)));
    if (found.length === 0) list.append(h("p", { class: "muted" }, "No game has these words."));
  };
  search.onkeydown = (event) => event.key === "Enter" && list.querySelector("a")?.click();
  draw();
  replace(section, h("h1", { id: "gallery-title" }, "All games"),
    h("p", { class: "muted" }, `${catalogue.games.length} games. Touch one to play it, against an opponent that never errs.`),
    h("div", { class: "finder" }, h("label", { class: "field wide", for: "gallery-search" }, h("span", {}, "Find"), search),
      tags.length > 0 && h("div", { class: "tags", role: "group", "aria-label": "Kinds of games" }, tags)),
    list);
}

function tile(game, catalogue, play) {
  return h("li", {}, h("a", { class: "tile", "data-game": game.id, href: new URL(`games/${game.id}/`, root).href, onclick: (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    play(game);
  } }, picture(game, catalogue), h("b", {}, game.name), h("span", { class: "small muted" }, moveRule(game))));
}

/** The game's own drawing of its example. */
function picture(game, catalogue) {
  const [key] = Object.keys(game.example.position);
  return h("span", { class: "thumb" }, drawn(catalogue.entry(key)));
}
