// Places the vertices of a graph. The same graph always gets the same layout. Several layouts are tried, to find one in
// which no edges cross and no vertex is on an edge. Each connected part is laid out separately, and the parts are put
// side by side. If the user has chosen places, they are used instead.

import { choose, chosen } from "../store.js";

/**
 * Edges should have the length `EDGE`. A vertex should be at least `CLEAR` away from each edge that does not end at the
 * vertex. The distance between the connected parts of a graph is `GAP`.
 */
const [EDGE, CLEAR, GAP] = [1.7, 0.55, 1.3];

/** The vertices move in at most `ROUNDS` rounds. At most `OUTLINES` cycles of the graph are tried as the outline. */
const [ROUNDS, OUTLINES] = [90, 12];

/** For graphs with more than `LARGE` vertices, fewer outlines are tried. */
const LARGE = 24;

/**
 * `CROSSING` is the cost of two edges that cross, and `TOUCHING` is the cost of a vertex on an edge. Edges that are too
 * long or too short have a cost, too.
 */
const [CROSSING, TOUCHING] = [40, 45];

/**
 * The places of the vertices of each graph. `seen` has computed places. `held` has places to which the user dragged
 * vertices, and outlives a reload.
 */
const seen = new Map();
const REMEMBERED = 40;
const held = new Map(chosen("places", []));

export const graphKey = (vertices, edges) => `${[...vertices].map(String).sort().join()} ${edges.map((edge) => [...edge].map(String).sort().join("–")).sort().join()}`;

/** Remembers the places to which the user dragged the vertices of a graph. */
export function hold(vertices, edges, places) {
  held.delete(graphKey(vertices, edges));
  held.set(graphKey(vertices, edges), [...places]);
  choose("places", [...held].slice(-REMEMBERED));
}

/** The places to which the user dragged the vertices of a graph; null if the user dragged none. */
export const heldPlaces = (vertices, edges) => {
  const places = held.get(graphKey(vertices, edges));
  return places ? new Map(places) : null;
};

/** A map from each vertex to its place `[x, y]`, in the units of `EDGE`. The least x and the least y are about 0. */
export function placesOf(vertices, edges) {
  const key = graphKey(vertices, edges);
  const own = heldPlaces(vertices, edges);
  if (own) return own;
  if (!seen.has(key)) {
    if (seen.size >= REMEMBERED) seen.delete(seen.keys().next().value);
    seen.set(key, laidOut(vertices, edges));
  }
  return seen.get(key);
}

function laidOut(vertices, edges) {
  const parts = componentsOf(vertices, edges).sort((one, other) => other.length - one.length);
  const boxes = parts.map((part) => {
    const index = new Map(part.map((vertex, at) => [vertex, at]));
    const own = edges.filter(([one, other]) => index.has(one) && one !== other).map(([one, other]) => [index.get(one), index.get(other)]);
    const spots = turned(best(part.length, own), own);
    const [left, top] = [0, 1].map((axis) => Math.min(...spots.map((spot) => spot[axis])));
    const [right, bottom] = [0, 1].map((axis) => Math.max(...spots.map((spot) => spot[axis])));
    return { part, spots: spots.map(([x, y]) => [x - left, y - top]), width: right - left, height: bottom - top };
  });
  // Puts the boxes into rows. The limit for the width of a row makes the picture about 1.8 times as wide as it is high.
  const area = boxes.reduce((sum, { width, height }) => sum + (width + GAP) * (height + GAP), 0);
  const most = Math.max(...boxes.map(({ width }) => width), Math.sqrt(area * 1.8), 0);
  const places = new Map();
  let [x, y, high] = [0, 0, 0];
  for (const { part, spots, width, height } of boxes) {
    if (x > 0 && x + width > most) [x, y, high] = [0, y + high + GAP, 0];
    part.forEach((vertex, at) => places.set(vertex, [spots[at][0] + x, spots[at][1] + y]));
    x += width + GAP;
    high = Math.max(high, height);
  }
  return places;
}

/** The vertices of each connected part. */
export function componentsOf(vertices, edges) {
  const part = new Map(vertices.map((vertex) => [vertex, [vertex]]));
  for (const [one, other] of edges) {
    const [into, from] = [part.get(one), part.get(other)];
    if (into === from) continue;
    into.push(...from);
    from.forEach((vertex) => part.set(vertex, into));
  }
  return [...new Set(part.values())];
}

/** The best of several layouts. */
function best(count, edges) {
  if (count < 3) return Array.from({ length: count }, (_, at) => [at * EDGE, 0]);
  const near = Array.from({ length: count }, () => []);
  for (const [one, other] of edges) {
    near[one].push(other);
    near[other].push(one);
  }
  const far = near.map((_, from) => distances(near, from));
  const onCircle = (order) => {
    const spots = [];
    order.forEach((vertex, at) => {
      const angle = (2 * Math.PI * at) / order.length;
      // The vertices are shifted a little, each by a different distance. On an exact circle, some forces would be zero
      // by symmetry.
      spots[vertex] = [Math.cos(angle) * count * 0.3 + 0.01 * at, Math.sin(angle) * count * 0.3];
    });
    return spots;
  };
  const cycles = outlines(near, far).slice(0, count > LARGE ? 2 : OUTLINES);
  const begun = [onCircle(near.map((_, at) => at)), onCircle(walked(near)), ...cycles.map((cycle) => stretched(near, cycle))];
  const tried = begun.flatMap((spots) => [ROUNDS, 6, 2, 0].map((rounds) => relaxed(spots, far, rounds)));
  return tried.map((spots) => ({ spots, cost: costOf(spots, edges, far) })).reduce((one, other) => (other.cost < one.cost ? other : one)).spots;
}

function distances(near, from) {
  const far = near.map(() => Infinity);
  far[from] = 0;
  const queue = [from];
  for (const vertex of queue) {
    for (const next of near[vertex]) {
      if (far[next] !== Infinity) continue;
      far[next] = far[vertex] + 1;
      queue.push(next);
    }
  }
  return far;
}

/** The vertices in the order of a depth-first search. */
function walked(near) {
  const order = new Set();
  const visit = (vertex) => {
    if (order.has(vertex)) return;
    order.add(vertex);
    near[vertex].forEach(visit);
  };
  visit(0);
  return [...order];
}

/** The cycles that may be the outline: a shortest cycle through each edge. The longest of these cycles come first. */
function outlines(near, far) {
  const cycles = new Map();
  near.forEach((others, one) => others.forEach((other) => {
    if (other < one) return;
    // Finds a shortest path between the ends of the edge, without using the edge itself.
    const from = new Map([[one, null]]);
    for (const vertex of from.keys()) {
      for (const next of near[vertex]) if (!from.has(next) && !(vertex === one && next === other)) from.set(next, vertex);
    }
    if (!from.has(other)) return;
    const cycle = [];
    for (let vertex = other; vertex !== null; vertex = from.get(vertex)) cycle.push(vertex);
    cycles.set([...cycle].sort((a, b) => a - b).join(), cycle);
  }));
  return [...cycles.values()].sort((one, other) => other.length - one.length).slice(0, OUTLINES);
}

/**
 * Puts the cycle on a circle, and each other vertex in the middle of its neighbours (Tutte 1963). If the graph is
 * planar and well connected, no edges cross.
 */
function stretched(near, cycle) {
  const isFixed = new Set(cycle);
  const radius = Math.max(EDGE, near.length * 0.35);
  const spots = near.map((_, at) => [0.02 * at, 0.013 * at]);
  cycle.forEach((vertex, at) => {
    const angle = (2 * Math.PI * (at + 0.5)) / cycle.length;
    spots[vertex] = [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    near.forEach((others, vertex) => {
      if (isFixed.has(vertex) || others.length === 0) return;
      spots[vertex] = [0, 1].map((axis) => others.reduce((sum, other) => sum + spots[other][axis], 0) / others.length);
    });
  }
  return spots;
}

/** Moves the vertices so that distances become like lengths of shortest paths (Gansner, Koren and North 2004). */
function relaxed(begun, far, rounds) {
  const spots = begun.map((spot) => [...spot]);
  for (let round = 0; round < rounds; round += 1) {
    spots.forEach((spot, one) => {
      const sum = [0, 0, 0];
      spots.forEach((other, two) => {
        if (one === two) return;
        const wanted = far[one][two] * EDGE;
        const [dx, dy] = [spot[0] - other[0], spot[1] - other[1]];
        const length = Math.max(Math.hypot(dx, dy), 0.01);
        const weight = 1 / (wanted * wanted);
        sum[0] += weight * (other[0] + (dx / length) * wanted);
        sum[1] += weight * (other[1] + (dy / length) * wanted);
        sum[2] += weight;
      });
      [spot[0], spot[1]] = [sum[0] / sum[2], sum[1] / sum[2]];
    });
  }
  return spots;
}

const turn = ([ax, ay], [bx, by], [cx, cy]) => Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));

/** True if two edges cross. They must have no common end. */
export const doCross = (a, b, c, d) => turn(a, b, c) !== turn(a, b, d) && turn(c, d, a) !== turn(c, d, b);

/** The distance between a point and the line segment between two points. */
export function distanceTo([x, y], [x1, y1], [x2, y2]) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const part = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - x1 - part * dx, y - y1 - part * dy);
}

function costOf(spots, edges, far) {
  let cost = 0;
  edges.forEach(([a, b], at) => {
    for (const [c, d] of edges.slice(at + 1)) if (a !== c && a !== d && b !== c && b !== d && doCross(spots[a], spots[b], spots[c], spots[d])) cost += CROSSING;
    spots.forEach((spot, vertex) => {
      if (vertex !== a && vertex !== b && distanceTo(spot, spots[a], spots[b]) < CLEAR) cost += TOUCHING;
    });
  });
  spots.forEach(([x, y], one) => {
    for (let two = one + 1; two < spots.length; two += 1) {
      const length = Math.hypot(x - spots[two][0], y - spots[two][1]);
      if (length < 2 * CLEAR) cost += TOUCHING;
      cost += (length / (EDGE * far[one][two]) - 1) ** 2;
    }
  });
  return cost;
}

/** Turns the layout so that it is wide and low, and so that many lines are vertical or horizontal. */
function turned(spots, edges) {
  let result = { cost: Infinity };
  for (let step = 0; step < 24; step += 1) {
    const first = edges[step % Math.max(1, edges.length)] ?? [0, 0];
    const angle = step < 12 ? (Math.PI * step) / 12 : -Math.atan2(spots[first[1]][1] - spots[first[0]][1], spots[first[1]][0] - spots[first[0]][0]);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const now = spots.map(([x, y]) => [x * cos - y * sin, x * sin + y * cos]);
    const [width, height] = [0, 1].map((axis) => Math.max(...now.map((spot) => spot[axis])) - Math.min(...now.map((spot) => spot[axis])));
    const even = edges.filter(([one, other]) => [0, 1].some((axis) => Math.abs(now[one][axis] - now[other][axis]) < 0.08)).length;
    const cost = height + 0.25 * width + (width < height ? 1 : 0) - (edges.length ? (1.2 * even) / edges.length : 0);
    if (cost < result.cost - 1e-9) result = { cost, now };
  }
  return result.now;
}
