// The values of consecutive numbers. They are requested in pieces, and kept in arrays, so that a million values fit
// into memory.

import { gamesOf } from "./typed.js";

/**
 * The first piece has `FIRST` numbers, so its answer comes at once. A further piece is at most `GROWTH` times as long
 * as all earlier pieces together. No piece is longer than `PIECE`, so that the page reads it without a pause.
 */
const [FIRST, GROWTH, PIECE] = [50, 9, 50_000];

/** The winner as a byte. 0 means that the winner is not known. */
export const LOST = 1;
export const WON = 2;
export const DRAWN = 3;

const BYTES = { second: LOST, first: WON, draw: DRAWN };

export class Values {
  /** At place i, the value of the number `from` + i, if it is an integer up to 2^53, and otherwise NaN. */
  numbers = new Float64Array(FIRST);
  /** The winners in the kind of play that was requested. */
  outcomes = new Uint8Array(FIRST);
  /** Maps *n* to its known value, if `numbers` can't hold this value: `{infinite: […]}` or a string of digits. */
  others = new Map();
  length = 0;
  /** The largest value, at least 1. */
  top = 1;
  /** How the values repeat, if it is proved that they repeat for ever. */
  proved = null;
  /** Says why there are no more values. */
  end = null;

  constructor(from) { this.from = from; }

  /** The first number whose value was not requested. */
  get next() {
    return this.from + this.length;
  }

  has(n) { return n >= this.from && n < this.next; }

  /** The value of a number as the service writes it; `undefined` if it was not requested. */
  value(n) {
    if (!this.has(n)) return undefined;
    const number = this.numbers[n - this.from];
    return Number.isNaN(number) ? (this.others.get(n) ?? null) : number;
  }

  outcome(n) { return this.has(n) ? this.outcomes[n - this.from] : 0; }

  /** Adds the values of an answer. Returns whether any of them is known. */
  take({ grundy, winner, period }) {
    if (this.length + grundy.length > this.numbers.length) {
      const size = Math.max(2 * this.numbers.length, this.length + grundy.length);
      const [numbers, outcomes] = [new Float64Array(size), new Uint8Array(size)];
      numbers.set(this.numbers);
      outcomes.set(this.outcomes);
      Object.assign(this, { numbers, outcomes });
    }
    let isKnown = false;
    grundy.forEach((value, place) => {
      const at = this.length + place;
      const isNumber = typeof value === "number";
      this.numbers[at] = isNumber ? value : NaN;
      if (isNumber) this.top = Math.max(this.top, value);
      else if (value !== null) this.others.set(this.from + at, value);
      this.outcomes[at] = winner ? (BYTES[winner[place]] ?? 0) : outcomeOf(value);
      isKnown ||= value !== null || this.outcomes[at] !== 0;
    });
    this.length += grundy.length;
    if (period?.status === "proved") this.proved = period;
    return isKnown;
  }
}

/**
 * The outcome of normal play for the player to move, by the Grundy value of the position. A position with an infinite
 * value is won if a move leads to the value 0, and drawn otherwise.
 */
function outcomeOf(value) {
  if (value === null) return 0;
  if (typeof value === "object") return value.infinite.includes(0) ? WON : DRAWN;
  return String(value) === "0" ? LOST : WON;
}

/** The request for the numbers from `from` to `to`, including both. */
export const requestOf = (game, from, to, play) => ({
  ...gamesOf(game), game: game.key, positions: { from, to }, ...(play === "misere" && { play }), of: play === "misere" ? ["grundy", "winner"] : ["grundy"],
});

/** True if an error says that the first of the requested numbers is not a position of the game. */
const isFirst = ({ code, errors = [] }) => code === "illegal-position" || errors.some(({ at }) => at === 0);

/** Requests all values, piece by piece. `more(values)` follows each piece. Throws if the first is refused. */
export async function load(game, { to, play }, ask, more) {
  let values = new Values(0);
  while (values.next <= to) {
    const last = Math.min(to, values.next + (values.length ? Math.min(PIECE, GROWTH * values.length) : FIRST) - 1);
    try {
      const isKnown = values.take(await ask(requestOf(game, values.next, last, play)));
      if (!isKnown) values.end = "Further values are not worked out.";
    } catch (problem) {
      if (values.length) values.end = problem.message;
      else if (values.from === 0 && isFirst(problem)) {
        values = new Values(1);
        continue;
      } else throw problem;
    }
    more(values);
    if (values.end) break;
  }
  return values;
}
