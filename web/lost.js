// Marks the positions that the player to move loses, on boards and strips. All that were wanted since the last call are
// asked for in one batch.

/** The most positions that are asked for at a time, and that are remembered. */
const [MOST, REMEMBERED] = [400, 20_000];

export class Lost {
  #known = new Map();
  #wanted = new Map();
  #api;
  #arrived;

  /** `arrived()` is called when answers have come. */
  constructor(api, arrived) {
    this.#api = api;
    this.#arrived = arrived;
  }

  /** True if a position of a game is lost for the player to move; undefined until it is known. */
  has(match, game, piece) {
    const request = { ...match.request({ [game]: [piece] }), brief: true };
    const key = JSON.stringify(request);
    if (!this.#known.has(key) && this.#wanted.size < MOST) this.#wanted.set(key, request);
    return this.#known.get(key);
  }

  /** Asks the service for the positions that are wanted. */
  async ask() {
    if (!this.#wanted.size) return;
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    if (this.#known.size > REMEMBERED) this.#known.clear();
    try {
      const { results } = await this.#api.ask("v1/batch", { requests: wanted.map(([, request]) => request) });
      results.forEach(({ winner }, at) => this.#known.set(wanted[at][0], winner === "second"));
      this.#arrived();
    } catch {
      // No marks are shown then.
    }
  }
}
