// The values of a game of two numbers. What is in sight is requested as one box.

import { grouped } from "../position.js";
import { gamesOf } from "./typed.js";

/**
 * The known pairs are kept in squares of `SIDE` × `SIDE` pairs. A view shows at most `MOST` numbers on each axis, so that a
 * box has fewer pairs than the service permits.
 */
const [SIDE, MOST] = [64, 512];

/**
 * Numbers above `FARTHEST` are not requested. For a game by rules in Python, the limit is `FARTHEST_BY_RULES`, since
 * all positions from the requested ones down to 0 are explored.
 */
const [FARTHEST, FARTHEST_BY_RULES] = [4096, 512];

/** The places of the squares of a box. */
function squaresOf([x0, x1, y0, y1]) {
  const places = [];
  for (let across = x0; across <= x1; across += 1) for (let up = y0; up <= y1; up += 1) places.push(`${across} ${up}`);
  return places;
}

const countOf = ([x0, x1, y0, y1]) => (x1 - x0 + 1) * (y1 - y0 + 1);

/** A box of at most `most` squares: around all missing places, unless more than half of it is known. */
function boxOf(missing, most) {
  const at = missing.map((place) => place.split(" ").map(Number));
  const ends = (axis) => [Math.min(...at.map((place) => place[axis])), Math.max(...at.map((place) => place[axis]))];
  const around = [...ends(0), ...ends(1)];
  if (countOf(around) <= Math.min(most, 2 * missing.length)) return around;
  const [x0, y0] = at[0];
  const isMissing = (box) => squaresOf(box).every((place) => missing.includes(place));
  let [x1, y1] = [x0, y0];
  while ((x1 + 2 - x0) ** 2 <= most && isMissing([x1 + 1, x1 + 1, y0, y0])) x1 += 1;
  while ((x1 + 1 - x0) * (y1 + 2 - y0) <= most && isMissing([x0, x1, y1 + 1, y1 + 1])) y1 += 1;
  return [x0, x1, y0, y1];
}

export class Pairs {
  /** The known squares: `"1 0"` has the pairs from (`SIDE`, 0) on, as `{values, winners}`, or `false` if it is refused. */
  #known = new Map();
  /** The number of squares in sight that are not known. */
  #missing = 0;
  /** A box has at most this many squares. It is halved when the service refuses a box, or can't work out all of it. */
  #most = Infinity;
  /** True if the service can't work out all of a single square. Then boxes are not halved any more. */
  #isPartial = false;
  #isAsking = false;
  top = 1;
  /** The smallest number that a pair may have: 0, or 1 if no number may be 0. */
  from = 0;
  /** Says why there are no more values. */
  end = null;
  axes = "First number right, second up.";
  nothing = "has no value";
  most = MOST;

  /** `post(request)` asks the service. `more()` is called when more values are known. */
  constructor(game, play, { post, more }) {
    Object.assign(this, { game, play, post, more, size: game.definition?.rules ? FARTHEST_BY_RULES : FARTHEST });
  }

  get note() {
    return `Values are worked out where you look${this.#missing ? `: ${grouped(this.#missing * SIDE * SIDE)} more to come` : ""}.${this.#isPartial ? " Those of grey cells are not found." : ""}`;
  }

  nameOf(a, b) { return `(${a}, ${b})`; }

  #cell(a, b, what) {
    const square = this.#known.get(`${Math.floor(a / SIDE)} ${Math.floor(b / SIDE)}`);
    return square && (square[what][(a % SIDE) * SIDE + (b % SIDE)] ?? null);
  }

  /** The value as the service writes it; null if there is none, and `undefined` if it is not known yet. */
  value(a, b) { return this.#cell(a, b, "values"); }

  /** True if the player to move loses, in the kind of play that was chosen. */
  isLost(a, b) {
    return this.play === "misere" ? this.#cell(a, b, "winners") === "second" : this.value(a, b) === 0;
  }

  /** All known pairs as `[a, b, value]`, one square after the other. In a square, they are sorted by `a`. */
  *known() {
    const places = [...this.#known].filter(([, square]) => square).map(([place, { values }]) => [...place.split(" ").map(Number), values]);
    places.sort(([a, b], [c, d]) => a - c || b - d);
    for (const [across, up, values] of places) {
      for (const [at, value] of values.entries()) if (value !== undefined) yield [across * SIDE + Math.floor(at / SIDE), up * SIDE + (at % SIDE), value];
    }
  }

  /**
   * Requests the first square. If it is refused, sets `from` to 1 and requests it again. Throws the error if the second
   * request fails, or if the first one gets no answer or is aborted.
   */
  async first() {
    try {
      await this.#fetch([0, 0, 0, 0]);
    } catch (problem) {
      // In some games, no number may be 0.
      if (problem.status === 0 || problem.code === "aborted") throw problem;
      this.from = 1;
      await this.#fetch([0, 0, 0, 0]);
    }
  }

  /** Requests what is not known in a view, as one box if possible. It is called again, through `more`, after each answer. */
  want(a0, a1, b0, b1) {
    if (this.#isAsking) return;
    const missing = squaresOf([a0, a1, b0, b1].map((number) => Math.floor(number / SIDE))).filter((place) => !this.#known.has(place));
    if (!missing.length && !this.#missing) return;
    this.#missing = missing.length;
    if (missing.length) this.#ask(boxOf(missing, this.#most));
    this.more();
  }

  async #ask(box) {
    this.#isAsking = true;
    try {
      await this.#fetch(box);
    } catch (problem) {
      if (problem.code === "aborted") return;
      if (countOf(box) > 1 && problem.status !== 0) this.#most = Math.ceil(countOf(box) / 2);
      else {
        this.end ??= problem.message;
        for (const place of squaresOf(box)) this.#known.set(place, false);
      }
    }
    this.#isAsking = false;
    this.more();
  }

  async #fetch(box) {
    const [x0, x1, y0, y1] = box;
    const range = (low, high) => [Math.max(this.from, low * SIDE), (high + 1) * SIDE - 1];
    const { positions, grundy, winner, known_to: end } = await this.post({
      ...gamesOf(this.game), game: this.game.key, positions: { box: [range(x0, x1), range(y0, y1)] }, ...(this.play === "misere" && { play: this.play }),
      of: this.play === "misere" ? ["grundy", "winner"] : ["grundy"],
    });
    // The work of a request may not suffice for a large box.
    if (end !== undefined && countOf(box) > 1 && !this.#isPartial) return void (this.#most = Math.ceil(countOf(box) / 2));
    if (end !== undefined) [this.#isPartial, this.#most] = [true, Infinity];
    const squares = new Map(squaresOf(box).map((place) => [place, { values: Array(SIDE * SIDE), winners: [] }]));
    positions.forEach(([a, b], at) => {
      const square = squares.get(`${Math.floor(a / SIDE)} ${Math.floor(b / SIDE)}`);
      const place = (a % SIDE) * SIDE + (b % SIDE);
      square.values[place] = grundy[at];
      square.winners[place] = winner?.[at];
      if (typeof grundy[at] === "number" && grundy[at] > this.top) this.top = grundy[at];
    });
    for (const [place, square] of squares) this.#known.set(place, square);
  }
}
