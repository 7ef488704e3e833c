// The calls of the API. The engine answers them. Before any call, the entry of the package, such as node.js, loads the
// engine.

import { engine, Explored, Solved } from "./graphs.js";
import { __wbg_reset_state as restart, call as answer, define, define_sums as defineSums, forget_games as forget, values_of_sums as valuesOfSums } from "./wasm/grundy.js";

export { solve } from "./graphs.js";

/** The error for a refused request. It has the fields of the API's problem. */
export class GrundyError extends Error {
  constructor({ type, title, status, detail, code, errors = [], errors_omitted = 0 }) {
    super(detail);
    this.name = "GrundyError";
    Object.assign(this, { type, title, status, detail, code, errors, errors_omitted });
  }
}

/**
 * Handles a fault of the code. The state of the module is then unknown, so the module is restarted and loses its
 * tables.
 */
function failed(reason) {
  restart();
  const detail = `the engine failed: ${reason?.message ?? reason}`;
  return JSON.stringify({ type: "/problems/internal", title: "The service failed", status: 500, detail, code: "internal" });
}

export function call(path, body) {
  try {
    return { status: 200, body: answer(path, body) };
  } catch (thrown) {
    const problem = typeof thrown === "string" ? thrown : failed(thrown);
    return { status: JSON.parse(problem).status, body: problem };
  }
}

/** The JSON of a request. A BigInt becomes a number, or a string of digits if it is too large for a number. */
function written(request) {
  const plain = (integer) => (Number.isSafeInteger(Number(integer)) ? Number(integer) : String(integer));
  return JSON.stringify(request, (_, value) => (typeof value === "bigint" ? plain(value) : value));
}

function ask(path, given) {
  const request = spelled(given);
  const own = typeof request === "object" ? functionsOf(request) : [];
  const asked = own.length > 0 ? placed(request, own) : request;
  const { status, body } = call(path, typeof asked === "object" ? written(asked) : asked);
  const json = JSON.parse(body);
  if (status !== 200) throw new GrundyError(json);
  return own.length > 0 ? named(json, new Map(own)) : json;
}

/** The request in the form of the API. If a game is a string, the string is the rules of the game. */
function spelled(request) {
  if (!Object.values(request?.games ?? {}).some((game) => typeof game === "string")) return request;
  const games = Object.entries(request.games).map(([name, game]) => [name, typeof game === "string" ? { rules: game } : game]);
  return { ...request, games: Object.fromEntries(games) };
}

/** The explored games of a request, by name: those that are functions, or solved already. */
function functionsOf({ games, game: asked, positions, starts, position = { [asked]: starts ?? positions } }) {
  const own = [];
  for (const [name, game] of Object.entries(games ?? {})) {
    if (game instanceof Solved) own.push([name, game.explored]);
    else if (typeof game === "function") own.push([name, new Explored(game, listOf(Object.hasOwn(position ?? {}, name) ? position[name] : []))]);
  }
  return own;
}

/** The positions in a list, or in a range of integers. "all" lists none. */
function listOf(positions) {
  if (Array.isArray(positions)) return positions;
  if (!positions || positions === "all") return [];
  const [from, to] = [positions.from, positions.to].map(Number);
  if (!(Number.isSafeInteger(from) && Number.isSafeInteger(to) && from <= to)) throw new RangeError("a range is { from, to }: two integers, and to is at least from");
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The request with numbers instead of positions. Defines the graphs to which the numbers refer. */
function placed(request, own) {
  const asked = { ...request, games: { ...request.games } };
  if (request.position) asked.position = { ...request.position };
  forget();
  for (const [name, explored] of own) {
    delete asked.games[name];
    const places = (positions) => positions.map((position) => explored.place(position));
    if (Object.hasOwn(asked.position ?? {}, name)) asked.position[name] = places(asked.position[name]);
    for (const list of ["positions", "starts"]) {
      if (asked.game === name && asked[list] && asked[list] !== "all") asked[list] = places(listOf(asked[list]));
    }
    const move = (told) => {
      if (told?.game !== name) return told;
      const { from, to } = told;
      const place = explored.splits ? to.map((part) => explored.place(part)) : explored.place(to);
      return { ...told, to: place, ...(from !== undefined && { from: explored.place(from) }) };
    };
    if (asked.move) asked.move = move(asked.move);
    if (Array.isArray(asked.combined_move)) asked.combined_move = asked.combined_move.map(move);
    const { offsets, sums, parts, positions, splits } = explored;
    if (splits) {
      // This checks that play ends: the engine throws if there is a cycle.
      engine(() => valuesOfSums(offsets, sums, parts));
      engine(() => defineSums(name, offsets, sums, parts, positions.map(words)));
    } else engine(() => define(name, offsets, parts, positions.map(words), request.play === "misere"));
  }
  return asked;
}

/** Returns the text that stands for a position in sentences. */
const words = (position) => (typeof position === "object" ? written(position) : String(position));

/**
 * Returns an answer with positions in place of their numbers. The numbers are in moves, in lists of positions, and in
 * sums. `own` has the explored games, by name.
 */
function named(json, own) {
  if (Array.isArray(json)) return json.map((item) => named(item, own));
  if (typeof json !== "object" || json === null) return json;
  const positions = own.get(json.game)?.positions;
  const lists = (sum) => Object.fromEntries(Object.entries(sum).map(([name, list]) => [name, own.has(name) ? list.map((place) => own.get(name).positions[place]) : list]));
  const member = (name, value) => {
    if (positions && (name === "from" || name === "to")) return Array.isArray(value) ? value.map((part) => positions[part]) : positions[value];
    if (positions && name === "positions") return value.map((place) => positions[place]);
    if ((name === "after" || name === "position") && value !== null) return lists(value);
    return name === "values" ? value : named(value, own);
  };
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, member(name, value)]));
}

export const analyze = (request) => ask("v1/analyze", request);
export const moves = (request) => ask("v1/moves", request);
export const play = (request) => ask("v1/play", request);
export const quotient = (request) => ask("v1/quotient", typeof request === "object" || request.trimStart().startsWith("{") ? request : { game: request });

const pathOf = (game) => `v1/games/${encodeURIComponent(game)}`;

export const games = (search = {}) => ask(`v1/games?${new URLSearchParams(search)}`);
export const game = (key) => ask(pathOf(key));
export const map = (game, { a = "1..40", b = "1..40" } = {}) => ask(`${pathOf(game)}/map?${new URLSearchParams({ a, b })}`);
export const values = (game, n = "0..100") => (typeof game === "object" || game.trimStart().startsWith("{") ? ask("v1/values", game) : ask(`${pathOf(game)}/map?${new URLSearchParams({ n })}`));
