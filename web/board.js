// The table, which shows the position. Each game has a line with its rule, and its components. A component is a drawing
// in which moves can be picked.

import { drawnAs, moveRule, rulesOf } from "./catalogue.js";
import { codeTable } from "./codes.js";
import { drawingOf } from "./drawings/index.js";
import { fold, h, replace, roving, svg } from "./element.js";
import { drawLadder } from "./ladder.js";
import { DRAWN } from "./listing.js";
import { grouped, isNumeric, leavings, movesOf, partsOf, saysAll, shown, textOf, valueText } from "./position.js";
import { heightOf, roomOf, settle, shareOf, windowKey } from "./room.js";
import { ageOf, aliveIn, pastOf, slotsOf } from "./slots.js";
import { decisive, numberOf, story } from "./words.js";

/** The control whose move a first touch showed. A second touch plays the move. */
let armed = null;

/**
 * The sizes that components got at first. Components keep these sizes, so that nothing moves under the pointer. `rest` is
 * the height (rem) that they leave free.
 */
const frame = { root: null, key: "", cards: new Map(), rooms: null, rest: null };

/** If a board leaves more than this height (rem) free, half of the screen would be empty. */
const FREE = 16;

/** True if the board leaves half of the screen free. */
export const hasRoom = () => frame.isFree;

/** Draws all components. `seen` says what is shown, and `ways` has the functions for what the user can do. */
export function drawBoard(section, match, seen, ways) {
  // Values need room, so the sizes change if values are shown.
  const key = `${windowKey()} ${seen.show}`;
  if (frame.root !== match.root || frame.key !== key) Object.assign(frame, { root: match.root, key, cards: new Map(), rooms: null, rest: null });
  armed = null;
  match.combined?.forget();
  const slots = slotsOf(match);
  const drawn = slots.slice(0, DRAWN);
  const games = [...new Set(drawn.map(({ game }) => game))];
  const captions = new Map(games.map((game) => [game, captionOf(match)]));
  if (!frame.rooms) {
    const whole = roomOf(section, seen);
    Object.assign(frame, { whole: whole.height, rooms: new Map(games.map((game) => [game, shareOf(whole, games.length, drawn.filter((slot) => slot.game === game).length)])) });
  }
  const { rooms } = frame;
  const cards = drawn.map((slot) => card(match, slot, captions.get(slot.game), rooms.get(slot.game), seen, ways));
  const rest = slots.length - cards.length;
  const more = rest > 0 && h("p", { class: "more" }, `and ${grouped(rest)} more, to be found in the table of moves`);
  const groups = games.map((game) => group(match, game, cards.filter((each) => each.slot.game === game), captions.get(game), seen, ways));
  section.setAttribute("aria-busy", String(match.busy !== null));
  replace(section, h("h2", { class: "unseen" }, "The table"), groups, more, match.wonBy && ending(match, seen, ways));
  for (const game of games) settle(cards.filter(({ slot }) => slot.game === game), rooms.get(game), frame.cards);
  frame.rest ??= frame.whole - heightOf(section);
  const ladder = !seen.forClass && !seen.embedded && seen.show !== "none" && drawLadder(match, frame.rest);
  frame.isFree = !ladder && frame.rest > FREE;
  if (ladder) section.append(ladder);
  cards.forEach(({ light }) => light());
}

/** The end of the match: when it was decided, and the ways on. */
function ending(match, { show }, ways) {
  const lost = show === "none" ? null : decisive(match);
  const button = (id, label, onclick, look = "") => h("button", { type: "button", id, class: look, onclick }, label);
  return h("div", { class: "ending" }, show !== "none" && h("p", { id: "story" }, story(match)),
    h("div", { class: "buttons" }, button("again", "Play again", ways.again, "main"), lost && button("see", `Try from move ${numberOf(lost)}`, () => ways.goTo(lost.parent))));
}

/** Draws a game with its components. The rule for a move is always visible. All rules are in a fold. */
function group(match, game, cards, caption, { show, lost }, ways) {
  const entry = match.entry(game);
  const rules = fold(`rules-${game}`, { class: "rules" },
    [h("b", { class: "name" }, entry.name), " ", h("span", { class: "rule" }, moveRule(entry, match.root.position[game])), " ", h("span", { class: "link" }, "Rules")],
    h("p", {}, rulesOf(entry, match.play)), Object.keys(match.root.position).length > 1 && codeTable(game), entry.script && h("pre", { tabindex: "0", role: "region", "aria-label": "The rules" }, h("code", {}, [entry.script].flat().join("\n"))));
  const lostHere = show === "all" && !match.combined && h("label", { class: "overlay" },
    h("input", { type: "checkbox", id: `lost-${game}`, checked: lost.has(game), onchange: () => ways.overlay(game) }), h("span", {}, "Mark lost positions"));
  return h("section", { class: `game${cards.length === 1 ? " alone" : ""}`, "aria-label": entry.name, "data-game": game }, rules, lostHere,
    h("div", { class: "cards" }, cards.map(({ element }) => element)), caption.element);
}

/** The line below a game. It says what the move under the pointer does. Without a pointer, it says what to do. */
function captionOf(match) {
  const element = h("p", { class: "caption" });
  const caption = {
    element,
    /** The sentence that says how to move, which depends on the drawings of the game. */
    todo: "No move is left here.",
    say: (...words) => element.replaceChildren(...words),
    idle: () => caption.say(match.busy ? "" : caption.todo),
  };
  return caption;
}

function card(match, slot, caption, room, { show, lost, hint }, ways) {
  const { game, number, tree } = slot;
  const entry = match.entry(game);
  const id = `piece-${game}-${number}`;
  const alive = aliveIn(tree);
  const last = match.reply ?? match.node.ply;
  const isHere = (place) => place.game === game && alive.some(({ index }) => index === place.index);
  const isMoving = match.reply !== null && movesOf(match.reply).some(isHere);
  const controls = [];
  const lights = [];
  const look = drawnAs(entry);
  const isLost = (to) => (lost.has(game) && show !== "none" && !match.busy ? ways.lost(game, to) : undefined);
  const isHinted = (option) => Boolean(hint?.move) && movesOf(hint.move).some((move) => sameMove(move, option));
  const common = { entry: look, lost: isLost, editing: false, first: tree.piece, room };
  const toolsOf = new Map(alive.map((node) => {
    const { index } = node;
    const { count, moves } = optionsOf(match, game, index);
    const byText = new Map(moves.map((move) => [textOf(move.to), move]));
    const whole = (option) => ({ ...option, game, index });
    const wins = (option) => !match.busy && ((show === "all" && (match.combined ? match.combined.wins(match, whole(option)) : match.listing?.wins(option))) || (isHinted(whole(option)) && match.analysis.winner === "first"));
    const pick = picker({ match, game, index, entry, isSeen: () => isSeen, wins, isHinted: (option) => isHinted(whole(option)), caption, controls, ways, lights });
    const refuse = (words) => ({ onclick: () => caption.say(words) });
    return [node, { ...common, count, moves, find: (to) => byText.get(textOf(to)), pick, refuse, wins, isReply: match.reply !== null }];
  }));
  const of = (node) => toolsOf.get(node);
  const isOver = match.listing !== null && alive.every((node) => of(node).count === 0);
  const drawing = drawingOf(look, tree.piece, []);
  const isWhole = entry.splits && drawing.drawWhole && alive.every((node) => drawingOf(look, node.piece, of(node).moves) === drawing);
  const parts = isWhole ? [[drawing, drawing.drawWhole(tree, of, { ...common, isReply: match.reply !== null })]] : alive.map((node) => {
    const own = drawingOf(look, node.piece, of(node).moves);
    const past = entry.splits ? [] : pastOf(tree);
    const before = past.at(-1);
    const tools = { ...of(node), past, previous: before?.age === 1 && !match.reply ? before.piece : undefined, first: entry.splits ? node.piece : tree.piece };
    return [own, own.drawWhole && entry.splits ? own.drawWhole({ piece: node.piece, index: node.index }, () => of(node), tools) : own.draw(node.piece, of(node).moves, tools), node];
  });
  if (!isOver && parts[0]) caption.todo = match.combined?.todo(match) ?? parts[0][0].HINT ?? "Pick a move.";
  const drawn = h("div", { class: `drawn${parts.some(([own]) => own.FLUID) ? " fluid" : ""}${isWhole ? "" : " apart"}` },
    parts.length ? parts.map(([, content, node]) => h("div", { class: `part${node && isLost(node.piece) ? " lost" : ""}` }, content)) : h("p", { class: "rest" }, "nothing is left"));
  const hinted = hint?.places.some(isHere);
  const isLatest = isMoving || (!match.reply && last !== null && ageOf(tree) === 1);
  const figure = h("div", { class: "figure", role: "group", "aria-label": "Moves" }, drawn);
  if (controls.length && !match.busy) roving(figure, controls);
  const values = match.busy ? [] : alive.map(({ index }) => match.analysis?.values?.[game]?.[index]).filter((value) => value !== undefined);
  caption.idle();
  const inOrder = isWhole && drawing.lay ? drawing.lay(tree, look).rows.map(({ node }) => node) : alive;
  const text = summed(inOrder.map(({ piece }) => shown(piece))) || "gone";
  // People need no list of numbers if the drawing shows all of them.
  const isSeen = parts.length > 0 && parts.every(([own]) => own.SHOWS_ALL || (Array.isArray(tree.piece) && (own.SHOWS_LISTS || (!own.FLUID && own.HINT))));
  const element = h("article", { class: `card${isOver ? " spent" : ""}${hinted ? " hinted" : ""}${isLatest ? " latest" : ""}`, id, tabindex: "-1", "aria-labelledby": `${id}-title` },
    figure,
    h("header", {},
      h("h3", { id: `${id}-title` }, h("span", { class: "unseen" }, `${entry.name} `), h("span", { class: `numbers${entry.splits ? " several" : ""}${isSeen ? " unseen" : ""}`, title: entry.splits && text }, text)),
      match.combined?.lineOf(match, game, alive),
      // While the oracle moves, no value is shown. A blank keeps the space for it.
      show === "all" && h("span", { class: "value", title: "The Grundy value of this component" }, values.length > 0 ? `value ${summed(values.map(valueText), " ⊕ ")}` : "\u00a0")));
  return { slot, element, figure, drawn, light: () => lights.forEach((light) => light()) };
}

/** The largest number of components that are listed one by one. If there are more, equal components are counted. */
const SAID = 6;

function summed(texts, plus = " + ") {
  if (texts.length <= SAID) return texts.join(plus);
  const counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => (count > 1 ? `${count} × ${text}` : text)).join(plus);
}

const sameMove = (one, other) => one.game === other.game && one.index === other.index && textOf(one.to) === textOf(other.to);

/** The moves that can be picked. While the oracle's move is shown, it is the only move that can be picked. */
function optionsOf(match, game, index) {
  if (match.reply) return { moves: movesOf(match.reply).filter((move) => move.game === game && move.index === index), count: null };
  if (!match.listing || match.isOracles || match.wonBy) return { moves: [], count: match.wonBy ? match.listing?.options(game, index).count ?? null : null };
  return match.listing.options(game, index);
}

/** Returns a function that makes the touchable elements of a component's drawing. */
function picker({ match, game, index, entry, isSeen, wins, isHinted, caption, controls, ways, lights }) {
  /**
   * Makes an element that plays an option. `touched()` returns the parts to light up. `at` is the place of the move, if
   * the option has several places.
   */
  return (option, { svg: tag, ...properties }, content, touched = () => [], at) => {
    const isWinning = wins(option);
    const text = option.words ?? option.text;
    const leaves = option.words || saysAll(option) ? null : `leaves ${leavings(option, entry, match.position[game][index])}`;
    // A screen reader can't read the notation of a board or a graph.
    const isRead = partsOf(option.to, entry.splits).every(isNumeric);
    const lit = (on) => touched().forEach((part) => part.classList.toggle("touched", on));
    const point = (event) => {
      controls.forEach((other) => other !== button && other.classList.remove("armed"));
      lit(true);
      if (event?.type !== "pointed") ways.point({ ...option, game, index }, true, "board");
      caption.say(h("b", {}, text), ...(leaves && !isSeen() ? [` ${leaves}`] : []));
    };
    let showPlan = () => {};
    const leave = (event) => {
      if (button.classList.contains("armed")) return;
      lit(false);
      showPlan();
      if (event?.type !== "unpointed") ways.point({ ...option, game, index }, false, "board");
      caption.idle();
    };
    const click = (event) => {
      if (match.busy) return;
      // A finger can't point without touching. So the first touch only shows the move, and the second touch plays it.
      // Choosing a part of a combined move needs no second touch.
      if (event.pointerType === "touch" && !match.combined?.isPlanned(match) && armed !== button) {
        armed?.classList.remove("armed");
        armed?.dispatchEvent(new Event("blur"));
        armed = button;
        button.classList.add("armed");
        point(event);
        caption.element.append(". Touch again to play.");
      } else if (match.combined) match.combined.choose(match, { game, index, to: option.to, at, text }, ways);
      else ways.choose({ game, index, to: option.to, at });
    };
    const all = {
      ...properties, class: `${properties.class ?? ""} pick${isWinning ? " wins" : isHinted(option) ? " lit" : ""}`,
      "aria-label": `${[text, isRead && leaves].filter(Boolean).join(", ")}${isWinning ? ", a winning move" : ""}`,
      "data-index": index, "data-to": textOf(option.to), "aria-disabled": match.busy ? "true" : undefined,
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
    if (match.combined) showPlan = match.combined.dress(match, button, { game, index, to: option.to, at }, lit, () => wins(option));
    if (match.reply) lights.push(() => lit(true));
    return button;
  };
}
