// Shows a game: what is known of it, its sources, a table of its values, and an example of a call to the API.

import { choice, copyButton, h, replace } from "./element.js";
import { WAYS } from "./languages.js";
import { root } from "./service.js";
import { valueText } from "./position.js";

/**
 * For a game of one number, the table has `HEAPS` values. For a game of two numbers, it has `SIDE` rows and `SIDE`
 * columns.
 */
const [HEAPS, SIDE] = [30, 9];

/** The game that is shown, and the programming language of the example call. */
const view = { game: null, language: "curl" };

/**
 * The number of drawings so far. An answer that was requested for an earlier drawing comes too late, and is not drawn.
 */
let begun = 0;

export async function drawAbout(section, api, match, catalogue, seen) {
  begun += 1;
  const drawing = begun;
  const keys = Object.keys(match.root.position);
  if (!keys.includes(view.game)) view.game = keys[0] ?? null;
  const heading = h("h2", { id: "about-title" }, "About the game");
  if (!view.game) return replace(section, heading, h("p", { class: "muted" }, "There is no game on the table."));
  const entry = match.entry(view.game);
  const again = () => drawAbout(section, api, match, catalogue, seen);
  const table = seen.show === "none" ? h("p", { class: "muted small" }, "Its values are hidden, as they tell who wins.") : await valuesOf(api, entry).catch(() => null);
  if (drawing !== begun) return;
  const game = catalogue.games[catalogue.rank(view.game)];
  const request = { position: { [entry.id]: match.root.position[view.game].slice(0, 3) }, play: match.play, ...(entry.own && { games: { [entry.id]: match.games[entry.id] } }) };
  const exchange = { path: "v1/analyze", request };
  const ways = WAYS.filter(([, , write]) => write(exchange) !== null);
  const [way, , write] = ways.find(([id]) => id === view.language) ?? ways[0];
  const code = h("pre", { tabindex: "0", role: "region", "aria-label": "The call" }, h("code", {}, write(exchange)));
  replace(section, heading,
    keys.length > 1 && choice("about", "Game", keys.map((key) => [key, match.entry(key).name]), view.game, (key) => {
      view.game = key;
      again();
    }),
    game?.aliases?.length > 0 && h("p", { class: "muted" }, `Also called ${game.aliases.join(", ")}.`),
    game && h("dl", { class: "facts" },
      h("dt", {}, "What is known"), h("dd", {}, game.play.normal), h("dt", {}, "In misère play"), h("dd", {}, game.play.misere),
      entry.sources.length > 0 && [h("dt", {}, "History and sources"), h("dd", {}, h("ul", {}, [...entry.sources].sort((one, other) => one.year - other.year).map(({ author, title, year }) => h("li", {}, `${year}: ${author}, ${title}`))))]),
    table && h("h3", {}, "Values"), table,
    h("p", {}, h("a", { id: "to-desk", href: deskOf(entry, match) }, "Its values at the desk"), ": more of them, as a picture, with their period."),
    h("h3", {}, "Ask it yourself"),
    choice("about-language", "Language", ways.map(([id, label]) => [id, label]), way, (id) => {
      view.language = id;
      again();
    }),
    code, copyButton("Copy", () => write(exchange), () => code),
    game && h("p", { class: "small" }, h("a", { href: new URL(`games/${game.id}/`, root).href }, `The address of ${game.name}`)));
}

/** The address at which the desk shows the game, with the position on the table if this is one number. */
function deskOf(entry, { games, position }) {
  const [n] = position[entry.id] ?? [];
  const text = entry.script ? [entry.script].flat().join("\n") : entry.own ? JSON.stringify(games[entry.id]) : entry.id;
  return new URL(`desk/#${new URLSearchParams({ game: text, ...(typeof n === "number" && { n }) })}`, root).href;
}

/** Draws a table of the values of a game, if its positions are one or two numbers. */
async function valuesOf(api, entry) {
  if (!entry.map && !/\(/.test(entry.id)) return null;
  const path = `v1/games/${encodeURIComponent(entry.id)}/map`;
  const row = (head, cells, scope) => h("tr", {}, h("th", { scope: "row" }, head), cells.map((cell) => h(scope ?? "td", scope ? { scope: "col" } : {}, cell)));
  if (typeof entry.sample === "number") {
    const { values } = await api.get(`${path}?n=0..${HEAPS}`);
    return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Values" }, h("table", { class: "numbers" },
      h("tbody", {}, row("n", values.map((_, n) => String(n)), "th"), row("value", values.map(valueText)))));
  }
  if (!Array.isArray(entry.sample) || entry.sample.length !== 2) return null;
  const { values } = await api.get(`${path}?a=0..${SIDE}&b=0..${SIDE}`);
  const [first, second] = entry.text_form.split(",");
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Values" }, h("table", { class: "numbers" },
    h("thead", {}, row(`${second} \\ ${first}`, values.map((_, n) => String(n)), "th")),
    h("tbody", {}, (values[0] ?? []).map((_, b) => row(String(b), values.map((column) => (column[b] === null ? "" : valueText(column[b]))))))));
}
