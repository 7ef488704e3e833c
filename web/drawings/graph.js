// A graph that the match defines. Its edges are arrows, and a coin is on one vertex.

import { h, svg } from "../element.js";
import { textOf } from "../position.js";
import { placesOf } from "./layout.js";
import { gone, goneSince } from "./past.js";
import { arrows, lostClass } from "./surface.js";
import * as words from "./words.js";

export const HINT = "Pick where to go.";
/** The drawing shows the whole component. So the text beside it is only for screen readers. */
export const SHOWS_ALL = true;

/** The largest number of vertices of a graph that is drawn. The moves of a larger graph are listed in words. */
const DRAWN = 30;

/** The width of the picture, its margin, the radius of a vertex, and the length of the longest edge, in units. */
const [SIZE, MARGIN, VERTEX, EDGE] = [100, 10, 6.5, 28];

const verticesOf = (graph) => (Array.isArray(graph) ? graph.map((_, vertex) => vertex) : Object.keys(graph));

export function fits(piece, moves, { graph }) {
  return Boolean(graph) && verticesOf(graph).length <= DRAWN;
}

/** The places of the vertices. The graph is scaled to fit into the picture, and is in its middle. */
function fitted(vertices, edges) {
  const pairs = new Map(vertices.flatMap((vertex) => edges[vertex].flat().filter((to) => String(to) !== String(vertex)).map((to) => [vertex, to].map(String).sort())).map((pair) => [pair.join("\n"), pair]));
  const spots = placesOf(vertices.map(String), [...pairs.values()]);
  const [left, top] = [0, 1].map((axis) => Math.min(...[...spots.values()].map((spot) => spot[axis])));
  const [width, height] = [[0, left], [1, top]].map(([axis, least]) => Math.max(...[...spots.values()].map((spot) => spot[axis])) - least);
  const scale = Math.min((SIZE - 2 * MARGIN) / Math.max(width, height, 0.01), EDGE);
  return new Map([...spots].map(([vertex, [x, y]]) => [vertex, [SIZE / 2 + (x - left - width / 2) * scale, SIZE / 2 + (y - top - height / 2) * scale]]));
}

export function draw(piece, moves, { find, pick, entry, lost, past }) {
  const vertices = verticesOf(entry.graph);
  const places = fitted(vertices, entry.graph);
  const arrow = (from, to) => {
    const [[x, y], [toX, toY]] = [places.get(String(from)), places.get(String(to))];
    const here = String(from) === String(piece) ? " here" : "";
    if (from === to) return svg("circle", { class: `edge${here}`, cx: x, cy: y - VERTEX, r: VERTEX * 0.8 });
    const [dx, dy] = [toX - x, toY - y];
    const length = Math.hypot(dx, dy);
    // Arrows are moved a little to the right, so that two opposite arrows lie apart.
    const [side, ahead] = [[(-dy / length) * 1.3, (dx / length) * 1.3], [(dx / length) * VERTEX * 1.25, (dy / length) * VERTEX * 1.25]];
    const [startX, startY, endX, endY] = [x + side[0] + ahead[0], y + side[1] + ahead[1], toX + side[0] - ahead[0], toY + side[1] - ahead[1]];
    const head = (turn) => {
      const angle = Math.atan2(dy, dx) + Math.PI + turn;
      return `M${endX} ${endY}l${2.6 * Math.cos(angle)} ${2.6 * Math.sin(angle)}`;
    };
    return svg("path", { class: `edge${here}`, d: `M${startX} ${startY}L${endX} ${endY}${head(0.45)}${head(-0.45)}` });
  };
  // A move may lead to several vertices at once.
  const edges = vertices.flatMap((vertex) => entry.graph[vertex].flat().map((to) => arrow(vertex, to)));
  const nodes = vertices.map((vertex) => {
    const [x, y] = places.get(String(vertex));
    const style = { left: `${x}%`, top: `${y}%` };
    const option = find(vertex) ?? find([vertex]);
    const since = goneSince(past, (before) => String(before) === String(vertex));
    const was = since === null ? "" : ` was ${gone(since)}`;
    const look = { class: `vertex${String(vertex) === String(piece) ? " here" : ""}${was}${option ? lostClass(lost, option.to) : ""}`, style };
    const picked = option && pick(option, look, String(vertex), () => [picked]);
    return picked ?? h("span", look, String(vertex));
  });
  const others = moves.filter(({ to }) => !vertices.some((vertex) => textOf(vertex) === textOf(to)));
  return [
    arrows(h("div", { class: "graph" }, svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, "aria-hidden": "true" }, edges), nodes)),
    others.length > 0 && words.draw(piece, others, { pick }),
  ];
}
