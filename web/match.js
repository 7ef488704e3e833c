// A match against the oracle, as a tree of positions. If the player goes back and makes a different move, a variation
// begins. No move is lost.

import { loaded } from "./api.js";
import { spoken } from "./catalogue.js";
import { DRAWN, Listing, outcomeOf } from "./listing.js";
import { placed } from "./link.js";
import { componentsOf, isNotation, keyOf, moved, movesOf, partsOf, pieceOf, textOf, withFrom } from "./position.js";

/** The share of moves in which the oracle errs, by the name of its level. Without an oracle, two people play. */
export const LEVELS = { perfect: 0, seldom: 0.15, often: 0.4, mostly: 0.75, people: 0 };

/** The player may end the match as a draw when the same player has moved in a position this many times. */
const REPEATED = 3;

/** Only this many moves of a link are played. More moves would flood the service with requests. */
const MOST_MOVES = 400;

/**
 * Returns a turn as a field of a request to `v1/play`: `move`, or `combined_move` in a compound. Of each move, only
 * `game`, `index` and `to` are sent.
 */
function asked(turn) {
  const bare = ({ game, index, to }) => ({ game, index, to });
  return turn.moves ? { combined_move: turn.moves.map(bare) } : { move: bare(turn) };
}

const OUTCOME = { first: "win", draw: "draw", second: "loss" };
const INVERSE = { win: "loss", draw: "draw", loss: "win" };
const RANK = { win: 2, draw: 1, loss: 0 };

/**
 * A position of the tree. The player `by`, `"caller"` or `"oracle"`, has made the move `ply` to this position. If two
 * people play, `"caller"` is the one who begins, and `"oracle"` is the other one. A move
 * is `{game, index, from, to, text}`, or `{moves, text}` in a compound. The first position has no move. `outcome` is
 * the outcome for the player to move, and `best` is a best move, once they are known.
 */
class Node {
  children = [];
  outcome = null;
  best = null;
  isDrawn = false;
  /** The service's answers for the position: `{analysis, listing}`. */
  seen = null;

  constructor(position, parent = null, by = null, ply = null) {
    Object.assign(this, { position, parent, by, ply });
  }

  /** The positions from the first one to this one. */
  get path() {
    const path = [];
    for (let node = this; node; node = node.parent) path.unshift(node);
    return path;
  }

  /** This position and all positions that follow from it. */
  get all() {
    return [this, ...this.children.flatMap((child) => child.all)];
  }

  /**
   * `{had, gave}` if the move to this position was a mistake, and null otherwise. `had` is the outcome before the move,
   * and `gave` is the outcome after it. Both are for the player who made the move.
   */
  get mistake() {
    const had = this.parent?.outcome;
    const gave = this.outcome && INVERSE[this.outcome];
    return had && gave && RANK[gave] < RANK[had] ? { had, gave } : null;
  }

  /** The position after this move. It is new if this move was not made here before. */
  child(by, ply, position) {
    const known = this.find(by, ply);
    // A known move may now be made at a different place of its component. The known node gets this place.
    if (known) movesOf(ply).forEach(({ at }, nth) => at !== undefined && (movesOf(known.ply)[nth].at = at));
    if (known) return known;
    const child = new Node(position, this, by, ply);
    this.children.push(child);
    return child;
  }

  find(by, ply) {
    return this.children.find((child) => child.by === by && keyOf(child.ply) === keyOf(ply));
  }

  /** The tree as plain objects, for storage. */
  kept(cursor) {
    const { position, by, ply, isDrawn, outcome, best, children } = this;
    return { position, by, ply, isDrawn, outcome, best, here: this === cursor, children: children.map((child) => child.kept(cursor)) };
  }
}

/** Restores a stored tree. `here` is the node of the position that was on the table; null if the tree lacks it. */
function restored(kept, parent = null) {
  const node = new Node(kept.position, parent, kept.by, kept.ply);
  const { isDrawn, outcome, best } = kept;
  Object.assign(node, { isDrawn, outcome, best });
  let here = kept.here ? node : null;
  for (const child of kept.children) {
    const below = restored(child, node);
    node.children.push(below.node);
    here ??= below.here;
  }
  return { node, here };
}

export class Match {
  /** The start of the match, with games that are not in the catalogue, and the kind of a compound. */
  start = { position: {}, play: "normal", games: {}, level: "perfect", seed: 0 };
  /** The first position, and the one on the table. */
  root = new Node({});
  node = this.root;
  /** The service's answers about the position on the table. Null while the oracle thinks. */
  analysis = null;
  listing = null;
  /**
   * The current activity. It is `"think"` until the oracle has a reply, `"reply"` while the reply is shown, and
   * `"look"` until the answers about a position come.
   */
  busy = null;
  /** The oracle's move while it is shown. */
  reply = null;
  /** The module of compounds (compound.js), if the match is about a compound and not a sum. */
  combined = null;

  #view;
  /** The number of activities so far. A result of an earlier activity comes too late, and is dropped. */
  #begun = 0;

  /**
   * `view` has three functions. `changed(isTurn)` is called after a change, and `made()` after the player's move.
   * `replied()` resolves once the reply has been shown long enough.
   */
  constructor(api, catalogue, view) {
    Object.assign(this, { api, catalogue });
    this.#view = view;
  }

  get position() {
    return this.node.position;
  }

  get play() {
    return this.start.play;
  }

  get games() {
    return this.start.games;
  }

  get components() {
    return componentsOf(this.position);
  }

  /** True if two people play at one board, without an oracle. */
  get isOfPeople() {
    return this.start.level === "people";
  }

  /** The player to move. */
  get mover() {
    return this.node.by === "caller" ? "oracle" : "caller";
  }

  /** True if the oracle is to move. */
  get isOracles() {
    return !this.isOfPeople && this.mover === "oracle";
  }

  /** `"caller"`, `"oracle"` or `"draw"` once the match is over, and null before. */
  get wonBy() {
    if (this.node.isDrawn) return "draw";
    if (this.busy || this.listing?.count !== 0) return null;
    const isWon = this.analysis.winner === "first";
    return isWon === (this.mover === "oracle") ? "oracle" : "caller";
  }

  /** True if this position has come so often that the player may call a draw. */
  get isRepeated() {
    const same = (node) => (node.by === "caller") === (this.mover === "oracle") && JSON.stringify(node.position) === JSON.stringify(this.position);
    return this.node.path.filter(same).length >= REPEATED;
  }

  /** The moves on the way to the position on the table. */
  get plies() {
    return this.node.path.slice(1);
  }

  /** The previous and the next position in which the player is to move or the match is over. */
  get before() {
    const path = this.node.path.slice(0, -1);
    return path.findLast((node) => this.isOfPeople || node.by !== "caller") ?? null;
  }

  get after() {
    let node = this.node.children.at(-1);
    while (!this.isOfPeople && node?.by === "caller" && node.children.length) node = node.children.at(-1);
    return node ?? null;
  }

  entry(game) { return this.catalogue.entry(game, this.games); }

  /** The fields of a request about a position. */
  request(position = this.position, { play, games, compound } = this.start) {
    return { position, ...(Object.keys(games).length && { games }), play, ...(compound && { compound }) };
  }

  /** Returns what a move leaves of a component. In a compound, a component that has ended stays on the table. */
  leaves({ game, to }, { games, compound } = this.start) {
    const { splits, own } = this.catalogue.entry(game, games);
    const parts = partsOf(to, splits);
    return parts.length || !compound || own ? parts : [game.startsWith("circular(") ? { row: 0 } : 0];
  }

  /** Begins a match with the given moves. If it is refused, throws the error, and the old match stays. */
  async begin({ position, play = "normal", compound, games = {}, level = "perfect", seed = Math.floor(Math.random() * 2 ** 32), moves = [] }) {
    const start = { position: await this.#read({ position, play, games }), play, compound, games, level: level in LEVELS ? level : "perfect", seed };
    const root = new Node(start.position);
    await this.#take(start, root, await this.#replayed(start, root, moves.slice(0, MOST_MOVES)));
  }

  /** Returns the position in the notation of answers. The service converts a position in another notation. */
  async #read({ position, play, games }) {
    const entry = (game) => this.catalogue.entry(game, games);
    if (!componentsOf(position).some(({ game, piece }) => isNotation(piece, entry(game).sample))) return position;
    const defined = Object.keys(games).length ? { games } : {};
    const { position: read = position } = await this.api.ask("v1/analyze", { position, play, ...defined });
    return read;
  }

  /** Continues a match from the data of `kept()`. */
  async resume({ start, tree }) {
    const { node: root, here } = restored(tree);
    await this.#take(start, root, here ?? root);
  }

  /** The data from which the match can be continued. */
  kept() { return { start: this.start, tree: this.root.kept(this.node) }; }

  /** Makes a move, and gets the oracle's reply. If the move is illegal, throws the error and changes nothing. */
  async choose({ moves, game, index, to, at }) {
    if (this.busy || this.wonBy || this.isOracles) return;
    const { node, listing } = this;
    const known = listing.find({ moves, game, index, to });
    const from = moves ? undefined : node.position[game][index];
    const ply = moves ? withFrom(node.position, { moves, text: moves.map(({ text }) => text).join("; ") })
      : { game, index, from, to, at, text: known?.text ?? `leave ${textOf(to)} of ${textOf(from)}` };
    // A listed move is legal, and so is a combined move, whose parts are listed. So the move is shown before the
    // service has answered.
    const after = known || moves ? moved(node.position, ply, (move) => this.leaves(move)) : node.find(this.mover, ply)?.position;
    const done = this.#start("think");
    if (!after) {
      try {
        const { position } = await this.api.post("v1/play", { ...this.request(), move: { game, index, to } });
        if (!done()) return;
        return await this.#made(node.child(this.mover, ply, position));
      } catch (problem) {
        if (done()) this.#rest();
        throw problem;
      }
    }
    const child = node.child(this.mover, ply, after);
    if (known) child.outcome = INVERSE[outcomeOf(known)];
    await this.#made(child);
  }

  /** Lets the oracle move first. */
  async letBegin() {
    if (this.busy || this.wonBy || this.node !== this.root || this.isOfPeople) return;
    await this.#reply();
  }

  /** Continues after the service was not reached. If the oracle's reply is missing, asks for it. */
  async goOn() {
    if (this.busy) return;
    await (this.isOracles ? this.#reply() : this.goTo(this.node));
  }

  /** Goes to a position of the tree. */
  async goTo(node) {
    if (!node) return;
    await this.#take(this.start, this.root, node);
  }

  /** Sets how well the oracle plays from now on. If two people have played and it is its turn, it moves. */
  async setLevel(level) {
    this.start = { ...this.start, level };
    this.#view.changed(true);
    if (this.isOracles && !this.wonBy) await this.goOn();
  }

  /** Changes between normal and misère play. The moves of the match are legal in both. */
  async setPlay(play) {
    const start = { ...this.start, play };
    const { node, root } = this;
    await this.#take(start, root, node, () => {
      for (const each of root.all) Object.assign(each, { outcome: null, best: null, seen: null });
    });
  }

  /** Ends the match as a draw. */
  callDraw() {
    if (!this.isRepeated || this.busy) return;
    this.node.isDrawn = true;
    this.#view.changed(true);
  }

  /** Gets more of the listed moves. */
  async more() {
    const { listing } = this;
    await listing.more();
    if (listing === this.listing) this.#view.changed(false);
  }

  /** The fields that decide whether the oracle errs. After going back, the seed is the same as before. */
  #level() {
    const mistakes = LEVELS[this.start.level];
    return mistakes ? { seed: (this.start.seed + this.node.path.length) % 2 ** 32, mistakes } : {};
  }

  /** Begins an activity, and returns a function that says whether its result is still wanted. */
  #start(busy) {
    this.#begun += 1;
    const begun = this.#begun;
    this.busy = busy;
    this.#view.changed(false);
    return () => begun === this.#begun;
  }

  #rest() {
    Object.assign(this, { busy: null, reply: null });
    this.#view.changed(false);
  }

  /** Makes the player's move. It stays made, even if the service is not reached. */
  async #made(child) {
    Object.assign(this, { node: child, analysis: null, listing: null, busy: null });
    this.#view.made();
    await (this.isOfPeople ? this.goTo(child) : this.#reply());
  }

  async #reply() {
    const { node } = this;
    const done = this.#start("think");
    try {
      const next = node.children.findLast(({ by }) => by === "oracle") ?? (await this.#replyTo(node));
      if (!done()) return;
      if (next) {
        Object.assign(this, { busy: "reply", reply: next.ply });
        this.#view.changed(false);
        const [seen] = await Promise.all([this.#seen(next, this.start), this.#view.replied()]);
        if (!done()) return;
        next.seen = seen;
      }
      await this.goTo(next ?? node);
    } catch (problem) {
      if (done()) this.#rest();
      throw problem;
    }
  }

  /** Gets the oracle's move in a position. There is none if the match is over. */
  async #replyTo(node) {
    const { parent, ply, by } = node;
    const answer = by === "caller"
      ? await this.api.post("v1/play", { ...this.request(parent.position), ...asked(ply), ...this.#level() })
      : await this.api.post("v1/analyze", { ...this.request(node.position), ...this.#level() });
    const made = spoken(answer.reply ?? answer.combined_reply ?? answer.move ?? answer.combined_move);
    return made && node.child("oracle", made, moved(node.position, made, (each) => this.leaves(each)));
  }

  /** Asks the service about a position. */
  async #seen(node, start) {
    if (node.seen) return node.seen;
    const request = this.request(node.position, start);
    const [analysis, listing] = await Promise.all([this.api.look("v1/analyze", { ...request, explain: true }), Listing.of(this.api, request, DRAWN)]);
    return { analysis: { ...analysis, move: spoken(analysis.move ?? analysis.combined_move) }, listing };
  }

  /** Puts a position on the table, as soon as all answers about it are there. If a request fails, nothing changes. */
  async #take(start, root, node, prepare = () => {}) {
    const done = this.#start("look");
    try {
      // If the kind of play changes, `node.seen` has answers for the other kind, so it is not used.
      const isOther = start.play !== this.start.play && root === this.root;
      const combined = start.compound ? await loaded(import("./compound.js")) : null;
      const seen = await (isOther ? this.#seen({ position: node.position }, start) : this.#seen(node, start));
      if (!done()) return;
      prepare();
      node.seen = seen;
      Object.assign(node, { outcome: OUTCOME[seen.analysis.winner], best: seen.analysis.move });
      Object.assign(this, { start, root, node, ...seen, combined, busy: null, reply: null });
    } catch (problem) {
      if (done()) this.#rest();
      throw problem;
    }
    this.#view.changed(true);
    await this.#fill();
  }

  /**
   * Gets the outcomes that are missing in the tree. They are missing for moves from a link, for typed moves, and after
   * a change between normal and misère play.
   */
  async #fill() {
    const { play, games, root } = this;
    const unknown = this.root.all.filter(({ outcome }) => outcome === null);
    if (!unknown.length) return;
    try {
      const { results } = await this.api.ask("v1/batch", { requests: unknown.map(({ position }) => ({ ...this.request(position), brief: true })) });
      if (play !== this.play || games !== this.games || root !== this.root) return;
      results.forEach(({ winner, move, combined_move: combined }, at) => winner && Object.assign(unknown[at], { outcome: OUTCOME[winner], best: spoken(move ?? combined) }));
      this.#view.changed(false);
    } catch {
      // Without an answer, only the marks of mistakes are missing.
    }
  }

  /**
   * Plays the turns that a link to a match has. Each turn is a list of `{at, text}`, where `at` is the number of a
   * component. A turn that was left out is null.
   */
  async #replayed(start, root, turns) {
    let node = root;
    let by = "caller";
    const checks = [];
    for (const turn of turns) {
      const components = componentsOf(node.position);
      if (turn?.some(({ at }) => !components[at])) break;
      if (turn) {
        const moves = turn.map((move) => this.#said(move, components[move.at], start.games));
        const ply = start.compound ? { moves, text: "" } : moves[0];
        node = node.child(by, ply, moved(node.position, ply, (move) => this.leaves(move, start)));
        checks.push(this.#check(node, start));
      }
      by = by === "caller" ? "oracle" : "caller";
    }
    await Promise.all(checks);
    return node;
  }

  /** Converts a move of a link, `{at, text}`, to a move in this component. */
  #said(move, { game, index, piece: from }, games) {
    const { splits, sample, own } = this.catalogue.entry(game, games);
    const { text, at } = own ? { text: move.text } : placed(move.text);
    return { game, index, from, to: pieceOf(text, splits === true ? [sample] : sample), at, text: "" };
  }

  /** Gets the text of a turn. If the turn is illegal, throws the service's error. */
  async #check({ parent, ply }, start) {
    const request = this.request(parent.position, start);
    // The text of a combined move is made of the texts of its components' moves. So the listing needs the
    // options of the components.
    const listing = await Listing.of(this.api, request, ply.moves ? DRAWN : 0);
    const known = listing.find(ply);
    if (!known) await this.api.ask("v1/play", { ...request, ...asked(ply) });
    for (const move of movesOf(ply)) {
      const { text } = known?.moves?.find((each) => keyOf(each) === keyOf(move)) ?? (ply.moves ? listing.option(move) : known) ?? {};
      move.text = text ?? `leave ${textOf(move.to)} of ${textOf(move.from)}`;
    }
    if (ply.moves) ply.text = ply.moves.map(({ text }) => text).join("; ");
  }
}
