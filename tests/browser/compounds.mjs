// Matches of compounds, in which moves are chosen in components and then made together: how that looks, and that fingers
// and keys suffice.

import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { any, ready, shifts, show, SIZES, tool, turn, visit } from "./browser.mjs";

/** Ways to choose the last move of a component, and to make the chosen moves. */
const HANDS = {
  touch: { act: (control) => control.tap(), options: { hasTouch: true, viewport: { width: 390, height: 844 } } },
  keys: { act: async (control) => (await control.focus(), control.press("Enter")), options: {} },
};

export function playsCompounds() {
  for (const [hand, { act, options }] of Object.entries(HANDS)) {
    test(`a turn of several moves is made by ${hand} alone, and nothing shifts`, () => visit("#kayles=4&subtraction(1,2)=5&compound=continued-conjunctive", async (page) => {
      await ready(page);
      await shifts(page);
      for (let count = 0; count < 20 && (await page.textContent("#status-title")) === "Your turn"; count += 1) {
        const indices = new Set(await page.locator("#board .pick").evaluateAll((all) => all.map((each) => `${each.closest(".game").dataset.game} ${each.dataset.index}`)));
        for (const place of indices) {
          const [game, index] = place.split(" ");
          await act(page.locator(`#board [data-game="${game}"] .pick[data-index="${index}"]`).last());
        }
        assert.match(await page.textContent("#combine"), /^Make /);
        await turn(page, () => act(page.locator("#combine")));
        await page.waitForFunction(() => !document.querySelector("#board[aria-busy=true]"));
      }
      assert.match(await page.textContent("#status-title"), /won$/);
      assert.deepEqual(await shifts(page), []);
    }, options));
  }

  test("what is chosen stands beside the heaps or below them, and over none, and nothing shifts", async () => {
    for (const [path, width, height] of [...SIZES.map((size) => ["", ...size]), ["embed", 720, 560]]) await visit(`${path}#nim=3&nim=4&nim=9&compound=selective`, async (page) => {
      await ready(page);
      await shifts(page);
      await page.locator("#piece-nim-2 .pick").first().dispatchEvent("click");
      const overlaps = await page.evaluate(() => {
        const boxes = (selector) => [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
        const text = (line) => {
          const range = document.createRange();
          range.selectNodeContents(line);
          return range.getBoundingClientRect();
        };
        const lines = [...document.querySelectorAll("#board .plan")].map(text);
        return boxes("#board .stone").filter((stone) => lines.some((line) => stone.left < line.right - 1 && line.left < stone.right - 1 && stone.top < line.bottom - 1 && line.top < stone.bottom - 1)).length;
      });
      const where = `${path} ${width} × ${height}`;
      assert.equal(overlaps, 0, where);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, where);
      assert.deepEqual(await shifts(page), [], where);
    }, { viewport: { width, height } });
  });

  for (const [look, width, height] of [["light", 1280, 800], ["dark", 390, 844]]) {
    test(`a compound is accessible and no wider than the screen: ${look}`, () => visit("#nim=3&kayles=5&wythoff=2,3&compound=selective", async (page) => {
      await ready(page);
      await show(page, "all");
      await (await any(page, "#board .pick")).dispatchEvent("click");
      await tool(page, "why");
      const check = async (what) => {
        const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode(true).analyze();
        assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]), [], what);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, what);
      };
      await check("chosen");
      await turn(page, () => page.click("#combine"));
      await tool(page, "moves");
      await check("after a turn");
    }, { colorScheme: look, viewport: { width, height } }));
  }
}
