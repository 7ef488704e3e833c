// A plot of the Grundy values of a game of one number, with its period where one is proved.

import { h, roving, svg } from "./element.js";

/** The height of the picture, and the width of a heap, in its units. */
const [HEIGHT, STEP] = [120, 6];

/** `choose(n, value)` is called with what is picked. */
export function plot({ n: [first], values, period }, entry, places, choose) {
  const start = Number(first);
  const known = values.map((value) => (typeof value === "number" ? value : null));
  const top = Math.max(1, ...known.filter((value) => value !== null));
  const width = known.length * STEP;
  const y = (value) => HEIGHT - (value / top) * (HEIGHT - STEP) - STEP / 2;
  const here = new Set(places.map(Number));
  const shapes = [];
  if (period) {
    const [from, length] = [Number(period.from), Number(period.length)];
    for (let at = from, count = 0; at < start + known.length; at += length, count += 1) {
      const left = Math.max(0, (at - start) * STEP);
      const right = Math.min(width, (at - start + length) * STEP);
      if (right > 0) shapes.push(svg("rect", { class: count % 2 ? "period odd" : "period", x: left, y: 0, width: right - left, height: HEIGHT }));
    }
  }
  known.forEach((value, at) => {
    if (value === null) return;
    const x = (at + 0.5) * STEP;
    const isHere = here.has(start + at);
    shapes.push(svg("line", { class: "stem", x1: x, x2: x, y1: HEIGHT, y2: y(value) }),
      svg("circle", { class: `dot${value === 0 ? " zero" : ""}${isHere ? " here" : ""}`, cx: x, cy: y(value), r: isHere ? 3 : 2 }));
  });
  const note = h("p", { class: "muted small", id: "plot-note" }, period
    ? `The values repeat from n = ${period.from} with period ${period.length}${period.proof ? " (proved)" : ""}; every other period is shaded.`
    : "No period is known here.");
  const buttons = known.map((value, at) => h("button", { type: "button", class: `heap${here.has(start + at) ? " here" : ""}`, "data-n": start + at,
    "aria-label": `${start + at}: value ${value ?? "unknown"}`, title: `n = ${start + at}: value ${value ?? "unknown"}`,
    style: { left: `${(at / known.length) * 100}%`, width: `${100 / known.length}%` }, onclick: () => choose(start + at, value) }));
  const group = h("div", { class: "plot", role: "group", "aria-label": `Grundy values of ${entry.name} from ${start} to ${start + known.length - 1}, the largest ${top}`,
    style: { width: `${known.length * 0.5}rem` } },
    svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" }, shapes), buttons);
  roving(group, buttons);
  return h("div", {}, h("div", { class: "scroll plotted", role: "region", "aria-label": "The plot" }, group),
    h("p", { class: "muted small axis" }, h("span", {}, `n = ${start}`), h("span", {}, `values 0 to ${top}`), h("span", {}, `n = ${start + known.length - 1}`)), note);
}
