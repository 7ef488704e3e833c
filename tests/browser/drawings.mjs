// Tests the drawings of games. Games of each drawing are played to the end by touch, on four screens, and by the
// keyboard. Before a move, the drawing shows what the move takes. The drawing always fits on the screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, CHOICES, hash, MOVES, put, ready, shifts, SIZES, turn, visit } from "./browser.mjs";
import { DRAWN } from "./positions.mjs";

/** A phone. */
const PHONE = { viewport: { width: 390, height: 844 } };

/** The number of drawings that are tested on one page. The pages are open at the same time. */
const TOGETHER = 12;

/** The words that end a match. */
const ENDED = /won$/;

const title = (page) => page.textContent("#status-title");

/**
 * Brings a control into sight. Returns a place where a finger reaches the control: its middle, or a visible place of it
 * if another control covers the middle. It runs in the page.
 */
function reachable(control) {
  control.scrollIntoViewIfNeeded();
  const { left, top, width, height } = control.getBoundingClientRect();
  const steps = [0.5, 0.05, 0.25, 0.75, 0.95];
  const spots = steps.flatMap((across) => steps.map((down) => [left + across * width, top + down * height]));
  return spots.find((spot) => control.contains(document.elementFromPoint(...spot))) ?? null;
}

/** What the page shows after a control was touched for the first time. It runs in the page. */
function shown() {
  const caption = [...document.querySelectorAll("#board .caption")].find((each) => each.textContent.includes("Touch again to play"));
  return { text: caption?.textContent, isCut: caption?.scrollHeight > caption?.clientHeight + 1, lit: document.querySelectorAll("#board .touched").length, hash: location.hash };
}

export function playsDrawings() {
  const parts = SIZES.flatMap(([width, height], size) => Array.from({ length: Math.ceil(DRAWN.length / TOGETHER) }, (_, at) =>
    ({ width, height, part: DRAWN.slice(at * TOGETHER, (at + 1) * TOGETHER).map((positions) => positions[size % positions.length]) })));
  for (const { width, height, part } of parts) {
    test(`by touch at ${width} × ${height}: ${part.map(([link]) => link.split("=")[0]).join(", ")}`, () => visit(`#${part[0][0]}`, async (page) => {
      for (const [link, drawn] of part) {
        await put(page, link);
        assert.ok(await page.locator(`#board ${drawn}`).count(), `${link} is drawn`);
        await shifts(page);
        for (let turns = 0; !ENDED.test(await title(page)); turns += 1) {
          assert.ok(turns < 60, link);
          const control = await any(page, MOVES);
          const before = await hash(page);
          const touch = async () => {
            const place = await control.evaluate(reachable);
            assert.ok(place, `${await control.getAttribute("aria-label")} can be touched`);
            await page.touchscreen.tap(...place);
          };
          await touch();
          const { text, isCut, lit, hash: now } = await page.evaluate(shown);
          assert.ok(text, `${link}: the first touch says what the second will do`);
          assert.ok(!isCut, `${link}: “${text}” is cut off`);
          assert.ok(lit, `${link}: what the move takes is shown`);
          assert.equal(now, before);
          await turn(page, touch);
        }
        assert.equal(await page.locator("#board .pick").count(), 0);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width, link);
        assert.deepEqual(await shifts(page), [], `${link}: nothing shifts`);
      }
    }, { viewport: { width, height }, hasTouch: true }));
  }

  test("each drawing is played by keyboard, and what has the focus is shown", () => visit(`#${DRAWN[0][0][0]}`, async (page) => {
    const is = (selector) => page.evaluate((what) => document.activeElement.matches(what), selector);
    const tabTo = async (selector) => {
      for (let tabs = 0; tabs < 30 && !(await is(selector)); tabs += 1) await page.keyboard.press("Tab");
    };
    // Whole matches are played by keys without a browser. Here the order of the focus counts.
    for (const [[link]] of DRAWN) {
      await put(page, link);
      for (let turns = 0; turns < 2 && !ENDED.test(await title(page)); turns += 1) {
        await page.focus("#board");
        await tabTo(`${MOVES}, ${CHOICES}`);
        if (await is(CHOICES) && !(await page.locator(MOVES).count())) await page.keyboard.press("Enter");
        else await tabTo(MOVES);
        for (const key of ["ArrowRight", "ArrowDown", "ArrowRight"].slice(turns % 3)) await page.keyboard.press(key);
        if (!(await is(MOVES))) await tabTo(MOVES);
        assert.ok(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), link);
        assert.ok(await page.locator("#board .touched").count(), `${link}: what the move takes is shown`);
        await turn(page, () => page.keyboard.press("Enter"));
      }
    }
  }, { viewport: { width: 1280, height: 800 } }));

  test("coins, lines of a bar and pieces are dragged, and a coin that is let go elsewhere stays", () => visit("#silver-dollar=1,4,9", async (page) => {
    await ready(page);
    const middle = async (selector, down) => {
      const { x, y, width, height } = await page.locator(selector).boundingBox();
      return [x + width / 2, y + (down ?? height / 2)];
    };
    const drag = async (from, to) => {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 6 });
    };
    const drop = async (from, to) => {
      await drag(from, to);
      assert.ok(await page.locator("#board .touched").count(), "where it would go");
      await turn(page, () => page.mouse.up());
    };
    await drag(await middle('[data-square="9"] .coin'), await middle('[data-square="6"]'));
    assert.equal(await page.locator('.touched[data-square="6"]').count(), 1, "where the coin would go");
    await turn(page, () => page.mouse.up());
    assert.match(await hash(page), /moves=0:1,4,6/);
    await put(page, "welter=1,4,9");
    const before = await hash(page);
    await drag(await middle('[data-square="4"] .coin'), await middle('[data-square="7"]'));
    await page.mouse.up();
    assert.equal(await hash(page), before);
    assert.equal(await page.getAttribute('[data-square="4"]', "aria-pressed"), "true", "it is the one whose squares are offered");
    await turn(page, () => page.click('[data-square="2"]'));
    assert.match(await hash(page), /moves=0:1,2,9/);
    await put(page, "poisoned-bar=1,2,3,4");
    await drop(await middle('[data-to="1,1,3,4"]', 4), await middle('[data-to="1,0,3,4"]', 4));
    assert.match(await hash(page), /moves=0:1,0,3,4/);
    await put(page, "wythoff=3,8");
    await drop(await middle(".hold"), await middle('[data-to="1,6"]'));
    assert.match(await hash(page), /moves=0:1,6/);
  }));

  test("120 pins are all on a phone's screen, and a row that broke stays where it was", () => visit("#kayles=120", async (page) => {
    await ready(page);
    const boxes = await page.locator(".pin").evaluateAll((pins) => pins.map((pin) => pin.getBoundingClientRect()).map(({ left, right }) => [left, right]));
    assert.equal(boxes.length, 120);
    assert.ok(boxes.every(([left, right]) => left >= 0 && right <= 390));
    await put(page, "kayles=12");
    const tops = () => page.locator(".pin").evaluateAll((pins) => [...new Set(pins.map((pin) => Math.round(pin.getBoundingClientRect().bottom + scrollY)))]);
    const [row] = await tops();
    await page.click("text=take 2");
    await turn(page, () => page.locator(".pin").nth(4).click());
    await page.waitForFunction(() => document.querySelector("#status-title").textContent === "Your turn");
    assert.deepEqual(await tops(), [row], "the rows are side by side");
  }, PHONE));

  test("a row in which a choice appears later keeps its size", () => visit("#guiles=11", async (page) => {
    await ready(page);
    const width = async () => (await page.locator("#board .stone").first().boundingBox()).width;
    const before = await width();
    await turn(page, () => page.locator('#piece-guiles-0 [data-to="4,5"]').first().dispatchEvent("click"));
    await page.waitForFunction(() => document.querySelector("#status-title").textContent === "Your turn");
    assert.ok(await page.locator("#board .takes-place:not(.idle)").count(), `${await hash(page)}: one or two may be taken now`);
    assert.equal(await width(), before);
  }, PHONE));
}
