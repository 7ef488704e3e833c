// A match from its first position to its end: who wins, what is marked, going back, and what may go wrong.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, ask, hash, MOVES, playOut, ready, run, show, turn, visit } from "./browser.mjs";

export function playsMatches() {
  test("a first visit finds Nim, its rules, how a game ends and what a turn is", () => visit("", async (page) => {
    await ready(page);
    assert.equal(await hash(page), "#nim=3&nim=4&nim=5");
    assert.match(await page.textContent("#how"), /one move, in one of the components.*cannot move loses/);
    assert.match(await page.textContent("#piece-nim-0 .rules summary"), /A move takes any number/);
    await page.hover("#piece-nim-2 .pick >> nth=3");
    assert.equal(await page.textContent("#piece-nim-2 .caption"), "take 2 of 5 leaves 3");
    assert.equal(await page.locator("#piece-nim-2 .touched").count(), 2);
    assert.equal(await page.locator("#options .lit").count(), 1, "the table shows the same move");
  }));

  test("a mistake is marked, and one goes back to any move", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    await turn(page, () => page.click("#piece-nim-2 .pick"));
    assert.match(await page.textContent("#record .mistake"), /gave the win away; best was Nim: take 2 of 3/);
    const later = await hash(page);
    await turn(page, async () => (await any(page, MOVES)).click());
    await turn(page, () => page.click("#turn-0"));
    assert.equal(await hash(page), "#nim=3&nim=4&nim=5");
    await turn(page, () => page.click("#reply-0"));
    assert.equal(await hash(page), later);
    assert.equal(await page.locator("#record li.undone").count(), 1);
    assert.match(await playOut(page, (at) => any(at, "#board .pick")), /The oracle won/);
    assert.equal(await page.textContent("#story"), "You had the win until move 1.");
    await show(page, "none");
    assert.equal(await page.locator(".mistake, #story").count(), 0, "they tell who wins");
  }));

  test("a reload loses nothing", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    await turn(page, () => page.click("#piece-nim-2 .pick"));
    await turn(page, async () => (await any(page, MOVES)).click());
    const [link, record] = [await hash(page), await page.textContent("#record")];
    await page.reload();
    await ready(page);
    assert.deepEqual([await hash(page), await page.textContent("#record")], [link, record]);
    await turn(page, () => page.click("#undo"));
  }));

  test("the oracle moves first, and undo goes back move by move", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    const links = [await hash(page)];
    await turn(page, () => page.click("#begin"));
    links.push(await hash(page));
    for (let count = 0; count < 2; count += 1) {
      await turn(page, async () => (await any(page, MOVES)).click());
      links.push(await hash(page));
    }
    for (const link of links.reverse().slice(1)) {
      await turn(page, () => page.click("#undo"));
      assert.equal(await hash(page), link);
    }
    assert.equal(await page.getAttribute("#undo", "aria-disabled"), "true");
  }));

  test("what is won stays won with the button for the best move, and can be played again", () => visit("#euclid=5,26&nim=3", async (page) => {
    await ready(page);
    await show(page, "all");
    assert.equal(await playOut(page, (at) => at.locator("#best")), "You won");
    // The convention is a rule: another one is another match, and the one that was won is not lost by it.
    await turn(page, () => page.click("#again"));
    assert.equal(await hash(page), "#euclid=5,26&nim=3");
    await turn(page, () => page.click("label[for=play-misere]"));
    assert.equal(await page.textContent("#status-title"), "Your turn");
  }));

  test("who will win is hidden at will", () => visit("#nim=3&nim=4", async (page) => {
    await ready(page);
    await show(page, "none");
    assert.equal(await page.textContent("#verdict"), "Who will win is hidden.");
    assert.equal(await page.locator("#why table, #why ol, #board .value, #board .wins, #options .win, #answer").count(), 0, "values tell who wins");
    await page.click("#uncover");
    assert.match(await page.textContent("#answer"), /"winner"/);
    await show(page, "verdict");
    assert.match(await page.textContent("#verdict"), /You will win/);
  }));

  test("a puzzle link keeps the answers hidden until they are asked for", () => visit("#nim=3&nim=4&answers=hidden", async (page) => {
    await ready(page);
    assert.equal(await page.textContent("#verdict"), "Who will win is hidden.");
    assert.equal(await page.locator("#answer, #why table, #map .heap").count(), 0);
    await page.click("#uncover-map");
    await page.waitForSelector("#map .heap");
    assert.doesNotMatch(await page.textContent("#live"), /will win,/);
    await turn(page, async () => (await any(page, MOVES)).click());
    assert.match(await hash(page), /answers=hidden$/);
  }));

  test("a move that the rules forbid is explained beside its field", () => visit("#euclid=5,26", async (page) => {
    await ready(page);
    await page.click("text=Type a move");
    await page.fill("#typed", "5,7");
    await page.click("#play-typed");
    await page.waitForSelector("#typed-fault:not([hidden])");
    assert.match(await page.textContent("#typed-fault"), /must be a multiple of 5/);
    assert.equal(await page.getAttribute("#typed", "aria-invalid"), "true");
    assert.equal(await hash(page), "#euclid=5,26");

    // The refusal is a call like others, and its command survives a shell.
    await page.fill("#typed", "it's,7");
    await page.click("#play-typed");
    await page.waitForFunction(() => document.querySelector("#typed-fault").textContent.includes("digits"));
    await page.click('#calls label:has-text("v1/play")');
    await page.click("#uncover");
    const answer = JSON.parse(await page.textContent("#answer"));
    assert.equal(answer.status, 422);
    assert.equal(JSON.parse(await run("sh", ["-c", await page.textContent("#command")])).detail, answer.detail);

    await page.fill("#typed", "5,6");
    await turn(page, () => page.click("#play-typed"));
    assert.match(await page.textContent("#record"), /You subtract 4 × 5 from 26/);
  }, { refusals: true }));

  test("misère play ends the other way round and says so everywhere", () => visit("#nim=1&nim=1&nim=1", async (page) => {
    await ready(page);
    assert.match(await page.textContent("#verdict"), /^You will win/);
    await turn(page, () => page.click("label[for=play-misere]"));
    assert.match(await page.textContent("#verdict"), /^The oracle will win/);
    for (const id of ["#how", "#piece-nim-0 .rules"]) {
      assert.match(await page.textContent(id), /cannot move wins/);
      assert.doesNotMatch(await page.textContent(id), /cannot move loses/);
    }
    await page.waitForFunction(() => /misère/.test(document.querySelector("#map").textContent));
    await turn(page, () => page.click("label[for=play-normal]"));
    assert.match(await page.textContent("#verdict"), /^You will win/);
  }));

  test("levels: an oracle that errs gives the same game again", () => {
    return visit("", async (page) => {
      await ready(page);
      await page.click("#new");
      await page.selectOption("#setup-level", "mostly");
      await turn(page, () => page.click("#start"));
      assert.equal(await hash(page), "#nim=3&nim=4&nim=5&level=mostly");
      assert.equal(await page.inputValue("#level"), "mostly");
      await turn(page, () => page.click("#piece-nim-2 .pick"));
      const [link, request] = [await hash(page), (await page.click('#calls label:has-text("v1/play")'), JSON.parse(await page.textContent("#request")))];
      assert.ok(request.mistakes > 0 && Number.isInteger(request.seed));
      await turn(page, () => page.click("#undo"));
      await turn(page, () => page.click("#piece-nim-2 .pick"));
      assert.equal(await hash(page), link);
    });
  });

  test("the reply is seen happening, and nothing shifts", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    /** Where everything is, and how many stones are left, once (or while) this is the title. */
    const seen = async (title) => (await page.waitForFunction((expected) => {
      if (document.querySelector("#status-title").textContent !== expected) return null;
      const boxes = [...document.querySelectorAll("#status, #board, .card, #controls")].map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [x, y, width, height].map(Math.round);
      });
      const count = (selector) => document.querySelectorAll(selector).length;
      return { boxes, stones: count("#piece-nim-2 .stone"), touched: count("#board .touched"), isWorking: count(".status.working") > 0 };
    }, title)).jsonValue();
    const { boxes } = await seen("Your turn");
    await page.route("**/v1/play", async (route) => {
      await new Promise((done) => setTimeout(done, 300));
      return route.continue();
    });
    await page.locator("#piece-nim-2 .pick >> nth=3").dispatchEvent("click");
    const thinking = { boxes, stones: 3, touched: 0, isWorking: true };
    assert.deepEqual(await seen("The oracle thinks …"), thinking, "the own move is there at once");
    const moving = await seen("The oracle moves");
    assert.ok(moving.touched > 0);
    assert.deepEqual(moving.boxes, boxes);
    assert.deepEqual((await seen("Your turn")).boxes, boxes);
  }, { reducedMotion: "no-preference" }));

  test("without the service the page says so, and goes on when it is back", () => visit("#nim=5&nim=4", async (page) => {
    await ready(page);
    const link = await hash(page);
    await page.route("**/v1/**", (route) => route.abort());
    await (await any(page, "#board .pick")).click();
    await page.waitForSelector("#notice:not([hidden])");
    assert.match(await page.textContent("#notice"), /No connection/);
    assert.equal(await hash(page), link);
    await turn(page, () => page.unroute("**/v1/**"));
    assert.equal(await page.isHidden("#notice"), true);
    assert.equal(await page.locator("#record li").count(), 1, "the move was made");
  }, { refusals: true }));
}
