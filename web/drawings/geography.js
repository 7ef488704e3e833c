// Geography: a token goes along an edge to the next vertex. The parts that the token may not use again stay visible as
// a trace.

import { placesOf } from "./layout.js";
import { framed } from "./network.js";
import { gone, goneSince } from "./past.js";
import { link, lostClass, node, placing, surface } from "./surface.js";

export const HINT = "Pick where the token goes.";
/** The drawing shows the whole component. So the text beside it is only for screen readers. */
export const SHOWS_ALL = true;

/** A larger graph is not drawn. Its moves are listed in words. */
const VERTICES = 60;

/**
 * `TOKEN` is the radius of the vertex with the token, and `VERTEX` is the radius of all other vertices. Touchable
 * places have the size `SPOT`, and vertices are farther apart than this.
 */
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
  /** The edges that the token has used. */
  const way = new Set(past.map(({ piece: [from] }, step) => keyOf([from, past[step + 1]?.piece[0] ?? token])));
  const lookOf = (edge) => (has(piece, edge) ? (edge.map(String).includes(token) ? "here" : "") : `${way.has(keyOf(edge)) ? "trail " : ""}${gone(goneSince(past, (was) => has(was, edge)))}`);
  const lines = new Map(edges.map((edge) => [keyOf(edge), link(...edge.map((vertex) => places.get(String(vertex))), lookOf(edge))]));
  const isDeleted = entry.id === "vertex-geography";
  const nodes = new Map(verticesOf(first).map((vertex) => {
    const left = isDeleted ? goneSince(past, ([was]) => String(was) === vertex) : null;
    const isHere = vertex === token;
    return [vertex, node(places.get(vertex), vertex, isHere ? "here" : left === null ? "" : gone(left), isHere ? TOKEN : VERTEX)];
  }));
  const place = placing(width, height);
  const spots = moves.map((move) => {
    const to = String(move.to[0]);
    const [x, y] = places.get(to);
    return pick(move, { class: `spot round named${lostClass(lost, move.to)}`, style: place(x - SPOT / 2, y - SPOT / 2, SPOT, SPOT) }, null, () => [nodes.get(to), lines.get(keyOf([token, to]))]);
  });
  return surface({ width, height, unit: 2.4, least: 1 }, [...lines.values(), ...nodes.values()], spots);
}
