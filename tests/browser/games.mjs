// Every game of the catalogue, games of the user's own, and positions that are too large to draw. drawings.mjs plays
// positions that are drawn.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, ask, dialog, hash, MOVES, playOut, ready, settings, shifts, show, tool, turn, url, visit } from "./browser.mjs";
import { firstOf } from "../../web/starts.js";
import { games, GRAPH, HUGE, OWN } from "./positions.mjs";

/** The catalogue is long, so its parts are played at the same time. */
const PARTS = 4;

/** Returns elements that cover a text of the board, and texts that are cut off. It runs in the page. */
function covered() {
  const boxOf = (element) => element.getBoundingClientRect();
  const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const found = [];
  const things = [...document.querySelectorAll("#board :is(.stone, .chip, .pin, .pawns, .bead, .square, .plane, .power, .takes:not(.idle *), .words, .offer)")];
  for (const text of document.querySelectorAll("#board .card :is(.numbers:not(.unseen), .value)")) {
    const over = things.find((thing) => meet(boxOf(text), boxOf(thing)));
    if (over) found.push(`${over.className} over “${text.textContent}”`);
  }
  for (const spot of document.querySelectorAll("#board .spot.named.wins")) {
    const [box, star] = [boxOf(spot), getComputedStyle(spot, "::after")];
    const [left, top] = [box.left + parseFloat(star.left), box.top + parseFloat(star.top)];
    const all = { left, top, right: left + parseFloat(star.width), bottom: top + parseFloat(star.height) };
    const name = [...spot.closest(".plane").querySelectorAll(".node text")].find((text) => meet(boxOf(text), all));
    if (name) found.push(`a star over “${name.textContent}”`);
  }
  for (const caption of document.querySelectorAll("#board .caption")) if (caption.scrollHeight > caption.clientHeight + 1) found.push(`“${caption.textContent}” is cut off`);
  return found;
}

export function playsGames() {
  for (let part = 0; part < PARTS; part += 1) {
    test(`every game of the catalogue can be put on the table and played, ${part + 1} of ${PARTS}`, () => visit("", async (page) => {
      await ready(page);
      for (const game of games.filter((_, at) => at % PARTS === part)) {
        const link = game.example.text;
        await page.evaluate((next) => (location.hash = next), link);
        await page.waitForFunction((key) => document.querySelector("#board .card")?.id === `piece-${key}-0`, Object.keys(game.example.position)[0]);
        assert.ok(await page.locator("#board .rules").first().textContent(), game.id);
        await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
      }
    }));
  }

  for (let part = 0; part < PARTS; part += 1) {
    test(`every game is played to its end, and the oracle or the player has won, ${part + 1} of ${PARTS}`, () => visit("", async (page) => {
      await ready(page);
      await show(page, "all");
      const pick = async (at) => {
        assert.deepEqual(await at.evaluate(covered), [], await hash(at));
        return any(at, MOVES);
      };
      for (const game of games.filter((_, at) => at % PARTS === part)) {
        const link = firstOf(game);
        await page.evaluate((next) => (location.hash = next), link);
        await page.waitForFunction((key) => document.querySelector("#board .card")?.id === `piece-${key}-0` && document.querySelector("#status-title").textContent === "Your turn", link.split("=")[0]);
        await shifts(page);
        assert.match(await playOut(page, pick), /won$/, game.id);
        assert.deepEqual(await shifts(page), [], `${game.id}: nothing shifts`);
      }
    }, part % 2 ? { viewport: { width: 390, height: 844 } } : {}));
  }

  test("10^18 is played: the first moves by hand, the winning ones marked, the others typed", () => visit(`#${HUGE}`, async (page) => {
    await ready(page);
    assert.match(await page.textContent("#verdict"), /You will win/);
    await show(page, "all");
    await tool(page, "moves");
    await turn(page, async () => (await any(page, "#options .win button")).click());
    assert.match(await page.textContent("#verdict"), /^You will win/);
    await turn(page, async () => (await any(page, "#board .pick")).dispatchEvent("click"));
    await page.goto(`${url}#nim=1000000000000000000&nim=7`);
    await page.waitForFunction(() => document.querySelectorAll("#board .card").length === 2);
    await page.click("text=Type a move");
    await page.fill("#typed", "999999999999999993");
    await turn(page, () => page.click("#play-typed"));
    await tool(page, "calls");
    await page.click('#calls label:has-text("v1/play")');
    const { move } = JSON.parse(await page.textContent("#request"));
    assert.equal(move.to, "999999999999999993", "no number of the page has lost a digit");
  }));

  test("games of one's own: a graph is drawn, a chessboard for vectors, and a board for pieces", () => {
    // This delays the answers about games that are added.
    const prepare = (page) => page.route("**/v1/analyze", async (route) => {
      if (route.request().method() === "POST") await new Promise((done) => setTimeout(done, 400));
      await route.continue();
    });
    return visit(`#${OWN}`, async (page) => {
      await ready(page);
      const { winner } = await ask("v1/analyze", { position: { walk: ["a"] }, games: GRAPH });
      assert.match(await page.textContent("#verdict"), { first: /^You will win/, second: /^The oracle will win/, draw: /^A draw/ }[winner]);
      await turn(page, async () => (await any(page, "#board .pick")).dispatchEvent("click"));
      await dialog(page, "new", "setup");
      await page.click("text=A game of your own");
      for (const example of ["vectors", "a board"]) {
        await page.click(`text=Example: ${example}`);
        await page.click("#own-add");
      }
      // The match waits for the games that are being added, and has them in the order in which they were added.
      await turn(page, () => page.click("#start"));
      await page.reload();
      await ready(page);
      assert.equal(await page.locator("#board .card").count(), 3);
      await page.locator("#piece-corners-0 .choose").first().dispatchEvent("click");
      await turn(page, async () => (await any(page, "#piece-corners-0 .pick")).dispatchEvent("click"));
    }, { prepare });
  });

  test("edges and vertices alone are read as they were meant, in whatever order the service has them", () => {
    return visit("#node-kayles=0.1,1.2,2.3,3.4,4.0,1.5,3.6,6.7", async (page) => {
      await ready(page);
      await turn(page, () => page.locator('#board .pick[data-to="1.2,1.5,6.7"]').dispatchEvent("click"));
      assert.equal(await page.locator("#record .mistake", { hasText: "back" }).count(), 0, "the oracle's reply wins");
      assert.deepEqual(await page.locator("#board .pick").evaluateAll((picks) => picks.map((pick) => pick.dataset.to)), ["6.7", "5", "5"]);
      await turn(page, () => page.locator('#board .pick[data-to="6.7"]').dispatchEvent("click"));
      assert.equal(await page.textContent("#status-title"), "The oracle won");
    });
  });

  test("a draw is no win, and can be given away", () => {
    const ring = { ring: { graph: { a: ["b"], b: ["a", "c"], c: ["d"], d: [] } } };
    return visit(`#ring=b&games=${encodeURIComponent(JSON.stringify(ring))}`, async (page) => {
      await ready(page);
      assert.match(await page.textContent("#verdict"), /^A draw/);
      await show(page, "all");
      await tool(page, "moves");
      assert.deepEqual(await page.locator("#options .outcome").allTextContents(), ["draws", "loses"]);
      await turn(page, () => page.locator('#board .pick[data-to="c"]').first().dispatchEvent("click"));
      assert.match(await page.textContent("#record .mistake"), /gave the draw away; best was move from b to a/);
      assert.equal(await playOut(page, (at) => any(at, MOVES)), "The oracle won");
      assert.equal(await page.textContent("#story"), "You had the draw until move 1.");
    });
  });

  test("a sum without a misère theory says so and stays as it was", () => visit("#empty-and-divide=600,900&nim=3", async (page) => {
    await ready(page);
    await settings(page);
    await page.click("label[for=play-misere]");
    await page.waitForSelector("#play-fault:not([hidden])");
    assert.match(await page.textContent("#play-fault"), /misère/i);
    assert.equal(await page.isChecked("#play-normal"), true);
    assert.equal(await hash(page), "#empty-and-divide=600,900&nim=3");
  }, { refusals: true }));

  test("rules that are too long for a link are kept by the browser alone", () => visit("", async (page) => {
    await ready(page);
    // A path of 1,000 vertices.
    const graph = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`v${at}`, at ? [`v${at - 1}`] : []]));
    await dialog(page, "new", "setup");
    await page.click("text=A game of your own");
    await page.fill("#own-name", "path");
    await page.fill("#own-rules", JSON.stringify({ graph }));
    await page.fill("#own-start", "v999");
    await page.click("#own-add");
    await turn(page, () => page.click("#start"));
    assert.equal(await hash(page), "#nim=3&nim=4&nim=5&path=v999");
    await turn(page, async () => (await any(page, "#piece-path-0 .pick")).dispatchEvent("click"));
    const [link, record] = [await hash(page), await page.textContent("#record")];
    await page.reload();
    await ready(page);
    assert.deepEqual([await hash(page), await page.textContent("#record")], [link, record]);
    await settings(page);
    await page.click("text=Copy link");
    await page.waitForSelector("text=Too long for a link");
    // Refusals are expected. The rules are checked while they are typed, and the start may not fit them yet.
  }, { refusals: true }));

  test("a position without a value is not said to go on for ever", () => visit("#moore=2,3,5,7", async (page) => {
    await ready(page);
    await show(page, "all");
    await tool(page, "why");
    assert.match(await page.textContent("#why-lead"), /no Grundy value/);
    await tool(page, "moves");
    assert.match(await page.textContent("#moves"), /value that is not known/);
  }));

  test("in misère play no rules say that who cannot move loses", () => visit("#poisoned-bar=1,1,1,1&play=misere", async (page) => {
    await ready(page);
    assert.match(await page.textContent("#board .rules"), /the other way round/);
  }));
}
