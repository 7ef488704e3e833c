// The editor of positions. Each kind of position is edited by mouse, touch and keyboard, and the result is the position
// that is played.

import assert from "node:assert/strict";
import { test } from "node:test";
import { dialog, pieces, put, ready, visit } from "./browser.mjs";

/** Opens the dialog with the position on the table, and the editor of its first component. */
async function open(page) {
  await ready(page);
  await dialog(page, "new", "setup");
  if (!(await page.locator("#setup .by-hand[open]").count())) await page.click("#setup .by-hand summary");
  await page.waitForSelector("#setup .editor");
}

const text = (page) => page.inputValue("#setup-0");
const at = (page, key) => page.locator(`#setup .editor [data-key="${key}"]`);

/** Positions, the controls that are touched in their editors, and the positions afterwards. */
const TOUCHED = [
  ["nim=3", ["stones 4", "number more"], "6"],
  ["kayles=5", ["stones 4"], "4"],
  ["staircase-nim=2,1", ["row more", "row 0 less"], "1,1,1"],
  ["moore=2,3,5", ["row 1 gone", "first less"], "1,3"],
  ["fibonacci-nim=12,11", ["number 1 less"], "12,10"],
  ["silver-dollar=1,4", ["square 7", "square 4"], "1,7"],
  ["nimble=0,1", ["square 0 more", "longer", "square 1 less"], "1,0,0"],
  ["mock-turtles=1,4", ["square 0"], "0,1,4"],
  ["turning-corners=1.3", ["0,0"], "0.0,1.3"],
  ["red-blue=RB", ["sign 0", "longer"], "BBR"],
  ["zero-one=..1", ["sign 0", "longer"], "0.1."],
  ["notakto=.........", ["sign 4"], "....X...."],
  ["chomp=3,2", ["3,1"], "4,4"],
  ["poisoned-bar=1,2,1,1", ["0,0", "number 3 more"], "0,3,0,3"],
  ["chocolate-bar=2,2", ["3,1"], "4,2"],
  ["wythoff=1,2", ["5,6"], "5,6"],
  ["knight=7,9", ["number 0 more"], "8,9"],
  ["subset-take-away=1,2,1.2", ["member", "set 1.3", "set 1"], "2,1.2,3,1.3"],
  ["hackenbush=0.1", ["vertex 1", "vertex 2", "vertex 0", "vertex 2", "edge 0"], "1.2,0.2"],
  ["vertex-geography=0,0.1,1.2", ["vertex 0", "vertex 1", "vertex 2", "token", "edge 0"], "2,1.2"],
];

export function edits() {
  for (const touched of [false, true]) {
    test(`each kind of position is set by hand, ${touched ? "by touch on a phone" : "by mouse"}`, () => visit("#nim=1", async (page) => {
      for (const [link, keys, expected] of TOUCHED) {
        await put(page, link);
        await open(page);
        for (const key of keys) await at(page, key)[touched ? "tap" : "click"]();
        assert.equal(await text(page), expected, link);
        const { overflow } = await page.evaluate(() => ({ overflow: document.querySelector("#setup").scrollWidth - document.querySelector("#setup").clientWidth }));
        assert.ok(overflow <= 0, `${link}: ${overflow} px too wide`);
        await page.click("#start");
        await page.waitForSelector("#setup:not([open])", { state: "attached" });
        await page.waitForFunction((whole) => location.hash === whole, `#${link.split("=")[0]}=${expected}`);
      }
    }, touched ? { viewport: { width: 390, height: 844 }, hasTouch: true } : {}));
  }

  test("what is large is a number", () => visit("#nim=3", async (page) => {
    await open(page);
    await at(page, "number field").fill("1000000000000000000");
    await at(page, "number field").press("Enter");
    assert.equal(await text(page), "1000000000000000000");
    assert.equal(await page.isVisible("#setup"), true, "Enter starts nothing yet");
    await at(page, "number more").click();
    assert.equal(await text(page), "1000000000000000001", "to the last digit");
    await at(page, "number field").fill("x");
    assert.equal(await at(page, "number field").getAttribute("aria-invalid"), "true");
    assert.equal(await text(page), "1000000000000000001");
  }));

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

  test("an edge is drawn from a vertex to another, and one that hangs in the air falls", () => visit("#hackenbush=0.1,1.2", async (page) => {
    await open(page);
    const middle = async (key) => {
      const { x, y, width, height } = await at(page, key).boundingBox();
      return [x + width / 2, y + height / 2];
    };
    await page.mouse.move(...await middle("vertex 2"));
    await page.mouse.down();
    await page.mouse.move(...await middle("vertex 3"), { steps: 4 });
    await page.mouse.up();
    assert.equal(await text(page), "0.1,1.2,2.3");
    await at(page, "edge 1").click();
    assert.equal(await text(page), "0.1");
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
    await page.waitForSelector("#setup:not([open])", { state: "attached" });
    await page.waitForFunction(() => document.querySelectorAll("#board .node").length === 4);
  }));

  test("an order is edited in its drawing, and never goes round", () => visit("#poset=a<b,b<c", async (page) => {
    await open(page);
    await at(page, "vertex c").click();
    await at(page, "vertex a").click();
    assert.equal(await text(page), "a<b,b<c", "c is above a");
    await at(page, "vertex d").click();
    assert.equal(await text(page), "a<b,b<c,c<d");
  }));

  test("squares are painted with a pointer that is held down", () => visit("#turning-corners=0.0", async (page) => {
    await open(page);
    const boxes = await Promise.all(["1,2", "3,2"].map((key) => at(page, key).boundingBox()));
    const [from, to] = boxes.map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 8 });
    await page.mouse.up();
    assert.equal(await text(page), "0.0,1.2,2.2,3.2");
  }));

  test("the coin of a graph of one's own is put on a vertex", () => {
    const own = { walk: { graph: { a: ["b", "c"], b: ["c"], c: [] } } };
    return visit(`#walk=a&games=${encodeURIComponent(JSON.stringify(own))}`, async (page) => {
      await open(page);
      await at(page, "vertex b").click();
      assert.equal(await text(page), "b");
      await page.click("#start");
      await page.waitForFunction(() => document.querySelector("#board .vertex.here")?.textContent === "b");
      assert.deepEqual(await pieces(page), ["b"]);
    });
  });
}
