// Tests the package as its users call it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { analyze, call, game, games, GrundyError, map, moves, play, values } from "@grundy/engine";

describe("the calls", () => {
  test("a sum is analyzed, its moves are listed, a turn is played", () => {
    const { winner, grundy, move, after } = analyze({ position: { nim: [3, 4, 5] } });
    assert.deepEqual([winner, grundy, after], ["first", 2, { nim: [1, 4, 5] }]);
    assert.equal(moves({ position: { nim: [3, 4, 5] }, only: "winning" }).moves.length, 1);
    const { game, index, to } = move;
    assert.ok(play({ position: { nim: [3, 4, 5] }, move: { game, index, to } }).reply);
    assert.equal(analyze('{"position": {"nim": [0]}}').winner, "second");
  });

  test("a perfect player wins to the end", () => {
    let position = { euclid: [[5, 26]], nim: [3, 4] };
    for (let turns = 0; ; turns += 1) {
      const { move, winner } = analyze({ position });
      if (turns === 0) assert.equal(winner, "first");
      const turn = play({ position, move: { game: move.game, index: move.index, to: move.to } });
      if (!turn.reply) break;
      position = turn.after;
      assert.ok(turns < 100);
    }
  });

  test("no digit of a long integer is lost", () => {
    const heap = `1${"0".repeat(40)}`;
    assert.deepEqual(analyze({ position: { nim: [heap, 5] } }).after, { nim: [5, 5] });
    assert.equal(analyze({ position: { nim: [heap] } }).grundy, heap);
  });

  test("the catalogue and the values", () => {
    assert.ok(games().games.length > 50);
    assert.deepEqual(games({ q: "winkle rip" }).games.map(({ id }) => id), ["kayles"]);
    assert.equal(game("octal(0.77)").known.period.length, 12);
    assert.deepEqual(map("euclid", { a: "1..3", b: "4..6" }).values, [[3, 4, 5], [1, 2, 2], [0, 1, 1]]);
    assert.deepEqual(values("kayles", "0..5").values, [0, 1, 2, 3, 1, 4]);
    const many = values({ game: "euclid", positions: [[5, 26], [3n, 4]], of: ["grundy", "winner"] });
    assert.deepEqual(many, { game: "euclid", positions: [[5, 26], [3, 4]], grundy: [5, 0], winner: ["first", "second"] });
    assert.equal(values('{"game": "kayles", "positions": {"from": 0, "to": 100}}').period.status, "proved");
    assert.throws(() => values({ game: "nim", positions: [1, -1] }), (error) => error.errors[0].pointer === "/positions/1");
    assert.throws(() => map("nim"), GrundyError);
    assert.throws(() => values("euclid"), GrundyError);
  });

  test("a refusal is an error with the fields of the problem", () => {
    assert.throws(() => analyze({ position: { nimm: [3] } }), (error) => {
      assert.ok(error instanceof GrundyError && error instanceof Error);
      assert.deepEqual([error.name, error.code, error.status, error.errors[0].pointer], ["GrundyError", "unknown-game", 422, "/position/nimm"]);
      assert.match(error.message, /the nearest is "nim"/);
      return true;
    });
    assert.throws(() => game("a/b"), { code: "unknown-game", status: 404 });
    assert.throws(() => analyze(undefined), GrundyError);
  });

  test("what the module cannot do is one error, and the next call is answered", () => {
    // The module has too little memory for a text of this length, so it traps.
    const { status, body } = call("v1/analyze", { length: 2 ** 31 });
    assert.deepEqual([status, JSON.parse(body).code], [500, "internal"]);
    assert.equal(analyze({ position: { nim: [3] } }).winner, "first");
  });
});
