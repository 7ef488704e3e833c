// The genus of positions, as the literature on misère play prints it. It is requested only for rows of the page that is
// shown, from the top down.

import { gamesOf } from "./typed.js";

/** The number of positions in one request. It is small, since each position may need a search. */
const AT_ONCE = 8;

/** At most `MOST` genera are remembered, and a file has at most `FILED` genera. */
const [MOST, FILED] = [20_000, 2000];

/**
 * The number of positions in the first piece of a column. Each further piece is twice as long, until a piece is
 * refused.
 */
const FIRST = 64;

/**
 * The printed genus of each position, in order. A genus is `null` if it is not known. After the second refusal, all
 * further genera are `null`. After the first `FILED` positions, they are `null`, too. `ask(request)` gets an answer of
 * `/v1/values`.
 */
export async function genusColumn({ source, values, list }, ask) {
  const whole = values?.length ?? list.positions.length;
  const length = Math.min(whole, FILED);
  const column = [];
  let [size, grows] = [FIRST, true];
  while (column.length < length) {
    const [from, to] = [column.length, Math.min(length, column.length + size)];
    const positions = values ? { from: values.from + from, to: values.from + to - 1 } : list.positions.slice(from, to);
    const answer = await ask({ ...gamesOf(source), game: source.key, positions, of: ["genus"] }).catch(() => null);
    if (answer) column.push(...answer.genus.map((genus) => genus?.text ?? null));
    else if (!grows) break;
    grows &&= answer !== null;
    size = grows ? 2 * size : answer ? size : size / 2;
  }
  return [...column, ...Array.from({ length: whole - column.length }, () => null)];
}

export class Genus {
  #known = new Map();
  #wanted = new Map();
  #isAsking = false;

  /** `ask(requests)` gets the service's answers. `more()` is called when answers have come. */
  constructor(source, ask, more) { Object.assign(this, { source, ask, more }); }

  /** The genus of a position. It is `null` if the service does not know it, and `undefined` until the answer comes. */
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
    // After this, all rows of the page are in `wanted`.
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
