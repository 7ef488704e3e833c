// Green stalks that stand on the ground, for Hackenbush: trees and cycles of edges. The picked stalk is cut, and all
// stalks that then hang in the air fall.

import { svg } from "../element.js";
import { textOf } from "../position.js";
import { heldPlaces } from "./layout.js";
import { gone, goneSince } from "./past.js";
import { label, lostClass, surface, touchable } from "./surface.js";

export const HINT = "Pick the stalk that your move cuts.";
/** All of the component is seen: its text beside it is for those who hear. */
export const SHOWS_ALL = true;

/** Larger pictures are played in words. */
const EDGES = 60;

/** The ground, from which all else grows. */
const GROUND = 0;

/** The distance of vertices, the height of a stalk, the room around, and the distance of stalks that join the same vertices. */
const [APART, STALK, MARGIN, BEND] = [1.5, 1.5, 0.9, 0.75];

/** The height of each vertex above the ground, in edges, and the first edge that leads there. */
function rootsOf(edges) {
  const roots = new Map([[GROUND, { height: 0, edge: -1, from: null }]]);
  for (const [vertex, { height }] of roots) {
    edges.forEach(([one, other], edge) => {
      const next = one === vertex ? other : other === vertex ? one : vertex;
      if (!roots.has(next)) roots.set(next, { height: height + 1, edge, from: vertex });
    });
  }
  return roots;
}

/** The edges that are left when one is cut. */
function leftBy(piece, cut) {
  const rest = piece.filter((_, at) => at !== cut);
  const roots = rootsOf(rest);
  return rest.filter(([vertex]) => roots.has(vertex));
}

/** Gives the vertices their places, each in the middle of those that grow from it. */
function placesOf(edges) {
  const roots = rootsOf(edges);
  const grown = new Map([...roots.keys()].map((vertex) => [vertex, []]));
  for (const [vertex, { from }] of roots) if (from !== null) grown.get(from).push(vertex);
  const places = new Map();
  let next = 0;
  const stand = (vertex) => {
    const above = grown.get(vertex);
    above.forEach(stand);
    const xs = above.map((other) => places.get(other).x);
    const x = xs.length ? (xs[0] + xs.at(-1)) / 2 : (next += APART) - APART;
    places.set(vertex, { x, height: roots.get(vertex).height });
  };
  grown.get(GROUND).forEach(stand);
  // Loops on the ground alone have a place there, too.
  if (places.size === 0) next = APART;
  for (const [vertex, [x, height]] of heldPlaces([...places.keys()].map(String), edges) ?? []) if (places.has(Number(vertex))) places.set(Number(vertex), { x, height });
  const of = (part) => [...places.values()].map((place) => place[part]);
  return { places, width: Math.max(next - APART, 0, ...of("x")), top: Math.max(0, ...of("height")) };
}

/** The looks of edges: `{wide, high, ground, at, stalks}`, where `at(vertex, other)` is the end of a stalk and `stalks` are their lines and middles; `begun` are the edges
 * that say where all of it stands. */
export function pictured(all, begun) {
  const { places, width, top } = placesOf(begun);
  const loops = begun.filter(([one, other]) => one === GROUND && other === GROUND).length;
  const [wide, high] = [Math.max(width, loops * APART) + 2 * MARGIN, Math.max(top, 1) * STALK + 2 * MARGIN];
  const ground = high - MARGIN / 2;
  const at = (vertex, other) => {
    if (vertex !== GROUND) return [MARGIN + places.get(vertex).x, ground - places.get(vertex).height * STALK];
    return [other === GROUND || other === undefined ? wide / 2 : MARGIN + places.get(other).x, ground];
  };
  const joined = new Map();
  const stalks = all.map(([one, other]) => {
    const key = [one, other].sort((a, b) => a - b).join();
    const nth = joined.get(key) ?? 0;
    joined.set(key, nth + 1);
    const [[x1, y1], [x2, y2]] = [at(one, other), at(other, one)];
    if (one === other) {
      const [side, bow] = [0.55 + 0.25 * nth, 1 + 0.3 * nth];
      return { d: `M${x1} ${y1}C${x1 - side * 1.6} ${y1 - bow} ${x1 + side * 1.6} ${y1 - bow} ${x1} ${y1}`, x: x1, y: y1 - bow * 0.75 };
    }
    // Stalks between the same vertices bend to both sides; those that pass a vertex of their own height bend up.
    const bend = BEND * (nth % 2 ? -1 : 1) * Math.ceil(nth / 2);
    const [dx, dy] = [x2 - x1, y2 - y1];
    const length = Math.hypot(dx, dy) || 1;
    const lift = Math.abs(dy) < 0.1 && Math.abs(dx) > APART ? 0.7 : 0;
    const [x, y] = [(x1 + x2) / 2 - (dy / length) * bend * 2, (y1 + y2) / 2 + (dx / length) * bend * 2 - lift * 2];
    return { d: `M${x1} ${y1}Q${x} ${y} ${x2} ${y2}`, x: (x1 + 2 * x + x2) / 4, y: (y1 + 2 * y + y2) / 4 };
  });
  return { wide, high, ground, at, stalks, places };
}

/** A place of a picture as what `hold` remembers. */
export const standingAt = ([x, y], { ground }) => [Math.max(0, x - MARGIN), Math.max(0.3, (ground - y) / STALK)];

export const soil = ({ wide, high, ground }) => [svg("path", { class: "soil", d: `M0 ${ground}H${wide}V${high}H0Z` }), svg("path", { class: "ground", d: `M0 ${ground}H${wide}` })];

export function fits(piece, moves, { id }) {
  return id === "hackenbush" && piece.length <= EDGES;
}

export function draw(piece, moves, { find, pick, lost, past, first: start = piece }) {
  // Fallen stalks are drawn where they stood. Stalks between the same vertices are distinguished by their number.
  const numbered = (edges) => edges.map((edge, nth) => `${textOf(edge)} ${edges.slice(0, nth).filter((other) => textOf(other) === textOf(edge)).length}`);
  const standing = new Set(numbered(piece));
  const before = past.map(({ piece: was, age }) => ({ piece: new Set(numbered(was)), age }));
  const since = new Map(numbered(start).filter((edge) => !standing.has(edge)).map((edge) => [edge, goneSince(before, (was) => was.has(edge))]));
  const fallen = [...since].map(([edge, age]) => ({ edge: start[numbered(start).indexOf(edge)], age }));
  const all = [...piece, ...fallen.map(({ edge }) => edge)];
  // The first picture decides the layout.
  const frame = pictured(all, all.every((edge) => start.some((other) => textOf(other) === textOf(edge))) ? start : all);
  const { wide, high, at, stalks, places } = frame;
  const shapes = soil(frame);
  fallen.forEach(({ age }, place) => shapes.push(svg("path", { class: `twig ${gone(age)}`, d: stalks[piece.length + place].d })));
  const drawn = piece.map((_, edge) => svg("path", { class: "twig", d: stalks[edge].d }));
  piece.forEach((_, edge) => {
    const left = leftBy(piece, edge);
    const option = find(left);
    if (!option) return shapes.push(drawn[edge]);
    const falls = () => piece.flatMap((other, place) => (left.includes(other) ? [] : [drawn[place]]));
    const { x, y } = stalks[edge];
    shapes.push(pick(option, { svg: "g", class: `stalk${lostClass(lost, option.to)}` }, touchable(drawn[edge], x, y), falls));
  });
  for (const vertex of places.keys()) {
    if (!all.some((edge) => edge.includes(vertex))) continue;
    const [x, y] = at(vertex);
    const ages = fallen.filter(({ edge }) => edge.includes(vertex)).map(({ age }) => age);
    const look = piece.some((edge) => edge.includes(vertex)) ? "joint" : `joint ${gone(Math.min(...ages))}`;
    // Moves name edges by their ends; the ground is 0.
    shapes.push(svg("circle", { class: look, cx: x, cy: y, r: 0.24 }), label(x, y, vertex, look));
  }
  return surface({ width: wide, height: high, unit: 2.2, least: 0.9, live: true }, shapes);
}
