// Geography: a token goes along an edge to the next vertex. What it may not use again stays as a trace.

import { placesOf } from "./layout.js";
import { framed } from "./network.js";
import { gone, goneSince } from "./past.js";
import { link, lostClass, node, placing, surface } from "./surface.js";

export const HINT = "Pick where the token goes.";
/** All of the component is seen: its text beside it is for those who hear. */
export const SHOWS_ALL = true;

/** Larger graphs are played in words. */
const VERTICES = 60;

/** The radius of the token and of other vertices, and the size of what is touched: vertices lie farther apart. */
const [TOKEN, VERTEX, SPOT] = [0.46, 0.36, 1.1];

const verticesOf = (piece) => [...new Set(piece.flat().map(String))];
const keyOf = (ends) => ends.map(String).sort().join();

export function fits(piece, moves, { id }) {
  return /^(vertex|edge)-geography$/.test(id) && Array.isArray(piece) && verticesOf(piece).length <= VERTICES;
}

export function draw(piece, moves, { pick, entry, lost, past, first = piece }) {
  // The first position decides the layout.
  const [, ...edges] = first;
  const { places, width, height } = framed(placesOf(verticesOf(first), edges.map((edge) => edge.map(String))));
  const token = String(piece[0]);
  const has = (position, edge) => position.slice(1).some((other) => keyOf(other) === keyOf(edge));
  // The token's way: each edge with the number of moves since.
  const way = new Map(past.map(({ piece: [from], age }, step) => [keyOf([from, past[step + 1]?.piece[0] ?? token]), age]));
  const since = (edge) => goneSince(past, (was) => has(was, edge));
  const lookOf = (edge) => (!has(piece, edge) ? `${way.has(keyOf(edge)) ? "trail" : ""} ${gone(way.get(keyOf(edge)) ?? since(edge))}` : edge.map(String).includes(token) ? "here" : "");
  const lines = new Map(edges.map((edge) => [keyOf(edge), link(...edge.map((vertex) => places.get(String(vertex))), lookOf(edge))]));
  const left = entry.id === "vertex-geography" ? (vertex) => goneSince(past, ([was]) => String(was) === vertex) : () => null;
  const nodes = new Map(verticesOf(first).map((vertex) => [vertex, node(places.get(vertex), vertex, vertex === token ? "here" : left(vertex) === null ? "" : gone(left(vertex)), vertex === token ? TOKEN : VERTEX)]));
  const place = placing(width, height);
  const spots = moves.map((move) => {
    const to = String(move.to[0]);
    const [x, y] = places.get(to);
    return pick(move, { class: `spot round${lostClass(lost, move.to)}`, style: place(x - SPOT / 2, y - SPOT / 2, SPOT, SPOT) }, null, () => [nodes.get(to), lines.get(keyOf([token, to]))]);
  });
  return surface({ width, height, unit: 2.4, least: 1 }, [...lines.values(), ...nodes.values()], spots);
}
