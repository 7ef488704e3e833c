// The known games: those of the service, families with their parameters, and those that the match defines.

import { textOf } from "./position.js";
import { shortRule } from "./starts.js";

/** The kinds of games, by their tags. */
export const KINDS = { heaps: "Heaps", strips: "Strips and rows", coins: "Coins", boards: "Boards", graphs: "Graphs", arithmetic: "Numbers" };

/** The names of tags. Games of contests are of other kinds, too. */
export const kindOf = (tag) => (tag === "contest" ? "From contests" : (Object.hasOwn(KINDS, tag) ? KINDS[tag] : tag));

export class Catalogue {
  /** Takes the service's games and version; `api` asks for what is missing. */
  constructor({ games, version }, api) {
    this.api = api;
    this.games = games;
    this.version = version;
    this.tags = [...new Set(games.flatMap(({ tags }) => tags ?? []))];
  }

  /** The catalogue's entry of a key, with `sample`, a position in the game's shape, and `isList` if such a list has any length. */
  entry(key, definitions = {}) {
    if (Object.hasOwn(definitions, key)) return own(key, definitions[key]);
    const game = this.games[this.rank(key)];
    if (!game) return { id: key, name: key, rules: "", sources: [], text_form: "", sample: 0 };
    const sample = Object.values(game.example.position)[0][0];
    return { ...game, id: key, name: key === game.id ? game.name : key, sample, isList: game.text_form.includes("…") };
  }

  /** The place of a key's game or family in the catalogue; behind it if it has none. */
  rank(key) {
    const place = this.games.findIndex(({ id, parameters }) => id === key || (parameters && key.startsWith(`${id}(`)));
    return place < 0 ? this.games.length : place;
  }

  /** A key that can be played: of a family, that with its example's parameters. */
  key(game) {
    return Object.keys(game.example.position)[0];
  }

  /** The games that an unknown id may mean: the one with the nearest id, and those that its words find. */
  async like(id) {
    const { message = "" } = await this.api.get(`v1/games/${encodeURIComponent(id)}`).catch((problem) => problem);
    const [, nearest] = message.match(/the nearest is "([^"]+)"/) ?? [];
    const { games } = await this.search(id.replaceAll("-", " ")).catch(() => ({ games: [] }));
    const found = [nearest, ...games.map((game) => game.id)];
    return [...new Set(found)].flatMap((each) => this.games.filter((game) => game.id === each));
  }

  /** The games that the service finds by a text and a tag, the best first; if it finds none, what to try instead. */
  async search(text, tag) {
    if (!text.trim()) return { games: this.games.filter((game) => !tag || game.tags?.includes(tag)) };
    return this.api.get(`v1/games?${new URLSearchParams(tag ? { q: text, tag } : { q: text })}`);
  }
}

/** An entry as drawings know it: a game of the player's own is drawn by its shape, whatever its name. */
export const drawnAs = (entry) => (entry.own ? { ...entry, id: "" } : entry);

/** Words of the board for a move, where the service speaks of numbers and letters. */
const SPOKEN = new Map([
  ["wythoff", ({ to }) => `queen to (${to.join(", ")})`],
  ["cram", ({ text }) => text.replace("put xx at", "a domino across at").replace("put x/x at", "a domino down from")],
  ["clobber", ({ text }) => text.replace("the x of", "the black stone of").replace("the o of", "the white stone of").replace(/ on row/, " on the one of row")],
  ["hackenbush", ({ text }) => text.replace(/\[(\d+), (\d+)\]/g, "$1–$2")],
]);

/** Games whose positions are edges, and vertices alone behind them: that is their order in texts, where `5,6.7` would be three vertices. */
const OF_EDGES = ["node-kayles", "arc-kayles", "grim"];

/** The position that a move leaves, in the order of its text. */
const ordered = (to) => [...to.filter(Array.isArray), ...to.filter((part) => !Array.isArray(part))];

/** A move, or a list of those of a combined one, in the words of the board. */
export function spoken(move) {
  if (!Array.isArray(move)) return move && saidOf(move);
  const moves = move.map(saidOf);
  return { moves, text: moves.map(({ text }) => text).join("; ") };
}

const saidOf = (move) => ({ ...move, to: OF_EDGES.includes(move.game) ? ordered(move.to) : move.to, text: SPOKEN.get(move.game)?.(move) ?? move.text });

/** True if an option of a graph leaves several vertices. */
const isSplit = (graph) => Object.values(graph).some((options) => options.some(Array.isArray));

/** What rules say of themselves: the first comment, or the text in quotes at their beginning. */
function aboutRules(rules) {
  const script = [rules].flat().join("\n");
  const said = script.match(/^\s*(?:def [^\n]*\n\s*)?(?:"""([^"]*)"""|#([^\n]*))/);
  return (said?.[1] ?? said?.[2])?.replace(/\s+/g, " ").trim().replace(/([^.!?])$/, "$1.") ?? "A move leaves one of the options of a rule in Python.";
}

/** A game that the match defines: rules, a graph, vectors that may be subtracted, or cells that moves take away. The drawings read the definition. */
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

/** The rules without what they say of the end, which the convention decides. */
export function rulesOf({ rules }, play) {
  const kept = sentences(rules).filter((sentence) => !isEnd(sentence));
  if (play !== "misere") return [...kept, "Who cannot move loses."].join(" ");
  // Some rules mention the end among other things, and few mention misère play.
  const isOther = /\b(wins?|loses?)\b/.test(kept.join(" ")) && !/misère/.test(rules);
  return [...kept, `Misère play: who cannot move wins${isOther ? ", so what is said here of winning and losing is the other way round" : ""}.`].join(" ");
}

/** A longer sentence before the one that says what a move does is left out. */
const BEFORE = 70;

/** The line of rules that says what a move does, after what it moves; the one that was chosen by hand, if there is one. */
export function moveRule(entry) {
  const { rules } = entry;
  const short = shortRule(entry);
  if (short) return short;
  const all = sentences(rules).filter((sentence) => !isEnd(sentence));
  const isMove = [/^(While .*, )?(A|a|Each|On a|In a) (move|turn)\b/, /\bmove|take|turn/].find((pattern) => all.some((sentence) => pattern.test(sentence)));
  const at = isMove ? all.findIndex((sentence) => isMove.test(sentence)) : 0;
  const before = all[at - 1];
  return [before?.length <= BEFORE && before, all[at]].filter(Boolean).join(" ");
}
