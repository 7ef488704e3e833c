// Boards with holes, for polyominoes and queens: `.` is a free cell, `x` is not. A domino is picked at the place where
// its cells meet, and a queen on her cell. The cells of other pieces are chosen one by one.

import { h, svg } from "../element.js";
import { chooser, lostClass, placing, square, surface } from "./surface.js";
import { gone } from "./past.js";

export const HINT = "Pick what your move covers.";
/** The drawing shows the whole component. So the text beside it is only for screen readers. */
export const SHOWS_ALL = true;

/** A board with a longer side than `SIDE` or more cells than `CELLS` is not drawn. Its moves are listed in words. */
const [SIDE, CELLS] = [24, 256];

/** The user picks a domino at a square in its middle. `MEETING` is the side of this square. A cell has the side 1. */
const MEETING = 0.66;

const isRows = (piece) => Array.isArray(piece) && piece.length > 0 && piece.every((row) => typeof row === "string" && /^[.x]*$/.test(row));

/** The rows of a position. The position `"start"` is the whole board. */
function rowsOf(piece, { board }) {
  if (piece !== "start" || !board) return piece;
  return typeof board[0] === "number" ? Array(board[0]).fill(".".repeat(board[1])) : board;
}

export function fits(piece, moves, entry) {
  const rows = rowsOf(piece, entry);
  return isRows(rows) && rows.length <= SIDE && rows[0].length <= SIDE && rows.length * rows[0].length <= CELLS && moves.every(({ to }) => isRows(to));
}

export function draw(piece, moves, { find, pick, wins, entry, lost, past, isReply }) {
  const rows = rowsOf(piece, entry);
  const isFree = (x, y) => rows[y]?.[x] === ".";
  const [width, height] = [Math.max(...rows.map((row) => row.length)), rows.length];
  const covered = new Map(moves.map((move) => [move, coveredBy(rows, move.to)]));
  const isQueens = entry.id === "queens";
  const isDominoes = entry.id === "cram" || (moves.length > 0 && [...covered.values()].every((cells) => cells.length === 2 && isAdjacent(...cells)));
  const place = placing(width, height);
  const boards = [...past.map(({ piece: before }) => rowsOf(before, entry)), rows];
  const [whole] = boards;
  const fields = new Map();
  const [shapes, spots] = [[], []];
  rows.forEach((row, y) => [...row].forEach((cell, x) => {
    const field = square(x, y, cell === "." ? "open" : whole[y]?.[x] === "." ? "used" : "hole");
    fields.set(`${x},${y}`, field);
    shapes.push(field);
  }));
  // Pieces stay where they were put.
  past.forEach(({ age, at }, step) => {
    const cells = coveredBy(boards[step], boards[step + 1]);
    const look = `put ${gone(age)}`;
    if (isQueens) {
      const [x, y] = queenOf(cells, at);
      shapes.push(...cells.filter((cell) => cell[0] !== x || cell[1] !== y).map(([cellX, cellY]) => svg("circle", { class: `attacked ${gone(age)}`, cx: cellX + 0.5, cy: cellY + 0.5, r: 0.08 })), queen(x, y, look));
    } else shapes.push(joined(cells, `domino ${look}`), ...pips(cells, look));
  });
  if (isQueens) {
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        if (!isFree(x, y)) continue;
        const option = find(rows.map((row, toY) => [...row].map((cell, toX) => (attacks([x, y], [toX, toY]) ? "x" : cell)).join("")));
        if (!option || (isReply && spots.length)) continue;
        const shadow = queen(x, y, "shadow");
        shapes.push(shadow);
        spots.push(pick(option, { class: `spot${lostClass(lost, option.to)}`, style: place(x, y) }, null, () => [shadow, ...covered.get(option).map((cell) => fields.get(cell.join()))], `${x}.${y}`));
      }
    }
    return surface({ width, height, unit: 2.6, least: 1.1, numbered: true }, shapes, spots);
  }
  if (!isDominoes) return byCells(rows, moves, covered, { width, height, place, shapes }, { pick, wins, isReply });
  for (const [move, cells] of covered) {
    const [[x1, y1], [x2, y2]] = cells;
    const domino = joined(cells, "domino");
    const at = [(x1 + x2 + 1) / 2 - MEETING / 2, (y1 + y2 + 1) / 2 - MEETING / 2];
    shapes.push(domino, svg("circle", { class: "meeting", cx: (x1 + x2 + 1) / 2, cy: (y1 + y2 + 1) / 2, r: 0.07 }));
    spots.push(pick(move, { class: `spot round${lostClass(lost, move.to)}`, style: place(...at, MEETING, MEETING) }, null, () => [domino]));
  }
  return surface({ width, height, unit: 2.8, least: 1.1, numbered: true }, shapes, spots);
}

/** The cells, `[x, y]`, that are free on one board and not on the next. */
const coveredBy = (rows, next) => rows.flatMap((row, y) => [...row].flatMap((cell, x) => (cell === "." && next[y]?.[x] !== "." ? [[x, y]] : [])));

const isAdjacent = ([x1, y1], [x2, y2]) => Math.abs(x1 - x2) + Math.abs(y1 - y2) === 1;
const attacks = ([x, y], [toX, toY]) => toX === x || toY === y || Math.abs(toX - x) === Math.abs(toY - y);

/**
 * The square of the queen that took these cells. It is the square that the move names, or otherwise the first square
 * from which a queen attacks all cells.
 */
function queenOf(cells, at) {
  const said = at?.split(".").map(Number);
  return cells.find(([x, y]) => (said ? x === said[0] && y === said[1] : cells.every((cell) => attacks([x, y], cell)))) ?? cells[0];
}

const queen = (x, y, look) => svg("text", { class: `crown ${look}`, x: x + 0.5, y: y + 0.54, "font-size": 0.8, "text-anchor": "middle", "dominant-baseline": "central" }, "♛");

/** A piece that covers these cells: rounded squares, joined where they meet. */
function joined(cells, look) {
  const [inset, corner] = [0.1, 0.16];
  const box = (x, y, wide, high) => svg("rect", { x, y, width: wide, height: high, rx: corner });
  const parts = cells.map(([x, y]) => box(x + inset, y + inset, 1 - 2 * inset, 1 - 2 * inset));
  for (const [at, one] of cells.entries()) {
    for (const other of cells.slice(at + 1)) {
      if (!isAdjacent(one, other)) continue;
      const [x, y] = [Math.min(one[0], other[0]), Math.min(one[1], other[1])];
      parts.push(box(x + inset, y + inset, (one[1] === other[1] ? 2 : 1) - 2 * inset, (one[1] === other[1] ? 1 : 2) - 2 * inset));
    }
  }
  return svg("g", { class: look }, parts);
}

/** A dot on each cell of a piece. The dots show which cells belong to one piece. */
const pips = (cells, look) => cells.map(([x, y]) => svg("circle", { class: `pip ${look}`, cx: x + 0.5, cy: y + 0.5, r: 0.1 }));

/** Pieces of any shape. The player chooses the cells that a piece covers. */
function byCells(rows, moves, covered, { width, height, place, shapes }, { pick, wins, isReply }) {
  const keys = rows.flatMap((row, y) => [...row].map((_, x) => `${x},${y}`));
  const part = (key, handlers) => {
    const [x, y] = key.split(",").map(Number);
    const look = { class: "spot cell", style: place(x, y) };
    return handlers ? h("button", { ...handlers, ...look, class: "spot cell choose", "aria-label": `Row ${y + 1}, column ${x + 1}` }) : h("span", look);
  };
  const { parts, offer } = chooser(moves, keys, (move) => covered.get(move).map((cell) => cell.join()), part, { pick, wins, isReply });
  return [surface({ width, height, unit: 2.6, least: 1.1, numbered: true }, shapes, [...parts.values()]), offer];
}
