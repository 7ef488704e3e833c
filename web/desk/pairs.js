// Values of a game of two numbers, asked for in squares where they are looked at.

import { gamesOf } from "./typed.js";

/** The side of a square that is asked for at once. */
const TILE = 64;

/** Beyond these nothing is asked for: rules are explored down to 0 for each. */
const [FARTHEST, FARTHEST_BY_RULES] = [4096, 512];

export class Pairs {
  /** Squares by their place: `{values, winners}`, each by the first number and then the second; `false` where it was refused. */
  #tiles = new Map();
  #open = [];
  #isAsking = false;
  top = 1;
  /** The least number of a pair. */
  from = 0;
  /** Why there are no more of them. */
  end = null;
  /** What is said of the axes, of all, and of a place that has no value. */
  axes = "The first number goes to the right, the second upwards.";
  note = "Values are worked out where you look.";
  nothing = "is no position";

  /** `ask(path)` and `post(request)` ask the service; `more()` is called when there is more to see. */
  constructor(game, play, { get, post, more }) {
    Object.assign(this, { game, play, get, post, more, size: game.definition?.rules ? FARTHEST_BY_RULES : FARTHEST });
  }

  /** What a place is called. */
  nameOf(a, b) {
    return `(${a}, ${b})`;
  }

  #cell(a, b, what) {
    return this.#tiles.get(`${Math.floor(a / TILE)} ${Math.floor(b / TILE)}`)?.[what]?.[a % TILE]?.[b % TILE];
  }

  /** The value as the service says it; `undefined` where it is not there yet. */
  value(a, b) {
    return this.#cell(a, b, "values");
  }

  /** Does the player to move lose, in the play that was asked for? */
  isLost(a, b) {
    return this.play === "misere" ? this.#cell(a, b, "winners") === "second" : this.value(a, b) === 0;
  }

  /** All pairs that are known, `[a, b, value]`, by the first number. */
  *known() {
    const places = [...this.#tiles].filter(([, tile]) => tile).map(([place, { values }]) => [...place.split(" ").map(Number), values]);
    places.sort(([a, b], [c, d]) => a - c || b - d);
    for (const [across, up, values] of places) {
      for (const [a, column] of values.entries()) for (const [b, value] of column.entries()) if (value !== undefined) yield [across * TILE + a, up * TILE + b, value];
    }
  }

  /** Asks for what is in sight and not there yet, the nearest first. Throws what the first square is refused for. */
  async first() {
    try {
      await this.#fetch(0, 0);
    } catch (problem) {
      // Some have no 0.
      if (problem.status === 0 || problem.code === "aborted") throw problem;
      this.from = 1;
      await this.#fetch(0, 0);
    }
  }

  want(a0, a1, b0, b1) {
    this.#open = [];
    for (let across = Math.floor(a0 / TILE); across * TILE <= a1; across += 1) {
      for (let up = Math.floor(b0 / TILE); up * TILE <= b1; up += 1) if (!this.#tiles.has(`${across} ${up}`)) this.#open.push([across, up]);
    }
    this.#open.sort(([a, b], [c, d]) => a + b - c - d);
    this.#go();
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
      this.more();
    }
    this.#isAsking = false;
  }

  async #fetch(across, up) {
    const [a, b] = [across * TILE, up * TILE];
    const { key, definition } = this.game;
    let tile;
    if (definition || this.play === "misere") {
      const positions = [];
      for (let x = Math.max(a, this.from); x < a + TILE; x += 1) for (let y = Math.max(b, this.from); y < b + TILE; y += 1) positions.push([x, y]);
      const { grundy, winner } = await this.post({ ...gamesOf(this.game), game: key, positions, play: this.play, of: ["grundy", "winner"] });
      const table = (list) => {
        const columns = Array.from({ length: TILE }, () => []);
        positions.forEach(([x, y], place) => (columns[x - a][y - b] = list[place]));
        return columns;
      };
      tile = { values: table(grundy), winners: table(winner) };
    } else {
      // A null where one of the numbers may not be so small.
      tile = await this.get(`v1/games/${encodeURIComponent(key)}/map?a=${a}..${a + TILE - 1}&b=${b}..${b + TILE - 1}`);
    }
    for (const column of tile.values) for (const value of column) if (typeof value === "number" && value > this.top) this.top = value;
    this.#tiles.set(`${across} ${up}`, tile);
  }
}
