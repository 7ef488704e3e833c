// A match against the oracle: a tree of positions. Going back and moving otherwise begins a variation; nothing is lost.

import { loaded } from "./api.js";
import { spoken } from "./catalogue.js";
import { Listing, outcomeOf } from "./listing.js";
import { placed } from "./link.js";
import { componentsOf, isNotation, keyOf, moved, movesOf, partsOf, pieceOf, textOf, withFrom } from "./position.js";

/** The most components that are drawn; the others are played in the table of moves. */
export const DRAWN = 24;

/** The share of moves in which the oracle errs, by the name of its level. */
export const LEVELS = { perfect: 0, seldom: 0.15, often: 0.4, mostly: 0.75 };

/** A match may be called a draw when a position comes for this time, with the same player to move. */
const REPEATED = 3;

/** The most moves of a link that are played; a longer line would flood the service with questions. */
const MOST_MOVES = 400;

/** A turn as the API is asked about it. */
function asked(turn) {
  const bare = ({ game, index, to }) => ({ game, index, to });
  return turn.moves ? { combined_move: turn.moves.map(bare) } : { move: bare(turn) };
}

const OUTCOME = { first: "win", draw: "draw", second: "loss" };
const INVERSE = { win: "loss", draw: "draw", loss: "win" };
const RANK = { win: 2, draw: 1, loss: 0 };

/**
 * A position of the tree: `by` (`"caller"` or `"oracle"`) has made the move `ply`, `{game, index, from, to, text}`, or the `{moves, text}` of a compound; the
 * first has neither. `outcome` is what the position is for who moves in it and `best` the move there, once they are known.
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

  /** This one and all that come of it. */
  get all() {
    return [this, ...this.children.flatMap((child) => child.all)];
  }

  /** The mistake of its move, for the player who made it: `{had, gave}`, the outcomes before and after; or null. */
  get mistake() {
    const had = this.parent?.outcome;
    const gave = this.outcome && INVERSE[this.outcome];
    return had && gave && RANK[gave] < RANK[had] ? { had, gave } : null;
  }

  /** The position in which the same move was made before, or a new one. */
  child(by, ply, position) {
    const known = this.find(by, ply);
    // The same move may be made at another place.
    if (known) movesOf(ply).forEach(({ at }, nth) => at !== undefined && (movesOf(known.ply)[nth].at = at));
    if (known) return known;
    const child = new Node(position, this, by, ply);
    this.children.push(child);
    return child;
  }

  find(by, ply) {
    return this.children.find((child) => child.by === by && keyOf(child.ply) === keyOf(ply));
  }

  /** The tree as lists in lists, for storage. */
  kept(cursor) {
    const { position, by, ply, isDrawn, outcome, best, children } = this;
    return { position, by, ply, isDrawn, outcome, best, here: this === cursor, children: children.map((child) => child.kept(cursor)) };
  }
}

/** The tree that was kept, and the position in it that was on the table. */
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
  /** The start of the match. `games` defines games that are not in the catalogue, and `compound` is a kind of compound other than a sum. */
  start = { position: {}, play: "normal", games: {}, level: "perfect", seed: 0 };
  /** The first position, and the one on the table. */
  root = new Node({});
  node = this.root;
  /** The service's answers for the position on the table, once it is to be played. */
  analysis = null;
  listing = null;
  /** The present activity: `"think"` until the oracle has a reply, `"reply"` while that is shown, `"look"` until a position is known. */
  busy = null;
  /** The oracle's move while it is seen. */
  reply = null;
  /** The module of compounds (compound.js), if the match is one. */
  combined = null;

  #view;
  /** Counts what was begun, so that late results are dropped. */
  #begun = 0;

  /** `view` has `changed(isTurn)`, `made()`, which is called once the player's move is made, and `replied()`, which resolves once the reply has been seen. */
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

  /** True if the oracle is to move. */
  get isOracles() {
    return this.node.by === "caller";
  }

  /** `"caller"`, `"oracle"` or `"draw"` once it is over. */
  get wonBy() {
    if (this.node.isDrawn) return "draw";
    if (this.busy || this.listing?.count !== 0) return null;
    const isWon = this.analysis.winner === "first";
    return isWon === this.isOracles ? "oracle" : "caller";
  }

  /** True if this position came as often as a draw needs. */
  get isRepeated() {
    const same = (node) => (node.by === "caller") === this.isOracles && JSON.stringify(node.position) === JSON.stringify(this.position);
    return this.node.path.filter(same).length >= REPEATED;
  }

  /** The moves on the way to the position on the table. */
  get plies() {
    return this.node.path.slice(1);
  }

  /** The turn before, and the one after, in which the player is to move or it is over. */
  get before() {
    const path = this.node.path.slice(0, -1);
    return path.findLast((node) => node.by !== "caller") ?? null;
  }

  get after() {
    let node = this.node.children.at(-1);
    while (node?.by === "caller" && node.children.length) node = node.children.at(-1);
    return node ?? null;
  }

  entry(game) {
    return this.catalogue.entry(game, this.games);
  }

  /** All that a call of the API needs to know of the position. */
  request(position = this.position, { play, games, compound } = this.start) {
    return { position, ...(Object.keys(games).length && { games }), play, ...(compound && { compound }) };
  }

  /** The parts that a move leaves of its component. In a compound one that has ended stays on the table. */
  leaves({ game, to }, { games, compound } = this.start) {
    const { splits, own } = this.catalogue.entry(game, games);
    const parts = partsOf(to, splits);
    return parts.length || !compound || own ? parts : [game.startsWith("circular(") ? { row: 0 } : 0];
  }

  /** Begins a match, with moves that were made if there are any. What the service refuses is thrown, and the old one stays. */
  async begin({ position, play = "normal", compound, games = {}, level = "perfect", seed = Math.floor(Math.random() * 2 ** 32), moves = [] }) {
    const start = { position: await this.#read({ position, play, games }), play, compound, games, level: level in LEVELS ? level : "perfect", seed };
    const root = new Node(start.position);
    await this.#take(start, root, await this.#replayed(start, root, moves.slice(0, MOST_MOVES)));
  }

  /** The position as answers write it. */
  async #read({ position, play, games }) {
    const entry = (game) => this.catalogue.entry(game, games);
    if (!componentsOf(position).some(({ game, piece }) => isNotation(piece, entry(game).sample))) return position;
    const defined = Object.keys(games).length ? { games } : {};
    const { position: read = position } = await this.api.ask("v1/analyze", { position, play, ...defined });
    return read;
  }

  /** Takes up a match that was kept with `kept()`. */
  async resume({ start, tree }) {
    const { node: root, here } = restored(tree);
    await this.#take(start, root, here ?? root);
  }

  /** The data to take the match up again. */
  kept() {
    return { start: this.start, tree: this.root.kept(this.node) };
  }

  /** Plays a move, and gets the oracle's reply. What is illegal is thrown, and nothing has happened. */
  async choose({ moves, game, index, to, at }) {
    if (this.busy || this.wonBy || this.isOracles) return;
    const { node, listing } = this;
    const known = listing.find({ moves, game, index, to });
    const from = moves ? undefined : node.position[game][index];
    const ply = moves ? withFrom(node.position, { moves, text: moves.map(({ text }) => text).join("; ") })
      : { game, index, from, to, at, text: known?.text ?? `leave ${textOf(to)} of ${textOf(from)}` };
    // A listed move is legal: it is shown while the oracle is asked. So is a combined one, which is of listed moves.
    const after = known || moves ? moved(node.position, ply, (move) => this.leaves(move)) : node.find("caller", ply)?.position;
    const done = this.#start("think");
    if (!after) {
      try {
        const { position } = await this.api.post("v1/play", { ...this.request(), move: { game, index, to } });
        if (!done()) return;
        return await this.#made(node.child("caller", ply, position));
      } catch (problem) {
        if (done()) this.#rest();
        throw problem;
      }
    }
    const child = node.child("caller", ply, after);
    if (known) child.outcome = INVERSE[outcomeOf(known)];
    await this.#made(child);
  }

  /** Lets the oracle move first. */
  async letBegin() {
    if (this.busy || this.wonBy || this.node !== this.root) return;
    await this.#reply();
  }

  /** Goes on after the service was not reached: with the oracle's reply, if that is what is missing. */
  async goOn() {
    if (this.busy) return;
    await (this.isOracles ? this.#reply() : this.goTo(this.node));
  }

  /** Goes to a position of the tree. */
  async goTo(node) {
    if (!node) return;
    await this.#take(this.start, this.root, node);
  }

  /** Sets how well the oracle plays from now on. */
  setLevel(level) {
    this.start = { ...this.start, level };
    this.#view.changed(true);
  }

  /** Judges the match by the other convention; its moves are legal in both. */
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

  /** More of the list of moves. */
  async more() {
    const { listing } = this;
    await listing.more();
    if (listing === this.listing) this.#view.changed(false);
  }

  /** A seed that decides whether the oracle errs: the same after going back. */
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

  /** The player's move is made: it stays, whether or not the service is reached. */
  async #made(child) {
    Object.assign(this, { node: child, analysis: null, listing: null, busy: null });
    this.#view.made();
    await this.#reply();
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

  /** The oracle's move at a position, or none if it is over. */
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

  /** Takes a position over once all that the page shows of it is there; if that fails nothing has happened. */
  async #take(start, root, node, prepare = () => {}) {
    const done = this.#start("look");
    try {
      // Under another convention the position is another one.
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

  /** Gets the outcomes that are missing on the way to the position: of a link, of what was typed, by another convention. */
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
      // Only the marks of mistakes are missing then.
    }
  }

  /** Plays turns of a link, lists of `{at, text}` by the number of the component, or null for one that was left out. */
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

  /** A move of a link. */
  #said(move, { game, index, piece: from }, games) {
    const { splits, sample, own } = this.catalogue.entry(game, games);
    const { text, at } = own ? { text: move.text } : placed(move.text);
    return { game, index, from, to: pieceOf(text, splits === true ? [sample] : sample), at, text: "" };
  }

  /** Gets the words of a turn if it is legal; else throws the service's error. */
  async #check({ parent, ply }, start) {
    const request = this.request(parent.position, start);
    // The words of combined moves are those of the components alone.
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
