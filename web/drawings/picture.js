// A picture of edges that stand on the ground, for Hackenbush: a vertex is as high above the ground, 0, as there are edges
// between. The edge that is picked is cut, and those that hang by it fall.

import { h, svg } from "../element.js";

export const HINT = "Pick the edge that your move cuts.";

/** Larger pictures are played in words. */
const [EDGES, HEIGHT] = [24, 8];

/** The height of an edge (rem), and how far apart (%) edges are that join the same vertices. */
const [STEP, APART] = [4, 9];

/** How many edges above the ground each vertex is. */
function heightsOf(edges) {
  const heights = new Map([[0, 0]]);
  for (const [vertex, height] of heights) {
    for (const [one, other] of edges) {
      if (one === vertex && !heights.has(other)) heights.set(other, height + 1);
      if (other === vertex && !heights.has(one)) heights.set(one, height + 1);
    }
  }
  return heights;
}

/** The edges that are left when one is cut. */
function leftBy(piece, cut) {
  const rest = piece.filter((_, at) => at !== cut);
  const heights = heightsOf(rest);
  return rest.filter(([vertex]) => heights.has(vertex));
}

export function fits(piece, moves, { text_form }) {
  return text_form.startsWith("u.v") && piece.length <= EDGES && Math.max(...heightsOf(piece).values()) <= HEIGHT;
}

export function draw(piece, moves, { find, pick }) {
  const heights = heightsOf(piece);
  const top = Math.max(1, ...heights.values());
  const rows = new Map();
  for (const [vertex, height] of heights) rows.set(height, [...(rows.get(height) ?? []), vertex]);
  // The ground is below every vertex; others of a height are side by side.
  const xOf = (vertex, above) => {
    if (vertex === 0) return above === 0 ? 50 : xOf(above, vertex);
    const row = rows.get(heights.get(vertex));
    return ((row.indexOf(vertex) + 0.5) / row.length) * 100;
  };
  const yOf = (vertex) => ((top - heights.get(vertex) + 0.5) / (top + 1)) * 100;
  const joined = new Map();
  const lines = [];
  const buttons = piece.map(([one, other], at) => {
    const key = [one, other].sort((a, b) => a - b).join();
    const nth = joined.get(key) ?? 0;
    joined.set(key, nth + 1);
    const [x1, y1, x2, y2] = [xOf(one, other), yOf(one), xOf(other, one), yOf(other)];
    // A loop is a bow above its vertex.
    const [x, y] = one === other ? [x1 + nth * APART, y1 - 50 / (top + 1)] : [(x1 + x2) / 2 + nth * APART, (y1 + y2) / 2];
    lines.push(svg("path", { class: "twig", d: one === other ? `M${x1} ${y1}C${x - 15} ${y} ${x + 15} ${y} ${x1} ${y1}` : `M${x1} ${y1}Q${2 * x - (x1 + x2) / 2} ${2 * y - (y1 + y2) / 2} ${x2} ${y2}` }));
    const left = leftBy(piece, at);
    const option = find(left);
    const fallen = () => piece.flatMap((edge, place) => (left.includes(edge) ? [] : [lines[place]]));
    return option && pick(option, { class: "cut", style: { left: `${x}%`, top: `${y}%` } }, null, fallen);
  });
  const picture = svg("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("path", { class: "ground", d: `M0 ${yOf(0)}H100` }), lines);
  return h("div", { class: "picture", style: { height: `${(top + 1) * STEP}rem` } }, picture, buttons);
}
