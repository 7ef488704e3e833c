// Matches as the browser shows and keeps them: what is in sight, what shifts, and what a reload and Back find again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, dialog, MOVES, pieces, playOut, put, ready, settings, shifts, turn, visit } from "./browser.mjs";

/** Makes the move with the result `to` in the component with this card. */
const play = (page, card, to) => turn(page, () => page.locator(`#${card} .pick[data-to="${to}"]`).first().dispatchEvent("click"));

/**
 * Replaces the pauses of the page that are at least half a second. Instead, the page waits until the test lets it go
 * on.
 */
function holdPauses() {
  const { setTimeout } = window;
  const held = [];
  window.setTimeout = (act, time = 0) => (time < 500 ? setTimeout(act, time) : held.push(act));
  window.goOn = () => held.splice(0).forEach((act) => act());
}

export function playsMatches() {
  test("a reload, a setting, the search and Back lose nothing", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    await play(page, "piece-nim-2", 0);
    await turn(page, () => page.click("#undo"));
    await play(page, "piece-nim-2", 4);
    const [record, table] = [await page.textContent("#record"), await pieces(page)];
    // Mistakes are marked only after the service has judged the moves again.
    const same = async (what) => {
      await page.waitForFunction((text) => document.querySelector("#record").textContent === text, record).catch(() => {});
      assert.deepEqual([await page.textContent("#record"), await pieces(page)], [record, table], what);
    };
    await page.reload();
    await ready(page);
    await same("reload");
    await settings(page);
    await page.selectOption("#level", "often");
    await same("the oracle's level");
    await page.selectOption("#level", "perfect");
    await page.click("label[for=play-misere]");
    await page.waitForFunction(() => location.hash.includes("misere"));
    assert.deepEqual(await pieces(page), table, "the convention");
    await page.click("label[for=play-normal]");
    await page.waitForFunction(() => !location.hash.includes("misere"));
    await page.waitForFunction((text) => document.querySelector("#record").textContent === text, record);
    await dialog(page, "new", "setup");
    await page.fill("#setup-search", "kayles");
    await page.keyboard.press("Enter");
    // Enter adds the first result.
    await page.waitForFunction(() => /(^|&)kayles=/.test(document.querySelector("#setup-text").value));
    await same("the search");
    await page.keyboard.press("Escape");
    await dialog(page, "lessons", "course");
    await page.click('[data-lesson="xor"]');
    await page.waitForSelector("#task-text");
    await page.goBack();
    await page.waitForFunction(() => document.querySelector("#task")?.hidden);
    await same("Back after a lesson");
    await page.click("#games");
    await page.click('[data-game="kayles"]');
    await page.waitForSelector("#piece-kayles-0");
    await page.goBack();
    await page.waitForSelector("#gallery:not([hidden])");
    await page.goBack();
    await page.waitForSelector("#piece-nim-0");
    await same("Back after another game");
  }));

  for (const [width, height] of [[1280, 900], [390, 844]]) {
    test(`nothing shifts while matches are played, ${width} px`, () => visit("#nim=3&nim=4&nim=5", async (page) => {
      await ready(page);
      assert.deepEqual(await shifts(page), [], "after the first paint");
      for (const link of ["nim=3&nim=4&nim=5", "kayles=12", "octal(0.137)=17", "euclid=5,26&red-blue=RBBR", "grundys-game=9", "wythoff=3,5", "treblecross=11"]) {
        await put(page, link);
        await shifts(page);
        assert.match((await playOut(page)).title, /won$/, link);
        assert.deepEqual(await shifts(page), [], link);
        assert.ok(await page.locator("#board .card").count() > 0, "the board is still there at the end");
        await page.evaluate(() => scrollTo(0, 0));
      }
    }, { viewport: { width, height } }));
  }

  test("the reply is seen happening, and nothing shifts", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    await page.locator("#piece-nim-2 .pick >> nth=3").dispatchEvent("click");
    await page.waitForFunction(() => document.querySelector("#status-title").textContent === "The oracle moves");
    assert.ok(await page.locator("#board .touched").count() > 0);
    assert.match(await page.textContent("#last"), /^Oracle: /);
    await page.evaluate(() => window.goOn());
    await page.waitForFunction(() => document.querySelector("#status-title").textContent === "Your turn");
    assert.deepEqual(await shifts(page), []);
  }, { reducedMotion: "no-preference", prepare: (page) => page.addInitScript(holdPauses) }));

  test("on a phone, the oracle's move, a mistake and the choice of a level are in sight, and long numbers are whole", () => visit("#nim=3&nim=4&nim=5&nim=8", async (page) => {
    await ready(page);
    assert.equal(await page.isVisible("#level-now"), true, "how good the oracle is can be set at once");
    await play(page, "piece-nim-0", 2);
    assert.match(await page.textContent("#verdict"), /^✗ Your move gave the win away\. Undo it/);
    for (const id of ["#last", "#verdict"]) {
      const box = await page.locator(id).boundingBox();
      assert.ok(box.y > 0 && box.y + box.height <= 844, id);
    }
    await put(page, `nim=${"9".repeat(40)}&nim=${"7".repeat(40)}`);
    const cut = () => page.locator("#status .say").evaluate((say) => say.scrollHeight - say.clientHeight);
    assert.ok(await cut() <= 0);
    await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
    assert.ok(await cut() <= 0, "after a move");
  }, { viewport: { width: 390, height: 844 } }));
}
