// Games that take vertices or edges out of a graph: Node Kayles, Arc Kayles and Grim. The vertex that is picked goes with its neighbours, the edge with
// both its ends, or in Grim the vertex alone.

import { h } from "../element.js";
import { gone, goneSince } from "./past.js";
import { link, lostClass, node, placing, surface, touchable } from "./surface.js";

export const HINT = "Pick what your move takes.";
/** All of the component is seen: its text beside it is for those who hear. */
export const SHOWS_ALL = true;

/** Larger graphs are played in words. */
const VERTICES = 60;

/** How often the forces between vertices are worked out, the room around the picture, and how strongly all are drawn to its middle. */
const [ROUNDS, MARGIN, PULL] = [160, 0.8, 0.5];

/** Where the vertices of the graphs were drawn that were seen last. */
const seen = new Map();
const REMEMBERED = 40;

const RULES = ["node-kayles", "arc-kayles", "grim"];

/** The rule, the free vertices and the edges between them. Games of one's own have their edges in their rules. */
function read(piece, { id, rule, edges, vertices = [] }) {
  if (rule) {
    const all = [...new Set([...edges.flat(), ...vertices].map(String))];
    const free = new Set(piece === "start" ? all : piece.map(String));
    return { rule, all, edges: edges.map((edge) => edge.map(String)), free };
  }
  if (!RULES.includes(id)) return null;
  const parts = piece.map((part) => [part].flat().map(String));
  const all = [...new Set(parts.flat())];
  return { rule: id, all, edges: parts.filter(([one, other]) => other !== undefined && other !== one), free: new Set(all) };
}

export function fits(piece, moves, entry) {
  return (Boolean(entry.rule) || RULES.includes(entry.id)) && (Array.isArray(piece) || piece === "start") && (read(piece, entry)?.all.length ?? VERTICES + 1) <= VERTICES;
}

/** Places for vertices: neighbours pull, all others push (Fruchterman and Reingold), from a circle on; the same for the same graph. */
function placesOf(all, edges) {
  const key = `${all.join()} ${edges.join(" ")}`;
  if (seen.has(key)) return seen.get(key);
  const reach = 1.7;
  const spots = all.map((_, at) => {
    const angle = (2 * Math.PI * at) / all.length - Math.PI / 2;
    // No two are in line, so that no force is nought where there should be one.
    return [Math.cos(angle) * all.length * 0.32 + 0.01 * at, Math.sin(angle) * all.length * 0.32];
  });
  const index = new Map(all.map((vertex, at) => [vertex, at]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const force = spots.map(() => [0, 0]);
    const push = (one, other, amount) => {
      const [dx, dy] = [spots[one][0] - spots[other][0], spots[one][1] - spots[other][1]];
      const far = Math.max(Math.hypot(dx, dy), 0.01);
      const part = amount(far) / far;
      [[one, 1], [other, -1]].forEach(([at, sign]) => {
        force[at][0] += sign * dx * part;
        force[at][1] += sign * dy * part;
      });
    };
    for (let one = 0; one < all.length; one += 1) {
      for (let other = one + 1; other < all.length; other += 1) push(one, other, (far) => Math.min((reach * reach) / far, 4));
    }
    for (const [one, other] of edges) push(index.get(one), index.get(other), (far) => -(far * far) / reach);
    const heat = 0.5 * (1 - round / ROUNDS);
    spots.forEach((spot, at) => {
      // A little towards the middle, so that parts stay together.
      const [x, y] = [force[at][0] - PULL * spot[0], force[at][1] - PULL * spot[1]];
      const far = Math.max(Math.hypot(x, y), 0.01);
      spot[0] += (x / far) * Math.min(far, heat);
      spot[1] += (y / far) * Math.min(far, heat);
    });
  }
  const [left, top] = [0, 1].map((axis) => Math.min(...spots.map((spot) => spot[axis])));
  const places = new Map(all.map((vertex, at) => [vertex, [spots[at][0] - left + MARGIN, spots[at][1] - top + MARGIN]]));
  if (seen.size >= REMEMBERED) seen.delete(seen.keys().next().value);
  seen.set(key, places);
  return places;
}

/** The vertices that a move takes which is made at a vertex or an edge. */
function takenBy(rule, place, edges, free) {
  if (rule === "arc-kayles") return place;
  const neighbours = edges.filter((edge) => edge.includes(place[0])).map(([one, other]) => (one === place[0] ? other : one)).filter((vertex) => free.has(vertex));
  if (rule === "grim") return neighbours.length ? place : null;
  return [...place, ...neighbours];
}

/** What tells positions apart: those of lists of edges know no vertices without one, unless such can be taken. */
function keyOf({ rule, edges, free }, entry) {
  if (entry.rule || rule === "node-kayles") return [...free].sort().join();
  return edges.filter((edge) => edge.every((vertex) => free.has(vertex))).map((edge) => [...edge].sort().join("–")).sort().join();
}

export function draw(piece, moves, { pick, entry, lost, past, first = piece }) {
  const { rule, all, edges, free } = read(piece, entry);
  const before = past.map(({ piece: was, age }) => ({ piece: read(was, entry), age }));
  // What there was at first says where all of it lies.
  const begun = read(first, entry);
  const whole = all.every((vertex) => begun.all.includes(vertex)) ? begun : read(piece, entry);
  if (whole.all.length === 0) return h("span", { class: "rest" }, "nothing is left");
  const places = placesOf(whole.all, whole.edges);
  const [width, height] = [0, 1].map((axis) => Math.max(...whole.all.map((vertex) => places.get(vertex)[axis])) + MARGIN);
  const isFree = (edge) => edge.every((vertex) => free.has(vertex));
  const options = new Map(moves.map((move) => [keyOf(read(move.to, entry), entry), move]));
  const optionAt = (place) => {
    const taken = isFree(place) && takenBy(rule, place, edges, free);
    return taken ? options.get(keyOf({ rule, edges, free: new Set([...free].filter((vertex) => !taken.includes(vertex))) }, entry)) : undefined;
  };
  const sinceEdge = (edge) => goneSince(before, (was) => edge.every((vertex) => was.free.has(vertex)));
  const sinceVertex = (vertex) => goneSince(before, (was) => was.free.has(vertex));
  const lines = whole.edges.filter((edge) => isFree(edge) || sinceEdge(edge) !== null).map((edge) =>
    ({ edge, line: link(...edge.map((vertex) => places.get(vertex)), isFree(edge) ? "" : gone(sinceEdge(edge))) }));
  const nodes = new Map(whole.all.filter((vertex) => free.has(vertex) || sinceVertex(vertex) !== null).map((vertex) => [vertex, node(places.get(vertex), vertex, free.has(vertex) ? "" : gone(sinceVertex(vertex)), 0.36)]));
  const touched = (taken) => () => [...taken.map((vertex) => nodes.get(vertex)), ...lines.filter(({ edge }) => isFree(edge) && edge.some((vertex) => taken.includes(vertex))).map(({ line }) => line)];
  const isOfEdges = rule === "arc-kayles";
  const shapes = lines.map(({ edge, line }) => {
    const option = isOfEdges && optionAt(edge);
    if (!option) return line;
    const [[x1, y1], [x2, y2]] = edge.map((vertex) => places.get(vertex));
    return pick(option, { svg: "g", class: `stalk${lostClass(lost, option.to)}` }, touchable(line, (x1 + x2) / 2, (y1 + y2) / 2), touched(edge));
  });
  const place = placing(width, height);
  const spots = isOfEdges ? [] : [...nodes.keys()].flatMap((vertex) => {
    const option = optionAt([vertex]);
    const [x, y] = places.get(vertex);
    return option ? [pick(option, { class: `spot round${lostClass(lost, option.to)}`, style: place(x - 0.5, y - 0.5) }, null, touched(takenBy(rule, [vertex], edges, free)))] : [];
  });
  return surface({ width, height, unit: 2.4, least: 1, live: isOfEdges }, [...shapes, ...nodes.values()], spots);
}
