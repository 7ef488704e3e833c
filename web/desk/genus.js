// The genus of positions, as the literature on misère play prints it. It is requested only for rows of the page that is
// shown, from the top down.

import { gamesOf } from "./typed.js";

/** The number of positions in a request of the table, and of a file. In the table, each position may need a search. */
const [AT_ONCE, PIECE] = [8, 64];

/** At most `MOST` genera are remembered, and a file has at most `FILED` genera. */
const [MOST, FILED] = [20_000, 2000];

/** The printed genera of these positions. A genus is null if it is not known. `ask(request)` asks for values. */
async function generaOf(source, positions, ask) {
  const { genus = [] } = await ask({ ...gamesOf(source), game: source.key, positions, of: ["genus"] }).catch(() => ({}));
  return positions.map((_, at) => genus[at]?.text ?? null);
}

/** The genus of each position for a file, in order. After a piece without a genus, all are null. */
export async function genusColumn({ source, values, list }, ask) {
  const all = values ? Array.from({ length: values.length }, (_, at) => values.from + at) : list.positions;
  const column = [];
  for (let isFound = true; isFound && column.length < Math.min(all.length, FILED);) {
    const piece = await generaOf(source, all.slice(column.length, Math.min(FILED, column.length + PIECE)), ask);
    isFound = piece.some((genus) => genus !== null);
    column.push(...piece);
  }
  return all.map((_, at) => column[at] ?? null);
}

export class Genus {
  #known = new Map();
  #wanted = new Map();
  #isAsking = false;

  /** `ask(request)` asks for values. `more()` is called when answers have come. */
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
      const genera = await generaOf(this.source, wanted.map(([, position]) => position), this.ask);
      wanted.forEach(([text], at) => this.#known.set(text, genera[at]));
      this.more();
    }
    this.#isAsking = false;
  }
}
