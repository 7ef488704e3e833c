// A plot of the Grundy values of a game of one number. If a period is proved, it is shown.

import { h, roving, svg } from "./element.js";

/** The height of the picture, and the width of a heap, in units of the picture. */
const [HEIGHT, STEP] = [120, 6];

/** The largest number of labels on the horizontal axis. */
const MARKS = 12;

/** At least `LEAST` heaps are shown, and at least `PERIODS` periods if there are enough values. */
const [LEAST, PERIODS] = [48, 3];

/** Draws the values of a map. `choose(n, value)` is called with the picked heap. */
export function plot({ values, period }, entry, places, choose) {
  const here = new Set(places.map(Number));
  const repeated = period ? Number(period.from) + PERIODS * Number(period.length) : 0;
  const known = values.slice(0, Math.max(LEAST, repeated, ...[...here].map((n) => n + 2)));
  const top = Math.max(1, ...known.filter((value) => typeof value === "number"));
  const width = known.length * STEP;
  const y = (value) => HEIGHT - (value / top) * (HEIGHT - 2 * STEP) - STEP;
  const shapes = [];
  if (period) {
    const [from, length] = [Number(period.from), Number(period.length)];
    for (let at = from, count = 0; at < known.length; at += length, count += 1) {
      const right = Math.min(width, (at + length) * STEP);
      shapes.push(svg("rect", { class: count % 2 ? "period odd" : "period", x: at * STEP, y: 0, width: right - at * STEP, height: HEIGHT }));
    }
  }
  known.forEach((value, n) => {
    if (typeof value !== "number") return;
    const x = (n + 0.5) * STEP;
    // A dot is a line of length 0, since a stroke keeps its width when the picture is stretched.
    shapes.push(svg("path", { class: "stem", d: `M${x} ${HEIGHT}V${y(value)}` }),
      svg("path", { class: `dot${value === 0 ? " zero" : ""}${here.has(n) ? " here" : ""}`, d: `M${x} ${y(value)}h0` }));
  });
  const say = (value) => (value === null ? "unknown" : value);
  const buttons = known.map((value, n) => h("button", { type: "button", class: `heap${here.has(n) ? " here" : ""}`, "data-n": n,
    "aria-label": `${n}: value ${say(value)}${here.has(n) ? ", on the table" : ""}`, title: `n = ${n}: value ${say(value)}`,
    style: { left: `${(n / known.length) * 100}%`, width: `${100 / known.length}%` }, onclick: () => choose(n, value) }));
  const marks = ticks(top).map((value) => h("span", { class: "tick", style: { top: `${(y(value) / HEIGHT) * 100}%` } }, String(value)));
  const group = h("div", { class: "plot", role: "group", "aria-label": `Grundy values of ${entry.name} from 0 to ${known.length - 1}, the largest ${top}`,
    style: { width: `calc(${known.length} * var(--heap))` } },
    svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" }, shapes), buttons);
  roving(group, buttons);
  const scale = h("div", { class: "scale-x", "aria-hidden": "true", style: { width: `calc(${known.length} * var(--heap))` } }, ticks(known.length - 1, MARKS).map((n) =>
    h("span", { style: { left: `${((n + 0.5) / known.length) * 100}%` } }, String(n))));
  return h("div", {}, h("div", { class: "axes" }, h("div", { class: "scale-y", "aria-hidden": "true" }, marks),
    h("div", { class: "scroll plotted", role: "region", "aria-label": "The plot" }, group, scale)),
  h("p", { class: "muted small" }, "Across: the size of the heap. Upwards: its Grundy value. A green dot is 0, a lost position."), note(entry, period));
}

/** Round numbers from 0 to the largest value. */
function ticks(top, most = 6) {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].find((each) => top / each <= most) ?? Math.ceil(top / most);
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, at) => at * step);
}

/** The sentence about the period. */
function note(entry, period) {
  if (!period && entry.id === "nim") return h("p", { class: "muted small", id: "plot-note" }, "The value of a heap of Nim is its size, so the values never repeat.");
  if (!period) return h("p", { class: "muted small", id: "plot-note" }, "No period of these values is proved.");
  const { text, source } = period.proof ?? {};
  return [
    h("p", { class: "muted small", id: "plot-note" }, `The values repeat from n = ${period.from} with period ${period.length}${text ? " (proved)" : ""}; every other period is shaded.`),
    text && h("details", { class: "small" }, h("summary", {}, "Why they repeat for ever"),
      h("p", {}, text, source && h("cite", {}, ` ${source.author}, ${source.title} (${source.year})`))),
  ];
}
