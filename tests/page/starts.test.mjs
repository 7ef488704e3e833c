// Checks with the service that the first player can win the first position of each game. No winning move may end the
// match at once, and some move must not win.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Catalogue } from "../../web/catalogue.js";
import { positionOfRows, readLink } from "../../web/link.js";
import { shortRule, firstOf } from "../../web/starts.js";
import { games } from "../browser/positions.mjs";
import { ask } from "../browser/service.mjs";

/** Games in which every move wins. Each break of a bar makes one more piece, so the number of moves is fixed. */
const ANY_MOVE_WINS = ["chocolate-bar"];

/** The largest number of letters that fit into three lines on a phone. */
const LINES = 125;

describe("first positions", () => {
  test("each game begins with a position that is won, but not by one move, nor by every move", async () => {
    const catalogue = new Catalogue({ games });
    for (const game of games) {
      const { rows, play } = readLink(firstOf(game));
      const request = { position: positionOfRows(rows, catalogue, {}), play };
      const { count, winning_count: winning, moves } = await ask("v1/moves", { ...request, limit: 1000 });
      assert.ok(winning > 0, `${game.id} is won`);
      if (!ANY_MOVE_WINS.includes(game.id)) assert.ok(winning < count, `${game.id}: some move is a mistake`);
      for (const move of moves.filter(({ wins }) => wins)) {
        const { over } = await ask("v1/play", { ...request, move });
        assert.equal(over, false, `${game.id}: not by "${move.text}" alone`);
      }
    }
    assert.match(firstOf(games.find(({ id }) => id === "notakto")), /play=misere/, "Notakto is the misère game");
  });

  test("the rule of each game of the first catalogue is short", () => {
    for (const game of games) assert.ok((shortRule(game) ?? "").length <= LINES, `${game.id}: ${shortRule(game)}`);
  });
});
