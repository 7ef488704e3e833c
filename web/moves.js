// The list of moves: the winning ones as hints, all of one component, and a field for those that are not listed.

import { h, replace } from "./element.js";
import { grouped, pieceOf, short, shown, textOf } from "./position.js";

/** So many components can be chosen from a list; of more, which a sum may have, by their number. */
const LISTED = 200;

/** Draws the panel for the component at `at`. */
export function drawMoves(section, match, games, { at, hints }, ways) {
  const components = match.components;
  if (match.wonBy) return replace(section, h("h2", { id: "moves-title" }, "Moves"), h("p", { class: "muted" }, "No move is left."));
  const chosen = components[at] ?? components[0];
  const { game, index, piece } = chosen;
  const entry = games.find(({ id }) => id === game);
  const options = match.options(game, index);
  const name = (component) => `${games.find(({ id }) => id === component.game)?.name ?? component.game} ${shown(component.piece)}`;

  const which = components.length > LISTED
    ? h("input", { id: "component", type: "number", min: "1", max: String(components.length), value: String(at + 1), onchange: () => {
      if (which.reportValidity()) ways.open(Number(which.value) - 1);
    } })
    : h("select", { id: "component", onchange: () => ways.open(Number(which.value)) },
      components.map((component, place) => h("option", { value: String(place), selected: place === at }, name(component))));

  const fault = h("p", { class: "fault", id: "typed-fault", role: "alert", hidden: true });
  const input = h("input", {
    id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    placeholder: entry?.text_form ?? "", "aria-describedby": "typed-fault typed-form",
  });
  const type = async (event) => {
    event.preventDefault();
    fault.hidden = true;
    input.removeAttribute("aria-invalid");
    await ways.type({ game, index, to: pieceOf(input.value, entry) }, (problem) => {
      fault.textContent = sentence(problem.message);
      fault.hidden = false;
      input.setAttribute("aria-invalid", "true");
      input.focus();
    });
  };
  return replace(section,
    h("h2", { id: "moves-title" }, "Moves"),
    hints && hintList(match, games, components, ways),
    h("label", { class: "field", for: "component" }, h("span", {}, components.length > LISTED ? `Component, of ${grouped(components.length)}` : "In"), which),
    h("div", { class: "list", id: "options" },
      (options?.moves ?? []).map((move) => moveButton(move.text, hints && match.wins(game, index, move.to),
        () => ways.choose({ game, index, to: move.to })))),
    options?.count === 0 && h("p", { class: "muted" }, "There is no move in this component."),
    (!options || options.next) && h("button", { type: "button", class: "quiet", id: "more-options", onclick: () => ways.more(game, index) },
      options ? `Show more of ${grouped(options.count)}` : "List its moves"),
    h("form", { class: "typed", onsubmit: type },
      h("label", { class: "field", for: "typed" }, h("span", {}, "Or leave"), input),
      h("button", { type: "submit", id: "play-typed" }, "Play")),
    h("p", { class: "muted small", id: "typed-form" }, `Type what your move leaves of ${short(textOf(piece), 40) || "it"}, as ${entry?.text_form ?? "text"}.`),
    fault);
}

function hintList(match, games, components, ways) {
  const { winning } = match;
  if (winning.moves.length === 0) return h("p", { class: "hint none", id: "hints" }, "No move wins here.");
  const several = components.length > 1;
  const name = (move) => games.find(({ id }) => id === move.game)?.name ?? move.game;
  const list = winning.moves.map((move) =>
    moveButton(several ? `${name(move)}: ${move.text}` : move.text, true, () => ways.choose(move)));
  return h("div", { class: "hint", id: "hints" },
    h("h3", {}, `Winning: ${grouped(winning.winning_count)} of ${grouped(winning.count)}`),
    h("div", { class: "list" }, list),
    winning.next && h("p", { class: "small" }, `The first ${grouped(winning.moves.length)} are listed and marked.`),
    winning.next && h("button", { type: "button", class: "quiet", id: "more-winning", onclick: ways.moreWinning }, "Show more"));
}

function moveButton(text, wins, onclick) {
  return h("button", { type: "button", class: `words${wins ? " wins" : ""}`, onclick }, text, wins && h("span", { class: "unseen" }, ", a winning move"));
}

/** A detail as a sentence. */
export function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
