// A board with one piece, for games of two numbers. The square of the piece is the position, and a move goes to another
// square. The first number goes to the right, the second one up, as in books and on the map.

import { h, svg } from "../element.js";
import { gone } from "./past.js";
import { label, lostClass, placing, square, surface, swept } from "./surface.js";

export const HINT = "Pick where the piece goes.";

/** The longest side of a board that is drawn, in squares. */
const SIDE = 24;

/** The room for the numbers at the left and below the board, in squares. */
const AXIS = 0.8;

/** Boards of a fixed size: the number of rows and columns, and the least number of a row or column. */
const SIZES = new Map([["knight", [15, 1]]]);

/** The outlines of the pieces, in a square of 10 × 10 units. */
const PIECES = {
  queen: "M1.9 9H8.1V8.1H1.9ZM1 3.1 2.4 7.4H7.6L9 3.1 6.9 5.4 6.3 1.9 5 5 3.7 1.9 3.1 5.4ZM.4 2.6a.6.6 0 1 0 1.2 0a.6.6 0 1 0-1.2 0M3.1 1.5a.6.6 0 1 0 1.2 0a.6.6 0 1 0-1.2 0M5.7 1.5a.6.6 0 1 0 1.2 0a.6.6 0 1 0-1.2 0M8.4 2.6a.6.6 0 1 0 1.2 0a.6.6 0 1 0-1.2 0",
  king: "M4.5 1H5.5V2H6.5V3H5.5V4.2C7.5 3 9.2 4.2 8.6 5.9 8.3 6.9 7.6 7.4 7.4 8.6H2.6C2.4 7.4 1.7 6.9 1.4 5.9.8 4.2 2.5 3 4.5 4.2V3H3.5V2H4.5Z",
  knight: "M3 8.6C3 6.6 4.6 6 4.8 5 4 5.4 3 5.8 2.4 6.4L1.4 5.6C1.8 4.2 2.4 3 3.6 2.2L3.8 1.2 4.8 1.9C7.6 2.2 8.4 5 8 8.6Z",
  rook: "M2 1.6H3.4V2.6H4.3V1.6H5.7V2.6H6.6V1.6H8V4L7.2 4.8V7L8 8.6H2L2.8 7V4.8L2 4Z",
};
const NAMED = new Map([["wythoff", "queen"], ["king", "king"], ["knight", "knight"]]);

const isSquare = (pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "number" && part < SIDE);

export function fits(piece, moves, { splits, isList }) {
  return !splits && !isList && isSquare(piece) && moves.every(({ to }) => isSquare(to));
}

const shape = (name, x, y, look) => svg("g", { class: `figure-piece ${look}`, transform: `translate(${x + 0.05} ${y + 0.05}) scale(0.09)` }, svg("path", { d: PIECES[name] }));

export function draw([x, y], moves, { find, pick, entry, lost, past = [], first: start }) {
  const [size, least] = SIZES.get(entry.id) ?? [0, 0];
  const was = [start, ...past.map(({ piece }) => piece)].filter(isSquare);
  const columns = size || Math.max(x, 1, ...was.map((square) => square[0]), ...moves.map(({ to }) => to[0])) + 1;
  const rows = size || Math.max(y, 1, ...was.map((square) => square[1]), ...moves.map(({ to }) => to[1])) + 1;
  const [width, height] = [columns + AXIS, rows + AXIS];
  const place = placing(width, height);
  const at = (column, row) => [AXIS + column - least, rows - 1 - (row - least)];
  const [shapes, spots] = [[], []];
  const name = NAMED.get(entry.id) ?? "rook";
  for (let row = least; row < rows + least; row += 1) {
    for (let column = least; column < columns + least; column += 1) {
      const [left, top] = at(column, row);
      const option = find([column, row]);
      const isLost = lost?.([column, row]);
      const field = square(left, top, `${option ? "open" : ""}${isLost ? " lost" : ""}`);
      shapes.push(field);
      if (isLost) shapes.push(svg("circle", { class: "lost-mark", cx: left + 0.5, cy: top + 0.5, r: 0.36 }));
      if (!option) continue;
      shapes.push(svg("circle", { class: "dot-open", cx: left + 0.5, cy: top + 0.5, r: 0.13 }));
      const shadow = shape(name, left, top, "shadow");
      shapes.push(shadow);
      spots.push(pick(option, { class: "spot", style: place(left, top) }, null, () => [field, shadow]));
    }
  }
  // If there is space, all labels are written, and otherwise every fifth label.
  const isLabelled = (number, count) => count <= 16 || number % 5 === 0;
  for (let column = least; column < columns + least; column += 1) if (isLabelled(column, columns)) shapes.push(label(at(column, 0)[0] + 0.5, rows + AXIS / 2, column));
  for (let row = least; row < rows + least; row += 1) if (isLabelled(row, rows)) shapes.push(label(AXIS / 2, at(0, row)[1] + 0.5, row));
  const [left, top] = at(x, y);
  // The path of the piece. Older parts are fainter.
  past.forEach(({ piece, age }, step) => {
    const [[fromX, fromY], [toX, toY]] = [piece, past[step + 1]?.piece ?? [x, y]].map((square) => at(...square));
    const look = `trail ${gone(age)}`;
    shapes.push(svg("path", { class: look, d: `M${fromX + 0.5} ${fromY + 0.5}L${toX + 0.5} ${toY + 0.5}` }), svg("circle", { class: `vacated ${gone(age)}`, cx: fromX + 0.5, cy: fromY + 0.5, r: 0.3 }));
  });
  shapes.push(shape(name, left, top, "here"));
  // The piece can be dragged, too.
  if (spots.length) spots.push(h("span", { class: "hold", style: place(left, top) }));
  const frame = swept(surface({ width, height, unit: 2.5, least: 0.95 }, shapes, spots), "hold");
  // If the board is wider than its frame, the piece is scrolled into sight.
  requestAnimationFrame(() => (frame.scrollLeft = (left / width) * frame.scrollWidth - frame.clientWidth / 2));
  return frame;
}
