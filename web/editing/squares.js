// Edits strips and boards. Coins and signs are added and removed, a piece is placed, a bar gets its size, and holes are
// painted.

import * as grid from "../drawings/grid.js";
import { arrows } from "../drawings/surface.js";
import { h } from "../element.js";
import { button, numberField, severalNumbers } from "./numbers.js";

/**
 * A strip shows `BEHIND` squares after its last coin, but has at least `STRIP` squares and at most `LONGEST` squares. A
 * board has at least `SIDE` squares on each side.
 */
const [BEHIND, STRIP, SIDE, LONGEST] = [4, 12, 12, 100];

const isIntegers = (piece) => Array.isArray(piece) && piece.every((part) => typeof part === "number");
const isSmall = (piece, most = LONGEST) => isIntegers(piece) && piece.every((part) => part < most);

/**
 * The stroke that is being painted: the state that its squares had, and its squares so far. It is kept here, since the
 * board is drawn again after each square.
 */
let stroke = null;

/** Lets a pressed pointer paint squares. It changes the squares that have the same state as the first square. */
function painted(root) {
  const squareAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest("[data-state]");
  root.addEventListener("pointerdown", (event) => {
    const first = squareAt(event);
    if (event.button !== 0 || !first) return;
    stroke = { state: first.dataset.state, passed: [first.dataset.key] };
    event.target.releasePointerCapture(event.pointerId);
    addEventListener("pointerup", () => (stroke = null), { once: true });
  });
  root.addEventListener("pointermove", (event) => {
    const square = stroke && squareAt(event);
    if (!square || square.dataset.state !== stroke.state || stroke.passed.includes(square.dataset.key)) return;
    const box = root.closest(".editor");
    stroke.passed.push(square.dataset.key);
    // The first square is changed when the pointer reaches a second square. If the pointer reaches no second square, an
    // ordinary click changes the first.
    const keys = stroke.passed.length === 2 ? stroke.passed : [square.dataset.key];
    for (const key of keys) box.querySelector(`[data-key="${CSS.escape(key)}"]`).click();
  });
  return root;
}

/** A strip whose coins are on different squares. */
function coinStrip(piece, set, entry) {
  const isTurned = /^head\b/.test(entry.text_form);
  const length = Math.min(LONGEST, Math.max(STRIP, (piece.at(-1) ?? 0) + 1 + BEHIND));
  const squares = Array.from({ length }, (_, at) => {
    const has = piece.includes(at);
    const toggle = () => set(has ? piece.filter((square) => square !== at) : [...piece, at].sort((one, other) => one - other));
    const content = [has && h("span", { class: "coin" }), h("span", { class: "at" }, String(at))];
    return button(`square ${at}`, `Square ${at}: ${has ? (isTurned ? "heads" : "a coin") : isTurned ? "tails" : "empty"}`, toggle, content, { class: "square", "data-state": String(has) });
  });
  return arrows(h("div", { class: "strip" }, squares));
}

/** A strip on which each square may hold several coins. */
function countedStrip(piece, set) {
  const squares = piece.map((count, at) => h("div", { class: "counted" },
    button(`square ${at} more`, `One more coin on square ${at}, now ${count}`, () => set(piece.with(at, count + 1)), [count > 0 && h("span", { class: "coin" }, String(count)), h("span", { class: "at" }, String(at))], { class: "square" }),
    button(`square ${at} less`, `One coin less on square ${at}`, () => count > 0 && set(piece.with(at, count - 1)), "−")));
  return [arrows(h("div", { class: "strip" }, squares)), lengths(piece.length, (next) => set(next > piece.length ? [...piece, 0] : piece.slice(0, next)), "squares")];
}

/** The buttons that make something shorter or longer by one. */
const lengths = (length, put, name, least = 1) => h("div", { class: "buttons" },
  button("shorter", `One of the ${name} less`, () => length > least && put(length - 1), `− ${name}`), button("longer", `One more of the ${name}`, () => put(length + 1), `+ ${name}`));

/** A board of coins. The position lists the coins that show heads, by column and row from 0. */
function coinBoard(piece, set) {
  const side = Math.min(20, Math.max(6, ...piece.flat().map((at) => at + 2)));
  const rows = Array.from({ length: side }, (_, row) => side - 1 - row);
  const squares = rows.flatMap((y) => Array.from({ length: side }, (_, x) => {
    const has = piece.some(([column, row]) => column === x && row === y);
    const others = piece.filter(([column, row]) => column !== x || row !== y);
    const toggle = () => set(has ? others : [...piece, [x, y]].sort((one, other) => one[0] - other[0] || one[1] - other[1]));
    return button(`${x},${y}`, `Column ${x}, row ${y}: ${has ? "heads" : "tails"}`, toggle, has && h("span", { class: "coin" }), { class: "flip", "data-state": String(has) });
  }));
  return board(squares, side);
}

const board = (squares, columns) => arrows(painted(h("div", { class: "turning edit-board", style: { "grid-template-columns": `repeat(${columns}, minmax(1.5em, 2.5em))` } }, squares)));

/**
 * The board of a game with a single piece: a queen, a king or a knight. The user picks the piece's square, or types its
 * column and row. If one of these numbers is 22 or more, the board is not drawn.
 */
function placed(piece, set, entry) {
  const least = entry.id === "knight" ? 15 : Math.max(SIDE - 1, ...piece.map((part) => part + 2));
  const pick = (move, look, content) => button(move.to.join(), `Square ${move.to.join(", ")}`, () => set(move.to), content, look);
  return [
    piece.every((part) => part < 22) && grid.draw(piece, [], { find: (to) => ({ to }), pick, entry, past: [], first: [least, least] }),
    severalNumbers(piece, set, entry),
  ];
}

/** Chomp's chocolate. The picked square ends its row. If it already is the last, it is removed. */
function chomp(piece, set) {
  const [width, height] = [Math.max(8, ...piece.map((row) => row + 1)), Math.max(6, piece.length + 1)];
  const squares = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => {
    const has = x < (piece[y] ?? 0);
    const isLast = has && x === piece[y] - 1;
    const put = () => {
      const size = isLast ? x : x + 1;
      const rows = Array.from({ length: Math.max(piece.length, y + 1) }, (_, row) => {
        const now = piece[row] ?? 0;
        return row < y ? Math.max(now, size) : row === y ? size : Math.min(now, size);
      }).filter((row) => row > 0);
      if (rows.length) set(rows);
    };
    return button(`${x},${y}`, `Row ${y + 1}, column ${x + 1}`, put, null, { class: `flip bar ${has ? (x + y === 0 ? "poisoned" : "brown") : ""}` });
  }));
  return board(squares, width);
}

/**
 * A bar of chocolate. In a bar without poison, the picked square becomes the corner that is opposite to the first
 * square. In a bar with poison, the picked square becomes the poisoned one, and the size stays.
 */
function bar(piece, set, entry) {
  const isPoisoned = entry.id === "poisoned-bar";
  const [wide, high] = isPoisoned ? [piece[0] + 1 + piece[1], piece[2] + 1 + piece[3]] : piece;
  const fields = severalNumbers(piece, set, entry);
  if (wide > 20 || high > 20) return fields;
  const [width, height] = isPoisoned ? [wide, high] : [Math.max(8, wide + 1), Math.max(8, high + 1)];
  const squares = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => {
    const isPoison = isPoisoned && x === piece[0] && y === piece[2];
    const put = () => set(isPoisoned ? [x, wide - 1 - x, y, high - 1 - y] : [x + 1, y + 1]);
    return button(`${x},${y}`, isPoisoned ? `Poison in row ${y + 1}, column ${x + 1}` : `${x + 1} × ${y + 1}`, put, null, { class: `flip bar ${isPoison ? "poisoned" : x < wide && y < high ? "brown" : ""}` });
  }));
  return [board(squares, width), fields];
}

/** The signs that a square may have, by game. A touch of a square changes its sign to the next one. */
const SIGNS = new Map([["red-blue", "RB"], ["zero-one", ".01"], ["notakto", ".X"]]);

function signs(piece, set, { id }) {
  const all = SIGNS.get(id);
  const isBoard = id === "notakto";
  const squares = [...piece].map((sign, at) => {
    const next = all[(all.indexOf(sign) + 1) % all.length];
    const put = () => set(piece.slice(0, at) + next + piece.slice(at + 1));
    const look = id === "red-blue" ? `bead ${sign === "R" ? "red" : "blue"}` : isBoard ? "flip" : "square";
    return button(`sign ${at}`, `Place ${at + 1}: ${sign === "." ? "empty" : sign}`, put, sign === "." ? null : sign, { class: look, "data-state": sign });
  });
  const row = isBoard ? board(squares, Math.sqrt(piece.length)) : arrows(h("div", { class: id === "red-blue" ? "pieces" : "strip" }, squares));
  return [row, !isBoard && lengths(piece.length, (next) => set(next > piece.length ? piece + all[0] : piece.slice(0, next)), id === "red-blue" ? "beads" : "squares", id === "red-blue" ? 0 : 1)];
}

const isRows = (piece) => Array.isArray(piece) && piece.length > 0 && piece.every((row) => typeof row === "string" && /^[.x]*$/.test(row));

/**
 * Edits the squares of a board with holes, or the shape of a piece that the user designs. `states` has the words for
 * the two states of a square. A board of the user's own game keeps its size and its holes.
 */
function holes(piece, set, { board: whole, states }) {
  const [free, gone] = states ?? ["free", "gone"];
  const rows = piece === "start" ? boardOf(whole) : piece;
  const own = whole && boardOf(whole);
  const squares = rows.flatMap((row, y) => [...row].map((cell, x) => {
    const isFixed = own !== undefined && own[y]?.[x] === "x";
    if (isFixed) return h("span", { class: "cell-field hole" });
    const put = () => set(rows.with(y, row.slice(0, x) + (cell === "." ? "x" : ".") + row.slice(x + 1)));
    return button(`${x},${y}`, `Row ${y + 1}, column ${x + 1}: ${cell === "." ? free : gone}`, put, null, { class: `cell-field ${cell === "." ? "free" : states ? "filled" : "painted"}`, "data-state": cell });
  }));
  const size = !own && [
    numberField("rows", rows.length, (next) => set(resized(rows, next, rows[0].length)), "rows"), numberField("columns", rows[0].length, (next) => set(resized(rows, rows.length, next)), "columns"),
  ];
  return [board(squares, rows[0].length), size && h("div", { class: "steppers" }, size)];
}

const boardOf = (whole) => (typeof whole[0] === "number" ? Array(whole[0]).fill(".".repeat(whole[1])) : whole);

/** Changes the size of a board. New squares are free. */
const resized = (rows, height, width) => Array.from({ length: Math.min(Math.max(height, 1), 40) }, (_, y) =>
  (rows[y] ?? "").slice(0, width).padEnd(Math.min(Math.max(width, 1), 40), "."));

export const KINDS = [
  { suits: ({ board: whole }, piece) => isRows(piece) || (whole !== undefined && piece === "start"), draw: holes },
  { suits: ({ id }, piece) => SIGNS.has(id) && typeof piece === "string" && piece.length <= LONGEST, draw: signs },
  { suits: ({ id }, piece) => id === "chomp" && isSmall(piece, 20) && piece.length < 20, draw: chomp },
  { suits: ({ id }, piece) => ["poisoned-bar", "chocolate-bar", "cutting-game"].includes(id) && isIntegers(piece), draw: bar },
  { suits: ({ id }, piece) => ["wythoff", "king", "knight"].includes(id) && isIntegers(piece), draw: placed },
  { suits: ({ id }, piece) => id === "nimble" && isSmall(piece) && piece.length <= 30, draw: countedStrip },
  { suits: ({ id }, piece) => id === "turning-corners" && piece.every((coin) => isSmall(coin, 18)), draw: coinBoard },
  { suits: ({ isList, text_form: form }, piece) => isList && /^(square|head)\b/.test(form) && isSmall(piece, LONGEST - BEHIND), draw: coinStrip },
];
