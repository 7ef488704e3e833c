// The plot of values. Each number has a dot, or some pixels if there are many numbers.

import { grouped } from "../position.js";
import { FONT, surface, ticks } from "./surface.js";

/**
 * If numbers are closer together than `DOTS` (px), they are pixels of a bitmap, which takes some milliseconds for a
 * million numbers. Otherwise each number has a dot. If numbers are at least `STEMS` apart, the dots of a single game
 * also have stems.
 */
const [DOTS, STEMS] = [2.5, 6];

/** If more numbers than this share a column of pixels, their marks are small. */
const SPARSE = 4;

/** Periods that are narrower than this (px) are not shaded, since the shades could not be told apart. */
const NARROW = 4;

const never = () => false;

/** The three numbers of a colour such as `#0b6e63`. */
const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

/**
 * Makes the plot. `now()` returns `{series, period, picked, wrong}`. A series has `from`, `numbers`, the name of its
 * `colour`, and perhaps a `name`. Its numbers at places that `isMarked(at)` accepts have the accent colour. `wrong` has
 * values with rings around them, `{n, value, colour}`.
 */
export function makePlot(id, now, ways) {
  const range = () => {
    const { series } = now();
    const [first] = series;
    const from = first?.from ?? 0;
    const to = from + Math.max(1, ...series.map(({ numbers }) => numbers.length));
    return { x0: from - 0.5, x1: to - 0.5, y0: 0, y1: 1 };
  };
  const plot = surface({ id, label: "A plot of the values. Plus and minus zoom, arrows go from number to number, with the shift key they move the view, Home shows all.", axes: "x",
    margin: { left: 56, right: 26, top: 20, bottom: 26 }, least: 8, whole: range, ...ways, draw: (context, view, size, colours) => draw(context, view, size, colours, now()) });
  return plot;
}

/** The least and the largest value in sight. */
function extent(series, view) {
  let [low, high] = [0, 1];
  for (const { from, numbers } of series) {
    const last = Math.min(numbers.length - 1, Math.floor(view.x1) - from);
    for (let at = Math.max(0, Math.ceil(view.x0) - from); at <= last; at += 1) {
      if (numbers[at] > high) high = numbers[at];
      else if (numbers[at] < low) low = numbers[at];
    }
  }
  return [low, high];
}

function draw(context, view, size, colours, { series, period, picked, wrong }) {
  const { left, right, top, bottom } = size;
  const [low, high] = extent(series, view);
  const perNumber = (right - left) / (view.x1 - view.x0);
  const x = (n) => left + (n - view.x0) * perNumber;
  const y = (value) => bottom - 6 - ((value - low) / (high - low)) * (bottom - top - 12);
  context.font = FONT;
  context.save();
  context.beginPath();
  context.rect(left, top, right - left, bottom - top);
  context.clip();
  if (period && period.length * perNumber >= NARROW) {
    context.fillStyle = colours.soft;
    const first = Math.max(0, Math.floor((view.x0 - period.from) / period.length));
    for (let count = first + (first % 2); period.from + count * period.length < view.x1; count += 2) {
      context.fillRect(x(period.from + count * period.length - 0.5), top, period.length * perNumber, bottom - top);
    }
  }
  const upright = ticks(low, high, (bottom - top) / 40);
  context.fillStyle = colours.line;
  for (const value of upright) context.fillRect(left, Math.round(y(value)), right - left, 1);
  if (picked !== null) {
    context.fillStyle = colours.muted;
    context.fillRect(Math.round(x(picked)), top, 1, bottom - top);
  }
  if (perNumber >= DOTS) dots(context, view, series, colours, { x, y, perNumber, bottom: y(low) });
  else pixels(context, view, series, colours, size, y);
  const ringed = picked === null ? [] : series.map(({ from, numbers, colour }) => ({ n: picked, value: numbers[picked - from], colour }));
  for (const { n, value, colour } of [...ringed, ...wrong]) {
    if (!Number.isFinite(value)) continue;
    context.strokeStyle = colours[colour];
    context.lineWidth = 2;
    context.beginPath();
    context.arc(x(n), y(value), colour === "fault" ? 10 : 7, 0, 7);
    context.stroke();
  }
  context.restore();
  context.fillStyle = colours.muted;
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const value of upright) context.fillText(grouped(value), left - 8, y(value));
  context.textAlign = "center";
  context.textBaseline = "top";
  for (const n of ticks(Math.max(0, view.x0), view.x1, (right - left) / 90)) if (x(n) <= right) context.fillText(grouped(n), x(n), bottom + 8);
  context.textAlign = "left";
  context.fillText("value", 4, 4);
  let end = left + 8;
  for (const { name, colour } of series.filter((each) => each.name)) {
    context.fillStyle = colours[colour];
    context.fillText(name, end, 4);
    end += context.measureText(name).width + 16;
  }
  context.fillStyle = colours.muted;
  context.textAlign = "right";
  context.fillText("n →", right, 4);
}

function dots(context, view, series, colours, { x, y, perNumber, bottom }) {
  const radius = Math.min(4.5, Math.max(1.4, perNumber * 0.36));
  series.forEach(({ from, numbers, colour, isMarked = never }, nth) => {
    const last = Math.min(numbers.length - 1, Math.ceil(view.x1) - from);
    for (let at = Math.max(0, Math.floor(view.x0) - from); at <= last; at += 1) {
      const value = numbers[at];
      if (Number.isNaN(value)) continue;
      const isStrong = isMarked(at);
      const across = x(from + at);
      if (perNumber >= STEMS && series.length === 1 && !isStrong) {
        context.fillStyle = colours.line;
        context.fillRect(across - 0.75, y(value), 1.5, bottom - y(value));
      }
      context.fillStyle = isStrong ? colours.accent : colours[colour];
      context.beginPath();
      // If two games have the same value, the mark of the second game is visible behind the mark of the first.
      context.arc(across, y(value), radius * (isStrong || nth === 1 ? 1.25 : 1), 0, 7);
      if (nth === 1) {
        context.strokeStyle = colours[colour];
        context.lineWidth = Math.max(1, radius / 2.5);
        context.stroke();
      } else context.fill();
    }
  });
}

/** Draws each value as a small square of pixels. The bitmap is made in memory, and drawn in one step. */
function pixels(context, view, series, colours, size, y) {
  const { left, right, top, bottom, scale } = size;
  const [width, height] = [Math.round((right - left) * scale), Math.round((bottom - top) * scale)];
  const perColumn = (view.x1 - view.x0) / (right - left);
  const side = Math.max(2 * series.length, Math.round((perColumn > SPARSE ? 1.5 : 2.5) * scale));
  const image = context.createImageData(width, height);
  const marks = new Uint32Array(image.data.buffer);
  const word = (colour) => {
    const [red, green, blue] = rgb(colour);
    return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  };
  const mark = (column, row, colour, [first, end]) => {
    for (let down = first; down < end && row + down < height; down += 1) {
      for (let across = 0; across < side && column + across < width; across += 1) marks[(row + down) * width + column + across] = colour;
    }
  };
  const perNumber = width / (view.x1 - view.x0);
  const [base, unit] = [(y(0) - top) * scale, (y(1) - y(0)) * scale];
  const accent = word(colours.accent);
  // If there are two games, each has half of a mark, so that both are seen where their values are equal.
  const parts = series.length > 1 ? [[0, side >> 1], [side >> 1, side]] : [[0, side]];
  for (const [nth, { from, numbers, colour, isMarked }] of series.entries()) {
    const own = word(colours[colour]);
    const last = Math.min(numbers.length - 1, Math.floor(view.x1) - from);
    const first = Math.max(0, Math.ceil(view.x0) - from);
    for (const onlyMarked of isMarked ? [false, true] : [false]) {
      for (let at = first; at <= last; at += 1) {
        const value = numbers[at];
        if (Number.isNaN(value) || (isMarked && isMarked(at) !== onlyMarked)) continue;
        const row = Math.round(base + value * unit - side / 2);
        if (row >= 0) mark(Math.floor((from + at - view.x0) * perNumber), row, onlyMarked ? accent : own, parts[nth]);
      }
    }
  }
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  canvas.getContext("2d").putImageData(image, 0, 0);
  context.drawImage(canvas, left, top, right - left, bottom - top);
}
