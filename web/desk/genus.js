// The genus of positions, as the literature prints it for misère play. It is asked for where it is looked at, the rows of
// a page from the first one on.

import { gamesOf } from "./typed.js";

/** The positions that are asked for at once: a search for each may take a while. */
const AT_ONCE = 8;

/** The most positions whose genus is remembered. */
const MOST = 20_000;

export class Genus {
  #known = new Map();
  #wanted = new Map();
  #isAsking = false;

  /** `ask(requests)` gets the service's answers; `more()` is called when some have come. */
  constructor(source, ask, more) {
    Object.assign(this, { source, ask, more });
  }

  /** The genus of a position: `null` where none is known, `undefined` until it is there. */
  of(position) {
    const key = JSON.stringify(position);
    if (!this.#known.has(key)) {
      this.#wanted.set(key, position);
      this.#go();
    }
    return this.#known.get(key);
  }

  async #go() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    // All rows of a page are wanted by then.
    await Promise.resolve();
    while (this.#wanted.size) {
      const wanted = [...this.#wanted].slice(0, AT_ONCE);
      wanted.forEach(([text]) => this.#wanted.delete(text));
      if (this.#known.size > MOST) this.#known.clear();
      const { key, definition } = this.source;
      const games = definition ? gamesOf({ definition }) : {};
      const results = await this.ask(wanted.map(([, position]) => ({ ...games, position: { [key]: [position] }, genus: true }))).catch(() => []);
      wanted.forEach(([text], at) => this.#known.set(text, results[at]?.genus?.values[key]?.[0]?.text ?? null));
      this.more();
    }
    this.#isAsking = false;
  }
}
