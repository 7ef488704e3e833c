// Positions: the JSON of the API, and the text form of its URLs. Numbers are never converted to floating point. Up to
// 2^53 − 1, they are JSON numbers, as the API writes them. Larger numbers are strings of digits.

/** The text of one component, such as `5,26`, `RBBR` or `3`. A list inside a list has dots, as in `1.2,3.4`. */
export function textOf(piece) {
  if (isRow(piece)) return `row${piece.row}`;
  if (isSum(piece)) return piece.sum.map(textOf).join(" + ");
  if (!Array.isArray(piece)) return String(piece);
  if (isBoard(piece)) return piece.join("/");
  // Lists inside `piece` are written with dots. For example, the edge `[1, 2]` of a graph is written as `1.2`. Edges
  // come before single vertices, or after the vertex of a token. In Moore's Nim, `piece` is a number and one list of
  // heaps. This list is written with commas.
  const nested = Array.isArray(piece[0]) || Array.isArray(piece[2]);
  return piece.map((part) => (nested && Array.isArray(part) ? part.join(".") : textOf(part))).join(",");
}

/** True if a component is a row, such as `{row: 7}`. In a game on circles, each move leaves a row of tokens. */
const isRow = (piece) => piece !== null && typeof piece === "object" && "row" in piece;

/**
 * True if `to` is a sum, `{sum: […]}`. A move that splits leaves such a sum if the rules of the game are in Python. A
 * list would be one position there.
 */
const isSum = (to) => to !== null && typeof to === "object" && Array.isArray(to.sum);

/**
 * The parts that a move leaves. `splits` is false if no move splits a component. It is true if `to` is the list of the
 * parts, and `"sums"` if `to` may be a sum.
 */
export function partsOf(to, splits) {
  if (splits === "sums") return isSum(to) ? to.sum : [to];
  return splits ? to : [to];
}

/**
 * The position that a text describes, in a game that is given by rules. The text is an integer, a Python tuple, a JSON
 * list, or a string with or without quotes.
 */
export function literalOf(text) {
  const bare = text.trim();
  if (/^-?\d+$/.test(bare)) return Number(bare);
  try {
    if (/^[[{"]/.test(bare)) return JSON.parse(bare);
    if (bare.startsWith("(")) return JSON.parse(bare.replaceAll("(", "[").replaceAll(")", "]").replaceAll("'", '"').replace(/,\s*\]/g, "]"));
  } catch {
    // The text is then a string that only begins like a list.
  }
  return bare.replace(/^'(.*)'$/, "$1");
}

/** True if a component is the rows of a board, whose squares are free (`.`) or not (`x`). */
const isBoard = (piece) => piece.length > 0 && piece.every((row) => typeof row === "string" && /^[.x]+$/.test(row));

function integerOf(text) {
  return /^(0|[1-9][0-9]*)$/.test(text) && BigInt(text) <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(text) : text;
}

/** The text of a row, such as `row7`, in a game on circles. */
const ROW = /^row([0-9]+)$/;

function numberOf(text) {
  const row = ROW.exec(text);
  return row ? { row: integerOf(row[1]) } : integerOf(text);
}

/** True for a number, a row such as `row5`, or numbers with dots between them, such as `3.4`. */
const isPlain = (part) => /^[0-9]+(\.[0-9]+)*$/.test(part) || ROW.test(part);

/**
 * The component that a text describes, in the shape of `example`. The example is null if the game has rules in Python.
 * A text that does not have this shape is returned unchanged. The API then reads it in another notation, or refuses it.
 */
export function pieceOf(text, example) {
  if (example === null) return literalOf(text);
  if (typeof example === "string") return text;
  if (!Array.isArray(example)) return numberOf(text.trim());
  const isOfTexts = example.length > 0 && example.every((part) => typeof part === "string");
  // This text stands for the whole board or graph of a game of the user's own.
  if (isOfTexts && text.trim() === "start") return "start";
  if (isBoard(example)) return /^[.x/]*$/.test(text.trim()) ? text.trim().split("/") : text.trim();
  if (isOfTexts) {
    const parts = text.split(",").map((part) => part.trim()).filter(Boolean);
    // In a text, `a:b` means `a<b` and needs no escape. In JSON, it would be a name.
    return example.some((part) => part.includes("<")) ? parts.map((part) => part.replace(":", "<")) : parts;
  }
  const parts = text.trim() === "" ? [] : text.split(",").map((part) => part.trim());
  if (!parts.every(isPlain)) return text.trim();
  const integers = (list) => list.map(numberOf);
  if (example.length && example.every(Array.isArray)) return parts.map((part) => integers(part.split(".")));
  if (Array.isArray(example[0])) {
    const [edges, alone] = [parts.filter((part) => part.includes(".")), parts.filter((part) => !part.includes("."))];
    return [...edges.map((part) => integers(part.split("."))), ...integers(alone)];
  }
  const fixed = example.findIndex(Array.isArray);
  // Several lists after a number are the edges of a graph, and the number is the vertex of the token.
  if (Array.isArray(example[fixed + 1])) return parts.map((part) => (part.includes(".") ? integers(part.split(".")) : numberOf(part)));
  return fixed < 0 ? integers(parts) : [...integers(parts.slice(0, fixed)), integers(parts.slice(fixed))];
}

/** The components in a text. If components are single integers, commas separate them. */
export function piecesOf(text, example) {
  const texts = typeof example === "number" && !text.trim().startsWith("[") ? text.split(",") : [text];
  return texts.map((one) => pieceOf(one, example));
}

/** True if a component is in a notation that answers do not use. Then the API is asked what it stands for. */
export const isNotation = (piece, example) => typeof piece === "string" && piece !== "start" && (typeof example === "number" ? !isPlain(piece) : Array.isArray(example));

/** All components, in the order of the position. */
export function componentsOf(position) {
  return Object.entries(position).flatMap(([game, pieces]) => pieces.map((piece, index) => ({ game, index, piece })));
}

/** The position that has these components, `{game, piece}`. The games are sorted by `rank(game)`, as in the service. */
export function positionOf(components, rank) {
  const games = [...new Set(components.map(({ game }) => game))].sort((one, other) => rank(one) - rank(other));
  return Object.fromEntries(games.map((key) => [key, components.filter(({ game }) => game === key).map(({ piece }) => piece)]));
}

/** The moves of a turn: one move, or the moves of a combined move, which are in different components. */
export const movesOf = (turn) => turn.moves ?? [turn];

/** The moves of a turn, from the last component to the first, so that a move changes no index of those after it. */
export const backwards = (turn) => movesOf(turn).toSorted((one, other) => other.index - one.index);

/** The position after a turn. `leaves(move)` returns the parts that a move leaves. */
export function moved(position, turn, leaves) {
  const left = { ...position };
  for (const move of backwards(turn)) left[move.game] = left[move.game].toSpliced(move.index, 1, ...leaves(move));
  return left;
}

/** A key that is different for all turns in a position. */
export const keyOf = (turn) => movesOf(turn).map(({ game, index, to }) => `${game} ${index} ${textOf(to)}`).join("; ");

/** The turn, with the component `from` that each of its moves changes. */
export function withFrom(position, turn) {
  const known = (move) => ({ from: position[move.game]?.[move.index], ...move });
  return turn.moves ? { ...turn, moves: turn.moves.map(known) } : known(turn);
}

/** A long text with its middle left out. */
export function short(text, most = 28) {
  if (text.length <= most) return text;
  const side = Math.floor((most - 1) / 2);
  return `${text.slice(0, side)}…${text.slice(-side)}`;
}

/** A component as people read it. Long numbers are shortened. */
export function shown(piece) {
  if (isSum(piece)) return piece.sum.map(shown).join(" + ");
  if (isRow(piece)) return `a row of ${short(String(piece.row), 40)}`;
  if (!Array.isArray(piece)) return short(String(piece), 40) || "(empty)";
  return piece.map((part) => (Array.isArray(part) ? `(${shown(part)})` : short(String(part)))).join(", ") || "(empty)";
}

/** True for a number and for a list of numbers. */
export const isNumeric = (piece) => isRow(piece) || [piece].flat().every((part) => /^\d+$/.test(part));

/** True if the text of a move already says what is left, such as "take 1 of 5, leaving 2 and 2" or "go from 0 to 1". */
export const saysAll = ({ text, to }) => / (to|into) |, leaving |^cross on /.test(text) || text.endsWith(`(${shown(to)})`) || to.length === 0;

/** True if the text of a move says the numbers of the component, such as "take 1 of 5" or "split 5 into 1 and 4". */
export function saysSize(piece, text) {
  const size = [piece].flat().join(" × ");
  return /^\d[\d ×]*$/.test(size) && new RegExp(`(\\d of|split|divide|break|cut) ${size}\\b`).test(text);
}

/** The words for what a move leaves of `from`. If it takes from a heap, numbers that belong to the rules are left out. */
export function leavings({ to, text }, { splits, isList }, from) {
  const isHeap = (part) => !isList && Array.isArray(from) && Array.isArray(part) && from.some((number) => saysSize(number, text));
  return partsOf(to, splits).map((part) => shown(isHeap(part) ? part.slice(part.findIndex((number, at) => String(number) !== String(from[at]))) : part)).join(" and ") || "nothing";
}

/** An integer with spaces between thousands. */
export function grouped(integer) {
  const text = String(integer);
  return text.length > 40 ? `${short(text)} (${text.length} digits)` : text.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** The kind of a position that the desk can show: one number, `"numbers"`, or two, `"pairs"`. Null for all others. */
export const kindOf = (piece) => (typeof piece === "number" ? "numbers" : Array.isArray(piece) && piece.length === 2 && piece.every((part) => typeof part === "number") ? "pairs" : null);

/** True if a value is known and no set. It may be a string of digits. */
export const isInteger = (value) => value !== null && value !== undefined && typeof value !== "object";

/** The text of a value: a nimber, ∞ with the values of the options, or a question mark if it is not known. */
export function valueText(value) {
  if (value === null || value === undefined) return "?";
  if (typeof value !== "object") return grouped(value);
  return value.infinite.length ? `∞(${value.infinite.join(", ")})` : "∞";
}

/** Makes a sentence of the detail of an error. */
export function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
