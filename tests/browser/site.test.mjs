// Tests the page that `grundy site` writes. A plain file server serves it, and no service runs.

import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { any, browser, dialog, hash, HINTS, MOVES, playOut, put, ready, show, tool, turn, visit } from "./browser.mjs";

after(() => browser.close());

describe("the playground without a service", { concurrency: 2 }, () => {
  test("a match is played to its end, and won with the hints", () => visit("#euclid=5,26&nim=3", async (page) => {
    await ready(page);
    assert.match(await page.textContent("#verdict"), /^You will win/);
    await show(page, "all");
    await tool(page, "moves");
    assert.equal((await playOut(page, { from: HINTS })).title, "You won");
    assert.equal(await page.textContent("#story"), "You made no mistake.");
  }));

  test("a match that is lost is lost, in misère play too", () => visit("", async (page) => {
    await ready(page);
    for (const link of ["nim=4&nim=4", "nim=3&kayles=3&play=misere"]) {
      await put(page, link);
      const verdict = await page.textContent("#verdict");
      assert.match(verdict, /^The oracle will win/, link);
      assert.equal((await playOut(page)).title, "The oracle won");
    }
  }));

  test("a compound is played to its end, from its own script", () => visit("#kayles=4&subtraction(1,2)=5&compound=selective", async (page) => {
    await ready(page);
    await show(page, "all");
    const winner = await page.textContent("#verdict");
    for (let count = 0; count < 20 && (await page.textContent("#status-title")) === "Your turn"; count += 1) {
      // In each component, a move is chosen that still wins together with the moves chosen so far.
      for (const game of ["kayles", "subtraction(1,2)"]) {
        const picks = page.locator(`#board [data-game="${game}"] .pick.wins:not(.planned)`);
        if (await picks.count()) await picks.first().dispatchEvent("click");
      }
      await turn(page, () => page.click("#combine"));
    }
    assert.match(winner, /^You will win/);
    assert.equal(await page.textContent("#status-title"), "You won");
  }));

  test("the panels: why, the moves, values, the calls, and the catalogue", () => visit("#euclid=5,26&kayles=7", async (page) => {
    await ready(page);
    await show(page, "all");
    await tool(page, "why");
    assert.match(await page.textContent("#why"), /5/);
    await tool(page, "moves");
    assert.ok(await page.locator("#options .win").count() > 0);
    await tool(page, "about");
    await page.waitForSelector("#about #to-desk");
    await tool(page, "calls");
    assert.match(await page.textContent("#command"), /import \{ analyze \} from "@grundy\/engine"/);
    assert.match(await page.textContent("#answer"), /"winner": "first"/);
    assert.equal(await page.locator('a[href^="docs"]').count(), 0, "there is nothing at docs/");
    await dialog(page, "new", "setup");
    await page.fill("#setup-search", "winkle");
    await page.click('#setup-found [data-game="kayles"]');
    await turn(page, () => page.click("#start"));
    assert.match(await hash(page), /kayles=/);
  }));

  test("what is refused says why", () => visit("#euclid=5,26", async (page) => {
    await ready(page);
    await tool(page, "moves");
    await page.click("text=Type a move");
    await page.fill("#typed", "5,7");
    await page.click("#play-typed");
    await page.waitForSelector("#typed-fault:not([hidden])");
    assert.match(await page.textContent("#typed-fault"), /must be a multiple of 5/);
  }));

  test("the page for frames is the game alone", () => visit("embed.html#nim=3&nim=4", async (page) => {
    await ready(page);
    assert.equal(await page.locator("body.embedded").count(), 1);
    await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
  }));

  test("the gallery and the games have addresses", () => visit("games/", async (page) => {
    await page.click('[data-game="kayles"]');
    await ready(page);
    await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
    await page.reload();
    await ready(page);
    assert.match(await page.title(), /^Kayles/);
  }));

  test("the desk: codes, maps and rules, off the main thread", () => visit("desk/#game=0.77", async (page) => {
    const noted = (words) => page.waitForFunction((text) => new RegExp(text).test(document.querySelector("#note").textContent), words.source);
    await noted(/Period 12 from n = 71, proved/);
    await page.fill("#game-0", "def options(n):\n    return [n - k for k in (1, 3, 4) if k <= n]\n");
    await noted(/Period 7 from n = 0, observed/);
    await page.click("#code summary");
    assert.match(await page.textContent("#command"), /import \{ values \} from "@grundy\/engine"/);
    await page.fill("#game-0", "def options(n):\n    return [n / 2]\n");
    await page.waitForSelector(".marks mark");
    await dialog(page, "make", "maker");
    await page.click("label[for=maker-graph]");
    await page.click("#use-made");
    await noted(/3 positions, 1 of them/);
    await page.fill("#game-0", "wythoff");
    await page.waitForSelector("#show-map", { state: "attached" });
    await page.click("label[for=show-losing]");
    assert.match(await page.textContent("#losing"), /^\(0, 0\), \(1, 2\), \(2, 1\)/);
    await page.click("#play-it");
    await ready(page);
    assert.match(await page.title(), /^Wythoff/);
  }));
});
