// The table: for each game its line of rules and its components, each with its drawing and the moves that can be picked in it.

import { moveRule, rulesOf } from "./catalogue.js";
import { drawingOf } from "./drawings/index.js";
import { fold, h, replace, roving, svg } from "./element.js";
import { DRAWN } from "./match.js";
import { grouped, leavings, shown, textOf, valueText } from "./position.js";
import { slotsOf } from "./slots.js";

/** Longer positions have cards of twice the width. */
const WIDE = 14;

/** The heights that cards had at first in this match: they keep them, so nothing moves under the pointer. */
const heights = new Map();
let heightsOf = null;

/** What does not fit is drawn this much smaller at most. */
const LEAST = 0.4;

/** The move that a first touch showed, and a second one plays. */
let armed = null;

/** Draws all components. `seen` is what may be told, `ways` what can be done. */
export function drawBoard(section, match, seen, ways) {
  if (heightsOf?.position !== match.root.position || heightsOf.width !== innerWidth) heights.clear();
  heightsOf = { position: match.root.position, width: innerWidth };
  armed = null;
  const slots = slotsOf(match);
  const drawn = slots.slice(0, DRAWN);
  const games = [...new Set(drawn.map(({ game }) => game))];
  const captions = new Map(games.map((game) => [game, captionOf(match, game)]));
  const cards = drawn.map((slot) => card(match, slot, captions.get(slot.game), seen, ways));
  const rest = slots.length - cards.length;
  const more = rest > 0 && h("p", { class: "more" }, `and ${grouped(rest)} more, to be found in the table of moves`);
  const groups = games.map((game) => {
    const own = cards.filter((each) => each.slot.game === game);
    return group(match, game, own, captions.get(game), seen, ways);
  });
  section.setAttribute("aria-busy", String(match.busy !== null));
  replace(section, h("h2", { class: "unseen" }, "The table"), groups, more);
  for (const { element } of cards) element.style.setProperty("min-height", `${heights.get(element.id) ?? 0}px`);
  for (const { element, figure } of cards) {
    const room = heights.get(element.id);
    if (room === undefined) heights.set(element.id, element.offsetHeight);
    else fit(element, figure, room);
  }
  cards.forEach(({ light }) => light());
}

/** Keeps a card to its height: what has got higher is drawn smaller, narrower if its height follows from its width. */
function fit(element, figure, room) {
  const over = element.offsetHeight - room;
  if (over <= 0) return;
  const part = Math.max(LEAST, (figure.offsetHeight - over) / figure.offsetHeight);
  figure.style.setProperty("width", `${Math.floor(100 * part)}%`);
  if (element.offsetHeight <= room) return;
  figure.style.removeProperty("width");
  figure.style.setProperty("zoom", part.toFixed(3));
  if (element.offsetHeight <= room) return;
  // What keeps its size whatever room it has is scrolled.
  figure.style.removeProperty("zoom");
  figure.style.setProperty("max-height", `${figure.offsetHeight - over}px`);
  figure.style.setProperty("overflow-y", "auto");
}

/** A game with its components: what a move does, in sight; all rules and their sources on demand. */
function group(match, game, cards, caption, { show, lost }, ways) {
  const entry = match.entry(game);
  const list = entry.sources.map(({ author, title, year }) => h("li", {}, `${author}, ${title} (${year})`));
  const rules = fold(`rules-${game}`, { class: "rules" },
    [h("b", { class: "name" }, entry.name), " ", h("span", { class: "rule" }, moveRule(entry)), " ", h("span", { class: "link" }, "Rules")],
    h("p", {}, rulesOf(entry, match.play)), list.length > 0 && h("ul", { "aria-label": "Sources" }, list));
  const lostHere = show === "all" && h("label", { class: "overlay" },
    h("input", { type: "checkbox", id: `lost-${game}`, checked: lost.has(game), onchange: () => ways.overlay(game) }), h("span", {}, "Mark lost positions"));
  return h("section", { class: `game${cards.length === 1 ? " alone" : ""}`, "aria-label": entry.name, "data-game": game }, rules, lostHere,
    h("div", { class: `cards${cards.length <= STACKED && !entry.splits && largeFor(match.root.position[game]) ? " stacked" : ""}` }, cards.map(({ element }) => element)), caption.element);
}

/** The line below a game: what the move that is pointed at does, else what was done last, else what to do. */
function captionOf(match, game) {
  const element = h("p", { class: "caption" });
  const last = match.reply ?? match.node.ply;
  const said = last?.game === game ? [h("b", {}, match.reply || match.node.by === "oracle" ? "Oracle: " : "You: "), last.text] : null;
  const caption = {
    element,
    /** What to do, as the drawings of the game say. */
    todo: "No move is left here.",
    say: (...words) => {
      element.replaceChildren(...words);
      element.classList.remove("reply");
    },
    idle: () => {
      element.replaceChildren(...(said ?? [match.busy ? "" : caption.todo]));
      element.classList.toggle("reply", said !== null);
    },
  };
  return caption;
}

function card(match, slot, caption, { show, lost, hint }, ways) {
  const { game, number, parts } = slot;
  const entry = match.entry(game);
  const id = `piece-${game}-${number}`;
  const pieces = match.position[game] ?? [];
  const last = match.reply ?? match.node.ply;
  const changed = new Set(match.reply ? [] : changedBy(match, entry, game));
  const isMoving = (index) => match.reply?.game === game && match.reply.index === index;
  const controls = [];
  const lights = [];
  const hasLast = parts.some((index) => changed.has(index) || isMoving(index)) || (entry.splits && parts.length === 0 && last?.game === game && changed.size === 0);
  const drawings = parts.map((index) => {
    const [piece, { count, moves }] = [pieces[index], movesOf(match, game, index)];
    return { index, piece, count, moves, drawing: drawingOf(entry, piece, moves) };
  });
  const isOver = match.listing !== null && drawings.every(({ count }) => count === 0);
  if (!isOver && drawings[0]) caption.todo = drawings[0].drawing.HINT ?? "Pick a move.";

  const large = largeFor(match.root.position[game]);
  const figures = drawings.map(({ index, piece, moves, drawing }, at) => {
    const byText = new Map(moves.map((move) => [textOf(move.to), move]));
    const isHinted = (option) => Boolean(hint?.move) && sameMove(hint.move, { ...option, game, index });
    const wins = (option) => !match.busy && ((show === "all" && match.listing?.wins(option)) || (isHinted(option) && match.analysis.winner === "first"));
    const here = { match, game, index, entry, wins, isHinted, caption, controls, ways, lights };
    const isLost = (to) => (lost.has(game) && show !== "none" && !match.busy ? ways.lost(game, to) : undefined);
    const drawn = drawing.draw(piece, moves, { find: (to) => byText.get(textOf(to)), pick: picker(here), wins, entry, lost: isLost, editing: false,
      previous: changed.has(index) ? match.node.ply.from : undefined, part: { at, of: drawings.length },
      first: match.root.position[game][number] });
    const look = `part${changed.has(index) ? " changed" : ""}${isMoving(index) ? " moving" : ""}${isLost(piece) ? " lost" : ""}`;
    return h("div", { class: look, "data-index": index, style: { "flex-grow": String(drawing.widthOf?.(piece, { at, of: drawings.length }) ?? sizeOf(piece)), ...(large && { "font-size": large }) } }, drawn);
  });
  const hinted = hint?.game === game && parts.includes(hint.index);
  const figure = h("div", { class: `figure${hasLast ? " changed" : ""}`, role: "group", "aria-label": `Moves in ${entry.name} ${parts.map((index) => shown(pieces[index])).join(" and ")}` },
    figures.length ? figures : h("p", { class: "rest" }, "nothing is left"));
  if (controls.length && !match.busy) roving(figure, controls);
  const values = show === "all" && !match.busy ? parts.map((index) => match.analysis?.values?.[game]?.[index]) : [];
  caption.idle();
  const text = parts.map((index) => shown(pieces[index])).join(" + ") || "gone";
  const isSeen = drawings.length > 0 && drawings.every(({ drawing }) => drawing.SHOWS_ALL);
  const element = h("article", { class: `card${isOver ? " spent" : ""}${hinted ? " hinted" : ""}${textOf(match.root.position[game][number]).length > WIDE ? " wide" : ""}`, id, tabindex: "-1", "aria-labelledby": `${id}-title` },
    figure,
    h("header", {},
      h("h3", { id: `${id}-title` }, h("span", { class: "unseen" }, `${entry.name} `), h("span", { class: `numbers${isSeen ? " unseen" : ""}` }, text)),
      values.some((value) => value !== undefined) && h("span", { class: "value", title: "The Grundy value of this component" }, `value ${values.map(valueText).join(" ⊕ ")}`)));
  return { slot, element, figure, light: () => lights.forEach((light) => light()) };
}

/** Heaps up to this are drawn as large as there is room for, and so few of them one below the other. */
const [FEW, STACKED] = [12, 4];

/** How large the stones of heaps are: all alike, the largest heap on one line, and the same from the first move to the last. */
function largeFor(pieces) {
  const most = Math.max(...pieces.map((piece) => (typeof piece === "number" ? piece : Infinity)), 1);
  return most <= FEW ? `clamp(1rem, ${(100 / 2.7 / Math.max(most, 4)).toFixed(2)}cqw, 1.75rem)` : null;
}

/** How wide a part is beside others. */
const sizeOf = (piece) => (typeof piece === "number" ? Math.max(1, piece) : typeof piece === "string" ? Math.max(1, piece.length) : 1);

const sameMove = (one, other) => one.game === other.game && one.index === other.index && textOf(one.to) === textOf(other.to);

/** Which components of a game the last move left. */
function changedBy(match, entry, game) {
  const { ply } = match.node;
  if (ply?.game !== game) return [];
  return entry.splits ? ply.to.map((_, at) => ply.index + at) : [ply.index];
}

/** The moves that can be picked: while the oracle moves, its own move is the only one. */
function movesOf(match, game, index) {
  if (match.reply) return { moves: match.reply.game === game && match.reply.index === index ? [match.reply] : [], count: null };
  if (!match.listing || match.isOracles || match.wonBy) return { moves: [], count: match.wonBy ? match.listing?.options(game, index).count ?? null : null };
  return match.listing.options(game, index);
}

/** Makes the touchable elements of a component's drawing. */
function picker({ match, game, index, entry, wins, isHinted, caption, controls, ways, lights }) {
  /** What plays an option; `touched()` are the parts that it changes, lit up while it is pointed at. */
  return (option, { svg: tag, ...properties }, content, touched = () => []) => {
    const isWinning = wins(option);
    // Of a heap that splits the move says it itself.
    const leaves = option.text.includes(", leaving ") ? null : `leaves ${leavings(option.to, entry.splits)}`;
    const lit = (on) => touched().forEach((part) => part.classList.toggle("touched", on));
    const point = (event) => {
      controls.forEach((other) => other !== button && other.classList.remove("armed"));
      lit(true);
      if (event?.type !== "pointed") ways.point({ ...option, game, index }, true, "board");
      caption.say(h("b", {}, option.text), ...(leaves ? [` ${leaves}`] : []));
    };
    const leave = (event) => {
      if (button.classList.contains("armed")) return;
      lit(false);
      if (event?.type !== "unpointed") ways.point({ ...option, game, index }, false, "board");
      caption.idle();
    };
    const click = (event) => {
      if (match.busy) return;
      // A finger can't point, so its first touch does, and the second plays.
      if (event.pointerType === "touch" && armed !== button) {
        armed?.classList.remove("armed");
        armed?.dispatchEvent(new Event("blur"));
        armed = button;
        button.classList.add("armed");
        point(event);
        caption.element.append(". Touch again to play.");
      } else ways.choose({ game, index, to: option.to });
    };
    const all = {
      ...properties, class: `${properties.class ?? ""} pick${isWinning ? " wins" : isHinted(option) ? " lit" : ""}`,
      "aria-label": `${[option.text, leaves].filter(Boolean).join(", ")}${isWinning ? ", a winning move" : ""}`,
      "data-to": textOf(option.to), "aria-disabled": match.busy ? "true" : undefined,
      onclick: click,
      onpointerenter: (event) => event.pointerType !== "touch" && point(event),
      onpointerleave: (event) => event.pointerType !== "touch" && leave(event),
      onfocus: () => button.matches(":focus-visible") && point(), onblur: leave, onpointed: point, onunpointed: leave,
    };
    const button = tag
      ? svg(tag, { ...all, role: "button", tabindex: "-1", onkeydown: (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        click(event);
      } }, content ?? [])
      : h("button", { type: "button", ...all }, content);
    controls.push(button);
    if (match.reply) lights.push(() => lit(true));
    return button;
  };
}
