// A canvas with a view of a plane. The view is zoomed and moved by the wheel, by dragging, by two fingers, by keys and
// by buttons.

import { h } from "../element.js";

/**
 * Each pixel that the wheel scrolls zooms by the factor `WHEEL`. A button zooms by the factor `BUTTON`. An arrow key
 * moves the view by the fraction `KEY` of the view's width or height.
 */
const [WHEEL, BUTTON, KEY] = [1.0015, 1.6, 0.15];

/** If a pointer moves less than this (px), it picks a place. */
const STILL = 5;

/** The colours of the page, as they are now. */
function coloursOf(element) {
  const style = getComputedStyle(element);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  return Object.fromEntries(["ink", "muted", "line", "accent", "soft", "card", "paper", "sunk", "second", "fault"].map((name) => [name, colour(name)]));
}

/**
 * Makes a surface. `axes` says what is zoomed, `"x"` or `"xy"`. `margin` is the space around the view,
 * `{left, right, top, bottom}` (px). `whole()` is the largest view, `{x0, x1, y0, y1}`, and `start()` is the first
 * view. `least` is the least width of a view, and `most()` the largest. If `isSquare` is true, the view keeps its
 * proportion. Keys and buttons zoom around the place `held()` if it is in sight, and otherwise around the middle.
 * `draw(context, view, size, colours)` draws the view. `point(x, y)` is called with the place of the pointer, and
 * without a place when the pointer leaves. `pick(x, y)` is called with the picked place. `step(dx, dy)` is called by
 * the arrow keys, which move the view unless it returns true. `changed(view)` is called with a new view.
 */
export function surface({ id, label, axes, margin, least, most = () => Infinity, whole, start = whole, isSquare = false, held = () => null, draw, point, pick, step = () => false, changed = () => {} }) {
  const canvas = h("canvas", { id, tabindex: "0", role: "application", "aria-roledescription": "picture", "aria-label": label });
  const button = (name, text, act) => h("button", { type: "button", id: `${id}-${name}`, "aria-label": text, title: text, onclick: act }, { in: "+", out: "−", whole: "⤢" }[name]);
  const element = h("div", { class: `canvas ${axes}` }, canvas,
    h("div", { class: "zooms" }, button("in", "Zoom in", () => zoom(1 / BUTTON)), button("out", "Zoom out", () => zoom(BUTTON)), button("whole", "Show all", () => set(start()))));
  const size = { width: 0, height: 0 };
  let view = start();
  let asked = 0;

  const redraw = () => {
    if (!asked) asked = requestAnimationFrame(paint);
  };
  function paint() {
    asked = 0;
    const scale = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!width || !height) return;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
    }
    Object.assign(size, { width, height, scale, left: margin.left, top: margin.top, right: width - margin.right, bottom: height - margin.bottom });
    // The height of the view follows from the proportion of the canvas, which is known only now.
    if (isSquare) set(view, false);
    cancelAnimationFrame(asked);
    asked = 0;
    const context = canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    draw(context, view, size, coloursOf(canvas));
  }

  /** The place in the plane for a place on the canvas. */
  const planeOf = (x, y) => [view.x0 + ((x - size.left) / (size.right - size.left)) * (view.x1 - view.x0), view.y0 + ((y - size.top) / (size.bottom - size.top)) * (view.y1 - view.y0)];
  const placeOf = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  /** The interval of this width that begins at `from`, moved so that it lies between `low` and `high`. */
  const inside = (from, width, low, high) => {
    const kept = Math.min(width, high - low);
    const start = Math.min(Math.max(from, low), high - kept);
    return [start, start + kept];
  };
  function set(next, isTold = true) {
    const all = whole();
    const [x0, x1] = inside(next.x0, Math.min(most(), Math.max(least, next.x1 - next.x0)), all.x0, all.x1);
    const height = isSquare && size.width ? ((x1 - x0) * (size.bottom - size.top)) / (size.right - size.left) : Math.max(least, next.y1 - next.y0);
    const [y0, y1] = axes === "x" ? [all.y0, all.y1] : inside(next.y1 - height, height, all.y0, all.y1);
    view = { x0, x1, y0, y1 };
    if (isTold) changed(view);
    redraw();
  }
  const isIn = ([x, y]) => x >= view.x0 && x < view.x1 && (axes === "x" || (y >= view.y0 && y < view.y1));
  function zoom(factor, at = [held()].find((place) => place && isIn(place))) {
    const [x, y] = at ?? [(view.x0 + view.x1) / 2, (view.y0 + view.y1) / 2];
    // If the view is already as narrow as possible, it does not move.
    const kept = Math.max(factor, least / (view.x1 - view.x0));
    set({ x0: x - (x - view.x0) * kept, x1: x + (view.x1 - x) * kept, y0: y - (y - view.y0) * kept, y1: y + (view.y1 - y) * kept });
  }
  function move(dx, dy) {
    set({ x0: view.x0 + dx, x1: view.x1 + dx, y0: view.y0 + dy, y1: view.y1 + dy });
  }

  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) move(((event.deltaX || event.deltaY) / size.width) * (view.x1 - view.x0), 0);
    else zoom(WHEEL ** (event.deltaY * (event.deltaMode ? 30 : 1)), planeOf(...placeOf(event)));
  }, { passive: false });

  /** The pointers that are pressed, and the distance that they have moved. */
  const down = new Map();
  let way = 0;
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    if (down.size === 0) way = 0;
    down.set(event.pointerId, placeOf(event));
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    const place = placeOf(event);
    const before = down.get(event.pointerId);
    point(...planeOf(...place));
    if (!before) return;
    const [from, to] = [planeOf(...before), planeOf(...place)];
    way += Math.hypot(place[0] - before[0], place[1] - before[1]);
    const other = [...down].find(([pointer]) => pointer !== event.pointerId)?.[1];
    down.set(event.pointerId, place);
    if (other) {
      const distance = ([x, y]) => (axes === "x" ? Math.abs(x - other[0]) : Math.hypot(x - other[0], y - other[1]));
      zoom(Math.max(20, distance(before)) / Math.max(20, distance(place)), planeOf(...other));
    } else if (way > STILL) move(from[0] - to[0], from[1] - to[1]);
  });
  const up = (event) => {
    if (!down.delete(event.pointerId)) return;
    if (event.type === "pointerup" && way <= STILL) pick(...planeOf(...placeOf(event)));
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("pointerleave", () => point());
  canvas.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const acts = { "+": () => zoom(1 / BUTTON), "=": () => zoom(1 / BUTTON), "-": () => zoom(BUTTON), 0: () => set(start()), Home: () => set(start()),
      PageUp: () => move(-(view.x1 - view.x0), 0), PageDown: () => move(view.x1 - view.x0, 0) };
    const act = arrows ? () => {
      if (event.shiftKey || !step(...arrows)) move(arrows[0] * KEY * (view.x1 - view.x0), arrows[1] * KEY * (view.y1 - view.y0));
    } : acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  new ResizeObserver(redraw).observe(canvas);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  return { element, canvas, redraw, set, get view() { return view; }, get size() { return size; },
    /** Shows the place (x, y) in the middle of the view, unless the view already shows this place. */
    reveal: (x, y) => {
      const [width, height] = [view.x1 - view.x0, view.y1 - view.y0];
      if (!isIn([x, y])) set({ x0: x - width / 2, x1: x + width / 2, y0: y - height / 2, y1: y + height / 2 });
    } };
}

/** At most `most` round numbers between two numbers. */
export function ticks(low, high, most) {
  const rough = Math.max(1, (high - low) / Math.max(1, most));
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? power * 10;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.max(0, Math.floor(high / step) - first + 1) }, (_, at) => (first + at) * step);
}

/** The font of texts on a canvas. */
export const FONT = "12px system-ui, sans-serif";
