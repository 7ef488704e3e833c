// The values of the empty boards of a game in which pieces are put on a board. The sizes go up to 12 × 12, and small
// boards come first. The service searches each board, so it refuses large boards as too costly.

/** The longest side of a board. */
const SIDE = 12;

/** The number of boards in one request. */
const AT_ONCE = 6;

export class Boards {
  #known = new Map();
  #open = [];
  #isAsking = false;
  top = 1;
  from = 1;
  size = SIDE + 1;
  most = SIDE + 1;
  end = null;
  axes = "Rows go right, columns up.";
  note = "All boards that can be searched, the small ones first.";
  nothing = "is too large to be searched, or no board";

  /** `post(path, request)` asks the service. `more()` is called when more values are known. */
  constructor(source, play, { post, more }) {
    Object.assign(this, { source, play, post, more });
    for (let area = 1; area <= SIDE * SIDE; area += 1) {
      for (let rows = 1; rows <= SIDE; rows += 1) if (area % rows === 0 && area / rows <= SIDE) this.#open.push([rows, area / rows]);
    }
  }

  value(rows, columns) {
    return rows && columns ? this.#known.get(`${rows} ${columns}`)?.grundy : null;
  }

  isLost(rows, columns) {
    return this.#known.get(`${rows} ${columns}`)?.winner === "second";
  }

  *known() {
    for (const [place, { grundy }] of this.#known) if (grundy !== null) yield [...place.split(" ").map(Number), grundy];
  }

  nameOf(rows, columns) { return `${rows} × ${columns}`; }

  /** Asks for the first boards. Throws the error if they are refused. */
  async first() {
    const [{ error }] = await this.#ask(this.#open.splice(0, AT_ONCE));
    if (error) throw Object.assign(new Error(error.detail), error);
    this.#go();
  }

  want() {}

  async #go() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      while (this.#open.length) {
        await this.#ask(this.#open.splice(0, AT_ONCE));
        this.more();
      }
    } catch (problem) {
      if (problem.code !== "aborted") this.end = problem.message;
    }
    this.#isAsking = false;
  }

  async #ask(sizes) {
    const requests = sizes.map(([rows, columns]) => ({ ...this.source.board(rows, columns), play: this.play, brief: true }));
    const { results } = await this.post("v1/batch", { requests });
    results.forEach(({ grundy = null, winner, error }, at) => {
      const [rows, columns] = sizes[at];
      this.#known.set(`${rows} ${columns}`, { grundy, winner });
      if (typeof grundy === "number" && grundy > this.top) this.top = grundy;
      // If a board is too costly, so is every larger board.
      if (error) this.#open = this.#open.filter(([high, wide]) => (high < rows || wide < columns ? true : (this.#known.set(`${high} ${wide}`, { grundy: null }), false)));
    });
    return results;
  }
}
