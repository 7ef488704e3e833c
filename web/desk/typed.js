// Reads the text that a user types: the key or name of a game in the catalogue, a code, a set, a definition in JSON, or
// rules in Python.

import { notHere } from "../absent.js";
import { kindOf } from "../position.js";
import { shortRule } from "../starts.js";
import { isGraph, isPieces, readGraph, readPieces } from "./notation.js";

/** The name of the user's own game. */
export const OWN = "mine";

/**
 * True if a text looks like rules in Python. It begins like a script, one of its later lines begins with `def`,
 * `return` or `yield`, or it has a `lambda`.
 */
const isRules = (text) => /^\s*(def|from|import|@|#|""")|\n\s*(def|return|yield)\b|\blambda\b/.test(text);

/** The field `games` of a request, if the user's text defines a game. For a game of the catalogue, no field. */
export const gamesOf = ({ definition }) => (definition ? { games: { [OWN]: definition } } : {});

/** The letters (lower-case, without accents) and digits of a text. `Dawson's Kayles` equals `dawsons-kayles`. */
const plain = (text) => text.normalize("NFD").replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();

/**
 * The key of the game that a text such as `.77`, `0.(05)`, `{1, 3, 4}` or `all but 2, 5` stands for. For `.77`, the key is
 * `octal(0.77)`. Any other text is returned unchanged.
 */
function spelled(text) {
  const code = text.match(/^([0-9a-f]*)\.([0-9a-f]+(?:\.\.\.)?|[0-9a-f]*\([0-9a-f]+\))$/i);
  if (code) {
    const digits = `${code[1] || "0"}.${code[2]}`.toLowerCase();
    return `${/^[04]\.[0-7.()]+$/.test(digits) ? "octal" : "hexadecimal"}(${digits})`;
  }
  const numbers = (list) => list.split(/[\s,;]+/).filter(Boolean).join(",");
  const set = text.match(/^\{([\d\s,;]*)\}$|^(\d+(?:\s*,\s*\d+)+)$/);
  if (set) return `subtraction(${numbers(set[1] ?? set[2])})`;
  const allBut = text.match(/^all[\s-]but\s*[({]?([\d\s,;]*)[)}]?$/i);
  return allBut ? `all-but(${numbers(allBut[1])})` : text;
}

/**
 * Reads a text as `{kind, key, name, rules, definition, pieces, board, isRules, advice, suggestions}`. `kind` is
 * `"numbers"`, `"pairs"`, `"list"` or `"empty"`. It is `null` if the text has no meaning here, and `advice` then says
 * so. `board(rows, columns)` is the request for a board of pieces. If the text is rules in Python, `of` describes their
 * positions: the kind, if the user chose one, and the start for the kind `"list"`.
 */
export function read(text, games, of) {
  const bare = text.trim();
  if (bare === "") return { kind: "empty" };
  if (isRules(text)) return { kind: of.kind ?? "numbers", key: OWN, name: "your rules", definition: { rules: text.replace(/\s+$/, "").split("\n") }, isRules: true };
  if (/^\{\s*"|^\{$/.test(bare)) return defined(bare);
  if (isGraph(text)) return drawn(text);
  if (isPieces(bare)) return { kind: "pairs", key: OWN, name: "your pieces", rules: "values of the empty boards by their rows and columns.", pieces: readPieces(bare), board: boardsOf(readPieces(bare)) };
  const key = spelled(bare);
  const family = key.match(/^([a-z-]+)\((.*)\)$/)?.[1];
  const game = games.find(({ id, parameters }) => (parameters ? id === family : id === key)) ?? games.find(({ id, name, aliases = [] }) => [id, name, ...aliases].some((each) => plain(each) === plain(bare)));
  if (!game) return { kind: null, key, advice: `There is no game “${bare}” here.` };
  const [example] = Object.keys(game.example.position);
  if (game.parameters && game.id !== family) {
    return { kind: null, advice: `${game.name} has parameters: ${game.parameters.text}.`, suggestions: [example] };
  }
  const kind = kindOf(game.example.position[example][0]);
  if (!kind) return { kind, advice: `Positions of ${game.name} are neither a number nor two: here are games of numbers, and rules with any positions.` };
  return { kind, key: game.parameters ? key : game.id, name: game.parameters ? key : game.name, rules: shortRule({ id: game.parameters ? key : game.id }) ?? game.rules };
}

function drawn(text) {
  try {
    return { kind: "list", key: OWN, name: "your graph", rules: "a move goes along an arrow.", definition: { graph: readGraph(text) } };
  } catch ({ message }) {
    return { kind: null, advice: message };
  }
}

/** Returns a function that makes the request for an empty board with the given numbers of rows and columns. */
const boardsOf = ({ pieces, turn }) => (rows, columns) => ({ games: { [OWN]: { board: [rows, columns], pieces, ...(turn && { turn }) } }, position: { [OWN]: ["start"] } });

function defined(text) {
  let definition;
  try {
    definition = JSON.parse(text);
  } catch (error) {
    return { kind: null, advice: `This is no JSON yet: ${error.message}` };
  }
  const vector = [...(definition.steps ?? []), ...(definition.rides ?? [])][0];
  const kind = definition.graph ? "list" : { 1: "numbers", 2: "pairs" }[vector?.length];
  if (!kind) return { kind: null, advice: "In JSON there are graphs here, and vectors of one or two numbers. All else can be a rule in Python." };
  return { kind, key: OWN, name: "your game", rules: "a graph or vectors of your own.", definition };
}

/** The keys of up to five of these games that the desk shows. */
const shownOf = (games) => games.filter((game) => kindOf(Object.values(game.example.position)[0][0])).slice(0, 5).map((game) => Object.keys(game.example.position)[0]);

/** The names of Python that rules may use without an import, and those that begin a statement. */
export const NAMES = "abs all any bin bool callable chr continue def dict divmod divisors enumerate filter float for format from frozenset hex import int isinstance iter lambda len list map max min oct ord pow print range repr return reversed round set sorted str sum tuple type while yield zip".split(" ");

/** The ends of names that the word before the place `at` of rules in Python may become, each with its name. */
export function endings(text, at) {
  const [begun] = text.slice(0, at).match(/(?<![\w.'"#])[a-z]{2,}$/) ?? [];
  if (!begun || !isRules(text) || /^\w/.test(text.slice(at))) return [];
  return NAMES.filter((name) => name.startsWith(begun) && name !== begun).slice(0, 5).map((name) => [name, name.slice(begun.length)]);
}

/** The keys of games whose key, name or alias begins with a text that is being typed. */
export function completions(text, games) {
  const begun = plain(text);
  const isBegun = (each) => plain(each).startsWith(begun) && plain(each) !== begun;
  return begun.length < 2 || isRules(text) ? [] : shownOf(games.filter(({ id, name, aliases = [] }) => [id, name, ...aliases].some(isBegun)));
}

/**
 * The keys of up to five games that a search for the text finds and whose positions are one or two numbers, and `why`: the
 * reason why a game that the text names is not here.
 */
export async function similar(api, text) {
  const { games, elsewhere = [] } = await api.get(`v1/games?${new URLSearchParams({ q: text })}`);
  return { keys: shownOf(games), why: elsewhere.map(notHere).join(" ") };
}
