// Matches of compounds, which are played to the end. In each turn, moves are chosen in components and then made together.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { KINDS } from "../browser/positions.mjs";
import { ask, url } from "../browser/service.mjs";
import { SIDE_BY_SIDE, visit } from "./page.mjs";

/** The position on the table, and the start of the match, as the page stores them. */
function kept(page) {
  const here = (node) => (node.here ? node : node.children.map(here).find(Boolean));
  const { start, tree } = JSON.parse(page.window.sessionStorage.getItem(`grundy-match-${page.window.history.state.number}`)).match;
  return { start, ...here(tree) };
}

/** Chooses a move in each component that has a move, or only in some of them. Then makes the moves. */
function choose(page, moved, act) {
  const places = [...new Set(page.all("#board .pick").map((pick) => `[data-game="${pick.closest(".game").dataset.game}"] .pick[data-index="${pick.dataset.index}"]`))];
  const chosen = { one: places.slice(0, 1), any: places.slice(0, 2), all: places }[moved];
  for (const place of chosen) act(`#board ${place}`, -1);
  if (moved !== "one") act("#combine");
}

describe("compounds", { concurrency: SIDE_BY_SIDE }, () => {
  for (const [kind, moved, ended, start] of KINDS) {
    for (const hand of ["touch", "click"]) {
      test(`a compound is set up, played to its end by ${hand}, and its link holds it: ${kind}`, () => visit("#nim=1", async (page) => {
        await page.ready();
        await page.dialog("new", "setup");
        page.fill("#setup-text", start);
        page.click(`#setup-moved-${moved}`);
        page.click(`#setup-ended-${ended}`);
        assert.match(page.one("#setup-text").value, new RegExp(`compound=${kind}`));
        await page.turn(() => page.click("#start"));
        assert.equal(kept(page).start.compound, kind);
        const act = (selector, nth) => {
          if (hand === "click") return page.click(selector, nth);
          page.tap(selector, nth);
          // If a turn is one move, the first touch only shows the move, and the second touch makes it.
          if (moved === "one") page.tap(selector, nth);
        };
        for (let count = 0; count < 20 && page.title === "Your turn"; count += 1) {
          await page.turn(() => choose(page, moved, act));
          await page.until(() => page.attribute("#board", "aria-busy") === "false");
        }
        assert.match(page.title, /won$/);
        const { position } = kept(page);
        const { count } = await ask("v1/moves", { position, compound: kind });
        assert.equal(count, 0, "the service says that it is over, too");
        assert.match(page.text("#verdict"), ended === "any" ? /no move left, and that ends the match|No move is left/ : /No move is left/);
        assert.match(page.text("#story"), /You |It was lost/);
        // Mistakes are marked only after the service has judged the moves again.
        const { pieces, hash } = page;
        const record = page.text("#record");
        const isSame = async (other, what) => {
          assert.deepEqual(other.pieces, pieces, what);
          await other.until(() => other.text("#record") === record);
        };
        await page.reload();
        await page.ready();
        await isSame(page, "after a reload");
        await visit(hash, async (other) => {
          await other.ready();
          await isSame(other, "from the link");
        });
        await page.turn(() => page.click("#undo"));
        assert.equal(page.title, "Your turn");
      }));
    }
  }

  test("a combined move: what is chosen is seen and can be taken back, and the answer is shown in each component", () => visit("#nim=3&nim=4&nim=5&compound=selective", async (page) => {
    await page.ready();
    assert.match(page.text("#how"), /A turn is a move in one of them, or in several at once\. Whoever cannot move loses\./);
    const pick = (card, to) => page.click(`#piece-nim-${card} .pick[data-to="${to}"]`);
    pick(0, 1);
    pick(2, 3);
    assert.deepEqual(page.texts("#board .plan"), ["✓ take 2 of 3", "Stays, or choose a move", "✓ take 2 of 5"]);
    assert.equal(page.text("#combine"), "Make 2 moves");
    assert.deepEqual(page.all("#board .pick[aria-pressed=true]").map((each) => each.dataset.to), ["1", "3"]);
    pick(2, 3);
    pick(0, 0);
    assert.equal(page.text("#board .plan"), "✓ take 3 of 3", "another choice in the same heap is instead of the first");
    assert.ok(page.count("#board .touched") >= 3);
    await page.turn(() => page.click("#combine"));
    // The oracle takes both heaps that are left.
    assert.deepEqual(page.pieces, ["0", "0", "0"]);
    assert.match(page.text("#last"), /Oracle: take 4 of 4; take 5 of 5/);
    assert.deepEqual(page.texts("#board .plan"), ["Ended", "Ended", "Ended"], "what has ended stays");
    assert.match(page.text("#record .mistake"), /gave the win away; best was take 3 of 3; take 4 of 4; take 5 of 5/);
    assert.equal(page.text("#story"), "You had the win until move 1.");
    await page.turn(() => page.click("#undo"));
    assert.deepEqual(page.pieces, ["3", "4", "5"]);
    assert.equal(page.count("#board .pick[aria-pressed=true]"), 0);
  }));

  test("a compound that one ends says so, in misère play too, and what is left of the others stays", () => visit("#nim=1&subtraction(1,2)=7&compound=conjunctive&play=misere", async (page) => {
    await page.ready();
    assert.match(page.text("#how"), /A turn is a move in all of them at once\. As soon as one has no move left, the match is over, and the player to move wins\./);
    assert.equal(page.count("#combine"), 0, "the oracle may begin until something is chosen");
    page.click("#piece-nim-0 .pick");
    assert.equal(page.text("#combine"), "Choose 1 more");
    page.click("#combine");
    assert.equal(page.count("#record li"), 0, "an unfinished choice is not made");
    page.click('[data-game="subtraction(1,2)"] .pick');
    await page.turn(() => page.click("#combine"));
    assert.equal(page.title, "The oracle won");
    page.show("none");
    assert.match(page.text("#verdict"), /^Nim 0 has no move left, and that ends the match\. Whoever cannot move wins/);
  }));

  test("hints of a compound say where to look, the moves on the board, and why; the table and the reasons are its own", () => visit("#subtraction(1,2)=7&subtraction(1,2)=8&subtraction(1,2)=6&compound=selective", async (page) => {
    await page.ready();
    page.click("#hint");
    assert.match(page.text("#verdict"), /A winning move is in .* 7 and .* 8/);
    page.click("#hint");
    assert.match(page.text("#verdict"), /This wins: take 1 of 7; take 2 of 8/);
    await page.until(() => page.count("#board .pick.wins") === 2);
    assert.deepEqual(page.all("#board .pick.wins").map(({ dataset }) => dataset.to), ["6", "6"]);
    page.click("#hint");
    assert.match(page.text("#verdict"), /lost/);
    await page.reload();
    await page.ready();
    page.show("all");
    // After a wrong choice in one heap, no move in another heap wins any more.
    await page.until(() => page.count('#board .pick.wins[data-to="6"]') === 2);
    page.click('[data-game="subtraction(1,2)"] .pick[data-index="0"][data-to="5"]');
    await page.until(() => !page.count('#board .pick.wins[data-index="1"]'));
    await page.tool("why");
    assert.deepEqual(page.texts("#why tbody td"), ["the player to move wins", "the player to move wins", "the player to move loses"]);
    page.click("#lesson-of-compounds");
    await page.until(() => page.texts("#task-text").some((text) => text.includes("in as many heaps as you like")));
    page.goBack();
    await page.until(() => page.one("#task").hidden);
    await page.tool("moves");
    const { count } = await ask("v1/moves?subtraction(1,2)=7&subtraction(1,2)=8&subtraction(1,2)=6&compound=selective");
    assert.equal(page.text("#moves-title"), `All moves (${count})`);
    assert.equal(page.count("#options .win"), 1);
    await page.turn(() => page.click("#options .win button"));
    assert.match(page.text("#record"), /take 1 of 7; .*take 2 of 8/);
    await page.tool("calls");
    page.click('[id="call-v1/play"]');
    assert.match(page.text("#request"), /"combined_move"/);
  }));

  test("a compound is printed as a worksheet without values, with the answers apart", () => visit("#nim=1&nim=2&compound=selective", async (page) => {
    await page.ready();
    page.window.dispatchEvent(new page.window.Event("beforeprint"));
    const [questions, answers] = [page.text(".sheet"), page.text(".answers")];
    assert.match(questions, /A turn is a move in one of them, or in several at once/);
    assert.doesNotMatch(questions, /value|XOR/i);
    assert.doesNotMatch(answers, /\?$/);
    assert.match(answers, /Winning moves \(1\): take 1 of 1; take 2 of 2\./);
  }));

  test("the script of compounds is loaded with the first compound, and not before", () => {
    const scripts = [];
    const fetched = ({ url: address }) => void (address.endsWith("/compound.js") && scripts.push(address));
    return visit("", async (page) => {
      await page.ready();
      assert.equal(scripts.length, 0);
      await page.put("nim=2&nim=3&compound=conjunctive");
      await page.found("#board .plan");
      assert.equal(scripts.length, 1);
      assert.ok(scripts[0].startsWith(url));
    }, { fetched });
  });
});
