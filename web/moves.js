// The table of moves. It has the result of each move and, if the user wants to see it, the value after the move and
// whether the move wins. If these are shown, winning moves come first. Moves that are not listed are typed in a field.

import { fold, h, replace, roving } from "./element.js";
import { writer } from "./link.js";
import { outcomeOf } from "./listing.js";
import { turnText } from "./places.js";
import { grouped, isNumeric, keyOf, leavings, partsOf, pieceOf, saysAll, sentence, short, textOf, valueText } from "./position.js";
import { placeOf } from "./words.js";

/** If a sum has at most this number of components, a component is chosen from a list, and otherwise by its number. */
const LISTED = 200;

/** The number of rows that are shown at first. */
const ROWS = 12;

const OUTCOMES = { win: "wins", draw: "draws", loss: "loses" };

/** The number of rows that are shown, and the listing from which they come. */
const view = { listing: null, rows: ROWS };

/** The component for which a move is typed, the typed text, and the listing when it was typed. */
let typedFor = 0;
const typed = { listing: null, text: "" };

export function drawMoves(section, match, { show }, ways) {
  const { listing } = match;
  if (match.isOracles && listing.count) return replace(section, h("h2", { id: "moves-title" }, "All moves"), h("p", { class: "muted" }, "The oracle is to move here."));
  if (view.listing !== listing) Object.assign(view, { listing, rows: ROWS });
  const heading = h("h2", { id: "moves-title" }, `All moves${listing.count ? ` (${grouped(listing.count)})` : ""}`);
  if (listing.count === 0) return replace(section, heading, h("p", { class: "muted" }, "No move is left."));
  // If values are hidden, the moves have the order of the board, since a list with the best moves first would tell the
  // best move.
  const moves = show === "all" ? listing.moves : listing.inOrder;
  const shownMoves = moves.slice(0, view.rows).map((move) => ({ ...move, text: turnText(match, move) }));
  // The notation of a board is not listed, since the board shows what a move leaves.
  const hasLeft = !shownMoves.every((move) => saysAll(move) || !partsOf(move.to, match.entry(move.game).splits).every(isNumeric));
  const rows = shownMoves.map((move) => row(match, move, hasLeft, show, ways));
  const more = () => {
    view.rows += ROWS * 5;
    return view.rows > moves.length && listing.hasMore ? ways.more() : ways.redraw();
  };
  replace(section, heading,
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of moves" },
      h("table", { class: "moves" },
        h("thead", {}, h("tr", {}, ["Move", ...(hasLeft ? ["Leaves"] : []), ...(show === "all" ? ["Value after", "For you"] : [])].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", { id: "options" }, rows))),
    show === "all" && h("p", { class: "muted small" }, note(match)),
    (moves.length > view.rows || listing.hasMore) && h("button", { type: "button", class: "quiet", id: "more-options", onclick: more },
      `Show more of ${grouped(listing.count)}`),
    typing(match, ways));
  roving(section.querySelector("tbody"), [...section.querySelectorAll("tbody button")]);
}

/** The sentence that explains how the values in the table decide which moves win. */
function note({ play, analysis }) {
  if (play === "misere") return "Values are those of normal play; which move wins is that of misère play.";
  if (analysis.grundy === null) return "A question mark is a value that is not known; which move wins is.";
  if (typeof analysis.grundy === "object") return "A move wins if the value after it is 0. After ∞ it is a draw, unless a reply brings it to 0.";
  return "A move wins if the value after it is 0: then every reply can be answered.";
}

function row(match, move, hasLeft, show, ways) {
  const entry = match.entry(move.game);
  const outcome = outcomeOf(move);
  const [from, equal] = [match.position[move.game][move.index], match.position[move.game].map(textOf)];
  const own = equal[move.index];
  const same = equal.flatMap((text, index) => (text === own ? [index] : []));
  const at = same.length > 1 ? `${entry.name} ${short(own, 20)} (no. ${same.indexOf(move.index) + 1})` : placeOf(match, { ...move, from }, move.text);
  // If the user points at a row, the board lights up the parts that the move takes. If the user points at a part, the
  // table lights up the row.
  const lit = (on) => () => ways.point(move, on, "moves");
  return h("tr", { class: show === "all" ? outcome : "", "data-move": keyOf(move), onpointerenter: lit(true), onpointerleave: lit(false) },
    h("th", { scope: "row" }, h("button", { type: "button", class: "ply", "aria-disabled": match.busy ? "true" : undefined, onclick: () => ways.choose(move),
      onfocus: lit(true), onblur: lit(false) }, at && h("span", { class: "muted of" }, `${at}: `), move.text)),
    hasLeft && h("td", {}, saysAll(move) ? "" : leavings(move, entry, from)),
    show === "all" && [h("td", { class: "number" }, valueText(move.grundy)), h("td", { class: "outcome" }, OUTCOMES[outcome])]);
}

/** The field in which the user types a move that is not listed, or that the user knows by heart. */
function typing(match, ways) {
  const { components } = match;
  typedFor = Math.min(typedFor, components.length - 1);
  const { game, index, piece } = components[typedFor];
  const entry = match.entry(game);
  const choose = (at) => {
    typedFor = at;
    ways.redraw();
    document.getElementById("component").focus();
  };
  const which = components.length > LISTED
    ? h("input", { id: "component", type: "number", min: "1", max: String(components.length), value: String(typedFor + 1), onchange: () => which.reportValidity() && choose(Number(which.value) - 1) })
    : h("select", { id: "component", onchange: () => choose(Number(which.value)) }, components.map((component, at) =>
      h("option", { value: String(at), selected: at === typedFor }, `${match.entry(component.game).name} ${short(textOf(component.piece), 40)}`)));
  if (typed.listing !== match.listing) Object.assign(typed, { listing: match.listing, text: "" });
  const fault = h("p", { class: "fault", id: "typed-fault", role: "alert", hidden: true });
  const input = h("input", { id: "typed", value: typed.text, oninput: () => (typed.text = input.value), autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: entry.text_form, "aria-describedby": "typed-fault" });
  const play = async (event) => {
    event.preventDefault();
    fault.hidden = true;
    input.removeAttribute("aria-invalid");
    const to = pieceOf(input.value, entry.splits === true ? [entry.sample] : entry.sample);
    await ways.type({ game, index, to }, (problem) => {
      // The panel may have been redrawn meanwhile, so its elements are looked up again.
      const [place, field] = ["typed-fault", "typed"].map((id) => document.getElementById(id));
      place.textContent = sentence(problem.message);
      place.hidden = false;
      field.setAttribute("aria-invalid", "true");
      field.focus();
    });
  };
  const form = h("form", { class: "typed", onsubmit: play },
    h("label", { class: "field", for: "component" }, h("span", {}, components.length > LISTED ? `Of ${grouped(components.length)}, component` : "Make"), which),
    h("label", { class: "field", for: "typed" }, h("span", {}, "into"), input),
    h("button", { type: "submit", id: "play-typed" }, "Play"));
  return fold("type", { class: "typing" }, "Type a move", form, h("p", { class: "muted small" }, `What the move leaves of ${short(writer(game, match.games)(piece), 40) || "it"}, as ${entry.text_form || "text"}.`), fault);
}
