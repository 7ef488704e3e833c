// Matches of compounds. In a turn, a player makes a combined move, which is a move in each of several components. The
// moves are chosen one by one, and then made together. The script is loaded for the first such match.

import { h, replace, roving } from "./element.js";
import { answersOf } from "./kinds.js";
import { DRAWN, outcomeOf } from "./listing.js";
import { componentsOf, grouped, keyOf, movesOf, shown, textOf, withFrom } from "./position.js";
import { argument, readable } from "./why.js";
import { ENDS, plyText } from "./words.js";

/** The number of moves that the table shows at a time. */
const ROWS = 40;

/** The largest number of components that are listed. */
const LISTED = 50;

/** The sentences that say what a turn is. */
const TURNS = {
  one: "A turn is a move in one of them.", any: "A turn is a move in one of them, or in several at once.",
  all: { any: "A turn is a move in all of them at once.", all: "A turn is a move in all of them that have one." },
};

/**
 * Each component has a label, and the labels decide who wins. For each kind of compound, this is the heading of the
 * column of labels. `WORDS` explains the labels that are words.
 */
const NUMBERS = {
  conjunctive: "Moves it lasts", "continued-conjunctive": "Moves it lasts", selective: "Alone", "shortened-selective": "Alone", "diminished-disjunctive": "Foreclosed value",
};
const WORDS = new Map([["P", "the player to move loses"], ["N", "the player to move wins"], ["draw", "a draw"], ["at once", "can be ended at once"], ["over", "has ended"]]);

const OUTCOMES = { win: "wins", draw: "draws", loss: "loses" };

const kindOf = (match) => answersOf(match.start.compound);
const placeKey = ({ game, index }) => `${game} ${index}`;
const nameOf = (match, { game, piece }) => `${match.entry(game).name} ${shown(piece)}`;
const listed = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0]);

/** The plan of a turn: `moves` maps a component to its chosen move, and `node` is the position before the turn. */
const plan = { node: null, moves: new Map() };

/** The elements that show the plan. `light()` lights up the parts that the chosen move of an element changes. */
const showing = [];

/**
 * Lights up the parts that the chosen moves change. Before that, the lights of all other moves must be turned off,
 * because two moves of one component may change the same parts.
 */
const light = () => showing.forEach((each) => each.light?.());

function planOf(match) {
  if (plan.node !== match.node) Object.assign(plan, { node: match.node, moves: new Map() });
  return plan.moves;
}

/** True if moves are first chosen and then made together. */
export const isPlanned = (match) => kindOf(match).moved !== "one";

/** True if a move can be made in a component. */
const isLiving = (match, { game, index }) => match.listing?.options(game, index).count !== 0;

/** The components in which a move can be made. */
const livingIn = (match) => match.components.filter((component) => isLiving(match, component));

/** True if the match ends as soon as one component has no moves. */
const isShort = (match) => kindOf(match).ended === "any";

/** Forgets the elements that show the plan, before the board is drawn again. */
export const forget = () => showing.splice(0);

/** The rule of the match. It replaces the rule of a sum. */
export function ruleOf(match, moveRule) {
  const { moved, ended } = kindOf(match);
  const games = Object.keys(match.root.position);
  const turn = TURNS[moved][ended] ?? TURNS[moved];
  const end = ended === "any" ? `As soon as one has no move left, the match is over, and the player to move ${match.play === "misere" ? "wins" : "loses"}.` : `${ENDS[match.play]}.`;
  return [games.length === 1 && moveRule(match.entry(games[0]), match.root.position[games[0]]).replace(/ from one heap(?=\.)/, ""), turn, end].filter(Boolean).join(" ");
}

/** Names the components that ended the match while others still have moves. Null if no component has a move. */
export function endOf(match) {
  const over = match.components.filter((component) => !isLiving(match, component));
  if (!isShort(match) || !over.length || over.length === match.components.length) return null;
  return `${listed(over.slice(0, 3).map((component) => nameOf(match, component)))} ${over.length > 1 ? "have" : "has"} no move left, and that ends the match.`;
}

/** Chooses a move of a component, or undoes the choice. If a turn is one move, the move is made at once. */
export function choose(match, move, ways) {
  if (!isPlanned(match)) return ways.choose({ moves: [move] });
  const moves = planOf(match);
  const place = placeKey(move);
  if (isChosen(match, move)) moves.delete(place);
  else moves.set(place, move);
  showing.forEach(({ show }) => show());
  light();
  ways.planned();
}

function isChosen(match, { at, ...move }) {
  const own = planOf(match).get(placeKey(move));
  return own !== undefined && keyOf(own) === keyOf(move) && own.at === at;
}

/**
 * Shows on a control whether the control's move is chosen, now and whenever the choice changes. `lit(on)` lights up the
 * parts that the move changes. Returns a function that lights up the parts of all chosen moves again.
 */
export function dress(match, button, move, lit, wins) {
  if (!isPlanned(match) || match.busy) return () => {};
  let wasChosen = false;
  const own = {
    show: () => {
      const isNow = isChosen(match, move);
      button.setAttribute("aria-pressed", String(isNow));
      button.classList.toggle("planned", isNow);
      button.classList.toggle("wins", wins());
      if (wasChosen && !isNow) lit(false);
      wasChosen = isNow;
    },
    light: () => wasChosen && lit(true),
  };
  showing.push(own);
  // The elements that the move lights up exist only once the whole drawing is made.
  queueMicrotask(() => {
    own.show();
    own.light();
  });
  return light;
}

/** True if this move and the chosen moves of other components belong to a combined move that is known to win. */
export function wins(match, move) {
  const others = [...planOf(match).values()].filter((other) => placeKey(other) !== placeKey(move));
  return match.listing?.moves.some((turn) => outcomeOf(turn) === "win" && [move, ...others].every((part) => turn.moves.some((each) => keyOf(each) === keyOf(part)))) ?? false;
}

/**
 * The line of a card that says which moves are chosen in the card's component, and how many are still to be chosen.
 * While the oracle's reply is shown, the line has the oracle's moves. `alive` has the parts into which earlier moves
 * have split the component.
 */
export function lineOf(match, game, alive) {
  const line = h("p", { class: "plan" });
  const show = () => {
    const places = alive.map(({ index }) => ({ game, index }));
    const replied = match.reply && movesOf(match.reply).filter((move) => places.some((place) => placeKey(place) === placeKey(move)));
    const living = places.filter((place) => isLiving(match, place));
    const chosen = places.map((place) => planOf(match).get(placeKey(place))).filter(Boolean);
    const { moved } = kindOf(match);
    const missing = moved === "all" ? living.length - chosen.length : 0;
    const said = match.reply ? (replied.length ? `Oracle: ${replied.map(({ text }) => text).join("; ")}` : "Oracle: stays as it is")
      : living.length === 0 ? "Ended"
        : match.wonBy || match.busy || match.isOracles || moved === "one" ? ""
          : chosen.length === 0 ? (moved === "all" ? `Choose a move${living.length > 1 ? ` in each of ${living.length}` : ""}` : "Stays, or choose a move")
            : [missing > 0 && `${missing} more to choose`, ...chosen.map(({ text }) => text)].filter(Boolean).join("; ");
    line.title = said;
    line.classList.toggle("chosen", chosen.length > 0);
    line.classList.toggle("open", said.startsWith("Choose") || missing > 0);
    line.replaceChildren(...(chosen.length && missing <= 0 ? [h("span", { "aria-hidden": "true" }, "✓ ")] : []), said);
  };
  showing.push({ show });
  show();
  return line;
}

/** The sentence below the board that says what to do. */
export function todo(match) {
  const { moved } = kindOf(match);
  if (moved === "one") return "Pick a move in one of them.";
  return moved === "all" ? "Choose a move in each of them, then make them together." : "Choose a move in one or several of them, then make them together.";
}

/**
 * The button that makes the chosen moves. Null if a turn is one move, or if the user can't move now. Also null in the
 * first turn, as long as no move is chosen.
 */
export function button(match, ways, isFirst) {
  if (!isPlanned(match) || match.busy || match.wonBy || match.isOracles || !match.listing) return null;
  const moves = planOf(match);
  if (isFirst && moves.size === 0) return null;
  const isAll = kindOf(match).moved === "all";
  const missing = isAll ? livingIn(match).length - moves.size : moves.size ? 0 : 1;
  const isTooMany = isAll && match.components.length > DRAWN;
  const label = isTooMany ? "Choose in the table" : missing > 0 ? (isAll && moves.size ? `Choose ${missing} more` : isAll ? `Choose ${missing} moves` : "Choose a move") : moves.size > 1 ? `Make ${moves.size} moves` : "Make the move";
  const isReady = missing <= 0 && !isTooMany;
  return h("button", { type: "button", id: "combine", class: "main", "aria-disabled": isReady ? undefined : "true", onclick: () => {
    if (!isReady) return;
    // The moves are in the order of the components, as in the service.
    const made = componentsOf(match.position).map((place) => moves.get(placeKey(place))).filter(Boolean);
    ways.choose({ moves: made });
  } }, label);
}

/** The first hint. It says where to look for a move. */
export function firstHint(match) {
  const { analysis, components } = match;
  const { move, winner, component_numbers: numbers } = analysis;
  if (winner === "second") return { places: [], text: "No move wins against perfect play: whatever you do, there is an answer. Make it hard to find." };
  if (winner === "draw") return { places: [], text: "No move wins, but one keeps the play going." };
  const { moved, ended } = kindOf(match);
  if (moved !== "all") {
    const places = movesOf(move);
    return { places, text: `A winning move is in ${listed(places.slice(0, 4).map((place) => nameOf(match, { ...place, piece: place.from })))}.` };
  }
  const by = components.map((component) => ({ component, lasts: numbers?.[component.game]?.[component.index] })).filter(({ lasts }) => typeof lasts === "number" || typeof lasts === "string")
    .sort((one, other) => (BigInt(one.lasts) < BigInt(other.lasts) ? -1 : 1));
  const [first] = ended === "any" ? by : by.reverse();
  if (!first) return { places: [], text: `${grouped(match.listing.winningCount)} combined moves win.` };
  return { places: [first.component], text: `What counts is the one that ${ended === "any" ? "ends first" : "lasts longest"}: ${nameOf(match, first.component)}. Be the one who moves there last.` };
}

/** The reason for the recommended move: the steps about the compound, without the rule and the move. */
export function reasonOf({ analysis, position, entry, catalogue, games }) {
  const steps = (analysis.explanation ?? []).filter(({ game }) => !game).slice(1, -1);
  return steps.map(({ text }) => readable(text, position, (key) => catalogue.entry(key, games).name)).join(" ");
}

/** Draws the reason why the position of a compound is won or lost. For a sum, `why.js` draws the reason. */
export function drawWhy(section, match, { show }, ways) {
  const heading = h("h2", { id: "why-title" }, "Why");
  if (show !== "all") {
    return replace(section, heading, h("p", { class: "muted" }, "What decides each component, and the way from there to the winning move. "),
      h("button", { type: "button", id: "show-why", onclick: () => ways.show("all") }, "Show it, and every move's result"));
  }
  const { analysis, components } = match;
  const number = ({ game, index }) => {
    const found = analysis.component_numbers?.[game]?.[index];
    return WORDS.get(found) ?? (found === undefined ? "?" : grouped(found));
  };
  const head = (text) => h("th", { scope: "col" }, text);
  return replace(section, heading, h("p", { id: "why-lead" }, ruleOf(match, () => ""), " ", reasonOf(match)),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "What decides each component" },
      h("table", { class: "values" }, h("thead", {}, h("tr", {}, head("Component"), head(NUMBERS[match.start.compound]))),
        h("tbody", {}, components.slice(0, LISTED).map((component) => h("tr", {}, h("th", { scope: "row" }, nameOf(match, component)), h("td", {}, number(component))))))),
    h("button", { type: "button", class: "quiet", id: "lesson-of-compounds", onclick: () => ways.lesson("compounds.1") }, "The lesson on this"),
    argument(analysis.explanation, match.position, (key) => match.entry(key).name));
}

/** The table of combined moves. */
export function drawMoves(section, match, { show }, ways) {
  const { listing } = match;
  const heading = h("h2", { id: "moves-title" }, `All moves${listing.count ? ` (${grouped(listing.count)})` : ""}`);
  if (!listing.count) return replace(section, heading, h("p", { class: "muted" }, "No move is left."));
  if (match.isOracles) return replace(section, heading, h("p", { class: "muted" }, "The oracle is to move here."));
  const all = show === "all" ? listing.moves : listing.inOrder;
  const moves = all.slice(0, shownRows(listing));
  const row = (turn) => h("tr", { class: show === "all" ? outcomeOf(turn) : "", "data-move": keyOf(turn), onpointerenter: () => ways.point(turn, true, "moves"), onpointerleave: () => ways.point(turn, false, "moves") },
    h("th", { scope: "row" }, h("button", { type: "button", class: "ply", "aria-disabled": match.busy ? "true" : undefined, onclick: () => ways.choose({ moves: turn.moves }) }, plyText(match, withFrom(match.position, turn)))),
    show === "all" && h("td", { class: "outcome" }, OUTCOMES[outcomeOf(turn)]));
  replace(section, heading,
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of moves" },
      h("table", { class: "moves" }, h("thead", {}, h("tr", {}, ["Move", ...(show === "all" ? ["For you"] : [])].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", { id: "options" }, moves.map(row)))),
    (moves.length < all.length || listing.hasMore) && h("button", { type: "button", class: "quiet", id: "more-options", onclick: () => {
      rows.count += 5 * ROWS;
      return rows.count > all.length && listing.hasMore ? ways.more() : ways.redraw();
    } }, `Show more of ${grouped(listing.count)}`));
  roving(section.querySelector("tbody"), [...section.querySelectorAll("tbody button")]);
}

const rows = { listing: null, count: ROWS };

function shownRows(listing) {
  if (rows.listing !== listing) Object.assign(rows, { listing, count: ROWS });
  return rows.count;
}
