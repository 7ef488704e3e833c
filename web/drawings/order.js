// Partial orders: what is above stands on what is below. The element that is picked goes, with all above it.

import { h, svg } from "../element.js";
import { lostClass, placing, surface } from "./surface.js";

export const HINT = "Pick what your move takes: all above it goes, too.";

/** Larger orders are played in words. */
const ELEMENTS = 64;

/** The room for an element and between the floors. */
const [WIDE, FLOOR] = [1.5, 1.7];

const setOf = (element) => String(element).replace(/[{}\s]/g, "");

/** The elements that are free, all that there are, and what is directly below what. */
function read(piece, { id, order, elements = [] }) {
  if (order) return { all: [...new Set([...order.flat(), ...elements].map(String))], pairs: order.map((pair) => pair.map(String)), free: piece === "start" ? null : new Set(piece.map(String)) };
  if (id === "subset-take-away") {
    const sets = piece.map((set) => (Array.isArray(set) ? set.join(".") : setOf(set)));
    const members = (set) => set.split(".");
    const isBelow = (one, other) => one !== other && members(one).every((member) => members(other).includes(member));
    return { all: sets, pairs: sets.flatMap((one) => sets.filter((other) => isBelow(one, other)).map((other) => [one, other])), free: new Set(sets) };
  }
  // `a<b`, or an element alone; in JSON pairs, too.
  const parts = piece.map((part) => (Array.isArray(part) ? part.map(String) : String(part).split("<")));
  const all = [...new Set(parts.flat())];
  return { all, pairs: parts.filter(({ length }) => length === 2), free: new Set(all) };
}

export function fits(piece, moves, entry) {
  const isOrder = Boolean(entry.order) || ["poset", "subset-take-away"].includes(entry.id);
  return isOrder && (Array.isArray(piece) || piece === "start") && read(piece, entry).all.length <= ELEMENTS;
}

/** All pairs that follow from pairs: an element and those above it. */
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

export function draw(piece, moves, { pick, entry, lost, previous, first: start = piece }) {
  const now = read(piece, entry);
  const before = previous !== undefined ? read(previous, entry) : now;
  // The whole order of a game of one's own keeps its shape; else that of what was there before.
  const { all, pairs } = read(start, entry);
  const free = now.free ?? new Set(now.all);
  const was = before.free ?? new Set(all);
  const shown = all;
  const above = aboveOf(all, pairs);
  const direct = all.flatMap((one) => [...above.get(one)].filter((two) => ![...above.get(one)].some((middle) => above.get(middle).has(two))).map((two) => [one, two]));
  const floors = new Map();
  const floorOf = (element) => {
    if (!floors.has(element)) floors.set(element, Math.max(0, ...direct.filter(([, two]) => two === element).map(([one]) => floorOf(one) + 1)));
    return floors.get(element);
  };
  const rows = [];
  for (const element of shown) (rows[floorOf(element)] ??= []).push(element);
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const [width, height] = [columns * WIDE, Math.max(1, rows.length) * FLOOR];
  if (shown.length === 0) return h("span", { class: "rest" }, "nothing is left");
  const places = new Map();
  rows.forEach((row, floor) => {
    // Above the middle of what is below it, in this order.
    const middle = (element) => {
      const below = direct.filter(([, two]) => two === element).map(([one]) => places.get(one)?.[0] ?? 0);
      return below.length ? below.reduce((one, other) => one + other, 0) / below.length : null;
    };
    const sorted = floor === 0 ? row : [...row].sort((one, other) => middle(one) - middle(other));
    sorted.forEach((element, at) => places.set(element, [((at + 0.5) / row.length) * width, height - (floor + 0.5) * FLOOR]));
  });
  const place = placing(width, height);
  const lines = new Map(direct.filter(([one, two]) => places.has(one) && places.has(two)).map(([one, two]) => {
    const isFree = free.has(one) && free.has(two);
    return [[one, two], svg("path", { class: `link${isFree ? "" : " ghost"}`, d: `M${places.get(one).join(" ")}L${places.get(two).join(" ")}` })];
  }));
  const nodes = new Map([...places].map(([element, [x, y]]) => [element, svg("g", { class: `node${free.has(element) ? "" : was.has(element) ? " ghost" : " past"}` },
    svg("circle", { cx: x, cy: y, r: 0.46 }), svg("text", { class: "axis-label", x, y, "text-anchor": "middle", "dominant-baseline": "central" }, entry.id === "subset-take-away" ? element.replaceAll(".", "") : element))]));
  const keyOf = (elements) => [...elements].sort().join("\n");
  const freeAfter = (move) => read(move.to, entry).free ?? new Set(all);
  const options = new Map(moves.map((move) => [keyOf(freeAfter(move)), move]));
  const spots = [...places].filter(([element]) => free.has(element)).map(([element, [x, y]]) => {
    const taken = [element, ...above.get(element)].filter((one) => free.has(one));
    const option = options.get(keyOf([...free].filter((one) => !taken.includes(one))));
    const touched = () => [...taken.map((one) => nodes.get(one)), ...[...lines].filter(([pair]) => pair.some((one) => taken.includes(one))).map(([, line]) => line)];
    return option && pick(option, { class: `spot round${lostClass(lost, option.to)}`, style: place(x - 0.5, y - 0.5) }, null, touched);
  }).filter(Boolean);
  return surface({ width, height, unit: 2.3, least: 1.05 }, [...lines.values(), ...nodes.values()], spots);
}
