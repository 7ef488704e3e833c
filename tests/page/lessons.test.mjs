// The lessons. Each lesson has two positions. It sets a task, and remembers whether both positions were won.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ask } from "../browser/service.mjs";
import { HINTS, SIDE_BY_SIDE, visit } from "./page.mjs";

const LESSONS = ["mirror", "xor", "values", "sum", "periods", "octal", "back", "thief", "misere", "compounds"];

/** Plays the position of a lesson with moves that the test gets from the service, without using a hint of the page. */
async function solve(page) {
  for (let count = 0; count < 60; count += 1) {
    if (page.title !== "Your turn") return page.title;
    const { history, sessionStorage } = page.window;
    const { start, tree } = JSON.parse(sessionStorage.getItem(`grundy-match-${history.state.number}`)).match;
    const here = (node) => (node.here ? node : node.children.map(here).find(Boolean));
    const { play, compound } = start;
    const { move, combined_move: combined } = await ask("v1/analyze", { position: here(tree).position, play, ...(compound && { compound }) });
    const pick = ({ game, index, to: left }) => {
      const own = `[data-game="${game}"] .pick[data-index="${index}"][data-to="${[left].flat().join(",")}"]`;
      // A row shows its moves only after the number of things to take is chosen. Stairs show their moves only after the
      // step is chosen.
      const takes = `[data-game="${game}"] .takes button, [data-game="${game}"] .choose`;
      for (let at = 0; at < page.count(takes) && !page.count(own); at += 1) page.click(takes, at);
      page.one(own).dispatchEvent(new page.window.MouseEvent("click", { bubbles: true }));
    };
    await page.turn(() => {
      for (const each of combined ?? [move]) pick(each);
      if (combined) page.click("#combine");
    });
  }
  return "no end";
}

describe("lessons", { concurrency: SIDE_BY_SIDE }, () => {
  for (const id of LESSONS) {
    test(`the lesson ${id} is done when both of its positions were won, and that is remembered`, () => visit("", async (page) => {
      await page.ready();
      await page.dialog("lessons", "course");
      page.click(`[data-lesson="${id}"]`);
      for (let at = 0; at < 2; at += 1) {
        await page.until(() => page.texts(".lesson")[0]?.includes(`${at + 1} of 2`) && page.title === "Your turn" && !page.count("#record li"));
        assert.equal(page.attribute(".dots", "aria-label"), `${at} of 2 done`);
        const isLost = /^The oracle will win/.test(page.text("#verdict"));
        if (isLost) {
          // If the position is lost, the task says that the oracle should begin.
          assert.match(page.text("#task-text"), /let the oracle begin/);
          assert.equal(page.count("#begin"), 0, "there is one button for it");
          await page.turn(() => page.click("#oracle-begins"));
        }
        assert.equal(await solve(page), "You won");
        assert.equal(page.attribute(".dots", "aria-label"), `${at + 1} of 2 done`);
        if (at === 0) page.click("#next-task");
      }
      await page.reload();
      await page.ready();
      await page.dialog("lessons", "course");
      assert.match(page.text(`[data-lesson="${id}"]`), /learned/);
      assert.match(page.text("#course"), /You have learned 1 of 10\./);
    }));
  }

  test("the lessons are printed, with the service's answers apart", () => visit("#nim=3&nim=5", async (page) => {
    await page.ready();
    let isPrinted = false;
    page.window.print = () => (isPrinted = true);
    await page.dialog("lessons", "course");
    page.click("#print-lessons");
    await page.until(() => isPrinted);
    const [questions, answers] = page.all(".sheet");
    assert.ok(answers.matches(".answers"));
    const count = (sheet, selector) => sheet.querySelectorAll(selector).length;
    assert.deepEqual([count(questions, "h3"), count(questions, "li"), count(answers, "li")], [LESSONS.length, 2 * LESSONS.length, 2 * LESSONS.length]);
    assert.doesNotMatch(questions.textContent, /Who begins (wins|loses),/);
    assert.match(answers.textContent, /Nim 3; Nim 5\. Who begins wins, for example by Nim: take 2 of 5\./);
    assert.match(answers.textContent, /Nim 4; Nim 4\. Who begins loses/);
    assert.match(answers.textContent, /take 1 of 7; subtraction\(1,2\): take 2 of 8\./);
  }));

  test("a lesson that was won by hints is not done", () => visit("#nim=3&nim=4&nim=5&lesson=xor.1", async (page) => {
    await page.ready();
    const told = () => {
      if (!page.count(HINTS)) for (let count = 0; count < 2; count += 1) page.click("#hint");
      return page.any(HINTS);
    };
    assert.equal(await page.playOut(told), "You won");
    assert.match(page.text("#task-text"), /you were told a move/);
    assert.equal(page.attribute(".dots", "aria-label"), "0 of 2 done");
  }));
});
