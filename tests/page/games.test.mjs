// Every game of the catalogue, games of the user's own, and positions that are too large to draw.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { firstOf } from "../../web/starts.js";
import { games, GRAPH, HUGE, OWN } from "../browser/positions.mjs";
import { ask } from "../browser/service.mjs";
import { SIDE_BY_SIDE, visit } from "./page.mjs";

/** The catalogue is long, so its parts are played at the same time. */
const PARTS = 4;

describe("games", { concurrency: SIDE_BY_SIDE }, () => {
  for (let part = 0; part < PARTS; part += 1) {
    const mine = games.filter((_, at) => at % PARTS === part);

    test(`every game of the catalogue can be put on the table and played, ${part + 1} of ${PARTS}`, () => visit("", async (page) => {
      await page.ready();
      for (const game of mine) {
        await page.put(game.example.text);
        await page.until(() => page.one("#board .card").id === `piece-${Object.keys(game.example.position)[0]}-0`);
        assert.ok(page.text("#board .rules"), game.id);
        await page.move();
      }
    }));

    test(`every game is played to its end, and the oracle or the player has won, ${part + 1} of ${PARTS}`, () => visit("", async (page) => {
      await page.ready();
      page.show("all");
      for (const game of mine) {
        await page.put(firstOf(game));
        assert.match(await page.playOut(), /won$/, game.id);
      }
    }));
  }

  test("10^18 is played: the first moves by hand, the winning ones marked, the others typed", () => visit(`#${HUGE}`, async (page) => {
    await page.ready();
    assert.match(page.text("#verdict"), /You will win/);
    page.show("all");
    await page.tool("moves");
    await page.move("#options .win button");
    assert.match(page.text("#verdict"), /^You will win/);
    await page.move("#board .pick");
    await page.put("nim=1000000000000000000&nim=7");
    assert.equal(page.count("#board .card"), 2);
    page.fill("#typed", "999999999999999993");
    await page.turn(() => page.click("#play-typed"));
    await page.tool("calls");
    page.click('[id="call-v1/play"]');
    const { move } = JSON.parse(page.text("#request"));
    assert.equal(move.to, "999999999999999993", "no number of the page has lost a digit");
  }));

  test("games of one's own: a graph is drawn, a chessboard for vectors, and a board for pieces", () => visit(`#${OWN}`, async (page) => {
    await page.ready();
    const { winner } = await ask("v1/analyze", { position: { walk: ["a"] }, games: GRAPH });
    assert.match(page.text("#verdict"), { first: /^You will win/, second: /^The oracle will win/, draw: /^A draw/ }[winner]);
    await page.move("#board .pick");
    const games = { ...GRAPH, queen: { rides: [[1, 0], [0, 1], [1, 1]] }, corners: { board: [4, 5], pieces: [["xx", "x."]], turn: true } };
    await page.put(`walk=a&queen=4,7&corners=start&games=${encodeURIComponent(JSON.stringify(games))}`);
    assert.equal(page.count("#board .card"), 3);
    page.click("#piece-corners-0 .choose");
    await page.move("#piece-corners-0 .pick");
    await page.reload();
    await page.ready();
    assert.equal(page.count("#board .card"), 3);
  }));

  test("edges and vertices alone are read as they were meant, in whatever order the service has them", () => visit("#node-kayles=0.1,1.2,2.3,3.4,4.0,1.5,3.6,6.7", async (page) => {
    await page.ready();
    await page.turn(() => page.click('#board .pick[data-to="1.2,1.5,6.7"]'));
    assert.equal(page.texts("#record .mistake").filter((text) => text.includes("back")).length, 0, "the oracle's reply wins");
    assert.deepEqual(page.all("#board .pick").map((pick) => pick.dataset.to), ["6.7", "5", "5"]);
    await page.turn(() => page.click('#board .pick[data-to="6.7"]'));
    assert.equal(page.title, "The oracle won");
  }));

  test("rules that are too long for a link are kept by the browser alone", () => visit("", async (page) => {
    await page.ready();
    // A path of 1,000 vertices.
    const graph = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`v${at}`, at ? [`v${at - 1}`] : []]));
    await page.dialog("new", "setup");
    page.fill("#setup-text", `nim=3&nim=4&nim=5&path=v999&games=${JSON.stringify({ path: { graph } })}`);
    await page.turn(() => page.click("#start"));
    assert.equal(page.hash, "#nim=3&nim=4&nim=5&path=v999");
    await page.move("#piece-path-0 .pick");
    const [link, record] = [page.hash, page.text("#record")];
    await page.reload();
    await page.ready();
    assert.deepEqual([page.hash, page.text("#record")], [link, record]);
    const copy = page.all("#controls button").find(({ textContent }) => textContent === "Copy link");
    copy.click();
    await page.until(() => copy.textContent === "Too long for a link");
  }));

  test("a position without a value is not said to go on for ever", () => visit("#moore=2,3,5,7,9", async (page) => {
    await page.ready();
    page.show("all");
    await page.tool("why");
    assert.match(page.text("#why-lead"), /no Grundy value/);
    await page.tool("moves");
    assert.match(page.text("#moves"), /value that is not known/);
  }));

  test("rules of one's own that have two heaps are played from a link, and are told by their comment", () => {
    const rules = ["def options(p):", "    # Take from one of two heaps.", "    a, b = p", "    return [(x, b) for x in range(a)] + [(a, y) for y in range(b)]"];
    return visit(`#two-heaps=(2, 3)&games=${encodeURIComponent(JSON.stringify({ "two-heaps": { rules } }))}`, async (page) => {
      await page.ready();
      assert.match(page.text("#how"), /Take from one of two heaps/);
      assert.deepEqual(page.pieces, ["2, 3"]);
      assert.match(await page.playOut(), /won$/);
    });
  });

  test("a game of one's own may have any name, also that of a parameter of links", async () => {
    for (const name of ["level", "moves", "games", "lesson", "nothing", "play", "constructor"]) {
      const games = { [name]: { steps: [[1, 0], [0, 2]] } };
      await visit(`#${name}=3,4&games=${encodeURIComponent(JSON.stringify(games))}`, async (page) => {
        await page.ready();
        assert.deepEqual(page.pieces, ["3, 4"], name);
        page.click(`#piece-${name}-0 .pick`);
        await page.until(() => page.title === "Your turn" && page.count("#record .ply") === 2);
        const { pieces } = page;
        await page.reload();
        await page.ready();
        assert.deepEqual(page.pieces, pieces, name);
      });
    }
  });
});
