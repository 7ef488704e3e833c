// Tests games that a caller gives as functions. Some answers are compared with those of a plain recursion over the
// moves. Some games have cycles, some have moves that split, and some are used by name in sums.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { analyze, GrundyError, moves, play, solve, values } from "@grundy/engine";

const mex = (values) => {
  const seen = new Set(values);
  let value = 0;
  while (seen.has(value)) value += 1;
  return value;
};

/** A move takes one, two or four, or halves an even heap. */
function* stones(n) {
  for (const taken of [1, 2, 4]) if (n >= taken) yield n - taken;
  if (n > 0 && n % 2 === 0) yield n / 2;
}

/** A move takes one pin or two adjacent pins from a row. */
function* pins(n) {
  for (const gone of [1, 2]) for (let left = 0; left <= n - gone; left += 1) yield [left, n - gone - left];
}

const KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4];

describe("a game is a function", () => {
  test("values are those of literal recursion", () => {
    const known = new Map();
    const literal = (n) => {
      if (!known.has(n)) known.set(n, mex([...stones(n)].map(literal)));
      return known.get(n);
    };
    const game = solve(stones, 300);
    for (let n = 0; n <= 300; n += 1) {
      if (!game.values.has(n)) continue;
      assert.equal(game.grundy(n), literal(n));
      assert.equal(game.winner(n), literal(n) === 0 ? "second" : "first");
      for (const { to, grundy, outcome } of game.moves(n)) {
        assert.equal(grundy, literal(to));
        assert.equal(outcome, literal(to) === 0 ? "win" : "loss");
      }
    }
    assert.equal(game.size, game.values.size);
    assert.deepEqual([...game.values.keys()].slice(0, 4), [300, 299, 298, 296]);
    assert.throws(() => game.grundy(301), /can't be reached/);
  });

  test("misère play and how long it lasts", () => {
    const wins = (n) => (n === 0 ? true : [...stones(n)].some((to) => !wins(to)));
    const game = solve(stones, 20);
    for (const n of game.values.keys()) assert.equal(game.winner(n, "misere"), wins(n) ? "first" : "second", n);
    assert.deepEqual([game.remoteness(0), game.remoteness(1), game.remoteness(1, "misere"), game.winner(0, "misere")], [0, 1, 1, "first"]);
    assert.equal(game.moves(1, "misere")[0].outcome, "loss");
    assert.throws(() => game.winner(1, "other"), TypeError);
  });

  test("moves that split leave a sum", () => {
    const game = solve(pins, 12);
    for (const [n, value] of KAYLES.entries()) assert.equal(game.grundy(n), value);
    assert.deepEqual(game.moves(2), [
      { to: [0, 1], grundy: 1, outcome: "loss" }, { to: [1, 0], grundy: 1, outcome: "loss" }, { to: [0, 0], grundy: 0, outcome: "win" },
    ]);
    // Sibert and Conway 1992: the lost rows of misère play.
    assert.deepEqual(Array.from({ length: 13 }, (_, n) => n).filter((n) => game.winner(n, "misere") === "second"), [1, 4, 9, 12]);
    assert.deepEqual(game.moves(2, "misere").map(({ outcome }) => outcome), ["win", "win", "loss"]);
    // The first split may come after plain moves, and a position may have moves of both kinds.
    const mixed = solve((n) => (n > 1 ? [n - 1, [1, n - 2]] : n === 1 ? [0] : []), 9);
    assert.deepEqual([0, 1, 2, 3].map((n) => mixed.grundy(n)), [0, 1, 0, 1]);
    assert.throws(() => solve((n) => (n === 0 ? [[1, 1]] : [0]), 0), { name: "RangeError", message: /go on for ever/ });
  });

  test("cycles and draws", () => {
    // A token may go round a ring, and leave the ring at b. The player to move at b wins, so the player who must move
    // to b loses.
    const ring = { a: ["b"], b: ["c", "end"], c: ["a"], end: [] };
    const game = solve((place) => ring[place], "a");
    assert.deepEqual(["a", "b", "c", "end"].map((place) => game.winner(place)), ["second", "first", "first", "second"]);
    assert.deepEqual(["a", "b", "c", "end"].map((place) => game.remoteness(place)), [2, 1, 3, 0]);
    const loop = solve((place) => (place === "in" ? ["in", "in2"] : ["in"]), "in");
    assert.deepEqual([loop.winner(), loop.grundy(), loop.remoteness(), loop.winner("in", "misere")], ["draw", { infinite: [] }, null, "draw"]);
    assert.deepEqual(loop.moves()[0], { to: "in", grundy: { infinite: [] }, outcome: "draw" });
  });

  test("positions are whatever a key tells apart", () => {
    const pairs = solve(({ a, b }) => [...(a ? [{ a: a - 1, b }] : []), ...(b ? [{ a, b: b - 1 }] : [])], { a: 3, b: 4 });
    assert.deepEqual([pairs.size, pairs.grundy({ a: 1, b: 1 }), pairs.grundy()], [20, 0, 1]);
    const lists = solve(([a, b]) => [...(a ? [[[a - 1, b]]] : []), ...(b ? [[[a, b - 1]]] : [])], [3, 4]);
    assert.equal(lists.size, 20);
    assert.throws(() => solve(([a]) => (a ? [[a - 1]] : []), [3]), /where positions are arrays/);
    const sets = (set) => [...set].map((gone) => new Set([...set].filter((other) => other !== gone)));
    assert.throws(() => solve(sets, new Set("abc")), /need a key/);
    assert.equal(solve(sets, new Set("abc"), { key: (set) => [...set].sort().join() }).size, 8);
    // A string is a different position from the object whose JSON is this string.
    const mixed = solve((position) => (position === "[1]" ? [{ left: 0 }] : typeof position === "object" && "left" in position ? ['{"left":0}'] : []), "[1]");
    assert.equal(mixed.size, 3);
    assert.equal(solve((n) => (n > 0n ? [n - 1n] : []), 5n).grundy(), 1);
  });

  test("it is explored once, with a limit, and tells how far it is", () => {
    let asked = 0;
    const told = [];
    const count = (n) => { asked += 1; return n > 0 ? [n - 1] : []; };
    const game = solve(count, 10_000, { onProgress: (progress) => told.push(progress) });
    game.winner(5000, "misere");
    game.moves();
    assert.equal(asked, 10_001);
    assert.deepEqual(told, [{ explored: 4096, found: 4097 }, { explored: 8192, found: 8193 }]);
    assert.throws(() => solve((n) => [n + 1], 0, { limit: 1000 }), { name: "RangeError", message: /more than 1000 positions/ });
    assert.throws(() => solve([1, 2], 0), TypeError);
    assert.throws(() => solve(() => { throw new Error("mine"); }, 0), /mine/);
  });

  test("a long chain overflows no stack", () => {
    assert.equal(solve((n) => (n > 0 ? [n - 1] : []), 300_000).grundy(), 0);
  });
});

describe("by name in sums", () => {
  const games = { mine: stones };

  test("an analysis speaks of the caller's positions", () => {
    const { winner, grundy, values, move, after } = analyze({ position: { mine: [9, 6], nim: [3] }, games });
    const value = (n) => solve(stones, n).grundy();
    assert.deepEqual(values, { mine: [value(9), value(6)], nim: [3] });
    assert.equal(grundy, value(9) ^ value(6) ^ 3);
    assert.equal(winner, grundy === 0 ? "second" : "first");
    assert.equal(analyze({ position: after, games }).winner, "second");
    assert.ok(move.text.length > 0);
    const line = analyze({ position: { mine: [9] }, games, line: 5, explain: true });
    assert.ok(line.line.every(({ game, to }) => game === "mine" && Number.isInteger(to)));
    assert.ok(line.explanation.some(({ kind, options }) => kind === "options" && options.length > 0));
  });

  test("many positions are asked about at once, each for itself", () => {
    const divisors = (n) => Array.from({ length: n - 1 }, (_, at) => at + 1).filter((d) => n % d === 0).map((d) => n - d);
    const solved = solve(divisors, 30);
    const listed = values({ game: "mine", positions: [30, 12, 7], games: { mine: divisors }, of: ["grundy"] });
    assert.deepEqual(listed, { game: "mine", positions: [30, 12, 7], grundy: [30, 12, 7].map((n) => solved.grundy(n)) });
    for (const game of [divisors, solved]) {
      const range = values({ game: "mine", positions: { from: 7, to: 12 }, games: { mine: game }, of: ["grundy"] });
      assert.deepEqual([range.positions, range.grundy], [[7, 8, 9, 10, 11, 12], [7, 8, 9, 10, 11, 12].map((n) => solved.grundy(n))]);
      const every = values({ game: "mine", positions: "all", starts: [30], games: { mine: game }, play: "misere" });
      const expected = [...solved.values].map(([n, grundy]) => [n, grundy, solved.winner(n, "misere")]);
      assert.deepEqual(every.positions.map((n, at) => [n, every.grundy[at], every.winner[at]]), expected);
    }
  });

  test("a range that is none is refused", () => {
    for (const positions of [{ from: 3, to: 2 }, { from: 0.5, to: 2 }, { to: 2 }]) {
      assert.throws(() => values({ game: "mine", positions, games: { mine: stones } }), { name: "RangeError", message: /a range is/ });
    }
  });

  test("moves are listed and made", () => {
    const position = { mine: ["x.x", "..."], nim: [1] };
    const crosses = (row) => [...row].flatMap((square, at) => (square === "." ? [`${row.slice(0, at)}x${row.slice(at + 1)}`] : []));
    const listed = moves({ position, games: { mine: crosses } }).moves;
    assert.deepEqual(listed.slice(1, 5).map(({ to, text }) => [to, text]), [
      ["xxx", "move from x.x to xxx"], ["x..", "move from ... to x.."], [".x.", "move from ... to .x."], ["..x", "move from ... to ..x"],
    ]);
    const turn = play({ position, games: { mine: crosses }, move: listed[2] });
    assert.deepEqual(turn.position, { mine: ["x.x", "x.."], nim: [1] });
    assert.throws(() => play({ position, games: { mine: crosses }, move: { game: "mine", index: 1, to: "xxx" } }), { code: "illegal-move" });
  });

  test("moves that split leave lists", () => {
    for (const play of ["normal", "misere"]) {
      const [mine, known] = ["row", "kayles"].map((name) => analyze({ position: { [name]: [5, 3], nim: [2] }, games: name === "row" ? { row: pins } : {}, play }));
      assert.deepEqual([mine.winner, mine.grundy], [known.winner, known.grundy]);
    }
    const position = { row: [5, 3] };
    const game = { games: { row: solve(pins, 5) } };
    const { move } = analyze({ position, ...game });
    assert.ok(Array.isArray(move.to));
    assert.equal(play({ position, ...game, move }).winning, true);
    assert.deepEqual(play({ position, ...game, move: { game: "row", index: 1, to: [1, 1] } }).position, { row: [5, 1, 1] });
    assert.throws(() => analyze({ position: { row: [0] }, games: { row: (n) => (n === 0 ? [[1, 1]] : [0]) } }), /go on for ever/);
  });

  test("what is solved already is explored no more", () => {
    const game = solve(stones, 50);
    assert.deepEqual(analyze({ position: { mine: [50] }, games: { mine: game } }).values, { mine: [game.grundy()] });
    assert.throws(() => analyze({ position: { mine: [51] }, games: { mine: game } }), /can't be reached/);
  });

  test("beside graphs of requests, misère too", () => {
    const request = { games: { ...games, walk: { graph: { a: ["b"], b: [] } } }, position: { mine: [3], walk: ["a"] }, play: "misere" };
    assert.ok(["first", "second"].includes(analyze(request).winner));
  });

  test("a game may be called like what every object of JavaScript has", () => {
    const both = { constructor: stones, mine: stones };
    assert.deepEqual(analyze({ position: { constructor: [5], mine: [7] }, games: both }).values, analyze({ position: { constructor: [5], mine: [7] }, games: { ...both, mine: solve(stones, 7) } }).values);
    // The request defines the game `constructor`, but has no position of it.
    assert.deepEqual(analyze({ position: { mine: [7] }, games: both }).values, { mine: [solve(stones, 7).grundy()] });
  });

  test("a wrong name is refused, and the next call knows nothing of it", () => {
    assert.throws(() => analyze({ position: { "mine!": [3] }, games: { "mine!": stones } }), RangeError);
    assert.throws(() => analyze({ position: { mine: [3] } }), GrundyError);
  });
});

test("integers of JavaScript are integers", () => {
  assert.equal(analyze({ position: { nim: [10n ** 30n, 3n] } }).values.nim[0], (10n ** 30n).toString());
  assert.deepEqual(analyze({ position: { euclid: [[5n, 26n]] } }).after, { euclid: [[5, 6]] });
  assert.throws(() => analyze({ position: { nim: [-1n] } }), { code: "invalid-integer" });
});

test("a game is rules, as a field or as a string alone", () => {
  const text = "def options(n): return [n - d for d in range(1, n) if n % d == 0]";
  for (const mine of [text, { rules: text }]) {
    const answer = analyze({ position: { mine: [24], nim: [3] }, games: { mine } });
    assert.deepEqual([answer.winner, answer.values], ["second", { mine: [3], nim: [3] }]);
    assert.equal(moves({ position: { mine: [12] }, games: { mine } }).count, 5);
    assert.equal(play({ position: { mine: [2] }, games: { mine }, move: { game: "mine", index: 0, to: 1 } }).reply, null);
    const own = analyze({ position: { mine: [4], stones: [1] }, games: { mine, stones } });
    assert.deepEqual(own.values, { mine: [2], stones: [1] });
  }
  assert.throws(() => analyze({ position: { mine: [1] }, games: { mine: "def options(n): return (" } }), GrundyError);
});

test("values of a game by rules are those of literal recursion", () => {
  const rules = {
    divisors: "def options(n): return [n - d for d in range(1, n) if n % d == 0]",
    pins: "def options(n): return [[left, n - k - left] for k in (1, 2) for left in range(n - k + 1)]",
  };
  const options = {
    divisors: (n) => [...Array(n).keys()].filter((d) => d > 0 && n % d === 0).map((d) => [n - d]),
    pins: (n) => [...pins(n)],
  };
  for (const name of ["divisors", "pins"]) {
    const known = new Map();
    const literal = (n) => {
      if (!known.has(n)) known.set(n, mex(options[name](n).map((sum) => sum.map(literal).reduce((a, b) => a ^ b, 0))));
      return known.get(n);
    };
    const positions = [1, 2, 24, 17, 30];
    const found = values({ game: "mine", positions, games: { mine: rules[name] } });
    assert.deepEqual([found.positions, found.grundy], [positions, positions.map(literal)]);
    assert.deepEqual(found.winner, positions.map((n) => (literal(n) === 0 ? "second" : "first")));
    const range = values({ game: "mine", positions: { from: 1, to: 20 }, games: { mine: { rules: rules[name] } }, of: ["grundy"] });
    assert.deepEqual(range.grundy, range.positions.map(literal));
  }
  const every = values({ game: "mine", positions: "all", starts: [24], games: { mine: rules.divisors }, of: ["grundy"] });
  assert.deepEqual([every.positions.includes(12), every.grundy[every.positions.indexOf(24)]], [true, 3]);
  assert.throws(() => values({ game: "mine", positions: [3], games: { mine: "def options(n): return [n / 2]" } }), { code: "invalid-game" });
});
