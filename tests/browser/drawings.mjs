// Tests the drawings of games. Games of each drawing are played to the end by touch and by the keyboard, on four
// screens. Before a move, the drawing shows what the move takes, and afterwards, what the move has changed. The drawing
// always fits on the screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, CHOICES, hash, MOVES, put, ready, shifts, show, SIZES, turn, visit } from "./browser.mjs";

/** A phone. */
const PHONE = { viewport: { width: 390, height: 844 } };

/** A game that the user defines by a graph, spelled as in a link. */
const WALK = encodeURIComponent(JSON.stringify({ walk: { graph: { a: ["b", "c"], b: ["c", "d"], c: ["d"], d: [] } } })).replace(/%2C|%3A/g, decodeURIComponent);

/**
 * For each drawing, up to four positions, each with the selector of a part that must be visible. The screens use the
 * positions in turn.
 */
const DRAWN = [
  [["nim=4", ".stone"], ["fibonacci-nim=7,6", ".stone"], ["poker-nim=2,1", ".stone"]],
  [["kayles=7", ".lane .pin"], ["dawsons-chess=7", ".lane .pawns"], ["kenyons-game=7", ".lane .stone"]],
  [["lasker-nim=4", ".lane .stone"], ["lieges=2,4", ".lane .stone"], ["equal-split=12", ".cut-line"], ["grundys-game=7", ".cut-line"]],
  [["couples-are-forever=6", ".cut-line"]], [["treblecross=9", ".strip .cross"]],
  [["chomp=3,2", ".chocolate"], ["poisoned-bar=1,1,1,2", ".breakable .poison"], ["chocolate-bar=2,3", ".break"], ["cutting-game=4,5", ".paper"]],
  [["wythoff=3,4", ".axis-label"], ["king=3,2", ".figure-piece"], ["knight=7,9", ".figure-piece"]],
  [["silver-dollar=1,4,6", ".coin"], ["welter=1,4", ".coin"], ["nimble=0,1,2", ".stack"]],
  [["turning-turtles=1,3", ".flip"], ["mock-turtles=1,2", ".flip"], ["twins=1,3", ".flip"], ["ruler=0,2", ".flip"]],
  [["turning-corners=1.2,2.1", ".turning .flip"]],
  [["staircase-nim=2,1,3", ".stairs .stone"], ["moore=2,2,3,1", ".heaps .choose"], ["end-nim=1,2,1", ".heaps .stone"], ["t-wythoff=2,2,3", ".heaps .stone"]],
  [["hackenbush=0.1,1.2,2.3,3.1,2.4,0.4,4.4", ".stalk"]], [["euclid=5,13", ".scale .square"]], [["empty-and-divide=3,4", ".chip"]], [["red-blue=RBBR", ".bead"]],
  [["wizards=4,19", ".power"], ["multiplication-game=1,100", ".power"], ["floor-divide=247", ".power"]],
  [["notakto=....X....", ".sign .cross"], ["zero-one=..1..", ".sign"]], [["cram=..../.x..", ".meeting"], ["queens=.../.../...", ".field"]],
  [["arc-kayles=0.1,1.2,2.3", ".stalk"], ["node-kayles=0.1,1.2,2.3", ".node"], ["grim=0.1,1.2,2.3", ".node"]],
  [["subset-take-away=1,2,1.2", ".node"], ["poset=a%3Cb,a%3Cc", ".node"]], [["circular(0.77)=6", ".ring .stone"]], [["clobber=xox/oxo", ".disc"]],
  [["vertex-geography=0,0.1,1.2,2.3,3.0,1.4", ".node.here"], ["edge-geography=0,0.1,1.2,2.0,2.3", ".node.here"]], [[`walk=a&games=${WALK}`, ".vertex.here"]],
];

/** The number of drawings that are tested on one page. The pages are open at the same time. */
const TOGETHER = 12;

/** The words that end a match. */
const ENDED = /won$/;

const title = (page) => page.textContent("#status-title");

/** Touches a control in its middle. If another control covers the middle, touches a visible place of the control. */
async function touch(page, control) {
  await control.scrollIntoViewIfNeeded();
  const place = await control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const steps = [0.5, 0.05, 0.25, 0.75, 0.95];
    const spots = steps.flatMap((across) => steps.map((down) => [left + across * width, top + down * height]));
    return spots.find((spot) => element.contains(document.elementFromPoint(...spot))) ?? null;
  });
  assert.ok(place, `${await control.getAttribute("aria-label")} can be touched`);
  await page.touchscreen.tap(...place);
}

export function playsDrawings() {
  const parts = SIZES.flatMap(([width, height], size) => Array.from({ length: Math.ceil(DRAWN.length / TOGETHER) }, (_, at) =>
    ({ width, height, part: DRAWN.slice(at * TOGETHER, (at + 1) * TOGETHER).map((positions) => positions[size % positions.length]) })));
  for (const { width, height, part } of parts) {
    const screen = { viewport: { width, height } };
    const names = `at ${width} × ${height}: ${part.map(([link]) => link.split("=")[0]).join(", ")}`;
    test(`by touch ${names}`, () => visit(`#${part[0][0]}`, async (page) => {
      for (const [link, drawn] of part) {
        await put(page, link);
        assert.ok(await page.locator(`#board ${drawn}`).count(), `${link} is drawn`);
        await shifts(page);
        for (let turns = 0; !ENDED.test(await title(page)); turns += 1) {
          assert.ok(turns < 60, link);
          const control = await any(page, MOVES);
          const before = await hash(page);
          await touch(page, control);
          const caption = page.locator("#board .caption", { hasText: "Touch again to play" });
          assert.ok(await caption.evaluate((said) => said.scrollHeight <= said.clientHeight + 1), `${link}: “${await caption.textContent()}” is cut off`);
          assert.ok(await page.locator("#board .touched").count(), `${link}: what the move takes is shown`);
          assert.equal(await hash(page), before);
          await turn(page, () => touch(page, control));
        }
        assert.equal(await page.locator("#board .pick").count(), 0);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width, link);
        assert.deepEqual(await shifts(page), [], `${link}: nothing shifts`);
      }
    }, { ...screen, hasTouch: true }));

    test(`by keyboard ${names}`, () => visit(`#${part[0][0]}`, async (page) => {
      const is = (selector) => page.evaluate((what) => document.activeElement.matches(what), selector);
      const tabTo = async (selector) => {
        for (let tabs = 0; tabs < 30 && !(await is(selector)); tabs += 1) await page.keyboard.press("Tab");
      };
      for (const [link] of part) {
        await put(page, link);
        for (let turns = 0; !ENDED.test(await title(page)); turns += 1) {
          assert.ok(turns < 60, link);
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
    }, screen));
  }

  test("the pins that are lit are those that a move takes, wherever they stand", () => visit("#kayles=12", async (page) => {
    await ready(page);
    const lit = () => page.locator(".pin").evaluateAll((pins) => pins.flatMap((pin, at) => (pin.classList.contains("touched") ? [at] : [])));
    await page.click("text=take 2");
    await page.hover(".pin >> nth=9");
    assert.deepEqual(await lit(), [9, 10]);
    await page.click("text=take 1");
    await page.hover(".pin >> nth=9");
    assert.deepEqual(await lit(), [9]);
  }));

  test("what is bitten, broken off or falls is lit", () => visit("#chomp=4,4,3", async (page) => {
    await ready(page);
    await page.hover('[data-to="4,4,2"]');
    assert.equal(await page.locator(".touched").count(), 1);
    await page.hover('[data-to="4,1,1"]');
    assert.equal(await page.locator(".touched").count(), 5);
    await put(page, "poisoned-bar=1,2,3,4");
    const line = page.locator('[data-to="1,2,1,4"]');
    await line.hover({ position: { x: 4, y: 8 } });
    assert.equal(await page.locator(".chocolate.touched").count(), 8, "two rows of four");
    await put(page, "hackenbush=0.1,1.2,2.3,3.1,2.4");
    await page.locator("#board .stalk").first().hover();
    assert.equal(await page.locator(".twig.touched").count(), 5, "all of it hangs by the first stalk");
  }));

  test("a coin is dragged, and is where it was let go", () => visit("#silver-dollar=1,4,9", async (page) => {
    await ready(page);
    const [from, to] = [await page.locator('[data-square="9"] .coin').boundingBox(), await page.locator('[data-square="6"]').boundingBox()];
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
    assert.equal(await page.locator('.touched[data-square="6"]').count(), 1, "where it would go");
    await turn(page, () => page.mouse.up());
    assert.match(await hash(page), /moves=0:1,4,6/);
  }));

  test("a coin that is let go elsewhere stays", () => visit("#welter=1,4,9", async (page) => {
    await ready(page);
    const before = await hash(page);
    const [from, to] = [await page.locator('[data-square="4"] .coin').boundingBox(), await page.locator('[data-square="7"]').boundingBox()];
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
    await page.mouse.up();
    assert.equal(await hash(page), before);
    assert.equal(await page.getAttribute('[data-square="4"]', "aria-pressed"), "true", "it is the one whose squares are offered");
    await turn(page, () => page.click('[data-square="2"]'));
    assert.match(await hash(page), /moves=0:1,2,9/);
  }));

  test("a break is dragged from line to line, a piece to its square", () => visit("#poisoned-bar=1,2,3,4", async (page) => {
    await ready(page);
    const drag = async (from, to) => {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 6 });
      assert.ok(await page.locator("#board .touched").count());
      await turn(page, () => page.mouse.up());
    };
    const boxOf = (selector) => page.locator(selector).boundingBox();
    const [right, farther] = [await boxOf('[data-to="1,1,3,4"]'), await boxOf('[data-to="1,0,3,4"]')];
    await drag([right.x + right.width / 2, right.y + 4], [farther.x + farther.width / 2, farther.y + 4]);
    assert.match(await hash(page), /moves=0:1,0,3,4/);
    await put(page, "wythoff=3,8");
    const [queen, square] = [await boxOf(".hold"), await boxOf('[data-to="1,6"]')];
    await drag([queen.x + queen.width / 2, queen.y + queen.height / 2], [square.x + square.width / 2, square.y + square.height / 2]);
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

  test("lost positions are laid over a board and a strip when they are asked for", () => visit("#wythoff=9,12", async (page) => {
    await ready(page);
    await show(page, "all");
    assert.equal(await page.locator(".lost-mark").count(), 0);
    await page.check("#lost-wythoff");
    // The lost positions are (0, 0), and (1, 2), (3, 5), (4, 7) and (6, 10) in both orders. But (10, 6) is not on the
    // board.
    await page.waitForFunction(() => document.querySelectorAll(".lost-mark").length === 8);
    await put(page, "silver-dollar=1,4,9");
    await page.check("#lost-silver-dollar");
    await page.waitForFunction(() => document.querySelector('.lost[data-square="6"]'));
    assert.equal(await page.locator("#board .lost").count(), 1);
  }));

  test("large positions are few elements", () => visit("#nim=7", async (page) => {
    await ready(page);
    for (const link of ["nim=1000000000000000000", "kayles=150", "wythoff=23,23", "chomp=9,9,9,9,9", "mock-turtles=3,20,40,59", "euclid=3,1000000000000000000", "lasker-nim=100000", "red-blue=" + "RB".repeat(400)]) {
      await put(page, link);
      const count = await page.locator("#board .figure *").count();
      assert.ok(count <= 1000, `${link}: ${count}`);
      assert.ok(await page.locator(`${MOVES}, ${CHOICES}`).count() || /won/.test(await title(page)), link);
    }
  }));

  test("what a move took is still seen after it", () => visit("#hackenbush=0.1,1.2,1.3,0.4,4.5,0.6", async (page) => {
    await ready(page);
    await turn(page, () => page.locator("#board .stalk").nth(1).dispatchEvent("click"));
    await page.waitForFunction(() => document.querySelector("#status-title").textContent === "Your turn");
    assert.ok(await page.locator("#board .twig.gone").count() > 0);
  }));
}
