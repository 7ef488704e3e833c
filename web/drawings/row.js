// A row of things, for heap games whose moves may split a heap. A move takes adjacent things and leaves two rows, or it
// only cuts the row. The player first chooses the number to take, then the place. If the move also cuts, the cut is
// chosen last. All things keep their places until the end. Taken things leave a gap, and get fainter with age.

import { h } from "../element.js";
import { aliveIn } from "../slots.js";
import { grouped, textOf } from "../position.js";
import { gone, layOut } from "./past.js";
import { arrows, columnsFor, lostClass } from "./surface.js";
import * as words from "./words.js";

export const HINT = "Pick the place of your move.";

/** The length of the longest row that is drawn. The moves of a longer row are listed in words. */
const DRAWN = 150;

/** The figures that some games have instead of stones, and the words for the figures. */
const LOOKS = new Map([["kayles", "pin"], ["dawsons-kayles", "pin"], ["dawsons-chess", "pawns"]]);
const NAMES = { pin: "pin", pawns: "file", stone: "stone" };
const lookOf = ({ id }) => LOOKS.get(id) ?? "stone";

/** The width and height of a thing with its number (em). */
const SIZES = { stone: [2.5, 3.5], pin: [2.1, 4.2], pawns: [2.3, 4.2] };

/** In a longer row, only every fifth number is written. */
const NUMBERED = 20;

/** Stands for the choice to take any number from the end of the row. */
const TAIL = Infinity;

/** Marks moves that take things and also cut the rest. They are listed under the number of taken things plus `CUT`. */
const CUT = 0.5;

/**
 * True if no move takes from the middle of a row. A row is then a heap, and the picked stone is taken with all stones
 * after it. If no digit after the point of an octal code exceeds 3, no move splits what is left after taking.
 */
const isHeap = ({ id }) => ["lasker-nim", "lieges", "stalking"].includes(id) || /^octal\([0-7]*\.[0-3.]*\)$/.test(id);

/** The codes of the named games in which a row may offer a choice later but not at first. `hasChoice` reads them. */
const CODES = new Map([["guiles", "0.15"], ["lieges", "4.3"]]);

/**
 * True if, at some time in the match, moves may take different numbers, or may either take or cut. With `heap`, only
 * the choice to take or cut counts, because the picked stone decides how many are taken.
 */
const hasChoice = ({ id }, heap) => {
  const [cut, digits = ""] = (CODES.get(id) ?? /\((.*)\)$/.exec(id)?.[1] ?? "").split(".");
  return (/[1-9a-f]/i.test(cut) ? 1 : 0) + (heap ? Math.min(1, digits.length) : (digits.match(/[1-9a-f]/gi) ?? []).length) > 1;
};

/** For each game, the number of things that the player last chose to take. The choice stays from turn to turn. */
const chosen = new Map();

/** The rows that offer a choice at some time in the match. They keep room for it, so that nothing on the page moves. */
const choices = new Set();

/** True if a heap is the row that a circle became. */
export const isRow = (heap) => heap !== null && typeof heap === "object" && "row" in heap;

/**
 * The number of things in a heap. If the heap is a list such as [k, stones], this is the last number. The other numbers
 * of the list belong to the rules.
 */
export const sizeOf = (heap) => Number(Array.isArray(heap) ? heap.at(-1) : isRow(heap) ? heap.row : heap);
const sizesOf = (move) => move.to.map(sizeOf);
const sum = (parts) => parts.reduce((total, part) => total + part, 0);

export function fits(piece, moves, { splits, text_form: form, tags = [] }) {
  return splits && !tags.includes("boards") && (typeof piece === "number" || isRow(piece) || (form === "k,stones" && typeof piece[1] === "number")) && sizeOf(piece) <= DRAWN
    && moves.every(({ to }) => Array.isArray(to) && to.every((part) => typeof part === "number" || isRow(part) || Array.isArray(part)));
}

/** True if a component is a heap, and not the row that a circle became. */
export const hasSize = (heap) => typeof sizeOf(heap) === "number" && !isRow(heap);

/** The places of what is left of a heap, and of what moves took from it. */
export function lay(tree, entry) {
  // A split may leave more things than the heap had. Then each part of the heap has a separate row.
  const grows = aliveIn(tree).length > 1 && sum(aliveIn(tree).map(({ piece }) => sizeOf(piece))) > sizeOf(tree.piece);
  return grows ? apart(tree) : layOut(tree, sizeOf, (count) => isHeap(entry) && count > 0);
}

/**
 * The words for a move that takes `size` things from the place `start` on, or cuts there. `parts` has the sizes of the
 * rows that are left, from left to right. Null if the move has no such place: the last stones of a heap are taken, or
 * the move makes several cuts.
 */
export function say(entry, { start, size }, parts) {
  const left = parts.filter((part) => part > 0);
  if (start === undefined || left.length > 2 + Math.sign(size) || (isHeap(entry) && size > 0)) return null;
  const name = NAMES[lookOf(entry)];
  const made = size > 1 ? `take ${name}s ${start + 1}–${start + size}` : size ? `take ${name} ${start + 1}` : `cut after ${name} ${start}`;
  return left.length ? `${made}, leaving ${left.join(", ").replace(/, (\d+)$/, " and $1")}` : made;
}

export function drawWhole(tree, of, { entry, room }) {
  const [look, heap, laid] = [lookOf(entry), isHeap(entry), lay(tree, entry)];
  const whole = Math.max(1, ...[...laid.rows, ...laid.taken].map(({ start, size }) => start + size));
  const line = h("div", { class: `lane of-${look}${heap ? "" : whole > NUMBERED ? " numbered sparse" : " numbered"}`, style: { "--columns": columnsFor(whole, room, SIZES[look]), "--wide": `${SIZES[look][0]}em` } });
  const { choice, rest } = played(tree, laid, of, { entry, look, heap, whole }, (places) => line.replaceChildren(...places));
  return [
    Array.isArray(tree.piece) && h("p", { class: "said" }, `${entry.text_form.split(",")[0]} ${grouped(tree.piece[0])}`),
    choice, arrows(line), rest,
  ];
}

/**
 * Fills the places of the rows with touchable elements. `whole` is the number of places. `put(places)` is called with
 * the elements of all places, and again whenever the player chooses another number of things to take. Returns `{choice,
 * rest}`. `choice` is the element in which the number is chosen, if there is a choice. `rest` lists the moves that are
 * not drawn, in words.
 */
export function played(tree, { rows, taken, cuts }, of, { entry, look, heap = false, whole }, put) {
  const own = rows.filter(({ size }) => size > 0).map(({ node, start, size }) => {
    const tools = of(node);
    // If a split leaves more things than before, the move takes nothing.
    const takeOf = (move) => Math.max(0, size - sum(sizesOf(move)));
    const isCut = (move) => takeOf(move) > 0 && move.to.length > 2;
    // A move is drawn if it leaves at most two rows, or only equal rows. If it takes things, it may also leave three
    // rows. All other moves are listed in words.
    const drawn = tools.moves.filter((move) => move.to.length <= 2 || (isCut(move) && move.to.length === 3) || new Set(sizesOf(move)).size === 1);
    const kindOf = (move) => (heap && takeOf(move) > 0 ? TAIL : takeOf(move) + (isCut(move) ? CUT : 0));
    return { start, size, tools, drawn, kindOf, isCircle: entry.isCircular && !isRow(node.piece), others: tools.moves.filter((move) => !drawn.includes(move)) };
  });
  const takes = [...new Set(own.flatMap(({ drawn, kindOf }) => drawn.map(kindOf)))].sort((one, other) => one - other);
  /** For each number that a move may take, the places of the things that such moves take. */
  const reached = new Map(takes.map((take) => [take, new Set(own.flatMap((row) => reachOf(row, take).map((at) => row.start + at)))]));
  const winning = new Set(own.flatMap(({ drawn, kindOf, tools }) => drawn.filter(tools.wins).map(kindOf)));
  /** Shows the moves that take this number. If moves also cut, `from` is the chosen row, and the place in it. */
  const show = (take, from = null) => {
    const places = Array.from({ length: whole }, () => ({}));
    for (const row of own) {
      const { start, size, tools } = row;
      const hold = (at) => show(take, from?.row === row && from.at === at ? null : { row, at })[(start + at) % whole].querySelector(".choose").focus();
      const made = take % 1 === CUT ? cutThings(row, take, look, entry, from?.row === row ? from.at : null, hold) : things(row, take, look, entry);
      made.forEach((thing, at) => (thing.thing ??= other(start + at, take, tools)));
      made.forEach((thing, at) => (places[(start + at) % whole] = thing));
      places[start % whole].isFirst = true;
      places[(start + size - 1) % whole].isLast = true;
    }
    for (const { start, size, age } of taken) for (let at = start; at < start + size; at += 1) places[at % whole] = { thing: h("span", { class: `${look} ${gone(age)}`, "aria-hidden": "true" }) };
    for (const { start, age } of cuts) if (places[start % whole]) places[start % whole].wall = age;
    const elements = places.map(({ thing, cut, isFirst, isLast, wall }) =>
      h("span", { class: `place${isFirst ? " first" : ""}${isLast ? " last" : ""}${wall ? ` wall age${Math.min(wall, 5)}` : ""}` }, thing, cut));
    put(elements);
    return elements;
  };
  /** A thing from which no move takes the chosen number. It offers another number. If there is none, it says so. */
  const other = (at, take, { isReply, refuse }) => {
    const another = isReply ? undefined : takes.find((each) => each !== take && reached.get(each).has(at));
    const name = `${NAMES[look]} ${at + 1}`;
    if (another !== undefined) return h("button", { type: "button", class: `${look} choose`, "aria-label": `${name}: ${text(another)}`, onclick: () => change(another) });
    return h("span", { class: look, ...(takes.length && !isReply && refuse(take ? `No move takes ${name} now.` : "Pick where to cut.")) });
  };
  const group = h("div", { class: "choice takes", role: "group", "aria-label": "How many a move takes" });
  const choose = (take) => {
    show(take);
    group.querySelectorAll("button").forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.take === String(take))));
  };
  const text = (take) => (take === 0 ? "cut" : take === TAIL ? "take" : take % 1 === CUT ? `take ${grouped(take - CUT)}, cut` : `take ${grouped(take)}`);
  const change = (take) => {
    chosen.set(entry.id, take);
    choose(take);
  };
  group.append(...takes.map((take) => h("button", { type: "button", "data-take": take, class: winning.has(take) ? "wins" : "", onclick: () => change(take) }, text(take))));
  const name = `${entry.id} ${textOf(tree.piece)}`;
  if (takes.length > 1 || hasChoice(entry, heap)) choices.add(name);
  const kept = chosen.get(entry.id);
  const widest = takes.toSorted((one, two) => reached.get(two).size - reached.get(one).size)[0];
  choose(takes.find((take) => winning.has(take)) ?? (takes.includes(kept) ? kept : widest));
  return {
    choice: choices.has(name) && h("div", { class: `takes-place${takes.length > 1 ? "" : " idle"}` }, group),
    rest: own.flatMap(({ others, tools }) => (others.length ? [words.draw(null, others, tools)] : [])),
  };
}

/** Puts rows one after the other. This is for heaps that together are larger than the heap from which they come. */
function apart(tree) {
  let next = 0;
  const cuts = [];
  const rows = aliveIn(tree).map((node) => {
    const row = { node, start: next, size: sizeOf(node.piece) };
    if (next > 0) cuts.push({ start: next, age: 1 });
    next += row.size;
    return row;
  });
  return { rows, taken: [], cuts };
}

/**
 * The possible arrangements of the rows that a move leaves. Each is a list of sizes, from left to right. Two rows of
 * different sizes may stand in either order. A single row may stand on either side of the taken things, and then a 0
 * stands for the empty side.
 */
function waysOf(move) {
  const sizes = sizesOf(move);
  if (sizes.length === 2 && sizes[0] !== sizes[1]) return [sizes, [...sizes].reverse()];
  return sizes.length === 1 ? [[0, sizes[0]], [sizes[0], 0]] : [sizes];
}

/** The moves of a row that take this number, each at all its places: a map from places in the row to `{move, way}`. */
function placesOf({ size, tools, drawn, kindOf, isCircle }, take) {
  const places = new Map();
  for (const move of drawn.filter((each) => kindOf(each) === take)) {
    const ways = isCircle ? Array.from({ length: size }, (_, at) => [at]) : take === TAIL ? [sizesOf(move)] : waysOf(move);
    // The oracle's move is shown at only one place.
    for (const way of tools.isReply ? ways.slice(0, 1) : ways) places.set(way[0] ?? 0, { move, way });
  }
  return places;
}

/** The places in a row of the things that moves take, if they take this number. */
function reachOf(row, take) {
  if (take % 1 === CUT) return cutsOf(row, take).flatMap((cuts, at) => (cuts.length ? [at] : []));
  return [...placesOf(row, take).keys()].flatMap((from) => (take === TAIL ? [from] : Array.from({ length: take }, (_, at) => (from + at) % row.size)));
}

/** The things in a row or a circle, as `{thing, cut}`. A move takes `take` things, and begins with the picked one. */
function things(from, take, look, entry) {
  const { start, size: whole, tools: { pick, lost }, isCircle } = from;
  const places = placesOf(from, take);
  const said = (move, way, at) => (entry.isCircular ? move : { ...move, words: say(entry, { start: start + at, size: take }, way) ?? undefined });
  const row = [];
  for (let at = 0; at < whole; at += 1) {
    // With the last things of a row, no move begins. They belong to the move that takes them.
    const first = take > 0 && take < TAIL && !isCircle ? Array.from({ length: take }, (_, back) => at - back).find((place) => places.has(place)) ?? at : at;
    const found = take > 0 ? places.get(first) : undefined;
    const taken = () => [...row, ...(isCircle ? row : [])].slice(first, first + take).map(({ thing }) => thing);
    row.push({ thing: found && pick(said(found.move, found.way, first), { class: `${look}${lostClass(lost, found.move.to)}` }, null, taken, String(first)) });
  }
  if (take !== 0) return row;
  for (let at = 1; at < whole; at += 1) {
    const found = places.get(at);
    if (!found) continue;
    // A move may make several cuts, into equal parts. All its cuts are lit up.
    const all = () => found.way.slice(0, -1).map((_, part) => row[sum(found.way.slice(0, part + 1))]?.cut).filter(Boolean);
    row[at].cut = pick(said(found.move, found.way, at), { class: `cut-line${lostClass(lost, found.move.to)}` }, null, all, String(at));
  }
  // A place without a control may still be a cut of a move that cuts at several places. Such a place is drawn as a
  // line.
  for (const { way } of places.values()) {
    way.slice(0, -1).forEach((_, part) => {
      const at = sum(way.slice(0, part + 1));
      if (row[at]) row[at].cut ??= h("span", { class: "cut-line" });
    });
  }
  return row;
}

/** For each place in a row, the moves that take things from there on and cut the rest, as `{cut, sizes, move}`. */
function cutsOf({ size: whole, drawn, kindOf }, kind) {
  const take = kind - CUT;
  const keyOf = (sizes) => [...sizes].sort((one, other) => one - other).join();
  const bySizes = new Map(drawn.filter((move) => kindOf(move) === kind).map((move) => [keyOf(sizesOf(move)), move]));
  return Array.from({ length: Math.max(0, whole - take + 1) }, (_, at) => {
    const rest = whole - take - at;
    const before = Array.from({ length: Math.max(0, at - 1) }, (__, nth) => ({ cut: nth + 1, sizes: [nth + 1, at - nth - 1, rest] }));
    const after = Array.from({ length: Math.max(0, rest - 1) }, (__, nth) => ({ cut: at + take + nth + 1, sizes: [at, nth + 1, rest - nth - 1] }));
    return [...before, ...after].flatMap((each) => (each.sizes.every((size) => size > 0) && bySizes.has(keyOf(each.sizes)) ? [{ ...each, move: bySizes.get(keyOf(each.sizes)) }] : []));
  });
}

/**
 * The things in a row. A move takes adjacent things, and then cuts what is on their left or on their right in two. The
 * user first chooses the things to take, and then the cut.
 */
function cutThings(held, kind, look, entry, chosenAt, choose) {
  const { start, size: whole, tools: { pick, lost, isReply, wins } } = held;
  const [take, ways] = [kind - CUT, cutsOf(held, kind)];
  // If the oracle's move or a winning move is shown, the place of this move is chosen at first.
  const shown = ways.findIndex((cuts) => cuts.some(({ move }) => isReply || wins(move)));
  const from = chosenAt ?? (shown < 0 ? null : shown);
  const row = Array.from({ length: whole }, (_, at) => {
    const isTaken = from !== null && at >= from && at < from + take;
    if (isReply || (isTaken && !ways[at]?.length)) return { thing: h("span", { class: `${look}${isTaken ? " chosen" : ""}` }) };
    if (!ways[at]?.length) return {};
    const label = `Take ${take === 1 ? `the one at place ${at + 1}` : `${take} from place ${at + 1} on`}, and cut`;
    return { thing: h("button", { type: "button", class: `${look} choose${isTaken ? " chosen" : ""}`, "aria-label": label, "aria-pressed": String(at === from), onclick: () => choose(at) }) };
  });
  const cuts = from === null ? [] : ways[from];
  for (const { cut, sizes, move } of isReply ? cuts.slice(0, 1) : cuts) {
    const words = entry.isCircular ? undefined : say(entry, { start: start + from, size: take }, sizes);
    const line = pick({ ...move, words }, { class: `cut-line${lostClass(lost, move.to)}` }, null, () => [line, ...row.slice(from, from + take).map(({ thing }) => thing)], `${from}.${cut}`);
    row[cut].cut = line;
  }
  return row;
}
