// All games as pictures, sorted by kind. A game is found by its name or alias, and one touch starts it.

import { notHere } from "./absent.js";
import { KINDS, moveRule } from "./catalogue.js";
import { picture as drawn } from "./drawings/index.js";
import { h, replace } from "./element.js";
import { finder } from "./finder.js";
import { root } from "./service.js";

/** The largest number of games that are suggested. */
const SUGGESTED = 6;

/** The games with which the gallery begins. */
const FIRST = ["nim", "kayles", "chomp", "wythoff", "hackenbush", "cram"];

/** Draws the games. `play(game)` plays one. `wanted` is the id in the address, if no game has this id. */
export function drawGallery(section, catalogue, play, wanted) {
  const list = h("div", { id: "gallery-list" });
  const show = (found, all, advice) => {
    // Each game appears only once, under the first of its kinds.
    const first = ({ id, tags = [] }) => (FIRST.includes(id) ? "first" : tags.find((tag) => tag in KINDS));
    const kinds = all ? [["first", "To begin with"], ...Object.entries(KINDS), [undefined, "Others"]].map(([kind, title]) => [title, found.filter((game) => first(game) === kind)]) : [[null, found]];
    kinds[0][1].sort((one, other) => (all ? FIRST.indexOf(one.id) - FIRST.indexOf(other.id) : 0));
    list.replaceChildren(...kinds.filter(([, games]) => games.length).flatMap(([title, games]) => [title && h("h2", {}, title), h("ul", { class: "tiles" }, games.map((game) => tile(game, catalogue, play)))].filter(Boolean)));
    if (found.length === 0) list.append(h("p", { class: "muted" }, advice));
  };
  const meant = h("div", { id: "meant" });
  if (wanted) catalogue.like(wanted).then(({ games, elsewhere }) => {
    const tiles = games.slice(0, SUGGESTED).map((game) => tile(game, catalogue, play));
    meant.replaceChildren(...elsewhere.map((game) => h("p", {}, notHere(game))), ...(tiles.length ? [h("h2", {}, "Perhaps you mean"), h("ul", { class: "tiles" }, tiles)] : []));
  });
  replace(section, h("h1", { id: "gallery-title" }, wanted ? `There is no game “${wanted}”` : "All games"), wanted && meant,
    h("p", { class: "muted" }, `${catalogue.games.length} games. Touch one to play it, against an opponent that never errs.`),
    finder(catalogue, "gallery-search", "Find", show, () => list.querySelector("a")?.click()), list);
}

function tile(game, catalogue, play) {
  return h("li", {}, h("a", { class: "tile", "data-game": game.id, href: new URL(`games/${game.id}/`, root).href, onclick: (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    play(game);
  } }, picture(game, catalogue), h("b", {}, game.name), h("span", { class: "small muted" }, moveRule(game))));
}

/** The drawing of the game's example. */
function picture(game, catalogue) {
  const [key] = Object.keys(game.example.position);
  return h("span", { class: "thumb" }, drawn(catalogue.entry(key)));
}
