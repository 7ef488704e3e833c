// Tests that the board shows the whole match. The trace of each move stays at its place until the match ends. A reload,
// or a link to the position, shows the same picture. Undo shows the picture before the move. The board fills its room.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, hash, MOVES, put, ready, SIZES, turn, url, visit } from "./browser.mjs";
import { KEPT } from "./positions.mjs";

/** A phone in portrait format. */
const UPRIGHT = { viewport: { width: 390, height: 844 } };

/** A row of 40 pins that fell into four rows. */
const BROKEN = "kayles=40&moves=0:14,25@14;0:13@13;1:1,23@23;2:5,17@5;1:;0:2,10@10";

/** A screenshot of the drawing while the pointer and the focus are elsewhere. */
async function drawn(page) {
  await page.evaluate(() => {
    document.activeElement.blur();
    scrollTo(0, 0);
  });
  await page.mouse.move(0, 0);
  return (await page.locator("#board .drawn").screenshot({ animations: "disabled" })).toString("base64");
}

const settled = (page) => page.waitForFunction(() => document.querySelector("#board").getAttribute("aria-busy") === "false" && !document.querySelector(".ladder .columns:empty"));

/** The number of positions at the beginning of `KEPT` that are rows of things. */
const ROWS = 9;

export function keepsBoards() {
  SIZES.forEach(([width, height], size) => {
    const screen = { viewport: { width, height } };
    // Each screen shows a quarter of the positions. The first screen, a phone in portrait format, also shows the rows of
    // the laptop's quarter, since the phone wraps them.
    const part = KEPT.filter((_, at) => at % SIZES.length === size || (size === 0 && at % SIZES.length === 2 && at < ROWS));
    // The second page opens each link anew, as a visitor would who was sent this link.
    test(`what was played stays on the board, and undo, a link and a reload show the same pixels: ${width} × ${height}`, () => visit(`#${part[0][0]}`, (page) => visit("healthz", async (other) => {
      for (const [link, left] of part) {
        await put(page, link);
        await settled(page);
        const start = await drawn(page);
        await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
        await settled(page);
        assert.ok(await page.locator(`#board :is(${left})`).count(), `${link}: what was played is seen`);
        const [here, after] = [await hash(page), await drawn(page)];
        // `assert.equal` would print both pictures, which are too long for a message.
        const isSame = async (where, picture, when) => assert.ok(await drawn(where) === picture, `${link}: ${when}`);
        assert.ok(after !== start, `${link}: a move is seen`);
        await page.reload();
        await ready(page);
        await settled(page);
        await isSame(page, after, "after a reload");
        await turn(page, () => page.click("#undo"));
        await settled(page);
        await isSame(page, start, "after Undo");
        await other.goto("about:blank");
        await other.goto(url + here);
        await ready(other);
        await settled(other);
        await isSame(other, after, "from its link");
      }
    }, screen), screen));
  });

  test("a row of 40 pins is one row of 40 places, in which nothing moves and nothing lies over a pin", () => visit(`#${BROKEN}`, async (page) => {
    await ready(page);
    await settled(page);
    const places = () => page.locator("#board .lane .place").evaluateAll((all) => all.map((place) => [place.offsetLeft, place.offsetTop]));
    const before = await places();
    assert.equal(before.length, 40);
    assert.equal(await page.locator("#board .pin:not(.gone)").count(), 34);
    const hidden = await page.locator("#board .pick").evaluateAll((picks) => picks.filter((pick) => {
      pick.scrollIntoView({ block: "center" });
      const { x, y, width, height } = pick.getBoundingClientRect();
      return !pick.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }).length);
    assert.equal(hidden, 0, "each pin is what a finger finds there");
    await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
    await settled(page);
    assert.deepEqual(await places(), before);
    // The places do not move in a window of 1280 px either.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.waitForFunction(() => new Set([...document.querySelectorAll("#board .lane .place")].map((place) => place.offsetTop)).size <= 2);
    assert.equal((await places()).length, 40);
  }, UPRIGHT));

  test("no control lies over a piece, at any size", () => visit("#nim=1", async (page) => {
    for (const link of ["circular(0.77)=8&circular(0.77)=row5", "circular(0.777)=20", "kenyons-game=9", "hexadecimal(0.3f)=11&hexadecimal(0.3f)=6", "lasker-nim=4&lasker-nim=6&lasker-nim=7", "lieges=2,6&lieges=3,4"]) {
      await put(page, link);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        // The visible stone fills three quarters of its element.
        const hidden = await page.locator("#board .stone").evaluateAll((stones) => stones.filter((stone) => {
          const { left, top, width: wide, height: high } = stone.getBoundingClientRect();
          const [right, bottom] = [left + 0.88 * wide, top + 0.88 * high];
          return [...document.querySelectorAll("#board :is(.takes, .offer)")].some((control) => {
            const box = control.getBoundingClientRect();
            return box.left < right && box.right > left + 0.12 * wide && box.top < bottom && box.bottom > top + 0.12 * high;
          });
        }).length);
        assert.equal(hidden, 0, `${link} at ${width} × ${height}`);
      }
    }
  }, { ...UPRIGHT, hasTouch: true }));

  test("the number of a long heap stands beside its stones, and the texts of small rows can be read", () => visit(`#nim=${"9".repeat(300)}&nim=4`, async (page) => {
    await ready(page);
    const [text, stones] = await Promise.all([".card header", ".card .lane"].map((part) => page.locator(`#piece-nim-0${part.replace(".card", "")}`).boundingBox()));
    assert.ok(text.x >= stones.x + stones.width || text.y >= stones.y + stones.height, JSON.stringify([text, stones]));
    await put(page, "kayles=18&kayles=18&kayles=18&kayles=18");
    const sizes = await page.locator("#board .takes button").evaluateAll((all) => all.map((each) => parseFloat(getComputedStyle(each).fontSize)));
    assert.ok(Math.min(...sizes) >= 12, `${sizes}`);
  }, { viewport: { width: 1280, height: 800 } }));

  test("boards fill their room, from a phone in both ways to a projector", () => visit("#cram=...../...../...../.....", async (page) => {
    for (const [width, height, least] of [[390, 844, 0.72], [844, 390, 0.55], [1280, 800, 0.5], [1920, 1080, 0.55]]) {
      await page.setViewportSize({ width, height });
      await ready(page);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const box = await page.locator("#board .plane").boundingBox();
      const part = Math.max(box.width / width, box.height / height);
      assert.ok(part >= least, `${width} × ${height}: ${part}`);
      const bar = await page.locator("#status").boundingBox();
      const isBelow = bar.y >= box.y + box.height;
      assert.ok(box.y + box.height <= (isBelow && width < 640 ? bar.y : height), `${width} × ${height}: all of it is in the first screen`);
    }
  }));

  test("the room below a row has the values of all heaps, and the page does not scroll for it", () => visit("#kayles=12", async (page) => {
    await ready(page);
    await page.waitForFunction(() => document.querySelectorAll(".ladder .column").length === 12);
    assert.deepEqual(await page.locator(".ladder b").allTextContents(), "1 2 3 1 4 3 2 1 4 2 6 4".split(" "));
    const heaps = () => page.locator(".ladder .here > span:last-child").allTextContents();
    assert.deepEqual(await heaps(), ["12"]);
    assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), 800);
    await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
    await settled(page);
    assert.ok(!(await heaps()).includes("12"));
    await put(page, "kayles=12&answers=hidden");
    assert.equal(await page.locator(".ladder").count(), 0, "they tell who wins");
  }, { viewport: { width: 1280, height: 800 } }));

  test("the bars of a phone's browser that come and go leave the board as it is", () => visit("#cram=...../...../...../.....", async (page) => {
    await ready(page);
    const width = async () => (await page.locator("#board .plane").boundingBox()).width;
    const before = await width();
    await page.setViewportSize({ width: 390, height: 790 });
    await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
    assert.equal(await width(), before);
    await page.setViewportSize({ width: 844, height: 390 });
    await page.waitForFunction((old) => document.querySelector("#board .plane").getBoundingClientRect().width !== old, before);
  }, UPRIGHT));

  test("at 200 % the bar takes at most a fifth of the window, and covers nothing", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    const [bar, board] = await Promise.all(["#status", "#board"].map((part) => page.locator(part).boundingBox()));
    assert.ok(bar.width * bar.height <= 0.2 * 640 * 400, `${bar.width} × ${bar.height}`);
    assert.ok(bar.x >= board.x + board.width || bar.y >= board.y + board.height);
  }, { viewport: { width: 640, height: 400 } }));

  test("for a class there are the board, the turn and a hint alone, and Escape leads back", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    const small = await page.locator("#board .stone").first().boundingBox();
    await page.click("#class-room");
    assert.equal(await page.locator(":is(.top, #record, #tools, #controls) >> visible=true").count(), 0);
    const large = await page.locator("#board .stone").first().boundingBox();
    assert.ok(large.width > 1.2 * small.width, `${small.width} to ${large.width}`);
    await page.click("#hint");
    assert.match(await page.textContent("#verdict"), /winning move/);
    await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
    await page.keyboard.press("Escape");
    assert.equal(await page.isVisible("#record"), true);
    assert.equal(await page.locator(".class-room").count(), 0);
  }, { viewport: { width: 1920, height: 1080 } }));

  test("in a wide and in a narrow frame no button lies over another", async () => {
    for (const [width, height] of [[720, 560], [400, 500]]) await visit("embed#nim=3&nim=4&nim=5", async (page) => {
      await ready(page);
      const boxes = await page.locator(":is(button, a, select):visible").evaluateAll((all) => all.filter((each) => !each.matches(".skip")).map((each) => [each.textContent, each.getBoundingClientRect().toJSON()]));
      assert.ok(boxes.length > 10);
      boxes.forEach(([name, one], at) => {
        assert.ok(one.right <= width, `${width} × ${height}: ${name}`);
        for (const [other, two] of boxes.slice(at + 1)) {
          assert.ok(one.right <= two.left + 1 || two.right <= one.left + 1 || one.bottom <= two.top + 1 || two.bottom <= one.top + 1, `${width} × ${height}: ${name} and ${other}`);
        }
      });
    }, { viewport: { width, height } });
  });
}
