// A match from its first position to its end: the winner, the marks, going back and trying a different move, and
// failures.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, dialog, hash, MOVES, pieces, playOut, put, ready, settings, shifts, show, tool, turn, visit } from "./browser.mjs";

/** Makes the move with the result `to` in the component with this card. */
export const play = (page, card, to) => turn(page, () => page.locator(`#${card} .pick[data-to="${to}"]`).first().dispatchEvent("click"));

const title = (page) => page.textContent("#status-title");

/**
 * Replaces the pauses of the page that are at least half a second. Instead, the page waits until the test lets it go
 * on.
 */
function holdPauses() {
  const { setTimeout } = window;
  const held = [];
  window.setTimeout = (act, time = 0) => (time < 500 ? setTimeout(act, time) : held.push(act));
  window.goOn = () => held.splice(0).forEach((act) => act());
}

export function playsMatches() {
  test("a first visit finds three heaps of Nim and what to do in one line", () => visit("", async (page) => {
    await ready(page);
    assert.equal(await hash(page), "#nim=3&nim=4&nim=5");
    assert.equal(await page.textContent("#how"), "Take any number of stones from one heap. Who makes the last move wins.");
    assert.equal(await page.locator("#board .rules").count(), 1, "the rules are said once");
    assert.equal(await page.locator(".settings[open], .tools .panel:visible").count(), 0, "all else is folded away");
    await page.hover("#piece-nim-2 .pick >> nth=3");
    assert.equal(await page.textContent("#board .caption"), "take 2 of 5 leaves 3");
    assert.equal(await page.locator("#board .touched").count(), 2);
  }));

  test("a mistake is marked; going back and moving otherwise keeps the first line as a variation", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    await play(page, "piece-nim-2", 0);
    assert.match(await page.textContent("#record .mistake"), /gave the win away; best was Nim 3: take 2 of 3/);
    const after = await pieces(page);
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => document.querySelector("#status-title").textContent === "Your turn" && !location.hash.includes("moves"));
    assert.deepEqual(await pieces(page), ["3", "4", "5"]);
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => location.hash.includes("moves"));
    assert.deepEqual(await pieces(page), after);
    await turn(page, () => page.click("#undo"));
    await play(page, "piece-nim-0", 1);
    assert.equal(await page.locator("#record .variation").count(), 1);
    assert.deepEqual((await page.locator("#record .ply").allTextContents()).filter((text) => text.startsWith("You")).map((text) => text.replace(/ ✗.*/, "")),
      ["You Nim 5: take 5 of 5", "You Nim 3: take 2 of 3"]);
    // The variation is one click away, and leads to the earlier position.
    await turn(page, () => page.click("#reply-0"));
    assert.deepEqual(await pieces(page), after);
  }));

  test("the end says where it was given away, and leads back there for another try", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    await play(page, "piece-nim-2", 0);
    assert.match(await playOut(page, (at) => any(at, MOVES)), /The oracle won/);
    assert.equal(await page.textContent("#story"), "You had the win until move 1.");
    assert.equal(await page.textContent("#see"), "See move 1");
    await turn(page, () => page.click("#see"));
    assert.deepEqual(await pieces(page), ["3", "4", "5"]);
    assert.equal(await title(page), "Your turn");
    await play(page, "piece-nim-0", 1);
    assert.match(await page.textContent("#verdict"), /^You will win/);
    await show(page, "none");
    assert.equal(await page.locator(".mistake, #story").count(), 0, "they tell who wins");
  }));

  test("the oracle's mistakes are marked as well", () => visit("#nim=3&nim=4&nim=5&level=mostly", async (page) => {
    await ready(page);
    for (let count = 0; count < 30 && !(await page.locator("[id^=reply-] .mistake").count()); count += 1) {
      await put(page, "nim=3&nim=4&nim=5&level=mostly");
      await play(page, "piece-nim-2", 0);
    }
    assert.match(await page.textContent("[id^=reply-] .mistake"), /gave the win back/);
    assert.equal(await page.textContent("#verdict"), "✗ Your move gave the win away, but the oracle's gave it back.");
  }));

  test("a reload, a setting, the search and Back lose nothing", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    await play(page, "piece-nim-2", 0);
    await turn(page, () => page.click("#undo"));
    await play(page, "piece-nim-2", 4);
    const [record, table] = [await page.textContent("#record"), await pieces(page)];
    // Mistakes are marked only after the service has judged the moves again.
    const same = async (what) => {
      await page.waitForFunction((text) => document.querySelector("#record").textContent === text, record).catch(() => {});
      assert.deepEqual([await page.textContent("#record"), await pieces(page)], [record, table], what);
    };
    await page.reload();
    await ready(page);
    await same("reload");
    await settings(page);
    await page.selectOption("#level", "often");
    await same("the oracle's level");
    await page.selectOption("#level", "perfect");
    await page.click("label[for=play-misere]");
    await page.waitForFunction(() => location.hash.includes("misere"));
    assert.deepEqual(await pieces(page), table, "the convention");
    await page.click("label[for=play-normal]");
    await page.waitForFunction(() => !location.hash.includes("misere"));
    await page.waitForFunction((text) => document.querySelector("#record").textContent === text, record);
    await dialog(page, "new", "setup");
    await page.fill("#setup-search", "kayles");
    await page.keyboard.press("Enter");
    // Enter adds the first result.
    await page.waitForFunction(() => /(^|&)kayles=/.test(document.querySelector("#setup-text").value));
    await same("the search");
    await page.keyboard.press("Escape");
    await dialog(page, "lessons", "course");
    await page.click('[data-lesson="xor"]');
    await page.waitForSelector("#task-text");
    await page.goBack();
    await page.waitForFunction(() => document.querySelector("#task")?.hidden);
    await same("Back after a lesson");
    await page.click("#games");
    await page.click('[data-game="kayles"]');
    await page.waitForSelector("#piece-kayles-0");
    await page.goBack();
    await page.waitForSelector("#gallery:not([hidden])");
    await page.goBack();
    await page.waitForSelector("#piece-nim-0");
    await same("Back after another game");
  }));

  test("a link with moves leads to the same position by the same moves, and one with a move that is none is explained", () => visit("#kayles=7&nim=3&play=misere", async (page) => {
    await ready(page);
    for (let count = 0; count < 2; count += 1) await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
    const [link, table, record] = [await hash(page), await pieces(page), await page.textContent("#record")];
    assert.match(link, /moves=/);
    await visit(link, async (other) => {
      await ready(other);
      assert.deepEqual(await pieces(other), table);
      await other.waitForFunction((text) => document.querySelector("#record").textContent === text, record);
      assert.equal(await hash(other), link);
      await turn(other, () => other.click("#undo"));
    });
    await visit("#nim=3&moves=0:7", async (other) => {
      await other.waitForSelector("#setup .fault:not([hidden])");
    }, { refusals: true });
  }));

  test("the oracle moves first, and undo goes back move by move", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    const links = [await hash(page)];
    await turn(page, () => page.click("#begin"));
    assert.match(await hash(page), /moves=;/);
    links.push(await hash(page));
    for (let count = 0; count < 2; count += 1) {
      await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
      links.push(await hash(page));
    }
    for (const link of links.reverse().slice(1)) {
      await turn(page, () => page.click("#undo"));
      assert.equal(await hash(page), link);
    }
    assert.equal(await page.getAttribute("#undo", "aria-disabled"), "true");
  }));

  test("hints come one at a time: where, which move, and why", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    assert.equal(await page.locator(".hinted, .wins").count(), 0);
    await page.click("#hint");
    assert.equal(await page.textContent("#verdict"), "A winning move is in Nim 3.");
    assert.equal(await page.locator("#piece-nim-0.hinted").count(), 1);
    assert.equal(await page.locator(".wins").count(), 0, "the move is not told yet");
    await page.click("#hint");
    assert.equal(await page.textContent("#verdict"), "This wins: Nim 3: take 2 of 3.");
    assert.deepEqual(await page.locator(".pick.wins").evaluateAll((all) => all.map((each) => each.dataset.to)), ["1"]);
    await page.click("#hint");
    assert.match(await page.textContent("#verdict"), /3 ⊕ 4 ⊕ 5 = 2\. The move makes 3 into 1: then 1 ⊕ 4 ⊕ 5 = 0/);
    assert.equal(await page.getAttribute("#hint", "aria-disabled"), "true");
    await play(page, "piece-nim-0", 1);
    assert.equal(await page.textContent("#hint"), "Hint");
    assert.equal(await page.locator(".hinted, .wins").count(), 0);
  }));

  test("who will win is hidden at will, also after a reload", () => visit("#nim=3&nim=4", async (page) => {
    await ready(page);
    await show(page, "none");
    assert.equal(await page.textContent("#verdict"), "Who will win is hidden.");
    for (const name of ["why", "moves", "map", "about"]) {
      await tool(page, name);
      assert.equal(await page.locator("#why table, #board .value, #board .wins, #options .win, #map .heap, #about .numbers").count(), 0, `${name}: values tell who wins`);
    }
    await tool(page, "calls");
    await page.click("#uncover");
    assert.match(await page.textContent("#answer"), /"winner"/);
    await page.reload();
    await ready(page);
    assert.equal(await page.textContent("#verdict"), "Who will win is hidden.");
    await show(page, "verdict");
    assert.match(await page.textContent("#verdict"), /You will win/);
  }));

  test("a puzzle link keeps the answers hidden until they are asked for", () => visit("#nim=3&nim=4&answers=hidden", async (page) => {
    await ready(page);
    assert.equal(await page.textContent("#verdict"), "Who will win is hidden.");
    assert.doesNotMatch(await page.textContent("#live"), /will win,/);
    await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
    assert.match(await hash(page), /answers=hidden/);
  }));

  test("a blunder is said at once, and a second click queues nothing", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    let plays = 0;
    let reply;
    const asked = new Promise((done) => (reply = done));
    await page.route("**/v1/play", async (route) => {
      plays += 1;
      await asked;
      return route.continue();
    });
    const pick = page.locator('#piece-nim-2 .pick[data-to="0"]');
    await pick.evaluate((button) => {
      button.click();
      button.click();
      document.querySelector('#piece-nim-0 .pick')?.click();
    });
    await page.waitForFunction(() => document.querySelector("#status-title").textContent === "The oracle thinks …");
    assert.equal(await page.textContent("#verdict"), "✗ Your move gave the win away. The oracle can win now.");
    reply();
    await page.waitForFunction(() => document.querySelector("#status-title").textContent === "Your turn");
    assert.equal(plays, 1);
    assert.equal(await page.locator("#record [id^=turn-]").count(), 1);
    assert.match(await page.textContent("#last"), /^Oracle: Nim \d: take/);
  }));

  test("the oracle's move is said beside the board, also on a phone where it is out of sight", () => visit("#nim=3&nim=4&nim=5&nim=8", async (page) => {
    await ready(page);
    await play(page, "piece-nim-0", 2);
    assert.match(await page.textContent("#last"), /^Oracle: Nim \d: take/);
    const box = await page.locator("#last").boundingBox();
    assert.ok(box.y > 0 && box.y + box.height <= 844);
    assert.match(await page.textContent("#board .caption"), /^Oracle: take/);
  }, { viewport: { width: 390, height: 844 } }));

  for (const [width, height] of [[1280, 900], [390, 844]]) {
    test(`nothing shifts while matches are played, ${width} px`, () => visit("#nim=3&nim=4&nim=5", async (page) => {
      await ready(page);
      assert.deepEqual(await shifts(page), [], "after the first paint");
      for (const link of ["nim=3&nim=4&nim=5", "kayles=12", "octal(0.137)=17", "euclid=5,26&red-blue=RBBR", "grundys-game=9", "wythoff=3,5", "treblecross=11"]) {
        await put(page, link);
        await shifts(page);
        await playOut(page, (at) => any(at, MOVES));
        assert.deepEqual(await shifts(page), [], link);
        assert.ok(await page.locator("#board .card").count() > 0, "the board is still there at the end");
        await page.evaluate(() => scrollTo(0, 0));
      }
    }, { viewport: { width, height } }));
  }

  test("the reply is seen happening, and nothing shifts", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    await page.locator("#piece-nim-2 .pick >> nth=3").dispatchEvent("click");
    await page.waitForFunction(() => document.querySelector("#status-title").textContent === "The oracle moves");
    assert.ok(await page.locator("#board .touched").count() > 0);
    assert.match(await page.textContent("#last"), /^Oracle: /);
    await page.evaluate(() => window.goOn());
    await page.waitForFunction(() => document.querySelector("#status-title").textContent === "Your turn");
    assert.deepEqual(await shifts(page), []);
  }, { reducedMotion: "no-preference", prepare: (page) => page.addInitScript(holdPauses) }));

  test("without the service the move stays made, and the oracle replies when it is back", () => visit("#nim=5&nim=4", async (page) => {
    await ready(page);
    await page.route("**/v1/**", (route) => route.abort());
    await page.locator('#piece-nim-0 .pick[data-to="2"]').dispatchEvent("click");
    await page.waitForSelector("#notice:not([hidden])");
    assert.match(await page.textContent("#notice"), /No connection/);
    assert.deepEqual(await pieces(page), ["2", "4"], "what is on the screen is what was played");
    assert.equal(await page.locator(MOVES).count(), 0, "no second move can be made meanwhile");
    await page.unroute("**/v1/**");
    await page.waitForFunction(() => document.querySelector("#status-title").textContent === "Your turn" && document.querySelectorAll("#record .ply").length === 2);
    assert.equal(await page.isHidden("#notice"), true);

    // Undo works without a connection, since the earlier position is known and no request is sent.
    await page.route("**/v1/**", (route) => route.abort());
    await turn(page, () => page.click("#undo"));
    assert.deepEqual(await pieces(page), ["5", "4"]);
    await settings(page);
    await page.click("label[for=play-misere]");
    await page.waitForSelector("#notice:not([hidden])");
    assert.doesNotMatch(await hash(page), /misere/);
    await page.waitForFunction(() => document.querySelector("#play-normal").checked);
    assert.match(await page.textContent("#notice"), /“Last move loses” is set when it is back/);
    await page.unroute("**/v1/**");
    await page.waitForFunction(() => location.hash.includes("misere") && document.querySelector("#notice").hidden);
    assert.equal(await page.isChecked("#play-misere"), true);
  }, { refusals: true }));

  test("a move that was just made outlives a reload, and the oracle replies after it", () => visit("#nim=5&nim=4", async (page) => {
    await ready(page);
    // The first answer never comes.
    await page.route("**/v1/play", () => {}, { times: 1 });
    await page.locator('#piece-nim-0 .pick[data-to="2"]').dispatchEvent("click");
    await page.waitForFunction(() => document.querySelector("#status-title").textContent === "The oracle thinks …");
    await page.reload();
    await ready(page);
    await page.waitForFunction(() => document.querySelector("#status-title").textContent === "Your turn" && document.querySelectorAll("#record .ply").length === 2);
    assert.match(await page.textContent("#record"), /You Nim 5: take 3 of 5.*Oracle Nim 4/);
  }));

  test("a mistake is said where one looks, on a phone too", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    assert.equal(await page.isVisible("#level-now"), true, "how good the oracle is can be set at once");
    assert.match(await page.locator("#level-now option:checked").textContent(), /never errs/);
    await play(page, "piece-nim-2", 0);
    assert.match(await page.textContent("#verdict"), /^✗ Your move gave the win away\. Undo it/);
    const box = await page.locator("#verdict").boundingBox();
    assert.ok(box.y > 0 && box.y + box.height <= 844);
    await turn(page, () => page.click("#undo"));
    await turn(page, () => page.selectOption("#level-now", "often"));
    assert.match(await hash(page), /level=often/);
  }, { viewport: { width: 390, height: 844 } }));

  test("the verdict of long numbers is not cut off", () => visit(`#nim=${"9".repeat(40)}&nim=${"7".repeat(40)}`, async (page) => {
    await ready(page);
    const cut = () => page.locator("#status .say").evaluate((say) => say.scrollHeight - say.clientHeight);
    assert.ok(await cut() <= 0);
    await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
    assert.ok(await cut() <= 0, "after a move");
  }, { viewport: { width: 390, height: 844 } }));

  test("a move that the rules forbid is explained beside its field", () => visit("#euclid=5,26", async (page) => {
    await ready(page);
    await tool(page, "moves");
    await page.click("text=Type a move");
    await page.fill("#typed", "5,7");
    await page.click("#play-typed");
    await page.waitForSelector("#typed-fault:not([hidden])");
    assert.match(await page.textContent("#typed-fault"), /must be a multiple of 5/);
    assert.equal(await page.getAttribute("#typed", "aria-invalid"), "true");
    assert.equal(await hash(page), "#euclid=5,26");
    await page.fill("#typed", "5,6");
    await turn(page, () => page.click("#play-typed"));
    assert.match(await page.textContent("#record"), /You subtract 4 × 5 from 26/);
  }, { refusals: true }));

  test("misère play ends the other way round and says so everywhere", () => visit("#nim=1&nim=1&nim=2&play=misere", async (page) => {
    await ready(page);
    assert.match(await page.textContent("#how"), /last move loses/);
    assert.match(await page.textContent("#board .rules"), /cannot move wins/);
    await tool(page, "why");
    await page.click("#show-why");
    assert.match(await page.textContent("#why-lead"), /as in Nim until your move would leave only components worth 0 or 1/);
    // By this rule, the winning move leaves three heaps of 1. The winning move of normal play, to two heaps, loses.
    await tool(page, "moves");
    const outcomes = await page.locator("#options tr").evaluateAll((rows) => rows.map((row) => [row.dataset.move, row.querySelector(".outcome").textContent]));
    assert.deepEqual(new Map(outcomes).get("nim 2 1"), "wins");
    assert.deepEqual(new Map(outcomes).get("nim 2 0"), "loses");
  }));

  test("levels: an oracle that errs gives the same game again, and can be changed in the middle", () => visit("#nim=3&nim=4&nim=5&level=mostly", async (page) => {
    await ready(page);
    await play(page, "piece-nim-2", 0);
    const table = await pieces(page);
    await tool(page, "calls");
    await page.click('#calls label:has-text("v1/play")');
    const request = JSON.parse(await page.textContent("#request"));
    assert.ok(request.mistakes > 0 && Number.isInteger(request.seed));
    await turn(page, () => page.click("#undo"));
    await play(page, "piece-nim-2", 0);
    assert.deepEqual(await pieces(page), table);
    await settings(page);
    await turn(page, () => page.selectOption("#level", "perfect"));
    assert.deepEqual(await pieces(page), table);
  }));

  test("a position that comes for the third time may be called a draw", () => {
    const ring = { ring: { graph: { a: ["b"], b: ["a", "c"], c: ["d"], d: [] } } };
    return visit(`#ring=b&games=${encodeURIComponent(JSON.stringify(ring))}`, async (page) => {
      await ready(page);
      for (let count = 0; count < 2; count += 1) {
        assert.equal(await page.locator("#draw").count(), 0);
        await play(page, "piece-ring-0", "a");
      }
      await page.click("#draw");
      assert.equal(await title(page), "A draw");
      assert.equal(await page.locator(MOVES).count(), 0);
      assert.equal(await page.textContent("#story"), "Neither of you gave anything away.");
    });
  });

  test("after the end a new position begins with the first one, not with what is left", () => visit("#nim=1", async (page) => {
    await ready(page);
    await play(page, "piece-nim-0", 0);
    assert.equal(await title(page), "You won");
    await dialog(page, "new", "setup");
    assert.equal(await page.inputValue("#setup-0"), "1");
    await page.keyboard.press("Escape");
    await turn(page, () => page.click("#again"));
    assert.equal(await title(page), "Your turn");
  }));
}
