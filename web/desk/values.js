// Values of the numbers from the first one on: they are asked for in pieces and kept in arrays, so that a million of them fit.

import { gamesOf } from "./typed.js";

/** The first piece is there at once; each next one has so many times as many values as there are, up to what a page can take in without a pause. */
const [FIRST, GROWTH, PIECE] = [50, 9, 50_000];

/** Who wins, as a byte: what is not known is 0. */
export const LOST = 1;
export const WON = 2;
export const DRAWN = 3;

const BYTES = { second: LOST, first: WON, draw: DRAWN };

export class Values {
  /** Integers up to 2^53; NaN where there is none. */
  numbers = new Float64Array(FIRST);
  /** Who wins in the play that was asked for. */
  outcomes = new Uint8Array(FIRST);
  /** Values that are no such integers: `{infinite: […]}`, and digits. */
  others = new Map();
  length = 0;
  /** How they repeat for ever, if that is proved. */
  proved = null;
  /** Why there are no more of them. */
  end = null;

  constructor(from) {
    this.from = from;
  }

  /** The number behind the last. */
  get next() {
    return this.from + this.length;
  }

  has(n) {
    return n >= this.from && n < this.next;
  }

  /** The value of a number as the service says it; `undefined` where it was not asked for. */
  value(n) {
    if (!this.has(n)) return undefined;
    const number = this.numbers[n - this.from];
    return Number.isNaN(number) ? (this.others.get(n) ?? null) : number;
  }

  outcome(n) {
    return this.has(n) ? this.outcomes[n - this.from] : 0;
  }

  /** Takes an answer in; whether any of its values is known. */
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
      if (!isNumber && value !== null) this.others.set(this.from + at, value);
      this.outcomes[at] = winner ? (BYTES[winner[place]] ?? 0) : outcomeOf(value);
      isKnown ||= value !== null || this.outcomes[at] !== 0;
    });
    this.length += grundy.length;
    if (period?.status === "proved") this.proved = period;
    return isKnown;
  }
}

/** Who wins in normal play: of a value of a game without an end, who can move to a 0 wins. */
function outcomeOf(value) {
  if (value === null) return 0;
  if (typeof value === "object") return value.infinite.includes(0) ? WON : DRAWN;
  return String(value) === "0" ? LOST : WON;
}

/** The request for numbers from one to another, both included. */
export const requestOf = (game, from, to, play) => ({
  ...gamesOf(game), game: game.key, positions: { from, to }, ...(play === "misere" && { play }), of: play === "misere" ? ["grundy", "winner"] : ["grundy"],
});

/** Is the first number none of the game's positions? */
const isFirst = ({ code, errors = [] }) => code === "illegal-position" || errors.some(({ at }) => at === 0);

/** Asks for all values up to a number, a piece after the other: `more(values)` is called with each. Throws what the first piece is refused for. */
export async function load(game, { to, play }, ask, more) {
  let values = new Values(0);
  while (values.next <= to) {
    const last = Math.min(to, values.next + (values.length ? Math.min(PIECE, GROWTH * values.length) : FIRST) - 1);
    try {
      const isKnown = values.take(await ask(requestOf(game, values.next, last, play)));
      if (!isKnown) values.end = "The theory reaches no further.";
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
