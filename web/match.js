// A match against the oracle: the position, whose turn it is, and what the service says about it.

import { componentsOf, queryOf, textOf } from "./position.js";

/** So many components are drawn; the others are played in the list of moves. */
export const DRAWN = 24;

/** Options of a component that are asked for at a time. */
const PAGE = 100;

/** Options of so many positions are remembered. */
const REMEMBERED = 1000;

export class Match {
  position = {};
  play = "normal";
  /** What the match began with: `{position, play}`. */
  start = null;
  /** Pairs of moves so far: `{caller, reply}`, the first possibly the oracle's alone. */
  turns = [];
  /** What `undo` goes back to. */
  past = [];
  /** The analysis of the position, and its winning moves. */
  analysis = null;
  winning = null;
  /** `"caller"` or `"oracle"` once no move is left. */
  wonBy = null;
  busy = false;

  #options = new Map();
  /** Counts what was begun, so that what was overtaken is dropped. */
  #begun = 0;
  #changed;
  #failed;

  constructor(api, changed, failed) {
    this.api = api;
    this.#changed = changed;
    this.#failed = failed;
  }

  get components() {
    return componentsOf(this.position);
  }

  /** Puts a position on the table. What the service refuses is thrown, and the match stays as it was. */
  async load(position, play) {
    const past = this.analysis ? [...this.past, this.#snapshot()] : [];
    await this.#settle({ position, play, turns: [], past, wonBy: null, start: { position, play } });
  }

  /** Plays a move, and gets the oracle's reply; `refused` gets what is wrong with it. */
  async choose({ game, index, to }, refused = this.#failed) {
    await this.#step(refused, async () => {
      const { position, play } = this;
      const answer = await this.api.post("v1/play", { position, play, move: { game, index, to } });
      const from = position[game][index];
      const text = this.textOfMove(game, index, to) ?? `leave ${textOf(to)} of ${textOf(from)}`;
      const turns = [...this.turns, { caller: { game, index, text }, reply: answer.reply, winning: answer.winning }];
      return { position: answer.after, turns, wonBy: answer.over ? answer.winner : null };
    });
  }

  /** Lets the oracle move first. */
  async begin() {
    await this.#step(this.#failed, async () => {
      const { move, after } = this.analysis;
      return { position: after, turns: [...this.turns, { caller: null, reply: move }] };
    });
  }

  /** Normal or misère play from here on; thrown if the service has no theory of it for this sum. */
  async setPlay(play) {
    const other = { caller: "oracle", oracle: "caller" };
    await this.#settle({ play, past: [...this.past, this.#snapshot()], wonBy: other[this.wonBy] ?? null });
  }

  async undo() {
    const past = [...this.past];
    const last = past.pop();
    if (last) await this.#step(this.#failed, async () => ({ ...last, past }));
  }

  /** The same position again, from the start. */
  async restart() {
    await this.#step(this.#failed, async () => ({ ...this.start, turns: [], wonBy: null }));
  }

  /** The options of a component as far as they are known: `{moves, count, next}`. */
  options(game, index) {
    return this.#options.get(keyOf(game, this.position[game][index]));
  }

  /** Gets more of a component's options, the first page if there is none yet. */
  async more(game, index) {
    await this.#fetch(game, this.position[game][index], true);
    this.#changed(false);
  }

  /** More of the winning moves. */
  async moreWinning() {
    const { position, play, winning } = this;
    const request = { position, play, only: "winning", cursor: winning.next };
    const page = await this.api.post("v1/moves", request);
    if (this.winning !== winning) return;
    this.winning = { ...page, moves: [...winning.moves, ...page.moves] };
    this.#changed(false);
  }

  /** The words for a move, if it is among the known ones. */
  textOfMove(game, index, to) {
    return this.options(game, index)?.moves.find((move) => textOf(move.to) === textOf(to))?.text;
  }

  /** Is a move among the winning ones that are known? */
  wins(game, index, to) {
    const same = (move) => move.game === game && move.index === index && textOf(move.to) === textOf(to);
    return this.winning?.moves.some(same) ?? false;
  }

  get query() {
    return queryOf(this.position, this.play);
  }

  #snapshot() {
    const { position, play, start, turns, wonBy } = this;
    return { position, play, start, turns, wonBy };
  }

  /** Does a step that can be undone. If it fails, nothing has happened. */
  async #step(refused, next) {
    if (this.busy) return;
    this.busy = true;
    try {
      await this.#settle({ past: [...this.past, this.#snapshot()], ...(await next()) });
    } catch (problem) {
      refused(problem);
    } finally {
      this.busy = false;
    }
  }

  /** Takes a state over once all that the page shows of it is there. */
  async #settle(change) {
    this.#begun += 1;
    const begun = this.#begun;
    const { position, play } = { position: this.position, play: this.play, ...change };
    const analysis = await this.api.post("v1/analyze", { position, play, explain: true });
    const winning = await this.api.post("v1/moves", { position, play, only: "winning" });
    const drawn = componentsOf(position).slice(0, DRAWN);
    await Promise.all(drawn.map(({ game, piece }) => this.#fetch(game, piece, false)));
    if (begun !== this.#begun) return;
    Object.assign(this, change, { analysis, winning });
    // Where the match did not end with a move of the caller's, it is the caller who has none.
    if (analysis.move === null) this.wonBy ??= analysis.winner === "first" ? "caller" : "oracle";
    this.busy = false;
    this.#changed(true);
  }

  /** Options depend on the component alone, so they are asked for one at a time and kept. */
  async #fetch(game, piece, further) {
    const key = keyOf(game, piece);
    const known = this.#options.get(key);
    if (known && (!further || known.next === null)) return;
    const cursor = known ? { cursor: known.next } : {};
    const page = await this.api.ask("v1/moves", { position: { [game]: [piece] }, limit: PAGE, ...cursor });
    if (this.#options.size >= REMEMBERED) this.#options.delete(this.#options.keys().next().value);
    this.#options.set(key, { ...page, moves: [...(known?.moves ?? []), ...page.moves] });
  }
}

function keyOf(game, piece) {
  return `${game}=${textOf(piece)}`;
}
