// Games that take vertices or edges out of a graph: Node Kayles, Arc Kayles and Grim. A picked vertex is taken with its
// neighbours, or alone in Grim. A picked edge is taken with both its ends.

import { h } from "../element.js";
import { placesOf } from "./layout.js";
import { gone, goneSince } from "./past.js";
import { link, lostClass, node, placing, surface, touchable } from "./surface.js";

export const HINT = "Pick what your move takes.";
/** The drawing shows the whole component. So the text beside it is only for screen readers. */
export const SHOWS_ALL = true;

/** The largest number of vertices of a graph that is drawn. The moves of a larger graph are listed in words. */
const VERTICES = 60;

/** The margin of the picture. */
const MARGIN = 0.8;

const RULES = ["node-kayles", "arc-kayles", "grim"];

/** The rule, the free vertices and the edges between them. A player's own game has its edges in its rules. */
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

/** Moves the places so that they have a margin. Also returns the width and the height with the margin. */
export function framed(places) {
  const all = [...places.values()];
  const [left, top] = [0, 1].map((axis) => Math.min(...all.map((spot) => spot[axis])) - MARGIN);
  const [right, bottom] = [0, 1].map((axis) => Math.max(...all.map((spot) => spot[axis])) + MARGIN);
  return { places: new Map([...places].map(([vertex, [x, y]]) => [vertex, [x - left, y - top]])), width: right - left, height: bottom - top, left, top };
}

/** The vertices that a move at this vertex or edge takes. */
function takenBy(rule, place, edges, free) {
  if (rule === "arc-kayles") return place;
  const neighbours = edges.filter((edge) => edge.includes(place[0])).map(([one, other]) => (one === place[0] ? other : one)).filter((vertex) => free.has(vertex));
  if (rule === "grim") return neighbours.length ? place : null;
  return [...place, ...neighbours];
}

/** A key of a position. In a list of edges, isolated vertices count only if they can be taken. */
function keyOf({ rule, edges, free }, entry) {
  if (entry.rule || rule === "node-kayles") return [...free].sort().join();
  return edges.filter((edge) => edge.every((vertex) => free.has(vertex))).map((edge) => [...edge].sort().join("–")).sort().join();
}

export function draw(piece, moves, { pick, entry, lost, past, first = piece }) {
  const { rule, all, edges, free } = read(piece, entry);
  const before = past.map(({ piece: was, age }) => ({ piece: read(was, entry), age }));
  // The layout is that of the component's first position, so that vertices keep their places during a match. If that
  // position lacks a vertex of `piece`, the layout is that of `piece`.
  const begun = read(first, entry);
  const whole = all.every((vertex) => begun.all.includes(vertex)) ? begun : read(piece, entry);
  if (whole.all.length === 0) return h("span", { class: "rest" }, "nothing is left");
  const { places, width, height } = framed(placesOf(whole.all, whole.edges));
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
    return option ? [pick(option, { class: `spot round named${lostClass(lost, option.to)}`, style: place(x - 0.5, y - 0.5) }, null, touched(takenBy(rule, [vertex], edges, free)))] : [];
  });
  return surface({ width, height, unit: 2.4, least: 1, live: isOfEdges }, [...shapes, ...nodes.values()], spots);
}
