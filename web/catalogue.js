// The known games: games of the service, families with parameters, and games that the match defines.

import { textOf } from "./position.js";
import { shortRule } from "./starts.js";

/** The kinds of games, as shown to the player. Each key is the tag of a kind. */
export const KINDS = { heaps: "Heaps", strips: "Strips and rows", coins: "Coins", boards: "Boards", graphs: "Graphs", arithmetic: "Numbers" };

/** Returns the name of a tag. `contest` is not in `KINDS`, because a game from a contest also has another tag. */
export const kindOf = (tag) => (tag === "contest" ? "From contests" : (Object.hasOwn(KINDS, tag) ? KINDS[tag] : tag));

export class Catalogue {
  /** Keeps the games and the version that the service has sent. `api` is used to search. */
  constructor({ games, version }, api) {
    this.api = api;
    this.games = games;
    this.version = version;
    this.tags = [...new Set(games.flatMap(({ tags }) => tags ?? []))];
  }

  /** The entry of a key, with an example of a component. `isList` is true if components are lists of any length. */
  entry(key, definitions = {}) {
    if (Object.hasOwn(definitions, key)) return own(key, definitions[key]);
    const game = this.games[this.rank(key)];
    if (!game) return { id: key, name: key, rules: "", sources: [], text_form: "", sample: 0 };
    const sample = Object.values(game.example.position)[0][0];
    return { ...game, id: key, name: key === game.id ? game.name : key, sample, isList: game.text_form.includes("…") };
  }

  /** The place of a key's game or family in the catalogue, or the number of games if there is no such game. */
  rank(key) {
    const place = this.games.findIndex(({ id, parameters }) => id === key || (parameters && key.startsWith(`${id}(`)));
    return place < 0 ? this.games.length : place;
  }

  /** The key with which a game is played. For a family, the key has the parameters of the example. */
  key(game) { return Object.keys(game.example.position)[0]; }

  /**
   * The games that an unknown id may mean: the game with the most similar id, and the games that a search for the words
   * of the id finds. `elsewhere` are games that the id names, and that are not here.
   */
  async like(id) {
    const { message = "" } = await this.api.get(`v1/games/${encodeURIComponent(id)}`).catch((problem) => problem);
    const [, nearest] = message.match(/the nearest is "([^"]+)"/) ?? [];
    const { games, elsewhere = [] } = await this.search(id.replaceAll("-", " ")).catch(() => ({ games: [] }));
    const found = [nearest, ...games.map((game) => game.id)];
    return { games: [...new Set(found)].flatMap((each) => this.games.filter((game) => game.id === each)), elsewhere };
  }

  /**
   * The games that the service finds by a text and a tag, with the best match first. If there is no such game, the
   * result says what to try instead. `elsewhere` are games that the text names, and that are not here.
   */
  async search(text, tag) {
    if (!text.trim()) return { games: this.games.filter((game) => !tag || game.tags?.includes(tag)) };
    const found = await this.api.get(`v1/games?${new URLSearchParams(tag ? { q: text, tag } : { q: text })}`);
    return { ...found, advice: found.advice && inPlainWords(found.advice) };
  }
}

/** The service's advice is for programs. The page says what a player can do here. */
function inPlainWords(advice) {
  const [meant] = advice.match(/Did you mean [^?]+\?/) ?? [];
  return ["No game has these words.", meant, "Try other words. Any game can be described here, at the desk."].filter(Boolean).join(" ");
}

/** The entry by which a drawing is chosen. A game of the player's own is drawn by its shape, so its id is left out. */
export const drawnAs = (entry) => (entry.own ? { ...entry, id: "" } : entry);

/** Games whose moves the service describes by numbers and letters. The page says what the board shows. */
const SPOKEN = new Map([
  ["wythoff", ({ to }) => `queen to (${to.join(", ")})`],
  ["cram", ({ text }) => text.replace("put xx at", "a domino across at").replace("put x/x at", "a domino down from")],
  ["clobber", ({ text }) => text.replace("the x of", "the black stone of").replace("the o of", "the white stone of").replace(/ on row/, " on the one of row")],
  ["hackenbush", ({ text }) => text.replace(/\[(\d+), (\d+)\]/g, "$1–$2")],
]);

/**
 * Games whose positions are lists of edges and single vertices. The edges must come first: `textOf` writes
 * `[[6, 7], 5]` as `6.7,5`, but it would write `[5, [6, 7]]` as `5,6,7`, which is three vertices.
 */
const OF_EDGES = ["node-kayles", "arc-kayles", "grim"];

/** The position that a move leaves, in the order that texts need: first edges, then single vertices. */
const ordered = (to) => [...to.filter(Array.isArray), ...to.filter((part) => !Array.isArray(part))];

/** Describes a move, or each move of a combined move, in the words that the board uses. */
export function spoken(move) {
  if (!Array.isArray(move)) return move && saidOf(move);
  const moves = move.map(saidOf);
  return { moves, text: moves.map(({ text }) => text).join("; ") };
}

const saidOf = (move) => ({ ...move, to: OF_EDGES.includes(move.game) ? ordered(move.to) : move.to, text: SPOKEN.get(move.game)?.(move) ?? move.text });

/** True if an option of a graph leaves several vertices. */
const isSplit = (graph) => Object.values(graph).some((options) => options.some(Array.isArray));

/**
 * Returns the description at the beginning of a game's rules in Python, which is a comment or a docstring. If there is
 * none, returns a general sentence.
 */
function aboutRules(rules) {
  const script = [rules].flat().join("\n");
  const said = script.match(/^\s*(?:def [^\n]*\n\s*)?(?:"""([^"]*)"""|#([^\n]*))/);
  return (said?.[1] ?? said?.[2])?.replace(/\s+/g, " ").trim().replace(/([^.!?])$/, "$1.") ?? "A move leaves one of the options of a rule in Python.";
}

/**
 * The entry of a game that the match defines by rules in Python, a graph, vectors that may be subtracted, or cells that
 * moves take away. The entry contains the definition, which the drawings read.
 */
function own(id, definition) {
  const { rules, graph, steps = [], rides = [], board, edges, order, cells } = definition;
  const entry = { ...definition, id, name: id, own: true, splits: false, sources: [] };
  if (rules) return { ...entry, script: rules, splits: "sums", sample: null, text_form: "position", rules: aboutRules(rules) };
  if (graph) {
    const sample = Array.isArray(graph) ? 0 : (Object.keys(graph)[0] ?? "");
    return { ...entry, splits: isSplit(graph), sample, text_form: "vertex", rules: "A move goes along an arrow of the graph." };
  }
  if (board) return { ...entry, sample: ["."], text_form: "rows by /", rules: "A move puts one of the pieces on free squares of the board, which are then no longer free." };
  if (edges) return { ...entry, sample: [""], text_form: "vertices", rules: `A move takes vertices of the graph, by the rule “${definition.rule}”.` };
  if (order) return { ...entry, sample: [""], text_form: "elements", rules: "A move takes an element and all that are above it." };
  if (cells) return { ...entry, sample: [typeof cells === "number" ? 0 : ""], text_form: "cells", rules: "A move takes some of the cells that are free." };
  const dimensions = [...steps, ...rides][0]?.length ?? 1;
  const vectors = [...steps.map((step) => `(${textOf(step)})`), ...rides.map((ride) => `any multiple of (${textOf(ride)})`)];
  return { ...entry, sample: dimensions === 1 ? 0 : Array(dimensions).fill(0), text_form: [..."xyzuvw"].slice(0, dimensions).join(","),
    rules: `A move subtracts ${vectors.join(" or ")}, never below 0.` };
}

const isEnd = (sentence) => /^(Who|Whoever) cannot move\b/.test(sentence);
const sentences = (text) => text.split(/(?<=\.)\s+(?=[A-ZÀ-Þ0-9])/).filter(Boolean);

/** The rules, without the sentences about the end of the game. The sentence that fits the kind of play is added. */
export function rulesOf({ rules }, play) {
  const kept = sentences(rules).filter((sentence) => !isEnd(sentence));
  if (play !== "misere") return [...kept, "Who cannot move loses."].join(" ");
  // The kept sentences may tell who wins or loses in normal play. If the rules do not mention misère play, the result
  // says that these sentences are reversed.
  const isOther = /\b(wins?|loses?)\b/.test(kept.join(" ")) && !/misère/.test(rules);
  return [...kept, `Misère play: who cannot move wins${isOther ? ", so what is said here of winning and losing is the other way round" : ""}.`].join(" ");
}

/** `moveRule` also shows the sentence before the rule of a move if the sentence has at most this many characters. */
const BEFORE = 70;

/**
 * The line that says on what the game is played, and what a move does. If such a line was written by hand for the game,
 * it is used, with the numbers that all `pieces` share.
 */
export function moveRule(entry, pieces) {
  const { rules } = entry;
  const short = shortRule(entry, pieces);
  if (short) return short;
  const all = sentences(rules).filter((sentence) => !isEnd(sentence));
  const isMove = [/^(While .*, )?(A|a|Each|On a|In a) (move|turn)\b/, /\bmove|take|turn/].find((pattern) => all.some((sentence) => pattern.test(sentence)));
  const at = isMove ? all.findIndex((sentence) => isMove.test(sentence)) : 0;
  const before = all[at - 1];
  return [before?.length <= BEFORE && before, all[at]].filter(Boolean).join(" ");
}
