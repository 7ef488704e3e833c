// Draws bars of chocolate and sheets of squared paper. In Chomp, a square is bitten off, with all squares right of it
// and below it. In the other games, a piece is divided along a line. The player picks the line, or drags the pointer to
// it. A poisoned square stays.

import { svg } from "../element.js";
import { gone, goneSince } from "./past.js";
import { placing, lostClass, square, surface, swept } from "./surface.js";

export const HINT = "Pick where your move bites, breaks or cuts.";

/** The largest width and height of a bar that is drawn, in squares. The moves of a larger bar are listed in words. */
const [WIDE, HIGH] = [40, 30];

/** A line can be picked at up to this distance from it, in squares. */
const REACH = 0.42;

const KINDS = new Map(Object.entries({
  chomp: { size: (rows) => [Math.max(...rows, 0), rows.length], poison: () => [0, 0] },
  "poisoned-bar": { size: ([left, right, above, below]) => [left + 1 + right, above + 1 + below], poison: ([left, , above]) => [left, above] },
  "chocolate-bar": { size: (sides) => sides },
  "cutting-game": { size: (sides) => sides, look: "paper" },
}));

export function fits(piece, moves, { id }) {
  const kind = KINDS.get(id);
  if (!kind || !piece.every((part) => typeof part === "number")) return false;
  const [width, height] = kind.size(piece);
  return width <= WIDE && height <= HIGH;
}

/** Draws chocolate that no move splits. Eaten squares become crumbs, and the bar keeps its outline. */
export function draw(piece, moves, { pick, find, entry, lost, past, first: start = piece }) {
  const kind = KINDS.get(entry.id);
  const isBitten = entry.id === "chomp";
  const [wide, high] = kind.size(start);
  // The place of a bar in the first bar of the match.
  const lies = (bar) => (isBitten ? [0, 0] : [start[0] - bar[0], start[2] - bar[2]]);
  const holds = (bar) => (x, y) => {
    const [[left, top], [width, height]] = [lies(bar), kind.size(bar)];
    return isBitten ? x < (bar[y] ?? 0) : x >= left && y >= top && x < left + width && y < top + height;
  };
  const [poisonX, poisonY] = kind.poison(start);
  const has = holds(piece);
  const [fields, shapes] = [new Map(), []];
  const [left, top] = lies(piece);
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      if (has(x, y)) {
        const field = piecesOf(kind, x, y, x === poisonX && y === poisonY);
        fields.set(`${x - left},${y - top}`, field);
        shapes.push(field);
        continue;
      }
      const age = goneSince(past, (before) => holds(before)(x, y));
      if (age !== null) shapes.push(crumbs(x, y, age));
    }
  }
  const place = placing(wide, high);
  const at = { left, top };
  const spots = isBitten ? bites(piece, moves, fields, place, { pick, lost }) : breaks(piece, { ...at, poison: kind.poison(piece) }, fields, place, shapes, { pick, find, entry, lost });
  const plane = surface({ width: wide, height: high, unit: 2.5, least: 0.75, name: isBitten ? "" : "breakable", numbered: isBitten }, shapes, spots);
  // The player may drag the pointer from line to line. The bar is broken at the line where the pointer is released.
  return isBitten ? plane : swept(plane, "breakable");
}

/** Draws a bar or a sheet that falls into pieces. The pieces stay where they were. */
export function drawWhole(tree, of, { entry }) {
  const kind = KINDS.get(entry.id);
  const [wide, high] = kind.size(tree.piece);
  const place = placing(wide, high);
  const [shapes, lines, spots] = [[], [], []];
  const lay = (node, left, top, sides) => {
    const [width, height] = sides;
    if (node.left) {
      const { axis, parts } = brokenAt(node, sides);
      let next = [left, top][axis];
      for (const part of parts) {
        lay(part.node, axis === 0 ? next : left, axis === 1 ? next : top, part.sides);
        next += part.sides[axis];
        if (next < [left + width, top + height][axis]) {
          lines.push(svg("path", { class: `broken age${Math.min(node.left.age, 5)}`, d: axis === 0 ? `M${next} ${top}v${height}` : `M${left} ${next}h${width}` }));
        }
      }
      return;
    }
    const fields = new Map();
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const field = piecesOf(kind, left + x, top + y, false);
        fields.set(`${x},${y}`, field);
        shapes.push(field);
      }
    }
    spots.push(...breaks(sides, { left, top }, fields, place, lines, { ...of(node), entry }));
  };
  lay(tree, 0, 0, tree.piece);
  return swept(surface({ width: wide, height: high, unit: 2.5, least: 0.75, name: "breakable" }, [...shapes, ...lines], spots), "breakable");
}

/**
 * Returns the axis along which a piece with these sides was broken, and the parts in order, each with its sides. The
 * move may say where the piece was broken. Otherwise the first place that fits is used. The service may name the two
 * sides of a part in either order.
 */
function brokenAt({ left: { into, at } }, sides) {
  const said = at?.match(/^([xy])(\d+)$/);
  const turned = ([one, other]) => [other, one];
  for (const axis of said ? ["xy".indexOf(said[1])] : [0, 1]) {
    const parts = into.map((node) => ({ node, sides: [node.piece, turned(node.piece)].find((part) => part[1 - axis] === sides[1 - axis] && part[axis] < sides[axis]) }));
    if (parts.some((part) => !part.sides) || parts.reduce((sum, part) => sum + part.sides[axis], 0) !== sides[axis]) continue;
    return { axis, parts: said && parts[0].sides[axis] !== Number(said[2]) ? parts.reverse() : parts };
  }
  return { axis: 0, parts: into.map((node) => ({ node, sides: node.piece })) };
}

const piecesOf = (kind, x, y, isPoison) => svg("g", { class: `chocolate ${kind.look ?? ""}${isPoison ? " poison" : ""}` },
  square(x, y), svg("rect", { class: "relief", x: x + 0.16, y: y + 0.16, width: 0.68, height: 0.68, rx: 0.08 }), isPoison ? skull(x + 0.5, y + 0.5) : []);

/** The drawing of a square that was eaten. */
const crumbs = (x, y, age) => svg("g", { class: `crumbs ${gone(age)}` }, square(x, y, "eaten"),
  [[0.3, 0.35, 0.07], [0.62, 0.28, 0.05], [0.52, 0.6, 0.08], [0.3, 0.72, 0.04], [0.75, 0.7, 0.05]].map(([dx, dy, r], nth) =>
    svg("circle", { cx: x + ((dx + 0.13 * ((3 * x + 5 * y + nth) % 4)) % 0.8) + 0.1, cy: y + dy, r })));

const skull = (x, y) => svg("g", { class: "skull", transform: `translate(${x} ${y})` },
  svg("path", { d: "M-.2 .3V.16A.3.3 0 1 1 .2 .16V.3Z" }), svg("circle", { cx: -0.11, cy: -0.05, r: 0.075 }), svg("circle", { cx: 0.11, cy: -0.05, r: 0.075 }));

/** Returns a control for each square that may be bitten. */
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

/**
 * The position `to` after a bar is broken along the line `at` of an axis. Without poison, both parts are left. With
 * poison, the part without the poison is eaten, and `goes(place)` is true for its squares.
 */
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

/**
 * Returns a control for each line along which the bar may be broken, and adds these lines to `shapes`. If `isReply` is
 * true, there is only one control, for the oracle's move.
 */
function breaks(piece, { left, top, poison }, fields, place, shapes, { pick, find, entry, lost, isReply }) {
  const spots = [];
  const [width, height] = poison ? KINDS.get(entry.id).size(piece) : piece;
  for (const axis of [0, 1]) {
    for (let at = 1; at < [width, height][axis]; at += 1) {
      const { to, goes } = leftBy(piece, axis, at, poison);
      const turned = entry.splits ? to.map((part) => [...part].reverse()) : [];
      const option = find(to) ?? (entry.splits ? find([...to].reverse()) ?? find(turned) ?? find([...turned].reverse()) : undefined);
      if (!option || (isReply && spots.length)) continue;
      const [x, y] = [left + (axis === 0 ? at : 0), top + (axis === 1 ? at : 0)];
      const line = svg("path", { class: `break${lostClass(lost, option.to)}`, d: axis === 0 ? `M${x} ${top}v${height}` : `M${left} ${y}h${width}` });
      shapes.push(line);
      const style = axis === 0 ? place(x - REACH, top, 2 * REACH, height) : place(left, y - REACH, width, 2 * REACH);
      const eaten = () => [...fields].filter(([key]) => goes(key.split(",").map(Number))).map(([, field]) => field);
      spots.push(pick(option, { class: `spot line-spot ${axis === 0 ? "upright" : "level"}`, style }, null, () => [line, ...eaten()], entry.splits ? `${"xy"[axis]}${at}` : undefined));
    }
  }
  return spots;
}
