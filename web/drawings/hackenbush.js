// Green stalks that stand on the ground, for Hackenbush: trees and cycles of edges. The picked stalk is cut. All stalks
// that are then no longer connected to the ground fall.

import { svg } from "../element.js";
import { textOf } from "../position.js";
import { distanceTo, heldPlaces } from "./layout.js";
import { gone, goneSince } from "./past.js";
import { APART, GROUND, placesAbove, rootsOf, STALK } from "./rooted.js";
import { label, lostClass, surface, touchable } from "./surface.js";

export const HINT = "Pick the stalk that your move cuts.";
/** The drawing shows the whole component. So the text beside it is only for screen readers. */
export const SHOWS_ALL = true;

/** The largest number of edges of a picture that is drawn. The moves of a larger picture are listed in words. */
const EDGES = 60;

/**
 * `MARGIN` is the margin of the picture, and `LOOP` is the size of a loop. Stalks between the same two vertices bend.
 * If they are few, the bends of neighbours differ by `BEND`. If they are many, the bends of the two outermost stalks
 * differ by `SPREAD`.
 */
const [MARGIN, BEND, SPREAD, LOOP] = [0.9, 0.7, 1.3, 1.15];

/** The layouts that were made most recently. */
const seen = new Map();
const REMEMBERED = 20;

/** The edges that are left when one edge is cut. */
function leftBy(piece, cut) {
  const rest = piece.filter((_, at) => at !== cut);
  const roots = rootsOf(rest);
  return rest.filter(([vertex]) => roots.has(vertex));
}

/** The places of the vertices, by vertex. The user chose them, or else they are computed. */
function placesOf(edges) {
  const key = textOf(edges);
  if (!seen.has(key)) {
    if (seen.size >= REMEMBERED) seen.delete(seen.keys().next().value);
    seen.set(key, placesAbove(edges));
  }
  const places = new Map(seen.get(key));
  for (const [vertex, [x, height]] of heldPlaces([...places.keys()].map(String), edges) ?? []) if (places.has(Number(vertex))) places.set(Number(vertex), { x, height });
  return places;
}

/** The direction in which a vertex has the most room between these neighbours, as an angle. */
function freeWay([x, y], others) {
  const angles = others.map(([toX, toY]) => Math.atan2(toY - y, toX - x)).sort((one, other) => one - other);
  const gaps = angles.map((angle, at) => ({ angle, wide: (angles[at + 1] ?? angles[0] + 2 * Math.PI) - angle }));
  const { angle, wide } = gaps.reduce((one, other) => (other.wide > one.wide + 0.01 ? other : one), { angle: -Math.PI, wide: 0 });
  return angle + wide / 2;
}

/**
 * Returns the picture `{wide, high, ground, at, stalks, places}` of the edges `all`. `at(vertex, other)` is the point
 * at `vertex` where the stalk to `other` ends. `stalks` has the line and the middle of each stalk. The edges in `begun`
 * decide the places of all vertices.
 */
export function pictured(all, begun) {
  const places = placesOf(begun);
  const of = (part) => [...places.values()].map((place) => place[part]);
  const isGrounds = ([one, other]) => one === GROUND && other === GROUND;
  // Stalks with both ends on the ground stand at the side of the picture.
  const beside = places.size ? Math.max(...of("x")) + APART : APART / 2;
  const width = Math.max(0, ...of("x"), beside + (begun.filter(isGrounds).length - 0.5) * APART * (begun.some(isGrounds) ? 1 : 0));
  const [wide, high] = [width + 2 * MARGIN, Math.max(1, ...of("height")) * STALK + 2 * MARGIN];
  const ground = high - MARGIN / 2;
  const at = (vertex, other) => {
    if (vertex !== GROUND) return [MARGIN + places.get(vertex).x, ground - places.get(vertex).height * STALK];
    return [other === GROUND || other === undefined ? wide / 2 : MARGIN + places.get(other).x, ground];
  };
  const keyOf = (edge) => [...edge].sort((a, b) => a - b).join();
  const counts = new Map();
  for (const edge of begun) counts.set(keyOf(edge), (counts.get(keyOf(edge)) ?? 0) + 1);
  const joined = new Map();
  const stalks = all.map((edge) => {
    const [one, other] = edge;
    const nth = joined.get(keyOf(edge)) ?? 0;
    joined.set(keyOf(edge), nth + 1);
    const many = counts.get(keyOf(edge)) ?? 1;
    if (isGrounds(edge)) {
      const x = MARGIN + beside + nth * APART;
      return { d: `M${x - 0.4} ${ground}C${x - 0.4} ${ground - 1.6} ${x + 0.4} ${ground - 1.6} ${x + 0.4} ${ground}`, x, y: ground - 1.2 };
    }
    const [[x1, y1], [x2, y2]] = [at(one, other), at(other, one)];
    if (one === other) {
      // Several loops at a vertex lie inside each other. The outermost loop fits into the margin.
      const neighbours = begun.filter((next) => next.includes(one) && next[0] !== next[1]).map(([a, b]) => at(a === one ? b : a, one));
      const [angle, side, bow] = [freeWay([x1, y1], neighbours), 0.68, Math.max(0.4, LOOP - 0.45 * (many - 1 - nth))];
      const point = (turn) => [x1 + (bow / Math.cos(side)) * Math.cos(angle + turn), y1 + (bow / Math.cos(side)) * Math.sin(angle + turn)].join(" ");
      return { d: `M${x1} ${y1}C${point(-side)} ${point(side)} ${x1} ${y1}`, x: x1 + 0.75 * bow * Math.cos(angle), y: y1 + 0.75 * bow * Math.sin(angle) };
    }
    const [dx, dy] = [x2 - x1, y2 - y1];
    const length = Math.hypot(dx, dy) || 1;
    // Stalks between the same two vertices bend to both sides. The order of their ends in the position makes no
    // difference. A stalk that would pass through another vertex bends up.
    const bend = (nth - (many - 1) / 2) * Math.min(BEND, SPREAD / Math.max(1, many - 1)) * (one < other ? 1 : -1);
    const isBlocked = many === 1 && [...places.keys()].some((vertex) => !edge.includes(vertex) && distanceTo(at(vertex), [x1, y1], [x2, y2]) < 0.3);
    const [x, y] = [(x1 + x2) / 2 - (dy / length) * bend * 2, (y1 + y2) / 2 + (dx / length) * bend * 2 - (isBlocked ? 1.4 : 0)];
    return { d: `M${x1} ${y1}Q${x} ${y} ${x2} ${y2}`, x: (x1 + 2 * x + x2) / 4, y: (y1 + 2 * y + y2) / 4 };
  });
  return { wide, high, ground, at, stalks, places };
}

/**
 * Converts a place in the picture to the form that `hold` stores. This form has the distance from the left margin, and
 * the height above the ground in lengths of a stalk.
 */
export const standingAt = ([x, y], { ground }) => [Math.max(0, x - MARGIN), Math.max(0.3, (ground - y) / STALK)];

export const soil = ({ wide, high, ground }) => [svg("path", { class: "soil", d: `M0 ${ground}H${wide}V${high}H0Z` }), svg("path", { class: "ground", d: `M0 ${ground}H${wide}` }), label(0.3, (ground + high) / 2, 0)];

export function fits(piece, moves, { id }) {
  return id === "hackenbush" && piece.length <= EDGES;
}

export function draw(piece, moves, { find, pick, lost, past, first: start = piece }) {
  // Fallen stalks are drawn where they stood. Stalks between the same two vertices get the numbers 0, 1, …, which tell
  // them apart.
  const numbered = (edges) => edges.map((edge, nth) => `${textOf(edge)} ${edges.slice(0, nth).filter((other) => textOf(other) === textOf(edge)).length}`);
  const standing = new Set(numbered(piece));
  const before = past.map(({ piece: was, age }) => ({ piece: new Set(numbered(was)), age }));
  const since = new Map(numbered(start).filter((edge) => !standing.has(edge)).map((edge) => [edge, goneSince(before, (was) => was.has(edge))]));
  const fallen = [...since].map(([edge, age]) => ({ edge: start[numbered(start).indexOf(edge)], age }));
  const all = [...piece, ...fallen.map(({ edge }) => edge)];
  // The layout is that of the first picture, unless some edge is not in it.
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
    // The numbers of the vertices are shown, because the text of a move names an edge by its two ends.
    shapes.push(svg("circle", { class: look, cx: x, cy: y, r: 0.24 }), label(x, y, vertex, look));
  }
  return surface({ width: wide, height: high, unit: 2.2, least: 0.9, live: true }, shapes);
}
