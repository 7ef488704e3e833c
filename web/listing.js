// The known moves of a position. If all moves fit on a page, they are all known. Otherwise three kinds of moves are
// known: the first moves, the first winning moves, and the first moves of each component that has a drawing.

import { spoken } from "./catalogue.js";
import { componentsOf, keyOf, textOf } from "./position.js";

/** The `limit` of a request for moves: the largest number of moves in its answer. */
const PAGE = 200;

/** The largest number of components that are drawn. Moves in further components are made in the table of moves. */
export const DRAWN = 24;

/** The largest number of components whose options are remembered. */
const REMEMBERED = 500;

const remembered = new Map();

export class Listing {
  /** The known moves in the service's order. */
  inOrder = [];
  #winning = new Map();
  #moves = new Map();
  #options = new Map();
  #next = null;
  #nextWinning = null;

  constructor(api, request) {
    this.api = api;
    this.request = request;
  }

  /** Gets the listing of a position. For each of the first `drawn` components, gets the first page of its options. */
  static async of(api, request, drawn) {
    const listing = new Listing(api, request);
    const page = await api.look("v1/moves", { ...request, limit: PAGE });
    listing.count = page.count;
    listing.winningCount = page.winning_count ?? "many";
    listing.#take(page);
    // A move of a compound changes several components. So the options of each component are requested separately.
    if (page.next === null && !request.compound) return listing;
    const winning = page.next !== null && api.ask("v1/moves", { ...request, only: "winning" }).then((found) => listing.#takeWinning(found));
    const options = componentsOf(request.position).slice(0, drawn).map((component) => listing.#fetch(component));
    await Promise.all([winning, ...options]);
    return listing;
  }

  /** All known moves. Winning moves come first, then moves to a draw. */
  get moves() {
    const rank = { win: 0, draw: 1, loss: 2 };
    return [...this.#moves.values()].sort((one, other) => rank[outcomeOf(one)] - rank[outcomeOf(other)]);
  }

  get hasMore() {
    return this.#next !== null || this.#nextWinning !== null;
  }

  /** Gets the next page. It is a page of winning moves, as long as there are more of them. */
  async more() {
    if (this.#nextWinning) this.#takeWinning(await this.api.ask("v1/moves", { ...this.request, only: "winning", cursor: this.#nextWinning }));
    else if (this.#next) this.#take(await this.api.ask("v1/moves", { ...this.request, limit: PAGE, cursor: this.#next }));
  }

  find(move) { return this.#moves.get(keyOf(move)); }

  /** True if the move is known to win. */
  wins(move) { return this.#winning.has(keyOf(move)); }

  /** The options of a component, as `{moves, count}`. If there are many options, `moves` may have only some of them. */
  options(game, index) {
    return this.#options.get(`${game} ${index}`) ?? { moves: [], count: this.#next === null ? 0 : null };
  }

  /** The listed option that has the same result as this move. */
  option(move) {
    return this.options(move.game, move.index).moves.find((option) => keyOf(option) === keyOf(move));
  }

  #add(move) {
    this.#moves.set(keyOf(move), move);
    if (outcomeOf(move) === "win") this.#winning.set(keyOf(move), move);
    return move;
  }

  #take(page) {
    this.#next = page.next;
    const moves = page.moves.map((move) => this.#add(turnOf(move)));
    this.inOrder.push(...moves);
    if (this.#moves.size !== moves.length || page.next !== null || this.request.compound) return;
    for (const move of moves) {
      const key = `${move.game} ${move.index}`;
      if (!this.#options.has(key)) this.#options.set(key, { moves: [], count: 0 });
      const options = this.#options.get(key);
      options.moves.push(move);
      options.count += 1;
    }
  }

  #takeWinning(page) {
    this.#nextWinning = page.next;
    page.moves.forEach((move) => this.#add(turnOf(move)));
  }

  /** Gets the options of a component. They do not depend on the rest of the position, so they are kept. */
  async #fetch({ game, index, piece }) {
    const { games = {} } = this.request;
    const own = Object.hasOwn(games, game) ? games[game] : undefined;
    const key = `${game} ${textOf(piece)} ${own ? JSON.stringify(own) : ""}`;
    if (!remembered.has(key)) {
      if (remembered.size >= REMEMBERED) remembered.delete(remembered.keys().next().value);
      remembered.set(key, await this.api.look("v1/moves", { position: { [game]: [piece] }, ...(own && { games: { [game]: own } }) }));
    }
    const { count, moves } = remembered.get(key);
    this.#options.set(`${game} ${index}`, { count, moves: moves.map(({ to, text }) => spoken({ game, index, to, text })) });
  }
}

/** Converts a listed move to a turn. A combined move becomes one turn with several `moves`. */
const turnOf = (move) => (move.combined_move ? { ...move, ...spoken(move.combined_move) } : spoken(move));

/** The outcome of a listed move for the player who makes it. */
export const outcomeOf = (move) => move.outcome ?? (move.wins ? "win" : "loss");
