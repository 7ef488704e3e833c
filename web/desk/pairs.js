// The values of a game of two numbers. They are requested in squares, as soon as a square is in sight.

import { gamesOf } from "./typed.js";

/**
 * A map of the service has `TILE` × `TILE` positions. If the positions are posted one by one, a request has only `POSTED`
 * × `POSTED`. A view shows at most `MOST` times as many numbers on each axis.
 */
const [TILE, POSTED, MOST] = [128, 64, 4];

/**
 * Numbers above `FARTHEST` are not requested. For a game by rules in Python, the limit is `FARTHEST_BY_RULES`, since
 * all positions from the requested ones down to 0 are explored.
 */
const [FARTHEST, FARTHEST_BY_RULES] = [4096, 512];

export class Pairs {
  /**
   * The squares, each under its place: `"1 0"` for the pairs from (`tile`, 0) on. A square is
   * `{values, winners}`, both indexed by the first number and then the second. It is `false` if the service refused the
   * request.
   */
  #tiles = new Map();
  #open = [];
  #isAsking = false;
  top = 1;
  /** The smallest number that a pair may have: 0, or 1 if no number may be 0. */
  from = 0;
  /** Says why there are no more values. */
  end = null;
  /** The texts about the axes, about the whole map, and about a place without a value. */
  axes = "The first number goes to the right, the second upwards.";
  nothing = "is no position";

  /** `get(path)` and `post(request)` ask the service. `more()` is called when more values are known. */
  constructor(game, play, { get, post, more }) {
    Object.assign(this, { game, play, get, post, more, size: game.definition?.rules ? FARTHEST_BY_RULES : FARTHEST });
    this.tile = game.definition || play === "misere" ? POSTED : TILE;
    this.most = MOST * this.tile;
  }

  get note() {
    const count = this.#open.length + Number(this.#isAsking);
    return `Values are worked out where you look${count ? `: ${count} more ${count > 1 ? "squares" : "square"} of them to come` : ""}.`;
  }

  /** The name of a place. */
  nameOf(a, b) {
    return `(${a}, ${b})`;
  }

  #cell(a, b, what) {
    return this.#tiles.get(`${Math.floor(a / this.tile)} ${Math.floor(b / this.tile)}`)?.[what]?.[a % this.tile]?.[b % this.tile];
  }

  /** The value as the service writes it; `undefined` if it is not known yet. */
  value(a, b) {
    return this.#cell(a, b, "values");
  }

  /** True if the player to move loses, in the kind of play that was chosen. */
  isLost(a, b) {
    return this.play === "misere" ? this.#cell(a, b, "winners") === "second" : this.value(a, b) === 0;
  }

  /** All known pairs as `[a, b, value]`, one requested square after the other. In a square, they are sorted by `a`. */
  *known() {
    const places = [...this.#tiles].filter(([, tile]) => tile).map(([place, { values }]) => [...place.split(" ").map(Number), values]);
    places.sort(([a, b], [c, d]) => a - c || b - d);
    for (const [across, up, values] of places) {
      for (const [a, column] of values.entries()) for (const [b, value] of column.entries()) if (value !== undefined) yield [across * this.tile + a, up * this.tile + b, value];
    }
  }

  /**
   * Requests the first square of pairs. If the square is refused, sets `from` to 1 and requests the square again. In
   * misère play and for games of the client, the second request then leaves out all pairs with a 0. Otherwise the
   * second request is equal to the first. Throws the error if the second request fails, or if the first one gets no
   * answer or is aborted.
   */
  async first() {
    try {
      await this.#fetch(0, 0);
    } catch (problem) {
      // In some games, no number may be 0.
      if (problem.status === 0 || problem.code === "aborted") throw problem;
      this.from = 1;
      await this.#fetch(0, 0);
    }
  }

  want(a0, a1, b0, b1) {
    this.#open = [];
    for (let across = Math.floor(a0 / this.tile); across * this.tile <= a1; across += 1) {
      for (let up = Math.floor(b0 / this.tile); up * this.tile <= b1; up += 1) if (!this.#tiles.has(`${across} ${up}`)) this.#open.push([across, up]);
    }
    this.#open.sort(([a, b], [c, d]) => a + b - c - d);
    if (this.#open.length) this.#go();
  }

  async #go() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#open.length) {
      const [across, up] = this.#open.shift();
      try {
        await this.#fetch(across, up);
      } catch (problem) {
        if (problem.code === "aborted") break;
        this.#tiles.set(`${across} ${up}`, false);
        this.end ??= problem.message;
      }
      if (this.#open.length) this.more();
    }
    this.#isAsking = false;
    this.more();
  }

  async #fetch(across, up) {
    const [a, b] = [across * this.tile, up * this.tile];
    const { key } = this.game;
    let tile;
    if (this.tile === POSTED) {
      const positions = [];
      for (let x = Math.max(a, this.from); x < a + this.tile; x += 1) for (let y = Math.max(b, this.from); y < b + this.tile; y += 1) positions.push([x, y]);
      const { grundy, winner } = await this.post({ ...gamesOf(this.game), game: key, positions, play: this.play, of: ["grundy", "winner"] });
      const table = (list) => {
        const columns = Array.from({ length: this.tile }, () => []);
        positions.forEach(([x, y], place) => (columns[x - a][y - b] = list[place]));
        return columns;
      };
      tile = { values: table(grundy), winners: table(winner) };
    } else {
      // The value is null if one of the numbers is smaller than the game permits.
      tile = await this.get(`v1/games/${encodeURIComponent(key)}/map?a=${a}..${a + this.tile - 1}&b=${b}..${b + this.tile - 1}`);
    }
    for (const column of tile.values) for (const value of column) if (typeof value === "number" && value > this.top) this.top = value;
    this.#tiles.set(`${across} ${up}`, tile);
  }
}
