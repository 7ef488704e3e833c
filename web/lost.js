// Marks lost positions on boards and strips: positions that the player to move loses. `has` notes each position that is
// not known yet, and `ask` then requests all noted positions in one batch.

/** At most `MOST` positions are in one request, and at most `REMEMBERED` positions are remembered. */
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

  /** Asks the service about the wanted positions. */
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
      // Without an answer, no marks are shown.
    }
  }
}
