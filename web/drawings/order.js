// Partial orders. An element stands above all elements that are less. The picked element is taken, together with all
// elements above it.

import { h, svg } from "../element.js";
import { standing } from "./floors.js";
import { gone, goneSince } from "./past.js";
import { lostClass, node, placing, surface } from "./surface.js";

export const HINT = "Pick what your move takes: all above it goes, too.";
/** The drawing shows the whole component. So the text beside it is only for screen readers. */
export const SHOWS_ALL = true;

/** The largest number of elements of an order that is drawn. The moves of a larger order are listed in words. */
const ELEMENTS = 64;

/** The layouts that were made most recently. */
const seen = new Map();
const REMEMBERED = 40;

/** The elements in a text, which is `a<b`, `b>a` or a single element. The lower element comes first. */
export const ends = (part) => (part.includes(">") ? part.split(">").reverse() : part.split("<"));

const setOf = (element) => String(element).replace(/[{}\s]/g, "");

/** The free elements, all elements, and pairs `[below, above]` of elements. These pairs determine the whole order. */
function read(piece, { id, order, elements = [] }) {
  if (order) return { all: [...new Set([...order.flat(), ...elements].map(String))], pairs: order.map((pair) => pair.map(String)), free: piece === "start" ? null : new Set(piece.map(String)) };
  if (id === "subset-take-away") {
    const sets = piece.map((set) => (Array.isArray(set) ? set.join(".") : setOf(set)));
    const members = (set) => set.split(".");
    const isBelow = (one, other) => one !== other && members(one).every((member) => members(other).includes(member));
    return { all: sets, pairs: sets.flatMap((one) => sets.filter((other) => isBelow(one, other)).map((other) => [one, other])), free: new Set(sets) };
  }
  const parts = piece.map((part) => (Array.isArray(part) ? part.map(String) : ends(String(part))));
  const all = [...new Set(parts.flat())];
  return { all, pairs: parts.filter(({ length }) => length === 2), free: new Set(all) };
}

export function fits(piece, moves, entry) {
  const isOrder = Boolean(entry.order) || ["poset", "subset-take-away"].includes(entry.id);
  return isOrder && (Array.isArray(piece) || piece === "start") && read(piece, entry).all.length <= ELEMENTS;
}

/** For each element, the set of all elements above it. The set follows from the given pairs. */
function aboveOf(all, pairs) {
  const above = new Map();
  const find = (element) => {
    if (!above.has(element)) {
      above.set(element, new Set());
      for (const [below, next] of pairs) if (below === element) above.set(element, new Set([...above.get(element), next, ...find(next)]));
    }
    return above.get(element);
  };
  all.forEach(find);
  return above;
}

function laidOut(all, direct) {
  const key = `${all.join()} ${direct.map((pair) => pair.join("<")).join()}`;
  if (!seen.has(key)) {
    if (seen.size >= REMEMBERED) seen.delete(seen.keys().next().value);
    seen.set(key, standing(all, direct));
  }
  return seen.get(key);
}

export function draw(piece, moves, { pick, entry, lost, past, first = piece }) {
  // The first position decides the layout.
  const { all, pairs } = read(first, entry);
  if (all.length === 0) return h("span", { class: "rest" }, "nothing is left");
  const freeOf = (position) => read(position, entry).free ?? new Set(all);
  const free = freeOf(piece);
  const before = past.map(({ piece: was, age }) => ({ piece: freeOf(was), age }));
  const since = (...elements) => goneSince(before, (was) => elements.every((element) => was.has(element)));
  const look = (...elements) => (elements.every((element) => free.has(element)) ? "" : gone(since(...elements)));
  const above = aboveOf(all, pairs);
  const direct = all.flatMap((one) => [...above.get(one)].filter((two) => ![...above.get(one)].some((middle) => above.get(middle).has(two))).map((two) => [one, two]));
  const { places, ways, width, height } = laidOut(all, direct);
  const place = placing(width, height);
  const lines = direct.map((pair, at) => ({ pair, line: svg("path", { class: `link ${look(...pair)}`, d: `M${ways[at].map((spot) => spot.join(" ")).join("L")}` }) }));
  const nodes = new Map(all.map((element) => [element, node(places.get(element), entry.id === "subset-take-away" ? element.replaceAll(".", "") : element, look(element), 0.46)]));
  const keyOf = (elements) => [...elements].sort().join(" ");
  const options = new Map(moves.map((move) => [keyOf(freeOf(move.to)), move]));
  const spots = [...free].flatMap((element) => {
    const taken = [element, ...above.get(element)].filter((one) => free.has(one));
    const option = options.get(keyOf([...free].filter((one) => !taken.includes(one))));
    const [x, y] = places.get(element);
    const touched = () => [...taken.map((one) => nodes.get(one)), ...lines.filter(({ pair }) => pair.some((one) => taken.includes(one))).map(({ line }) => line)];
    return option ? [pick(option, { class: `spot round named${lostClass(lost, option.to)}`, style: place(x - 0.5, y - 0.5) }, null, touched)] : [];
  });
  return surface({ width, height, unit: 2.3, least: 1.05 }, [...lines.map(({ line }) => line), ...nodes.values()], spots);
}
