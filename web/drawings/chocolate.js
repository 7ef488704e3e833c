// Chocolate and paper in squares. In Chomp a square is bitten, with all right of it and below it; bars are broken along a line: the line is picked,
// or dragged to. A poisoned square stays.

import { svg } from "../element.js";
import { placing, lostClass, square, surface, swept } from "./surface.js";

export const HINT = "Pick where your move bites or breaks.";

/** Larger bars are played in words. */
const [WIDE, HIGH] = [40, 30];

/** How far a finger may be from a line, in squares. */
const REACH = 0.42;

const KINDS = {
  chomp: { size: (rows) => [Math.max(...rows, 0), rows.length], poison: () => [0, 0] },
  "poisoned-bar": { size: ([left, right, above, below]) => [left + 1 + right, above + 1 + below], poison: ([left, , above]) => [left, above] },
  "chocolate-bar": { size: (sides) => sides },
  "cutting-game": { size: (sides) => sides, look: "paper" },
};

export function fits(piece, moves, { id }) {
  const kind = KINDS[id];
  if (!kind || !piece.every((part) => typeof part === "number")) return false;
  const [width, height] = kind.size(piece);
  return width <= WIDE && height <= HIGH;
}

export function draw(piece, moves, { pick, find, entry, lost, previous, first: start = piece }) {
  const kind = KINDS[entry.id];
  const [width, height] = kind.size(piece);
  const [poisonX, poisonY] = kind.poison?.(piece) ?? [];
  // What was eaten last is drawn as an outline, around what is left.
  const none = { left: 0, top: 0, size: [width, height], has: () => false };
  const frame = entry.splits ? none : ghostOf(piece, start, entry);
  const eaten = previous && !entry.splits ? ghostOf(piece, previous, entry) : none;
  const [wide, high] = frame.size;
  const holds = entry.id === "chomp" ? (x, y) => x < (piece[y] ?? 0) : (x, y) => x >= 0 && y >= 0 && x < width && y < height;
  const fields = new Map();
  const shapes = [];
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      const [column, row] = [x - frame.left, y - frame.top];
      if (holds(column, row)) {
        const isPoison = column === poisonX && row === poisonY;
        const field = svg("g", { class: `chocolate ${kind.look ?? ""}${isPoison ? " poison" : ""}` },
          square(x, y), svg("rect", { class: "relief", x: x + 0.16, y: y + 0.16, width: 0.68, height: 0.68, rx: 0.08 }),
          isPoison ? skull(x + 0.5, y + 0.5) : []);
        fields.set(`${column},${row}`, field);
        shapes.push(field);
      } else if (eaten.has(column + eaten.left, row + eaten.top)) shapes.push(square(x, y, "ghost"));
    }
  }
  const place = placing(wide, high);
  const spots = entry.id === "chomp" ? bites(piece, moves, fields, place, { pick, lost }) : breaks(piece, { width, height, frame, poison: kind.poison?.(piece) }, fields, place, shapes, { pick, find, entry, lost });
  const isBitten = entry.id === "chomp";
  const plane = surface({ width: wide, height: high, unit: 2.5, least: 0.75, name: isBitten ? "" : "breakable" }, shapes, spots);
  // A break is dragged from line to line.
  return isBitten ? plane : swept(plane, "breakable");
}

const skull = (x, y) => svg("g", { class: "skull", transform: `translate(${x} ${y})` },
  svg("path", { d: "M-.2 .3V.16A.3.3 0 1 1 .2 .16V.3Z" }), svg("circle", { cx: -0.11, cy: -0.05, r: 0.075 }), svg("circle", { cx: 0.11, cy: -0.05, r: 0.075 }));

/** Where what is left lies in what was there before. */
function ghostOf(piece, previous, { id }) {
  if (id === "chomp") return { left: 0, top: 0, size: [Math.max(...previous), previous.length], has: (x, y) => x < (previous[y] ?? 0) };
  const [size, [left, top]] = [KINDS[id].size(previous), [previous[0] - piece[0], previous[2] - piece[2]]];
  return { left, top, size, has: (x, y) => x >= 0 && y >= 0 && x < size[0] && y < size[1] };
}

/** Each square that may be bitten. */
function bites(piece, moves, fields, place, { pick, lost }) {
  const options = new Map(moves.map((move) => {
    const y = piece.findIndex((size, row) => (move.to[row] ?? 0) < size);
    return [`${move.to[y] ?? 0},${y}`, move];
  }));
  const spots = [];
  for (const [key] of fields) {
    const [x, y] = key.split(",").map(Number);
    const option = options.get(key);
    const eaten = () => [...fields].filter(([other]) => other.split(",").every((at, axis) => Number(at) >= [x, y][axis])).map(([, field]) => field);
    if (option) spots.push(pick(option, { class: `spot${lostClass(lost, option.to)}`, style: place(x, y) }, null, eaten));
  }
  return spots;
}

/** What breaking a bar before this line leaves, and whether that side is eaten. */
function leftBy(piece, axis, at, poison) {
  if (!poison) {
    const part = (size) => piece.with(axis, size);
    return { to: [part(at), part(piece[axis] - at)].sort((one, other) => one[0] - other[0] || one[1] - other[1]), goes: () => false };
  }
  const isBefore = at <= poison[axis];
  return {
    to: isBefore ? piece.with(2 * axis, poison[axis] - at) : piece.with(2 * axis + 1, at - poison[axis] - 1),
    goes: (place) => (isBefore ? place[axis] < at : place[axis] >= at),
  };
}

/** Each line along which the bar may be broken. */
function breaks(piece, { width, height, frame, poison }, fields, place, shapes, { pick, find, entry, lost }) {
  const spots = [];
  for (const axis of [0, 1]) {
    for (let at = 1; at < [width, height][axis]; at += 1) {
      const { to, goes } = leftBy(piece, axis, at, poison);
      const option = find(to) ?? (entry.splits ? find([...to].reverse()) : undefined);
      if (!option) continue;
      const [x, y] = [frame.left + (axis === 0 ? at : 0), frame.top + (axis === 1 ? at : 0)];
      const line = svg("path", { class: `break${lostClass(lost, option.to)}`, d: axis === 0 ? `M${x} ${frame.top}v${height}` : `M${frame.left} ${y}h${width}` });
      shapes.push(line);
      const style = axis === 0 ? place(x - REACH, y, 2 * REACH, height) : place(x, y - REACH, width, 2 * REACH);
      const gone = () => [...fields].filter(([key]) => goes(key.split(",").map(Number))).map(([, field]) => field);
      spots.push(pick(option, { class: `spot line-spot ${axis === 0 ? "upright" : "level"}`, style }, null, () => [line, ...gone()]));
    }
  }
  return spots;
}
