// The lessons. Each lesson has two positions. It sets a task, and remembers whether both positions were won.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, ask, dialog, HINTS, playOut, ready, turn, visit } from "./browser.mjs";

const LESSONS = ["mirror", "xor", "values", "sum", "periods", "octal", "back", "thief", "misere", "compounds"];

/** Plays the position of a lesson with moves that the test gets from the service, without using a hint of the page. */
async function solve(page) {
  for (let count = 0; count < 60; count += 1) {
    const title = await page.textContent("#status-title");
    if (title !== "Your turn") return title;
    const request = await page.evaluate(() => JSON.parse(sessionStorage.getItem(`grundy-match-${history.state.number}`)).match);
    const here = (node) => (node.here ? node : node.children.map(here).find(Boolean));
    const { play, compound } = request.start;
    const { move, combined_move: combined } = await ask("v1/analyze", { position: here(request.tree).position, play, ...(compound && { compound }) });
    const pick = async ({ game, index, to: left }) => {
      const to = [left].flat().join(",");
      const own = page.locator(`[data-game="${game}"] .pick[data-index="${index}"][data-to="${to}"]`);
      // A row shows its moves only after the number of things to take is chosen. Stairs show their moves only after the
      // step is chosen.
      const takes = await page.locator(`[data-game="${game}"] :is(.takes button, .choose)`).all();
      for (let at = 0; at < takes.length && !(await own.count()); at += 1) await takes[at].dispatchEvent("click");
      await own.first().dispatchEvent("click");
    };
    await turn(page, async () => {
      for (const each of combined ?? [move]) await pick(each);
      if (combined) await page.click("#combine");
    });
  }
  return "no end";
}

export function teaches() {
  for (const id of LESSONS) {
    test(`the lesson ${id} is done when both of its positions were won, and that is remembered`, () => visit("", async (page) => {
      await ready(page);
      await dialog(page, "lessons", "course");
      await page.click(`[data-lesson="${id}"]`);
      for (let at = 0; at < 2; at += 1) {
        await page.waitForFunction((number) => document.querySelector(".lesson")?.textContent.includes(`${number} of 2`) && document.querySelector("#status-title").textContent === "Your turn" && !document.querySelector("#record li"), at + 1);
        assert.equal(await page.getAttribute(".dots", "aria-label"), `${at} of 2 done`);
        const isLost = /^The oracle will win/.test(await page.textContent("#verdict"));
        if (isLost) {
          // If the position is lost, the task says that the oracle should begin.
          assert.match(await page.textContent("#task-text"), /let the oracle begin/);
          await turn(page, () => page.click("#oracle-begins"));
        }
        assert.equal(await solve(page), "You won");
        assert.equal(await page.getAttribute(".dots", "aria-label"), `${at + 1} of 2 done`);
        if (at === 0) await page.click("#next-task");
      }
      await page.reload();
      await ready(page);
      await dialog(page, "lessons", "course");
      assert.match(await page.textContent(`[data-lesson="${id}"]`), /learned/);
    }));
  }

  test("the lessons are printed, with the service's answers apart", () => visit("#nim=3&nim=5", async (page) => {
    await ready(page);
    // In a test, there is no printer dialog.
    await page.evaluate(() => (window.print = () => {
      dispatchEvent(new Event("beforeprint"));
      window.isPrinted = true;
    }));
    await dialog(page, "lessons", "course");
    await page.click("#print-lessons");
    await page.waitForFunction(() => window.isPrinted);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.isVisible("#board"), false);
    const [questions, answers] = [page.locator(".sheet >> nth=0"), page.locator(".sheet.answers")];
    assert.deepEqual([await questions.locator("h3").count(), await questions.locator("li").count(), await answers.locator("li").count()], [LESSONS.length, 2 * LESSONS.length, 2 * LESSONS.length]);
    assert.doesNotMatch(await questions.innerText(), /Who begins (wins|loses),/);
    assert.match(await answers.innerText(), /Nim 3; Nim 5\. Who begins wins, for example by Nim 5: take 2 of 5\./);
    assert.match(await answers.innerText(), /Nim 4; Nim 4\. Who begins loses/);
    assert.match(await answers.innerText(), /take 1 of 7; subtraction\(1,2\) 8: take 2 of 8\./);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await page.emulateMedia({ media: "screen" });
    assert.equal(await page.isVisible("#board"), true);
  }));

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
