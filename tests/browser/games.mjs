// Every game is played, to its end where it has a drawing, and by what is drawn.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, ask, hash, HINTS, MOVES, playOut, put, ready, show, turn, url, visit } from "./browser.mjs";
import { DRAWINGS, games, GRAPH, HUGE, OWN } from "./positions.mjs";

/** The catalogue is long: its parts are played side by side. */
const PARTS = 4;

export function playsGames() {
  for (const [link, drawn] of DRAWINGS) {
    test(`${link}: the oracle wins what is lost for the player, whoever follows the hints wins, and the drawing alone is enough`, () => visit(`#${link}`, async (page) => {
      await page.locator(`#board ${drawn}`).first().waitFor();
      for (const play of ["normal", "misere"]) {
        const whole = play === "misere" ? `${link}&play=misere` : link;
        const { winner } = await ask(`v1/analyze?${whole}`);
        // Of some there is no misère theory.
        if (!winner && play === "misere") continue;
        /** Who begins is chosen so that the position is the player's or not. */
        const deal = async (wins) => {
          await put(page, whole);
          if ((winner === "first") !== wins) await turn(page, () => page.click("#begin"));
        };
        await deal(false);
        assert.match(await page.textContent("#verdict"), /^The oracle will win|^No move is left/);
        assert.equal(await playOut(page, (at) => any(at, MOVES)), "The oracle won");
        assert.equal(await page.locator(MOVES).count(), 0);

        await deal(true);
        assert.match(await page.textContent("#verdict"), /^You will win/);
        assert.equal(await page.locator(HINTS).count(), 0, "hints are shown to those who ask for them");
        await show(page, "all");
        assert.equal(await playOut(page, (at) => any(at, HINTS)), "You won");
        assert.equal(await page.textContent("#story"), "You made no mistake.");
        await show(page, "verdict");
      }
      await put(page, link);
      assert.match(await playOut(page, (at) => any(at, "#board .pick")), /won$/);
    }));
  }

  for (let part = 0; part < PARTS; part += 1) {
    test(`every game of the catalogue can be put on the table and played, ${part + 1} of ${PARTS}`, () => visit("", async (page) => {
      await ready(page);
      for (const game of games.filter((_, at) => at % PARTS === part)) {
        const link = game.example.text;
        await page.evaluate((next) => (location.hash = next), link);
        await page.waitForFunction((key) => document.querySelector("#board .card")?.id === `piece-${key}-0`, Object.keys(game.example.position)[0]);
        assert.ok(await page.locator("#board .rules").first().textContent(), game.id);
        await turn(page, async () => (await any(page, MOVES)).click());
      }
    }));
  }

  test("a game without a drawing is played in words", () => visit("#nim=3&euclid=5,13", async (page) => {
    await ready(page);
    assert.match(await playOut(page, (at) => any(at, "#board .words.pick")), /won$/);
  }, {
    prepare: (page) => page.route("**/drawings/index.js", (route) =>
      route.fulfill({ contentType: "text/javascript", body: 'import * as words from "./words.js"; export const drawingOf = () => words;' })),
  }));

  test("10^18 is played: the first moves by hand, the winning ones marked, the others typed", () => visit(`#${HUGE}`, async (page) => {
    await ready(page);
    assert.match(await page.textContent("#verdict"), /You will win/);
    await show(page, "all");
    await turn(page, async () => (await any(page, "#options .win button")).click());
    assert.match(await page.textContent("#verdict"), /^You will win/);
    await turn(page, async () => (await any(page, "#board .pick")).click());
    await page.goto(`${url}#nim=1000000000000000000&nim=7`);
    await page.waitForFunction(() => document.querySelectorAll("#board .card").length === 2);
    await page.click("text=Type a move");
    await page.fill("#typed", "999999999999999993");
    await turn(page, () => page.click("#play-typed"));
    await page.click('#calls label:has-text("v1/play")');
    const { move } = JSON.parse(await page.textContent("#request"));
    assert.equal(move.to, "999999999999999993", "no number of the page has lost a digit");
  }));

  test("games of one's own: a graph is drawn, and a board for vectors", () => {
    return visit(`#${OWN}`, async (page) => {
      await ready(page);
      assert.equal(await page.locator("#board .vertex").count(), 4);
      assert.equal(await page.locator("#board .edge").count(), 6);
      const { winner } = await ask("v1/analyze", { position: { walk: ["a"] }, games: GRAPH });
      assert.match(await page.textContent("#verdict"), { first: /^You will win/, second: /^The oracle will win/, draw: /^A draw/ }[winner]);
      await turn(page, async () => (await any(page, "#board .pick")).click());
      await page.click("#new");
      await page.click("text=A game of your own");
      await page.click("text=Example: vectors");
      await page.click("#own-add");
      await turn(page, () => page.click("#start"));
      assert.ok(await page.locator("#board .grid .square").count() >= 40);
      await page.reload();
      await ready(page);
      assert.equal(await page.locator("#board .card").count(), 2);
    });
  });

  test("a draw is no win, and can be given away", () => {
    const ring = { ring: { graph: { a: ["b"], b: ["a", "c"], c: ["d"], d: [] } } };
    return visit(`#ring=b&games=${encodeURIComponent(JSON.stringify(ring))}`, async (page) => {
      await ready(page);
      assert.match(await page.textContent("#verdict"), /^A draw/);
      await show(page, "all");
      assert.deepEqual(await page.locator("#options .outcome").allTextContents(), ["draws", "loses"]);
      await turn(page, () => page.click('#board .pick[data-to="c"]'));
      assert.match(await page.textContent("#record .mistake"), /gave the draw away; best was move from b to a/);
      assert.equal(await page.textContent("#story"), "You had the draw until move 1.");
    });
  });

  test("a sum without a misère theory says so and stays as it was", () => visit("#empty-and-divide=600,900&nim=3", async (page) => {
    await ready(page);
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
    await page.click("#new");
    await page.click("text=A game of your own");
    await page.fill("#own-name", "path");
    await page.fill("#own-rules", JSON.stringify({ graph }));
    await page.fill("#own-start", "v999");
    await page.click("#own-add");
    await turn(page, () => page.click("#start"));
    assert.equal(await hash(page), "#nim=3&nim=4&nim=5&path=v999");
    await turn(page, async () => (await any(page, "#piece-path-0 .pick")).click());
    const [link, record] = [await hash(page), await page.textContent("#record")];
    await page.reload();
    await ready(page);
    assert.deepEqual([await hash(page), await page.textContent("#record")], [link, record]);
    await page.click("text=Copy link");
    await page.waitForSelector("text=Too long for a link");
  }));

  test("a position without a value is not said to go on for ever", () => visit("#moore=2,3,5,7", async (page) => {
    await ready(page);
    await show(page, "all");
    assert.match(await page.textContent("#why-lead"), /no Grundy value/);
    assert.match(await page.textContent("#moves"), /value that is not known/);
  }));

  test("in misère play no rules say that who cannot move loses", () => visit("#poisoned-bar=1,1,1,1&play=misere", async (page) => {
    await ready(page);
    assert.match(await page.textContent("#piece-poisoned-bar-0 .rules"), /the other way round/);
  }));
}
