// The page works everywhere: by keyboard, by touch, for screen readers, on small screens, in forced colours, and in
// print.

import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { any, dialog, hash, MOVES, put, ready, show, tool, turn, url, visit } from "./browser.mjs";
import { ALL, HUGE } from "./positions.mjs";

export function looksRight() {
  // Colours do not depend on widths, so each look is checked at only one width.
  const LOOKS = [["light", 1280, 900], ["dark", 320, 640], ["forced", 360, 740]];

  for (const [look, width, height] of LOOKS) {
    test(`accessible and no wider than the screen: ${look}, ${width} px`, () => visit(`#${ALL}`, async (page) => {
      const check = async (what, ...parts) => {
        // The page has no frames. So the simpler mode suffices, which takes a third of the time.
        const whole = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode(true);
        const axe = parts.reduce((builder, part) => builder.include(part), whole);
        const { violations } = await axe.analyze();
        assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]), [], what);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${what}: ${wide} px`);
      };
      await ready(page);
      await show(page, "all");
      await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
      await tool(page, "why");
      await page.locator("#argument").waitFor();
      await check("why", "#why");
      await page.click("#hint");
      await tool(page, "moves");
      await page.click("text=Type a move");
      await page.fill("#typed", "nonsense");
      await page.click("#play-typed");
      await page.waitForSelector("#typed-fault:not([hidden])");
      await check("a turn with everything shown, and a refused move");
      // For a small position, the panels beside the board look the same, but the check takes half the time.
      await put(page, "wythoff=3,5");
      for (const [name, part] of [["about", "#to-desk"], ["calls", "#command"]]) {
        await tool(page, name);
        await page.locator(part).first().waitFor();
        await check(name, `#${name}`);
      }
      await dialog(page, "new", "setup");
      await page.fill("#setup-0", "x");
      await page.click("#start");
      await page.waitForSelector("#setup .fault:not([hidden])");
      await check("the dialog", "#setup");
      await page.keyboard.press("Escape");
      await dialog(page, "lessons", "course");
      await check("the lessons", "#course");
      await page.keyboard.press("Escape");
      await page.click("#games");
      await page.waitForSelector("#gallery .tile");
      await check("the gallery", "#gallery");
      await page.goto(`${url}#nim=0`);
      await page.waitForSelector("text=The oracle won");
      await check("the end", "#board", "#status", "#record");
      await page.goto(`${url}#${HUGE}`);
      await page.waitForSelector("#status-title:text('Your turn')");
      await check("10^18", "#board");
    }, { ...(look === "forced" ? { forcedColors: "active" } : { colorScheme: look }), viewport: { width, height }, refusals: true }));
  }

  test("the skip link leads to the game and leaves it as it is", () => visit("#nim=3&nim=4", async (page) => {
    await ready(page);
    await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
    const link = await hash(page);
    await page.keyboard.press("Home");
    await page.evaluate(() => document.activeElement.blur());
    await page.focus(".skip");
    await page.keyboard.press("Enter");
    await page.waitForFunction((old) => location.hash === old && document.activeElement.id === "board", link);
    assert.equal(await page.isVisible("#setup"), false);
  }));

  test("the keyboard is enough, and keeps its place", () => visit("#nim=8&nim=5", async (page) => {
    await ready(page);
    const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    for (let count = 0; count < 30 && !/^take/.test(await focused()); count += 1) await page.keyboard.press("Tab");
    const first = await focused();
    await page.keyboard.press("ArrowRight");
    const second = await focused();
    assert.match(second, /^take \d of 8, leaves \d$/);
    assert.notEqual(second, first);
    assert.equal(await page.textContent("#board .caption"), second.replace(",", ""));
    await turn(page, () => page.keyboard.press("Enter"));
    assert.match(await page.textContent("#live"), /^You: take \d of 8\. Oracle: .*Your turn\./);
    assert.equal(await page.evaluate(() => document.activeElement.closest(".card")?.id), "piece-nim-0", "the focus stays where the move was made");
  }));

  test("touch: the first shows, the second plays; turn, verdict, hint and Undo stay in sight", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    const link = await hash(page);
    const stone = page.locator('#piece-nim-2 .pick[data-to="2"]');
    await stone.tap();
    assert.match(await page.textContent("#board .caption"), /take 3 of 5 leaves 2\. Touch again to play/);
    assert.equal(await hash(page), link);
    await page.locator('#piece-nim-1 .pick[data-to="1"]').tap();
    assert.equal(await page.locator(".touched").count(), 3, "only what the second finger shows");
    await stone.tap();
    await turn(page, () => stone.tap());
    for (const top of [0, 10_000]) {
      await page.evaluate((y) => scrollTo(0, y), top);
      for (const id of ["#status-title", "#last", "#verdict", "#hint", "#undo"]) {
        const box = await page.locator(id).boundingBox();
        assert.ok(box.y >= 0 && box.y + box.height <= 740, `${id} at ${top}`);
      }
    }
    // Links in a sentence are only as high as a line.
    const targets = page.locator(":is(a, button, summary, select, .choice label):not(p *, .skip):visible");
    const small = () => targets.evaluateAll((all) =>
      all.map((each) => [each.textContent, each.offsetWidth, each.offsetHeight]).filter(([, width, height]) => width < 40 || height < 40));
    await show(page, "all");
    assert.deepEqual(await small(), []);
    for (const name of ["why", "moves", "about", "calls"]) {
      await tool(page, name);
      assert.deepEqual(await small(), [], name);
    }
    await dialog(page, "new", "setup");
    assert.deepEqual(await small(), []);
  }, { viewport: { width: 360, height: 740 }, hasTouch: true }));

  test("the wide positions of a narrow screen are inside of it", () => visit("#wythoff=9,12", async (page) => {
    await ready(page);
    await page.locator("#board .here").first().scrollIntoViewIfNeeded();
    const box = await page.locator("#board .here").first().boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 320, JSON.stringify(box));
  }, { viewport: { width: 320, height: 640 } }));
}
