// The table: a card for each component, its drawing, and the moves that can be picked in it.

import { moveRule, rulesOf } from "./catalogue.js";
import { drawingOf } from "./drawings/index.js";
import { h, replace, roving } from "./element.js";
import { DRAWN } from "./match.js";
import { grouped, leavings, shown, textOf, valueText } from "./position.js";

/** Games whose rules are unfolded. */
const unfolded = new Set();

/** Longer positions have cards of twice the width. */
const WIDE = 14;

/** The heights that cards have had in this match: they don't shrink, so nothing moves under the pointer. */
const heights = new Map();
let matchShown = null;

/** The move that a first touch showed, and a second one plays. */
let armed = null;

/** Draws all components. `show` is what may be told, `ways` what can be done. */
export function drawBoard(section, match, { show }, ways) {
  if (matchShown !== match.start) heights.clear();
  matchShown = match.start;
  armed = null;
  const components = match.components;
  const cards = components.slice(0, DRAWN).map((component) => card(match, component, show, ways));
  const rest = components.length - cards.length;
  const more = rest > 0 && h("p", { class: "more" }, `and ${grouped(rest)} more, to be found in the table of moves`);
  section.setAttribute("aria-busy", String(match.busy !== null));
  replace(section, h("h2", { class: "unseen" }, "The table"), h("div", { class: "cards" }, cards.map(({ element }) => element)), more);
  for (const { element, figure } of cards) {
    const height = Math.max(heights.get(element.id) ?? 0, figure.offsetHeight);
    heights.set(element.id, height);
    figure.style.setProperty("min-height", `${height}px`);
  }
  cards.forEach(({ light }) => light?.());
}

function card(match, { game, index, piece }, show, ways) {
  const entry = match.entry(game);
  const id = `piece-${game}-${index}`;
  const { reply, caller } = match.meanwhile ?? match.turns[match.at - 1] ?? {};
  const isHere = (move) => move?.game === game && move.index === index;
  const controls = [];
  const caption = h("p", { class: "caption" });
  const idle = () => {
    const said = isHere(reply) ? ["Oracle: ", reply.text] : isHere(caller) && match.meanwhile ? ["You: ", caller.text] : null;
    caption.replaceChildren(...(said ? [h("b", {}, said[0]), said[1]] : [match.busy ? "" : moves.length ? drawing.HINT ?? "Pick a move." : ""]));
    caption.classList.toggle("reply", Boolean(said));
  };
  // While the oracle moves, its move is the only one that is drawn, and nothing can be picked.
  const options = match.meanwhile ? { moves: isHere(match.meanwhile.reply) ? [match.meanwhile.reply] : [] } : match.listing.options(game, index);
  const moves = options.moves;
  const isOver = !match.meanwhile && options.count === 0;
  const byText = new Map(moves.map((move) => [textOf(move.to), move]));
  let light = null;

  /** A button that plays an option; `touched()` are the parts that it changes, lit up while it is pointed at. */
  const pick = (option, properties, content, touched = () => []) => {
    const isWinning = wins(option);
    // Of a heap that splits the move says it itself.
    const leaves = option.text.includes(", leaving ") ? null : `leaves ${leavings(option.to, entry.splits)}`;
    const lit = (on) => touched().forEach((part) => part.classList.toggle("touched", on));
    const point = () => {
      controls.forEach((other) => other !== button && other.classList.remove("armed"));
      lit(true);
      ways.point(option, true);
      caption.replaceChildren(h("b", {}, option.text), ...(leaves ? [` ${leaves}`] : []));
      caption.classList.remove("reply");
    };
    const leave = () => {
      if (button.classList.contains("armed")) return;
      lit(false);
      ways.point(option, false);
      idle();
    };
    const button = h("button", {
      type: "button", ...properties, class: `${properties.class ?? ""} pick${isWinning ? " wins" : ""}`,
      "aria-label": `${[option.text, leaves].filter(Boolean).join(", ")}${isWinning ? ", a winning move" : ""}`, "data-to": textOf(option.to),
      "aria-disabled": match.busy ? "true" : undefined,
      onclick: (event) => {
        // A finger can't point, so its first touch does, and the second plays.
        if (event.pointerType === "touch" && armed !== button) {
          armed?.classList.remove("armed");
          armed?.dispatchEvent(new Event("leave"));
          armed = button;
          button.classList.add("armed");
          point();
          caption.append(". Touch again to play.");
        } else ways.choose({ game, index, to: option.to });
      },
      onpointerenter: (event) => event.pointerType !== "touch" && point(),
      onpointerleave: (event) => event.pointerType !== "touch" && leave(),
      onfocus: () => button.matches(":focus-visible") && point(), onblur: leave, onleave: leave,
    }, content);
    controls.push(button);
    if (match.meanwhile) light = () => lit(true);
    return button;
  };

  const wins = (option) => show === "all" && !match.busy && match.listing.wins(option);
  const isYours = isHere(caller) && match.meanwhile && !isHere(match.meanwhile.reply);
  const drawing = drawingOf(entry, piece, moves);
  const figure = h("div", { class: `figure${isYours ? " yours" : ""}`, role: "group", "aria-label": `Moves in ${entry.name} ${shown(piece)}` },
    drawing.draw(piece, moves, { find: (to) => byText.get(textOf(to)), pick, wins, entry }));
  if (controls.length && !match.busy) roving(figure, controls);
  const value = show === "all" && !match.meanwhile ? match.analysis.values?.[game]?.[index] : undefined;
  idle();
  const element = h("article", { class: `card${isOver ? " spent" : ""}${textOf(piece).length > WIDE ? " wide" : ""}`, id, tabindex: "-1", "aria-labelledby": `${id}-title` },
    h("header", {},
      h("h3", { id: `${id}-title` }, h("span", { class: "name" }, entry.name), " ", h("span", { class: "numbers" }, shown(piece))),
      value !== undefined && h("span", { class: "value", title: "The Grundy value of this component" }, `value ${valueText(value)}`)),
    rules(entry, match.play),
    figure,
    isOver ? h("p", { class: "caption" }, isHere(reply) ? [h("b", {}, "Oracle: "), reply.text, "; "] : null, "no move is left here") : caption);
  return { element, figure, light };
}

/** What a move does, in sight; all rules and their sources on demand. What is unfolded stays so from turn to turn. */
function rules(entry, play) {
  const list = entry.sources.map(({ author, title, year }) => h("li", {}, `${author}, ${title} (${year})`));
  const details = h("details", { class: "rules", open: unfolded.has(entry.id), ontoggle: () => unfolded[details.open ? "add" : "delete"](entry.id) },
    h("summary", {}, h("span", {}, moveRule(entry)), " ", h("span", { class: "link" }, "Rules")),
    h("p", {}, rulesOf(entry, play)), list.length > 0 && h("ul", { "aria-label": "Sources" }, list));
  return details;
}
