// The table: a card for each component, its drawing, and the options that can be picked in it.

import { drawings } from "./drawings/index.js";
import { h, replace, roving } from "./element.js";
import { DRAWN } from "./match.js";
import { grouped, shown, textOf } from "./position.js";

/** Options that the view of a game without a drawing shows on its card. */
const LISTED = 12;

/** Games whose rules are unfolded. */
const unfolded = new Set();

/** Longer positions have cards of twice the width. */
const WIDE = 14;

/** Draws all components. `open` shows one in the list of moves. */
export function drawBoard(section, match, games, { hints, verdict, open }) {
  const components = match.components;
  const cards = components.slice(0, DRAWN).map((component, at) => card(match, games, component, at, { hints, verdict, open }));
  const rest = components.length - cards.length;
  const more = rest > 0 && h("p", { class: "more" }, `and ${grouped(rest)} more, to be found in the list of moves`);
  replace(section, h("h2", { class: "unseen" }, "The table"), h("div", { class: "cards" }, cards), more);
}

function card(match, games, { game, index, piece }, at, { hints, verdict, open }) {
  const entry = games.find(({ id }) => id === game);
  const name = entry?.name ?? game;
  const options = match.options(game, index);
  const id = `piece-${game}-${index}`;
  const controls = [];

  // What drawings are made of: a button for an option, or a mere picture of it once nothing can be played.
  const byText = new Map((options?.moves ?? []).map((move) => [textOf(move.to), move]));
  const find = (to) => byText.get(textOf(to));
  /** A button that plays an option; `touched` are the parts that it would change, lit up while it is pointed at. */
  const pick = (option, properties, content, touched = () => []) => {
    const wins = hints && match.wins(game, index, option.to);
    const light = (on) => () => touched().forEach((part) => part.classList.toggle("touched", on));
    const button = h("button", {
      type: "button",
      ...properties,
      class: `${properties.class ?? ""} pick${wins ? " wins" : ""}`,
      "aria-label": `${option.text}${wins ? ", a winning move" : ""}`,
      title: option.text,
      "data-to": textOf(option.to),
      onclick: () => match.choose({ game, index, to: option.to }),
      onpointerenter: light(true), onpointerleave: light(false), onfocus: light(true), onblur: light(false),
    }, content);
    controls.push(button);
    return button;
  };

  const moves = options?.moves ?? [];
  const drawing = moves.length === 0
    ? (drawings[game]?.rest?.(piece) ?? null)
    : (drawings[game]?.draw(piece, moves, { find, pick }) ?? generic(moves, pick));
  const value = verdict ? match.analysis.values?.[game]?.[index] : undefined;
  const isOver = options?.count === 0;
  const figure = h("div", { class: "figure", role: "group", "aria-label": `Moves in ${name} ${shown(piece)}` }, drawing);
  if (controls.length) roving(figure, controls);
  const { reply } = match.turns.at(-1) ?? {};
  const isReply = reply?.game === game && reply.index === index;
  const count = options && (isOver ? "no move" : `${grouped(options.count)} ${options.count === 1 ? "move" : "moves"}`);
  return h("article", { class: `card${isOver ? " spent" : ""}${textOf(piece).length > WIDE ? " wide" : ""}`, id, tabindex: "-1", "aria-labelledby": `${id}-title` },
    h("header", {},
      h("h3", { id: `${id}-title` }, h("span", { class: "name" }, name), " ", h("span", { class: "numbers" }, shown(piece)))),
    entry && rules(entry),
    isReply && h("p", { class: "reply" }, h("b", {}, "Oracle"), " ", reply.text),
    figure,
    h("footer", {},
      isOver
        ? h("span", {}, count)
        : h("button", { type: "button", class: "quiet", id: `${id}-moves`, onclick: () => open(at) }, `List ${count ?? "moves"}`),
      value !== undefined && h("span", { class: "value", title: "The Grundy value of this component" }, `value ${grouped(value)}`)));
}

/** The rules of a game, as the catalogue has them. What is unfolded stays so from turn to turn. */
function rules({ id, rules: text, sources }) {
  const list = sources.map(({ author, title, year }) => h("li", {}, `${author}, ${title} (${year})`));
  const details = h("details", { class: "rules", open: unfolded.has(id), ontoggle: () => unfolded[details.open ? "add" : "delete"](id) },
    h("summary", {}, "Rules"), h("p", {}, text), h("ul", { "aria-label": "Sources" }, list));
  return details;
}

/** Any game: its options in words. */
function generic(moves, pick) {
  const listed = moves.slice(0, LISTED).map((move) => pick(move, { class: "words" }, move.text));
  return h("div", { class: "list" }, listed);
}
