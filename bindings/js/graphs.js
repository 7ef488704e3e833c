// Games that are given by functions. They are explored here, without recursion. The engine then solves them as arrays.

import { lengths, misere_wins as misereWins, values, values_of_sums as valuesOfSums } from "./wasm/grundy.js";

/** The largest number of positions that are explored, unless the caller sets another limit. */
const LIMIT = 1_000_000;

/** The largest number of sums in a search of misère play, if moves split. */
const SUMS = 1_000_000;

/** The number of positions after which progress is reported. */
const TOLD = 4096;

/** Calls the engine. If the engine finds a fault in a graph, throws a `RangeError` with the engine's message. */
export function engine(call) {
  try {
    return call();
  } catch (reason) {
    throw typeof reason === "string" ? new RangeError(reason) : reason;
  }
}

/** The number with which the engine says that a value is infinite, or that play never ends. */
const NONE = 0xffffffff;

/** A list of 32-bit integers that grows. */
class Integers {
  #list = new Uint32Array(1024);
  length = 0;

  push(integer) {
    if (this.length === this.#list.length) {
      const longer = new Uint32Array(2 * this.length);
      longer.set(this.#list);
      this.#list = longer;
    }
    this.#list[this.length] = integer;
    this.length += 1;
  }

  done() {
    return this.#list.slice(0, this.length);
  }
}

/**
 * The number of each position, by its key. Objects have their own map, since the key of an object may be equal to a
 * string that is a position.
 */
class Places {
  #ofObjects = new Map();
  #ofOthers = new Map();
  #key;

  constructor(key) {
    this.#key = key;
  }

  /** The map for a position, and the position's key in this map. */
  find(position) {
    if (this.#key) return [this.#ofOthers, this.#key(position)];
    if (typeof position !== "object" || position === null) return [this.#ofOthers, position];
    return [this.#ofObjects, keyOf(position)];
  }

  get(position) {
    const [places, key] = this.find(position);
    return places.get(key);
  }
}

/** The JSON of a position. Values that JSON can't write are refused, since all of them would be the same position. */
function keyOf(position) {
  const kind = Object.getPrototypeOf(position);
  if (kind !== Object.prototype && kind !== Array.prototype && kind !== null && !position.toJSON) {
    throw new TypeError(`positions of ${kind.constructor?.name} need a key: solve(options, start, { key: (position) => … })`);
  }
  return JSON.stringify(position, (_, value) => (typeof value === "bigint" ? `${value}n` : value));
}

/** All positions that can be reached, and the moves between them. */
export class Explored {
  constructor(options, starts, { key, limit = LIMIT, onProgress } = {}) {
    if (typeof options !== "function") throw new TypeError("the options are a function: (position) => its options");
    this.positions = [];
    this.splits = false;
    this.places = new Places(key);
    // As long as no move splits, there are no sums, and option o leads to the vertex parts[o]. After the first move
    // that splits, option o leads to the sum of the vertices in parts from sums[o] up to sums[o + 1].
    const [offsets, sums, parts] = [new Integers(), new Integers(), new Integers()];
    let count = 0;
    const add = (position) => {
      const [places, found] = this.places.find(position);
      let place = places.get(found);
      if (place === undefined) {
        place = this.positions.length;
        if (place >= limit) throw new RangeError(`more than ${limit} positions can be reached: limit admits more`);
        places.set(found, place);
        this.positions.push(position);
      }
      return place;
    };
    for (const start of starts) add(start);
    for (let done = 0; done < this.positions.length; done += 1) {
      offsets.push(count);
      const position = this.positions[done];
      for (const option of options(position)) {
        const splits = Array.isArray(option);
        if (splits && !this.splits) {
          this.splits = true;
          for (let before = 0; before < count; before += 1) sums.push(before);
        }
        if (this.splits) sums.push(parts.length);
        for (const part of splits ? option : [option]) {
          if (splits && Array.isArray(position) && !Array.isArray(part)) {
            throw new TypeError("an option that is an array is a sum of positions: where positions are arrays, the option [3, 4] is [[3, 4]]");
          }
          parts.push(add(part));
        }
        count += 1;
      }
      if (onProgress && (done + 1) % TOLD === 0) onProgress({ explored: done + 1, found: this.positions.length });
    }
    offsets.push(count);
    sums.push(parts.length);
    [this.offsets, this.sums, this.parts] = [offsets.done(), sums.done(), parts.done()];
  }

  /** The number of a position. */
  place(position) {
    const place = this.places.get(position);
    if (place === undefined) throw new RangeError("this position can't be reached from the start");
    return place;
  }

  /** The numbers of the positions that an option leaves. */
  partsOf(option) {
    return this.splits ? this.parts.subarray(this.sums[option], this.sums[option + 1]) : this.parts.subarray(option, option + 1);
  }
}

/** A solved game. It has the results for every position that can be reached from the start. */
export class Solved {
  /** The explored graph. It is not for callers. */
  explored;
  #values;
  #lengths = {};
  #map;

  constructor(options, start, settings) {
    this.start = start;
    this.explored = new Explored(options, [start], settings);
    const { offsets, sums, parts, splits } = this.explored;
    this.#values = engine(() => (splits ? valuesOfSums(offsets, sums, parts) : values(offsets, parts)));
  }

  /** The number of positions. */
  get size() {
    return this.explored.positions.length;
  }

  /** The positions and their values, in the order in which they were found. */
  get values() {
    this.#map ??= new Map(this.explored.positions.map((position, place) => [position, this.#value(place)]));
    return this.#map;
  }

  grundy(position = this.start) {
    return this.#value(this.explored.place(position));
  }

  winner(position = this.start, play = "normal") {
    return this.#winner(this.explored.place(position), play);
  }

  remoteness(position = this.start, play = "normal") {
    const place = this.explored.place(position);
    if (this.explored.splits) throw new RangeError("how long play lasts is not answered where moves split");
    const length = this.#length(place, play);
    return length === NONE ? null : length;
  }

  moves(position = this.start, play = "normal") {
    const { offsets, positions, splits } = this.explored;
    const place = this.explored.place(position);
    const moves = [];
    for (let option = offsets[place]; option < offsets[place + 1]; option += 1) {
      const parts = this.explored.partsOf(option);
      moves.push({
        to: splits ? Array.from(parts, (part) => positions[part]) : positions[parts[0]],
        grundy: splits ? parts.reduce((xor, part) => xor ^ this.#values[part], 0) : this.#value(parts[0]),
        parts,
      });
    }
    const winners = splits ? this.#winnersOfSums(moves, play) : moves.map(({ parts: [to] }) => this.#winner(to, play));
    return moves.map(({ to, grundy }, at) => ({ to, grundy, outcome: OUTCOMES[winners[at]] }));
  }

  #value(place) {
    const value = this.#values[place];
    if (value !== NONE) return value;
    const { offsets, parts } = this.explored;
    const finite = Array.from(parts.subarray(offsets[place], offsets[place + 1]), (to) => this.#values[to]).filter((value) => value !== NONE);
    return { infinite: [...new Set(finite)].sort((one, other) => one - other) };
  }

  #winner(place, play) {
    if (this.explored.splits) return this.#winnersOfSums([{ grundy: this.#values[place], parts: [place] }], play)[0];
    const length = this.#length(place, play);
    if (length === NONE) return "draw";
    return (length % 2 === 0) === (play === "misere") ? "first" : "second";
  }

  /** Returns the winner of each sum in `asked`, for a game in which moves may split a position. */
  #winnersOfSums(asked, play) {
    check(play);
    if (play === "normal") return asked.map(({ grundy }) => (grundy === 0 ? "second" : "first"));
    const { offsets, sums, parts } = this.explored;
    const ends = [0];
    for (const sum of asked) ends.push(ends.at(-1) + sum.parts.length);
    const all = asked.flatMap((sum) => [...sum.parts]);
    const wins = engine(() => misereWins(offsets, sums, parts, Uint32Array.from(ends), Uint32Array.from(all), SUMS));
    return Array.from(wins, (wins) => (wins ? "first" : "second"));
  }

  #length(place, play) {
    check(play);
    const { offsets, parts } = this.explored;
    this.#lengths[play] ??= lengths(offsets, parts, play === "misere");
    return this.#lengths[play][place];
  }
}

function check(play) {
  if (play !== "normal" && play !== "misere") throw new TypeError('play is "normal" or "misere"');
}

/** Maps the winner of a position to the outcome of a move to this position, for the player who makes the move. */
const OUTCOMES = { first: "loss", second: "win", draw: "draw" };

export const solve = (options, start, settings) => new Solved(options, start, settings);
