// Boards with holes, for polyominoes and queens: `.` is a free cell, `x` is none. A domino is picked where its cells meet, a queen on her cell; for
// other pieces the cells are chosen one by one.

import { h, svg } from "../element.js";
import { arrows, chooser, lostClass, placing, square, surface } from "./surface.js";

export const HINT = "Pick what your move covers.";
/** All of the component is seen: its text beside it is for those who hear. */
export const SHOWS_ALL = true;

/** Larger boards are played in words. */
const [SIDE, CELLS] = [24, 256];

/** How large the place is where two cells are picked, in cells. */
const MEETING = 0.66;

const isRows = (piece) => Array.isArray(piece) && piece.length > 0 && piece.every((row) => typeof row === "string" && /^[.x]*$/.test(row));

/** The rows of a position: `"start"` is all of the board. */
function rowsOf(piece, { board }) {
  if (piece !== "start" || !board) return piece;
  return typeof board[0] === "number" ? Array(board[0]).fill(".".repeat(board[1])) : board;
}

export function fits(piece, moves, entry) {
  const rows = rowsOf(piece, entry);
  return isRows(rows) && rows.length <= SIDE && rows[0].length <= SIDE && rows.length * rows[0].length <= CELLS && moves.every(({ to }) => isRows(to));
}

export function draw(piece, moves, { find, pick, wins, entry, lost, previous }) {
  const rows = rowsOf(piece, entry);
  const was = previous === undefined ? rows : rowsOf(previous, entry);
  const isFree = (x, y) => rows[y]?.[x] === ".";
  const [width, height] = [Math.max(...rows.map((row) => row.length)), rows.length];
  const taken = ({ to }) => rows.flatMap((row, y) => [...row].flatMap((cell, x) => (cell === "." && to[y]?.[x] !== "." ? [`${x},${y}`] : [])));
  const covered = new Map(moves.map((move) => [move, taken(move)]));
  const isQueens = entry.id === "queens";
  const isDominoes = [...covered.values()].every((cells) => cells.length === 2 && adjacent(...cells.map((cell) => cell.split(",").map(Number))));
  if (!isQueens && !isDominoes) return byCells(rows, moves, covered, was, { pick, wins });
  const place = placing(width, height);
  const fields = new Map();
  const [shapes, spots] = [[], []];
  rows.forEach((row, y) => [...row].forEach((cell, x) => {
    const field = square(x, y, cell === "." ? "open" : was[y]?.[x] === "." ? "covered" : "hole");
    fields.set(`${x},${y}`, field);
    shapes.push(field);
  }));
  if (isQueens) {
    const crown = (x, y, look) => svg("text", { class: `crown ${look}`, x: x + 0.5, y: y + 0.54, "font-size": 0.8, "text-anchor": "middle", "dominant-baseline": "central" }, "♛");
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        if (!isFree(x, y)) continue;
        const attacked = (toX, toY) => toX === x || toY === y || Math.abs(toX - x) === Math.abs(toY - y);
        const option = find(rows.map((row, toY) => [...row].map((cell, toX) => (attacked(toX, toY) ? "x" : cell)).join("")));
        if (!option) continue;
        const shadow = crown(x, y, "shadow");
        shapes.push(shadow);
        spots.push(pick(option, { class: `spot${lostClass(lost, option.to)}`, style: place(x, y) }, null, () => [shadow, ...covered.get(option).map((cell) => fields.get(cell))]));
      }
    }
    return surface({ width, height, unit: 2.6, least: 1.1 }, shapes, spots);
  }
  for (const [move, [one, other]] of covered) {
    const [[x1, y1], [x2, y2]] = [one, other].map((cell) => cell.split(",").map(Number));
    const domino = svg("rect", { class: "domino", x: x1 + 0.12, y: y1 + 0.12, width: x2 - x1 + 0.76, height: y2 - y1 + 0.76, rx: 0.18 });
    shapes.push(domino);
    const at = [(x1 + x2 + 1) / 2 - MEETING / 2, (y1 + y2 + 1) / 2 - MEETING / 2];
    shapes.push(svg("circle", { class: "meeting", cx: (x1 + x2 + 1) / 2, cy: (y1 + y2 + 1) / 2, r: 0.07 }));
    spots.push(pick(move, { class: `spot round${lostClass(lost, move.to)}`, style: place(...at, MEETING, MEETING) }, null, () => [domino]));
  }
  // Where a domino was put last.
  const put = rows.flatMap((row, y) => [...row].flatMap((cell, x) => (cell !== "." && was[y]?.[x] === "." ? [[x, y]] : [])));
  if (put.length === 2 && adjacent(...put)) {
    const [[x1, y1], [x2, y2]] = put;
    shapes.push(svg("rect", { class: "domino put", x: x1 + 0.12, y: y1 + 0.12, width: x2 - x1 + 0.76, height: y2 - y1 + 0.76, rx: 0.18 }));
  }
  return surface({ width, height, unit: 2.8, least: 1.1 }, shapes, spots);
}

const adjacent = ([x1, y1], [x2, y2]) => Math.abs(x1 - x2) + Math.abs(y1 - y2) === 1;

/** Pieces of any shape: the cells that they cover are chosen. */
function byCells(rows, moves, covered, was, { pick, wins }) {
  const keys = rows.flatMap((row, y) => [...row].map((_, x) => `${x},${y}`));
  const part = (key, handlers) => {
    const [x, y] = key.split(",").map(Number);
    const look = rows[y][x] === "." ? "free" : was[y]?.[x] === "." ? "covered" : "hole";
    if (!handlers) return h("span", { class: `cell-field ${look}` });
    return h("button", { ...handlers, class: `cell-field choose ${look}`, "aria-label": `Row ${y + 1}, column ${x + 1}` });
  };
  const { parts, offer } = chooser(moves, keys, (move) => covered.get(move), part, { pick, wins });
  const style = { "grid-template-columns": `repeat(${rows[0].length}, minmax(1.5em, 2.6em))` };
  return [arrows(h("div", { class: "cell-board", style }, [...parts.values()])), offer];
}
