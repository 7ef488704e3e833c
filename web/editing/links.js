// Graphs: from one vertex to another an edge is drawn, and an edge that is touched goes. Of games of one's own vertices are free or gone, or have the coin.

import * as graph from "../drawings/graph.js";
import { placing, surface } from "../drawings/surface.js";
import { h, svg } from "../element.js";
import { button } from "./numbers.js";

/** Larger graphs are edited as text. */
const VERTICES = 40;

const EDGES = ["hackenbush", "arc-kayles", "node-kayles", "grim"];

/** The vertex from which the next edge goes, by editor's game: it stays while edges are added. */
const from = new Map();

const isEdges = (piece) => Array.isArray(piece) && piece.every((edge) => [edge].flat().length <= 2 && [edge].flat().every((vertex) => typeof vertex === "number"));

/** Edges between numbered vertices; those of Hackenbush hang together with the ground, 0. */
function edges(written, write, { id }) {
  // A vertex alone is its number.
  const piece = written.map((part) => [part].flat());
  const set = (next) => write(next.map((part) => (part.length === 1 ? part[0] : part)));
  const isGrounded = id === "hackenbush";
  const vertices = [...new Set([...(isGrounded ? [0] : []), ...piece.flat()])].sort((one, other) => one - other);
  const next = vertices.length ? Math.max(...vertices) + 1 : 0;
  const chosen = vertices.includes(from.get(id)) ? from.get(id) : null;
  const shown = [...vertices, next];
  const places = circle(shown);
  const join = (one, other) => {
    from.delete(id);
    set(hanging([...piece, [one, other]], isGrounded));
  };
  const touch = (vertex) => {
    if (chosen !== null) return join(chosen, vertex);
    // The first vertex of a graph is the end of its first edge.
    if (vertex === next && vertices.length > 0) return join(vertices.at(-1), next);
    from.set(id, vertex);
    set(piece);
  };
  const lines = piece.map((edge, at) => {
    const [[x1, y1], [x2, y2]] = [places.get(edge[0]), places.get(edge.at(-1))];
    const isLoop = edge[0] === edge.at(-1);
    const nth = piece.slice(0, at).filter((other) => [...other].sort().join() === [...edge].sort().join()).length;
    const [x, y] = [(x1 + x2) / 2 + (y1 - y2) * 0.22 * nth, (y1 + y2) / 2 + (x2 - x1) * 0.22 * nth];
    const d = isLoop ? `M${x1} ${y1}c-1.4 -1.7 1.4 -1.7 0 0` : `M${x1} ${y1}Q${2 * x - (x1 + x2) / 2} ${2 * y - (y1 + y2) / 2} ${x2} ${y2}`;
    return { edge, at, d, x: isLoop ? x1 : x, y: isLoop ? y1 - 1.2 : y };
  }).filter(({ edge }) => edge.length === 2);
  const [width, height] = SIZE;
  const place = placing(width, height);
  const shapes = lines.map(({ d }) => svg("path", { class: isGrounded ? "twig" : "link", d }));
  const cuts = lines.map(({ edge, at, x, y }) => button(`edge ${at}`, `Remove the edge from ${edge[0]} to ${edge[1]}`, () => set(hanging(piece.toSpliced(at, 1), isGrounded)), "✕", { class: "edit-cut", style: place(x - 0.4, y - 0.4, 0.8, 0.8) }));
  const dots = shown.map((vertex) => {
    const [x, y] = places.get(vertex);
    const name = vertex === next ? "a new vertex" : isGrounded && vertex === 0 ? "the ground" : `vertex ${vertex}`;
    const look = `edit-vertex${vertex === next ? " new" : ""}${vertex === chosen ? " chosen" : ""}${isGrounded && vertex === 0 ? " ground-vertex" : ""}`;
    return button(`vertex ${vertex}`, chosen === null ? `An edge from ${name}` : `An edge from ${chosen} to ${name}`, () => touch(vertex), vertex === next ? "+" : String(vertex),
      { class: look, style: place(x - 0.55, y - 0.55, 1.1, 1.1), "aria-pressed": String(vertex === chosen), "data-vertex": vertex });
  });
  const plane = drawn(surface({ width, height, unit: 2.3, least: 1.2 }, shapes, [cuts, dots]), join);
  return [h("p", { class: "said" }, chosen === null ? "Draw from one vertex to another, or touch both. ✕ takes an edge away." : `From ${chosen} to …`), plane];
}

/** The size of the picture that edges are drawn in. */
const SIZE = [10, 8];

/** Vertices on a circle. */
function circle(vertices) {
  const [width, height] = SIZE;
  return new Map(vertices.map((vertex, at) => {
    const angle = (2 * Math.PI * at) / vertices.length + Math.PI / 2;
    return [vertex, [width / 2 + (width / 2 - 0.8) * Math.cos(angle), height / 2 + (height / 2 - 0.8) * Math.sin(angle)]];
  }));
}

/** The edges that hang together with the ground, if they must. */
function hanging(all, isGrounded) {
  if (!isGrounded) return all.filter(([one, other]) => one !== other);
  const held = new Set([0]);
  for (const vertex of held) for (const edge of all) if (edge.includes(vertex)) edge.forEach((other) => held.add(other));
  return all.filter(([vertex]) => held.has(vertex));
}

/** An edge is drawn by a pointer that is held down from one vertex to another. */
function drawn(root, join) {
  const vertexAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest("[data-vertex]");
  let begun = null;
  root.addEventListener("pointerdown", (event) => {
    begun = event.target.closest("[data-vertex]");
    event.target.releasePointerCapture?.(event.pointerId);
  });
  root.addEventListener("pointerup", (event) => {
    const end = vertexAt(event);
    if (begun && end && end !== begun) join(Number(begun.dataset.vertex), Number(end.dataset.vertex));
    begun = null;
  });
  return root;
}

/** Names that are free or gone. */
function names(piece, set, { edges: links, vertices = [], order, elements = [], cells }) {
  const listed = typeof cells === "number" ? Array.from({ length: cells }, (_, cell) => cell) : cells;
  const all = listed ?? [...new Set([...(links ?? order).flat(), ...(order ? elements : vertices)])];
  const free = piece === "start" ? all : piece;
  const has = (name) => free.some((other) => String(other) === String(name));
  return h("div", { class: "buttons" }, all.map((name) => button(`name ${name}`, `${name}: ${has(name) ? "free" : "gone"}`,
    () => set(all.filter((other) => (String(other) === String(name) ? !has(name) : has(other)))), String(name), { "aria-pressed": String(has(name)), class: "edit-name" })));
}

/** The vertex that has the coin. */
function coin(piece, set, entry) {
  const pick = (move, look, content) => button(`vertex ${move.to}`, `Put the coin on ${move.to}`, () => set(move.to), content, look);
  return graph.draw(piece, [], { find: (to) => (String(to) === String(piece) ? undefined : { to }), pick, entry, past: [] });
}

export const KINDS = [
  { suits: (entry, piece) => graph.fits(piece, [], entry), draw: coin },
  { suits: ({ own, edges: links, order, cells }) => Boolean(own && (links ?? order ?? cells)), draw: names },
  { suits: ({ id }, piece) => EDGES.includes(id) && isEdges(piece) && new Set(piece.flat()).size <= VERTICES, draw: edges },
];
