// Shows a game: what is known of it, and its sources.

import { choice, h, replace } from "./element.js";
import { kindOf } from "./position.js";
import { root } from "./service.js";

/** The game that is shown. */
const view = { game: null };

export function drawAbout(section, match, catalogue) {
  const keys = Object.keys(match.root.position);
  if (!keys.includes(view.game)) view.game = keys[0] ?? null;
  const heading = h("h2", { id: "about-title" }, "About the game");
  if (!view.game) return replace(section, heading, h("p", { class: "muted" }, "There is no game on the table."));
  const entry = match.entry(view.game);
  const game = catalogue.games[catalogue.rank(view.game)];
  replace(section, heading,
    keys.length > 1 && choice("about", "Game", keys.map((key) => [key, match.entry(key).name]), view.game, (key) => {
      view.game = key;
      drawAbout(section, match, catalogue);
    }),
    game?.aliases?.length > 0 && h("p", { class: "muted" }, `Also called ${game.aliases.join(", ")}.`),
    game && h("dl", { class: "facts" },
      h("dt", {}, "What is known"), h("dd", {}, game.play.normal), h("dt", {}, "In misère play"), h("dd", {}, game.play.misere),
      entry.sources.length > 0 && [h("dt", {}, "History and sources"), h("dd", {}, h("ul", {}, [...entry.sources].sort((one, other) => one.year - other.year).map(({ author, title, year }) => h("li", {}, `${year}: ${author}, ${title}`))))]),
    (entry.own || kindOf(entry.sample)) && h("p", {}, h("a", { id: "to-desk", href: deskOf(entry, match) }, "Its values at the desk"), ", as a picture, with their period."),
    game && h("p", { class: "small" }, h("a", { href: new URL(`games/${game.id}/`, root).href }, `The address of ${game.name}`)));
}

/** The address at which the desk shows the game, with the position on the table if this is one number or two. */
function deskOf(entry, { games, position }) {
  const [piece] = position[entry.id] ?? [];
  const text = entry.script ? [entry.script].flat().join("\n") : entry.own ? JSON.stringify(games[entry.id]) : entry.id;
  return new URL(`desk/#${new URLSearchParams({ game: text, ...(kindOf(piece) && { n: piece }) })}`, root).href;
}
