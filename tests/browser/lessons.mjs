// The lessons: each sets a task, sees whether it was done twice, and remembers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, ask, HINTS, playOut, ready, turn, visit } from "./browser.mjs";

const LESSONS = ["mirror", "xor", "values", "sum", "periods", "misere"];

/** Plays the lesson's position by the service's own answers, without a hint of the page. */
async function solve(page) {
  for (let count = 0; count < 60; count += 1) {
    const title = await page.textContent("#status-title");
    if (title !== "Your turn") return title;
    const request = await page.evaluate(() => JSON.parse(sessionStorage.getItem(`grundy-match-${history.state.number}`)).match);
    const here = (node) => (node.here ? node : node.children.map(here).find(Boolean));
    const { move } = await ask("v1/analyze", { position: here(request.tree).position, play: request.start.play });
    const to = [move.to].flat().join(",");
    const own = page.locator(`[data-game="${move.game}"] .pick[data-index="${move.index}"][data-to="${to}"]`);
    // For rows the number of things to take is chosen first.
    const takes = await page.locator(`[data-game="${move.game}"] .takes button`).all();
    for (let at = 0; at < takes.length && !(await own.count()); at += 1) await takes[at].click();
    await turn(page, async () => own.first().dispatchEvent("click"));
  }
  return "no end";
}

export function teaches() {
  for (const id of LESSONS) {
    test(`the lesson ${id} is done when both of its positions were won, and that is remembered`, () => visit("", async (page) => {
      await ready(page);
      await page.click("#lessons");
      await page.click(`[data-lesson="${id}"]`);
      for (let at = 0; at < 2; at += 1) {
        await page.waitForFunction((number) => document.querySelector(".lesson")?.textContent.includes(`${number} of 2`) && document.querySelector("#status-title").textContent === "Your turn" && !document.querySelector("#record li"), at + 1);
        assert.equal(await page.getAttribute(".dots", "aria-label"), `${at} of 2 done`);
        const isLost = /^The oracle will win/.test(await page.textContent("#verdict"));
        if (isLost) {
          // For a lost position the task says that the oracle begins.
          assert.match(await page.textContent("#task-text"), /let the oracle begin/);
          await turn(page, () => page.click("#oracle-begins"));
        }
        assert.equal(await solve(page), "You won");
        assert.equal(await page.getAttribute(".dots", "aria-label"), `${at + 1} of 2 done`);
        if (at === 0) await page.click("#next-task");
      }
      await page.reload();
      await ready(page);
      await page.click("#lessons");
      assert.match(await page.textContent(`[data-lesson="${id}"]`), /learned/);
    }));
  }

  test("a lesson that was won by hints is not done", () => visit("#nim=3&nim=4&nim=5&lesson=xor.1", async (page) => {
    await ready(page);
    await page.click("#hint");
    await page.click("#hint");
    assert.equal(await playOut(page, async (at) => {
      if (!(await at.locator(HINTS).count())) for (let count = 0; count < 2; count += 1) await at.click("#hint");
      return any(at, HINTS);
    }), "You won");
    assert.match(await page.textContent("#task-text"), /you were told a move/);
    assert.equal(await page.getAttribute(".dots", "aria-label"), "0 of 2 done");
  }));
}
