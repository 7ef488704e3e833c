// A match against the oracle: what it began with, the turns since, and what the service says of the position on the table.

import { linkOf } from "./link.js";
import { Listing, outcomeOf } from "./listing.js";
import { componentsOf, moved, textOf } from "./position.js";

/** So many components are drawn; the others are played in the table of moves. */
export const DRAWN = 24;

/** How often the oracle errs, by the name of its level. */
export const LEVELS = { perfect: 0, seldom: 0.15, often: 0.4, mostly: 0.75 };

const OUTCOME = { first: "win", draw: "draw", second: "loss" };
const RANK = { win: 2, draw: 1, loss: 0 };

export class Match {
  /** What the match began with. `games` defines games that are not in the catalogue. */
  start = { position: {}, play: "normal", games: {}, level: "perfect", seed: 0 };
  /**
   * The turns: `{caller, reply, after, had, gave, best, winner}`. Moves have `{game, index, from, to, text}`; the first turn may be
   * the oracle's alone. `had` and `gave` are the outcomes before and after the caller's move, `winner` is there at the end.
   */
  turns = [];
  /** How many of the turns are on the table: going back keeps the rest until another move is made. */
  at = 0;
  /** What the service says of the position. */
  analysis = null;
  listing = null;
  /** What goes on: `"move"` until the oracle has replied, `"look"` until what is to be shown is there. */
  busy = null;
  /** What is on the table meanwhile: `{position, caller, reply}`. */
  meanwhile = null;

  #view;
  /** Counts what was begun, so that what was overtaken is dropped. */
  #begun = 0;

  /** `view` has `changed()`, and `replied()`, which resolves once the reply has been seen. */
  constructor(api, catalogue, view) {
    Object.assign(this, { api, catalogue });
    this.#view = view;
  }

  /** The position on the table when it is the caller's turn. */
  get position() {
    return this.at ? this.turns[this.at - 1].after : this.start.position;
  }

  get play() {
    return this.start.play;
  }

  get games() {
    return this.start.games;
  }

  /** What is on the table at this moment. */
  get table() {
    return this.meanwhile?.position ?? this.position;
  }

  get components() {
    return componentsOf(this.table);
  }

  /** The turns that led to the position. */
  get played() {
    return this.turns.slice(0, this.at);
  }

  /** `"caller"` or `"oracle"` once no move is left. */
  get wonBy() {
    if (!this.analysis) return null;
    const last = this.turns[this.at - 1];
    if (last?.winner) return last.winner;
    // Where the match did not end with a move of the caller's, it is the caller who has none.
    return this.listing.count === 0 ? (this.analysis.winner === "first" ? "caller" : "oracle") : null;
  }

  get link() {
    return linkOf({ ...this.start, position: this.position });
  }

  entry(game) {
    return this.catalogue.entry(game, this.games);
  }

  /** All that a call of the API needs to know of the position. */
  request(position = this.position, play = this.play, games = this.games) {
    return { position, ...(Object.keys(games).length && { games }), play };
  }

  /** Begins a match. What the service refuses is thrown, and the old one stays. */
  async begin({ position, play = "normal", games = {}, level = "perfect", seed = Math.floor(Math.random() * 2 ** 32) }) {
    await this.#settle({ start: { position, play, games, level: level in LEVELS ? level : "perfect", seed }, turns: [], at: 0 });
  }

  /** Takes up a match that was kept with `kept()`. */
  async resume({ start, turns, at }) {
    await this.#settle({ start, turns, at });
  }

  /** What is needed to take it up again. */
  kept() {
    const { start, turns, at } = this;
    return { start, turns, at };
  }

  /** Plays a move, and gets the oracle's reply. What went wrong is thrown, and nothing has happened. */
  async choose({ game, index, to }) {
    if (this.busy) return;
    const { position, analysis } = this;
    const known = this.listing.find({ game, index, to });
    const from = position[game][index];
    const { splits } = this.entry(game);
    const caller = { game, index, from, to, text: known?.text ?? `leave ${textOf(to)} of ${textOf(from)}` };
    await this.#step("move", async () => {
      // A listed move is legal: it is shown while the oracle is asked.
      if (known) this.#show({ position: moved(position, caller, splits), caller });
      const had = OUTCOME[analysis.winner];
      const answer = await this.api.post("v1/play", { ...this.request(), move: { game, index, to }, ...this.#level() });
      const gave = known ? outcomeOf(known) : answer.winning ? "win" : answer.winner === "draw" ? "draw" : "loss";
      const turn = { caller, reply: answer.reply, after: answer.after, had, gave, best: analysis.move };
      if (answer.over) turn.winner = answer.winner;
      return { turn, position: answer.position, caller };
    });
  }

  /** Lets the oracle move first. */
  async letBegin() {
    const { move, after } = this.analysis;
    if (!move) return;
    await this.#step("move", async () => ({ turn: { caller: null, reply: move, after }, position: this.position }));
  }

  /** Goes to the position after so many turns. */
  async goTo(at) {
    if (at !== this.at) await this.#step("look", async () => ({ at }));
  }

  /** More of the list of moves. */
  async more() {
    const { listing } = this;
    await listing.more();
    if (listing === this.listing) this.#view.changed(false);
  }

  /** What a turn's move gave away: `{had, gave, best}`, if anything. */
  static mistake(turn) {
    return turn.caller && RANK[turn.gave] < RANK[turn.had] ? turn : null;
  }

  /** What makes the oracle err, the same again after going back. */
  #level() {
    const mistakes = LEVELS[this.start.level];
    return mistakes ? { seed: (this.start.seed + this.at) % 2 ** 32, mistakes } : {};
  }

  #show(meanwhile) {
    this.meanwhile = meanwhile;
    this.#view.changed(false);
  }

  /** Does a step of which nothing has happened if it fails. */
  async #step(busy, next) {
    if (this.busy) return;
    this.busy = busy;
    this.#view.changed(false);
    try {
      const { turn, at, position, caller } = await next();
      if (!turn) return await this.#settle({ at });
      const shown = turn.reply && (this.#show({ position, caller, reply: turn.reply }), this.#view.replied());
      await this.#settle({ turns: [...this.played, turn], at: this.at + 1 }, shown);
    } finally {
      this.busy = null;
      if (this.meanwhile) this.#show(null);
    }
  }

  /** Takes a state over once all that the page shows of it is there. */
  async #settle(change, shown = null) {
    this.#begun += 1;
    const begun = this.#begun;
    const { start, turns, at } = { ...this.kept(), ...change };
    const position = at ? turns[at - 1].after : start.position;
    const request = this.request(position, start.play, start.games);
    const [analysis, listing] = await Promise.all([
      this.api.post("v1/analyze", { ...request, explain: true }), Listing.of(this.api, request, DRAWN), shown,
    ]);
    if (begun !== this.#begun) return;
    Object.assign(this, { start, turns, at, analysis, listing, meanwhile: null, busy: null });
    this.#view.changed(true);
  }
}
