// Values as coloured cells: the map of a game of two numbers, or the values of a game of one number in rows of equal
// length. If the cells are large, each contains its value.

import { FONT, surface, ticks } from "./surface.js";

/**
 * Cells that are larger than `SINGLE` (px) are drawn one by one. If they are larger than `GAP`, there are gaps between
 * them. If they are larger than `TEXT`, they contain their values.
 */
const [SINGLE, GAP, TEXT] = [4, 9, 17];

/** The number of colours from the least value to the largest value. */
const SHADES = 64;

/** The three bytes of a colour that is given by its hue (degrees), saturation and lightness (0 to 1). */
function bytes(hue, saturation, lightness) {
  const at = (n) => {
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [at(0), at(8), at(4)];
}

/** The colours go from sand to rust, or in the dark look from brown to sand. */
function shades() {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  return Array.from({ length: SHADES + 1 }, (_, at) => {
    const part = at / SHADES;
    const lightness = isDark ? 0.22 + 0.56 * part : 0.92 - 0.56 * part;
    const three = bytes(46 - 36 * part, 0.62, lightness);
    return { three, css: `rgb(${three.join(" ")})`, ink: lightness > 0.55 ? "#1b1d22" : "#ffffff" };
  });
}

/**
 * Makes a picture of values as coloured cells. `now()` returns what to draw, as an object with the following fields.
 * `value(column, row)` is the value of a cell, or `undefined` if it is not known yet. `isLost(column, row)` is true if
 * the player to move loses. `top` is the largest value. `columns` and `rows` are the numbers of columns and rows.
 * `isUp` is true if rows go upwards. `names` has two functions that name a column and a row at the edges. `picked` is
 * the chosen cell or null. If there is a function `want`, it is called with the first and last column and row in sight.
 */
export function makeCells(id, now, { least = 4, start, margin, isSquare, ...ways }) {
  const whole = () => {
    const { columns, rows, isUp } = now();
    return { x0: 0, x1: columns, y0: isUp ? -rows : 0, y1: isUp ? 0 : rows };
  };
  const cellOf = (x, y) => [Math.floor(x), Math.floor(now().isUp ? -y : y)];
  const within = (call) => (x, y) => {
    const { columns, rows } = now();
    const [column, row] = x === undefined ? [-1, -1] : cellOf(x, y);
    if (column >= 0 && row >= 0 && column < columns && row < rows) call(column, row);
    else call();
  };
  return surface({ id, label: "Values as coloured cells. Plus and minus zoom, arrows go from cell to cell, with the shift key they move the view, Home shows all.", axes: "xy", margin, least, whole, start, isSquare, ...ways,
    point: within(ways.point), pick: within(ways.pick), draw: (context, view, size, colours) => draw(context, view, size, colours, now()) });
}

function draw(context, view, size, colours, { value, isLost, top, columns, rows, isUp, names, picked, want }) {
  const { left, right, top: above, bottom, scale } = size;
  const [across, down] = [(right - left) / (view.x1 - view.x0), (bottom - above) / (view.y1 - view.y0)];
  const palette = shades();
  const full = Math.log1p(Math.max(1, top));
  const shade = (number) => palette[Math.min(SHADES, Math.round((Math.log1p(number) / full) * SHADES))];
  const [x0, x1] = [Math.max(0, Math.floor(view.x0)), Math.min(columns - 1, Math.ceil(view.x1) - 1)];
  const [r0, r1] = isUp ? [Math.floor(-view.y1), Math.ceil(-view.y0) - 1] : [Math.floor(view.y0), Math.ceil(view.y1) - 1];
  const [y0, y1] = [Math.max(0, r0), Math.min(rows - 1, r1)];
  want?.(x0, x1, y0, y1);
  const yOf = (row) => above + ((isUp ? -row - 1 : row) - view.y0) * down;
  context.save();
  context.beginPath();
  context.rect(left, above, right - left, bottom - above);
  context.clip();
  if (Math.min(across, down) >= SINGLE) {
    const gap = Math.min(across, down) >= GAP ? 1 : 0;
    const isWritten = down >= TEXT && across >= TEXT;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.font = `${Math.min(14, Math.round(Math.min(across, down) * 0.55))}px system-ui, sans-serif`;
    for (let row = y0; row <= y1; row += 1) {
      for (let column = x0; column <= x1; column += 1) {
        const found = value(column, row);
        if (found === undefined) continue;
        const [at, height] = [left + (column - view.x0) * across, yOf(row)];
        const [fill, ink] = isLost(column, row) ? [colours.accent, colours.card] : typeof found === "number" ? [shade(found).css, shade(found).ink] : [colours.sunk, colours.muted];
        context.fillStyle = fill;
        context.fillRect(at, height, across - gap, down - gap);
        const text = typeof found === "number" ? String(found) : found === null ? "" : typeof found === "object" ? "∞" : "…";
        if (isWritten && context.measureText(text).width < across - 2) {
          context.fillStyle = ink;
          context.fillText(text, at + across / 2, height + down / 2);
        }
      }
    }
  } else blend(context, view, size, { value, isLost, columns, rows, isUp, shade, colours, scale });
  if (picked) {
    context.strokeStyle = colours.ink;
    context.lineWidth = 2;
    context.strokeRect(left + (picked[0] - view.x0) * across, yOf(picked[1]), Math.max(4, across), Math.max(4, down));
  }
  context.restore();
  context.font = FONT;
  context.fillStyle = colours.muted;
  context.textAlign = "center";
  context.textBaseline = isUp ? "top" : "bottom";
  for (const column of ticks(x0, x1, (right - left) / 48)) context.fillText(names.column(column), left + (column + 0.5 - view.x0) * across, isUp ? bottom + 6 : above - 5);
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const row of ticks(y0, y1, (bottom - above) / 22)) {
    const height = yOf(row) + down / 2;
    if (height > above && height < bottom) context.fillText(names.row(row), left - 6, height);
  }
}

/** Draws cells that are smaller than pixels, or hardly larger. Each pixel gets the colour of the cell at its middle. */
function blend(context, view, size, { value, isLost, columns, rows, isUp, shade, colours, scale }) {
  const { left, right, top, bottom } = size;
  const [width, height] = [Math.round((right - left) * scale), Math.round((bottom - top) * scale)];
  const image = context.createImageData(width, height);
  const accent = [1, 3, 5].map((at) => parseInt(colours.accent.slice(at, at + 2), 16));
  const [unitX, unitY] = [(view.x1 - view.x0) / width, (view.y1 - view.y0) / height];
  for (let pixel = 0, down = 0; down < height; down += 1) {
    const y = view.y0 + (down + 0.5) * unitY;
    const row = Math.floor(isUp ? -y : y);
    for (let over = 0; over < width; over += 1, pixel += 4) {
      const column = Math.floor(view.x0 + (over + 0.5) * unitX);
      const found = row < 0 || row >= rows || column >= columns ? undefined : value(column, row);
      if (typeof found !== "number") continue;
      const three = isLost(column, row) ? accent : shade(found).three;
      image.data[pixel] = three[0];
      image.data[pixel + 1] = three[1];
      image.data[pixel + 2] = three[2];
      image.data[pixel + 3] = 255;
    }
  }
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  canvas.getContext("2d").putImageData(image, 0, 0);
  context.drawImage(canvas, left, top, right - left, bottom - top);
}
