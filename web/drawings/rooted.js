// Places the vertices of a graph that stands on the ground, which is vertex 0. The height of a vertex is the length of
// its shortest path to the ground. Parts that are connected only through the ground stand side by side. If edges of a
// small part cross, its vertices are moved to remove the crossings.

import { standing } from "./floors.js";
import { componentsOf, distanceTo, doCross } from "./layout.js";

/** The ground, from which all edges grow. */
export const GROUND = 0;

/** The usual distance between two vertices, and the height of an edge. */
export const APART = 1.5;
export const STALK = 1.5;

/** The least distance between two vertices, and the least distance from a vertex to an edge that does not end there. */
const [NEXT, CLEAR] = [1.2, 0.6];

/** Parts of at most `SMALL` vertices are improved by at most `TRIES` tries, each of `ROUNDS` rounds. */
const [SMALL, ROUNDS, TRIES] = [12, 240, 12];

/**
 * The cost of two edges that cross. A vertex that is too near another vertex or an edge has about the same cost. Edges
 * of the wrong length and vertices at the wrong height have costs, too.
 */
const FAULT = 40;

/** The height of each vertex above the ground, in edges, and the vertex from which it grows. */
export function rootsOf(edges) {
  const roots = new Map([[GROUND, { height: 0, from: null }]]);
  for (const [vertex, { height }] of roots) {
    for (const [one, other] of edges) {
      const next = one === vertex ? other : other === vertex ? one : vertex;
      if (!roots.has(next)) roots.set(next, { height: height + 1, from: vertex });
    }
  }
  return roots;
}

/** The places of the vertices: `x` in units of `APART`, and `height` in edges above the ground. */
export function placesAbove(edges) {
  const roots = rootsOf(edges);
  const simple = [...new Map(edges.filter(([one, other]) => one !== other && roots.has(one)).map((edge) => [[...edge].sort().join(), edge])).values()];
  const places = new Map();
  let next = 0;
  for (const part of componentsOf([...roots.keys()].filter((vertex) => vertex !== GROUND), simple.filter((edge) => !edge.includes(GROUND)))) {
    const own = simple.filter((edge) => edge.some((vertex) => part.includes(vertex)));
    const spots = own.length === part.length ? grown(part, roots) : best(part, own, roots);
    const xs = [...spots.values()].map(([x]) => x);
    const least = Math.min(...xs);
    for (const [vertex, [x, y]] of spots) places.set(vertex, { x: x - least + next, height: y / STALK });
    next += Math.max(...xs) - least + APART;
  }
  return places;
}

/** The spots of the vertices of a tree. Each vertex stands in the middle of the vertices that grow from it. */
function grown(part, roots) {
  const above = new Map(part.map((vertex) => [vertex, part.filter((other) => roots.get(other).from === vertex)]));
  const spots = new Map();
  let next = 0;
  const stand = (vertex) => {
    above.get(vertex).forEach(stand);
    const xs = above.get(vertex).map((other) => spots.get(other)[0]);
    spots.set(vertex, [xs.length ? (xs[0] + xs.at(-1)) / 2 : (next += APART), roots.get(vertex).height * STALK]);
  };
  part.filter((vertex) => roots.get(vertex).from === GROUND).forEach(stand);
  return spots;
}

/**
 * The spots of the vertices of a part that is not a tree. At first, each vertex stands at its height above the ground.
 * If this layout has faults, such as crossings, and the part is small, the vertices are moved.
 */
function best(part, edges, roots) {
  const heightOf = (vertex) => roots.get(vertex).height;
  const rising = edges.filter((edge) => !edge.includes(GROUND)).map((edge) => [...edge].sort((one, other) => heightOf(one) - heightOf(other)));
  const { places } = standing(part, rising.filter(([one, other]) => heightOf(one) !== heightOf(other)));
  const begun = new Map(part.map((vertex) => [vertex, [places.get(vertex)[0], heightOf(vertex) * STALK]]));
  const costOf = costs(edges, heightOf);
  // A planar graph with v vertices has at most 3v − 6 edges (Euler). The ground is a vertex, too.
  const mayBePlanar = edges.length <= 3 * (part.length + 1) - 6;
  const worst = (spots) => Math.max(...part.map((vertex) => costOf(spots, vertex)));
  let least = { spots: begun, cost: worst(begun) };
  for (let seed = 1; seed <= TRIES && least.cost >= FAULT / 2 && part.length <= SMALL && mayBePlanar; seed += 1) {
    const spots = moved(begun, costOf, seed);
    if (worst(spots) < least.cost) least = { spots, cost: worst(spots) };
  }
  return least.spots;
}

/**
 * Returns a function that gives the cost of a vertex's place. The cost grows if an edge crosses the vertex's edges, or
 * if vertices and edges are too near each other. It also grows if the vertex's height or the length of its edges is not
 * as wanted.
 */
function costs(edges, heightOf) {
  // An edge to the ground is vertical.
  const endsOf = (spots, [one, other]) => [one === GROUND ? [spots.get(other)[0], 0] : spots.get(one), other === GROUND ? [spots.get(one)[0], 0] : spots.get(other)];
  const isApart = ([one, other], edge) => (one === GROUND || !edge.includes(one)) && (other === GROUND || !edge.includes(other));
  const near = (far, enough) => (far < enough ? FAULT * (1.5 - far / enough) : 0);
  const joined = new Map();
  return (spots, vertex) => {
    if (!joined.has(vertex)) joined.set(vertex, edges.filter((edge) => edge.includes(vertex)));
    const lines = edges.map((edge) => endsOf(spots, edge));
    const spot = spots.get(vertex);
    let cost = 1.5 * (spot[1] / STALK - heightOf(vertex)) ** 2;
    edges.forEach((edge, at) => {
      if (!edge.includes(vertex)) {
        cost += near(distanceTo(spot, ...lines[at]), CLEAR);
        return;
      }
      const [from, to] = lines[at];
      if (!edge.includes(GROUND)) cost += (Math.hypot(from[0] - to[0], from[1] - to[1]) / APART - 1) ** 2;
      edges.forEach((other, second) => {
        if (isApart(other, edge) && doCross(from, to, ...lines[second])) cost += FAULT;
      });
      for (const [other, place] of spots) if (!edge.includes(other)) cost += near(distanceTo(place, from, to), CLEAR);
    });
    for (const [other, [x, y]] of spots) if (other !== vertex) cost += near(Math.hypot(x - spot[0], y - spot[1]), NEXT);
    return cost;
  };
}

/**
 * Moves the vertices one by one. At first, a vertex may move far, even to a worse place. The moves become smaller and
 * smaller (Kirkpatrick, Gelatt and Vecchi 1983).
 */
function moved(begun, costOf, seed) {
  let state = seed;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const spots = new Map(begun);
  const attempt = (vertex, [x, y], patience) => {
    const [before, cost] = [spots.get(vertex), costOf(spots, vertex)];
    spots.set(vertex, [x, Math.max(STALK, y)]);
    if (costOf(spots, vertex) > cost + patience) spots.set(vertex, before);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const heat = (1 - round / ROUNDS) ** 2;
    const step = () => (random() - 0.5) * (8 * heat + 0.2);
    for (const [vertex, [x, y]] of spots) attempt(vertex, [x + step(), y + step()], -6 * heat * Math.log(random() || 1));
  }
  // Vertical and horizontal lines are easier to read.
  const even = (length, unit) => (Math.round((2 * length) / unit) * unit) / 2;
  for (const [vertex, [x, y]] of spots) attempt(vertex, [x, even(y, STALK)], 0.5);
  for (const [vertex, [x, y]] of spots) attempt(vertex, [even(x, APART), y], 0.5);
  return spots;
}
