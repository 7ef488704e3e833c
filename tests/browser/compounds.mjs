// Matches of compounds, which are played to the end by touch, by keys and by mouse. In each turn, moves are chosen in
// components and then made together.

import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { any, ask, dialog, hash, pieces, ready, shifts, show, tool, turn, url, visit } from "./browser.mjs";

/**
 * Each entry has a kind of compound, the two choices that select this kind in the dialog, and the first position of a
 * match. The positions have rows that split, and heaps.
 */
const KINDS = [
  ["conjunctive", "all", "any", "kayles=4&subtraction(1,2)=5&subtraction(1,2)=7"], ["continued-conjunctive", "all", "all", "kayles=4&subtraction(1,2)=5"],
  ["selective", "any", "all", "kayles=4&subtraction(1,2)=5"], ["shortened-selective", "any", "any", "kayles=5&subtraction(1,2)=5"], ["diminished-disjunctive", "one", "any", "kayles=5&subtraction(1,2)=7"],
];

const cards = (page) => page.locator("#board .card");

/** The position on the table and the last move, as the page stores them. */
const kept = (page) => page.evaluate(() => {
  const here = (node) => (node.here ? node : node.children.map(here).find(Boolean));
  const { start, tree } = JSON.parse(sessionStorage.getItem(`grundy-match-${history.state.number}`)).match;
  return { start, ...here(tree) };
});

/**
 * Chooses a move in each component that has a move, or only in some of them. Then makes the moves. `act(control)` uses
 * a control that chooses a move. `make(control)` uses the control that makes the moves.
 */
async function choose(page, { moved, act, make }) {
  const indices = new Set(await page.locator("#board .pick").evaluateAll((all) => all.map((each) => `${each.closest(".game").dataset.game} ${each.dataset.index}`)));
  const chosen = moved === "all" ? [...indices] : [...indices].slice(0, 2);
  for (const place of chosen.slice(0, moved === "one" ? 1 : undefined)) {
    const [game, index] = place.split(" ");
    const picks = page.locator(`#board [data-game="${game}"] .pick[data-index="${index}"]`);
    await act(picks.nth((await picks.count()) - 1));
  }
  if (moved !== "one") await make(page.locator("#combine"));
}

/** Ways to act on a control. */
const HANDS = {
  touch: { act: (control) => control.tap(), options: { hasTouch: true, viewport: { width: 390, height: 844 } } },
  keys: { act: async (control) => (await control.focus(), control.press("Enter")), options: {} },
};

export function playsCompounds() {
  for (const [kind, moved, ended, start] of KINDS) {
    for (const [hand, { act, options }] of Object.entries(HANDS)) {
      test(`a compound is set up, played to its end by ${hand}, and its link holds it: ${kind}`, () => visit("#nim=1", async (page) => {
        await ready(page);
        await dialog(page, "new", "setup");
        await page.fill("#setup-text", start);
        await page.click(`label[for=setup-moved-${moved}]`);
        await page.click(`label[for=setup-ended-${ended}]`);
        assert.match(await page.inputValue("#setup-text"), new RegExp(`compound=${kind}`));
        await turn(page, () => page.click("#start"));
        assert.equal((await kept(page)).start.compound, kind);
        // If a turn is one move, the first touch only shows the move, and the second touch makes it.
        const make = moved === "one" && hand === "touch" ? async (control) => (await act(control), act(control)) : act;
        for (let count = 0; count < 20; count += 1) {
          if ((await page.textContent("#status-title")) !== "Your turn") break;
          await turn(page, () => choose(page, { moved, act: make, make: act }));
          await page.waitForFunction(() => !document.querySelector("#board[aria-busy=true]"));
        }
        assert.match(await page.textContent("#status-title"), /won$/);
        const { position } = await kept(page);
        const { count } = await ask("v1/moves", { position, compound: kind });
        assert.equal(count, 0, "the service says that it is over, too");
        assert.match(await page.textContent("#verdict"), ended === "any" ? /no move left, and that ends the match|You |It was lost/ : /You |It was lost/);
        const seen = [await pieces(page), await page.textContent("#record")];
        const same = async (what) => {
          // Mistakes are marked only after the service has judged the moves again.
          await page.waitForFunction((text) => document.querySelector("#record").textContent === text, seen[1]).catch(() => {});
          assert.deepEqual([await pieces(page), await page.textContent("#record")], seen, what);
        };
        const link = await hash(page);
        await page.reload();
        await ready(page);
        await same("after a reload");
        // Without the stored match, the link gives the same match.
        await page.evaluate(() => history.replaceState({}, ""));
        await page.evaluate(() => sessionStorage.clear());
        await page.goto("about:blank");
        await page.goto(`${url}${link}`);
        await ready(page);
        await same("from the link");
        await turn(page, () => page.click("#undo"));
        assert.equal(await page.textContent("#status-title"), "Your turn");
      }, options));
    }
  }

  test("a combined move: what is chosen is seen and can be taken back, and the answer is shown in each component", () => visit("#nim=3&nim=4&nim=5&compound=selective", async (page) => {
    await ready(page);
    assert.match(await page.textContent("#how"), /A turn is a move in one of them, or in several at once\. Whoever cannot move loses\./);
    const pick = (card, to) => page.locator(`#piece-nim-${card} .pick[data-to="${to}"]`);
    await pick(0, 1).click();
    await pick(2, 3).click();
    assert.deepEqual(await cards(page).locator(".plan").allTextContents(), ["✓ take 2 of 3", "Stays, or choose a move", "✓ take 2 of 5"]);
    assert.equal(await page.textContent("#combine"), "Make 2 moves");
    assert.deepEqual(await page.locator("#board .pick[aria-pressed=true]").evaluateAll((all) => all.map((each) => each.dataset.to)), ["1", "3"]);
    await pick(2, 3).click();
    await pick(0, 0).click();
    assert.deepEqual((await cards(page).locator(".plan").allTextContents())[0], "✓ take 3 of 3", "another choice in the same heap is instead of the first");
    assert.equal(await page.locator("#board .touched").count() >= 3, true);
    assert.deepEqual(await shifts(page), []);
    await turn(page, () => page.click("#combine"));
    // The oracle takes both heaps that are left.
    assert.deepEqual(await pieces(page), ["0", "0", "0"]);
    assert.match(await page.textContent("#board .caption"), /Oracle: take 4 of 4; take 5 of 5/);
    assert.deepEqual(await cards(page).locator(".plan").allTextContents(), ["Ended", "Ended", "Ended"], "what has ended stays");
    assert.match(await page.textContent("#record .mistake"), /gave the win away; best was Nim 3: take 3 of 3; Nim 4: take 4 of 4; Nim 5: take 5 of 5/);
    assert.equal(await page.textContent("#story"), "You had the win until move 1.");
    await turn(page, () => page.click("#undo"));
    assert.deepEqual(await pieces(page), ["3", "4", "5"]);
    assert.equal(await page.locator("#board .pick[aria-pressed=true]").count(), 0);
  }));

  test("a compound that one ends says so, in misère play too, and what is left of the others stays", () => visit("#nim=1&subtraction(1,2)=7&compound=conjunctive&play=misere", async (page) => {
    await ready(page);
    assert.match(await page.textContent("#how"), /A turn is a move in all of them at once\. As soon as one has no move left, the match is over, and the player to move wins\./);
    assert.equal(await page.locator("#combine").count(), 0, "the oracle may begin until something is chosen");
    await page.locator("#piece-nim-0 .pick").click();
    assert.equal(await page.textContent("#combine"), "Choose 1 more");
    await page.click("#combine", { force: true });
    assert.equal(await page.locator("#record li").count(), 0, "an unfinished choice is not made");
    await page.locator('[data-game="subtraction(1,2)"] .pick').first().click();
    await turn(page, () => page.click("#combine"));
    assert.equal(await page.textContent("#status-title"), "The oracle won");
    await show(page, "none");
    assert.match(await page.textContent("#verdict"), /^Nim 0 has no move left, and that ends the match\. Whoever cannot move wins/);
  }));

  test("hints of a compound say where to look, the moves on the board, and why; the table and the reasons are its own", () => visit("#subtraction(1,2)=7&subtraction(1,2)=8&subtraction(1,2)=6&compound=selective", async (page) => {
    await ready(page);
    await page.click("#hint");
    assert.match(await page.textContent("#verdict"), /A winning move is in subtraction\(1,2\) 7 and subtraction\(1,2\) 8|A winning move is in .* 7 and .* 8/);
    await page.click("#hint");
    assert.match(await page.textContent("#verdict"), /This wins: .* 7: take 1 of 7; .* 8: take 2 of 8/);
    assert.deepEqual(await page.locator("#board .pick.wins").evaluateAll((all) => all.map(({ dataset }) => dataset.to)), ["6", "6"]);
    await page.click("#hint");
    assert.match(await page.textContent("#verdict"), /lost/);
    await page.reload();
    await ready(page);
    await show(page, "all");
    // After a wrong choice in one heap, no move in another heap wins any more.
    assert.equal(await page.locator('#board .pick.wins[data-to="6"]').count(), 2);
    await page.locator('[data-game="subtraction(1,2)"] .pick[data-index="0"][data-to="5"]').click();
    await page.waitForFunction(() => !document.querySelector('#board .pick.wins[data-index="1"]'));
    await tool(page, "why");
    assert.deepEqual(await page.locator("#why tbody td").allTextContents(), ["the player to move wins", "the player to move wins", "the player to move loses"]);
    await page.click("#lesson-of-compounds");
    await page.waitForSelector("#task-text:has-text('in as many heaps as you like')");
    await page.goBack();
    await page.waitForSelector("#task", { state: "hidden" });
    await tool(page, "moves");
    const { count } = await ask("v1/moves?subtraction(1,2)=7&subtraction(1,2)=8&subtraction(1,2)=6&compound=selective");
    assert.equal(await page.textContent("#moves-title"), `All moves (${count})`);
    assert.equal(await page.locator("#options .win").count(), 1);
    await turn(page, () => page.locator("#options .win button").click());
    assert.match(await page.textContent("#record"), /take 1 of 7; .*take 2 of 8/);
    await tool(page, "calls");
    await page.click("label[for='call-v1/play']");
    assert.match(await page.textContent("#request"), /"combined_move"/);
  }));

  test("a compound is printed as a worksheet without values, with the answers apart", () => visit("#nim=1&nim=2&compound=selective", async (page) => {
    await ready(page);
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    const [questions, answers] = [await page.innerText(".sheet >> nth=0"), await page.innerText(".answers")];
    assert.match(questions, /A turn is a move in one of them, or in several at once/);
    assert.doesNotMatch(questions + answers, /value|XOR|\?$/i);
    assert.match(answers, /Winning moves \(1\): Nim 1: take 1 of 1; Nim 2: take 2 of 2\./);
  }));

  test("what a far service is needed for is loaded with the first compound, and not before", () => visit("", async (page) => {
    await ready(page);
    const files = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name.split("/").at(-1)).filter((name) => name === "compound.js").length);
    assert.equal(await files(), 0);
    await page.evaluate(() => (location.hash = "nim=2&nim=3&compound=conjunctive"));
    await page.waitForSelector("#board .plan");
    assert.equal(await files(), 1);
  }));

  for (const [path, width, height] of [["", 390, 844], ["", 844, 390], ["", 1280, 800], ["", 1920, 1080], ["embed", 720, 560]]) {
    test(`what is chosen stands beside the heaps or below them, and over none: ${width} × ${height}`, () => visit(`${path}#nim=3&nim=4&nim=9&compound=selective`, async (page) => {
      await ready(page);
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
      assert.equal(overlaps, 0);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    }, { viewport: { width, height } }));
  }

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
