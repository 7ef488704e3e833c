// The editor of positions, by touch, by keys and by dragging. Clicks alone are tested without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { dialog, put, ready, visit } from "./browser.mjs";
import { TOUCHED } from "./positions.mjs";

/** Opens the dialog with the position on the table, and the editor of its first component. */
async function open(page) {
  await ready(page);
  await dialog(page, "new", "setup");
  if (!(await page.locator("#setup .by-hand[open]").count())) await page.click("#setup .by-hand summary");
  await page.waitForSelector("#setup .editor");
}

const text = (page) => page.inputValue("#setup-0");
const at = (page, key) => page.locator(`#setup .editor [data-key="${key}"]`);

export function edits() {
  test("each kind of position is set by touch on a phone, and its editor is no wider than the dialog", () => visit("#nim=1", async (page) => {
    for (const [link, keys, expected] of TOUCHED) {
      await put(page, link);
      await open(page);
      for (const key of keys) await at(page, key).tap();
      assert.equal(await text(page), expected, link);
      const overflow = await page.evaluate(() => document.querySelector("#setup").scrollWidth - document.querySelector("#setup").clientWidth);
      assert.ok(overflow <= 0, `${link}: ${overflow} px too wide`);
      await page.click("#start");
      await page.waitForFunction((whole) => location.hash === whole && !document.querySelector("#setup").open, `#${link.split("=")[0]}=${expected}`);
    }
  }, { viewport: { width: 390, height: 844 }, hasTouch: true }));

  test("the keyboard is enough, and keeps its place", () => visit("#welter=1,4", async (page) => {
    await open(page);
    await at(page, "square 4").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    assert.equal(await text(page), "1,6");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.key), "square 6");
  }));

  test("a graph is edited in its drawing: a vertex is dragged to a place that it keeps, a touch adds one, and one that is chosen goes", () => visit("#node-kayles=0.1,1.2,2.3,3.0", async (page) => {
    await open(page);
    const boxOf = (key) => at(page, key).boundingBox();
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    const plane = await page.locator("#setup .plane").boundingBox();
    const apart = async () => (await boxOf("vertex 2")).x - (await boxOf("vertex 0")).x;
    const before = await apart();
    await page.mouse.move(...middle(await boxOf("vertex 2")));
    await page.mouse.down();
    await page.mouse.move(plane.x + plane.width * 0.35, plane.y + plane.height / 2, { steps: 5 });
    await page.mouse.up();
    assert.equal(await text(page), "0.1,1.2,2.3,3.0", "the graph is the same");
    const after = await apart();
    assert.ok(Math.abs(after - before) > 20, `${before} to ${after}`);
    const now = await page.locator("#setup .plane").boundingBox();
    await page.mouse.click(now.x + now.width * 0.75, now.y + 6);
    assert.equal(await text(page), "0.1,1.2,2.3,3.0,4");
    await at(page, "vertex 3").click();
    await at(page, "remove").click();
    assert.equal(await text(page), "0.1,1.2,4");
    await page.click("#start");
    await page.waitForFunction(() => document.querySelectorAll("#board .node").length === 4 && !document.querySelector("#setup").open);
  }));

  test("an edge is drawn from a vertex to another, and squares are painted with a pointer that is held down", () => visit("#hackenbush=0.1,1.2", async (page) => {
    await open(page);
    const drag = async (...keys) => {
      const boxes = await Promise.all(keys.map((key) => at(page, key).boundingBox()));
      const [from, to] = boxes.map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 8 });
      await page.mouse.up();
    };
    await drag("vertex 2", "vertex 3");
    assert.equal(await text(page), "0.1,1.2,2.3");
    await at(page, "edge 1").click();
    assert.equal(await text(page), "0.1", "what hangs in the air falls");
    await page.keyboard.press("Escape");
    await put(page, "turning-corners=0.0");
    await open(page);
    await drag("1,2", "3,2");
    assert.equal(await text(page), "0.0,1.2,2.2,3.2");
  }));
}
