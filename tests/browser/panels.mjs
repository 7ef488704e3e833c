// The panels around the board as the browser lays them out, what is printed, the contract's page, and frames.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { any, browser, dialog, MOVES, pieces, put, ready, show, tool, turn, url, visit } from "./browser.mjs";

export function explains() {

  test("what was unfolded or folded stays so, though all is drawn anew before the browser tells of it", () => visit("#nim=3&nim=4", async (page) => {
    await ready(page);
    await show(page, "all");
    const stays = (summary, again) => page.evaluate(([fold, redraw]) => [0, 1].map(() => {
      const isOpen = () => document.querySelector(fold).parentElement.open;
      const before = isOpen();
      document.querySelector(fold).click();
      document.querySelector(redraw).click();
      return isOpen() !== before;
    }), [summary, again]);
    for (const [name, summary] of [["why", "#argument"], ["moves", ".typing summary"], ["moves", ".rules summary"], ["moves", "#settings"]]) {
      await tool(page, name);
      assert.deepEqual(await stays(summary, "#lost-nim"), [true, true], summary);
    }
    await dialog(page, "new", "setup");
    await page.fill("#setup-search", "kayles");
    await page.waitForSelector("#setup-found button");
    assert.deepEqual(await stays("#setup .by-hand summary", "#setup-found button"), [true, true]);
  }));

  for (const [link, statement] of [["#nim=3&nim=4&nim=5", /proved: \[3, 4, 5\] has the Grundy value 2 in .*catalogue.*nim/], ["#kayles=1000", /proved: g\(n \+ 12\) = g\(n\).*g\(1000\) = 1/]]) {
    test(`the reader's browser verifies the answer: ${link}`, () => visit(link, async (page) => {
      await ready(page);
      await show(page, "all");
      await tool(page, "why");
      assert.equal(await page.locator("#verified").count(), 0);
      await page.click("#verify");
      await page.waitForFunction(() => /proved/.test(document.querySelector("#verified")?.textContent));
      assert.match(await page.innerText("#verified"), statement);
      // The rules of a game of the catalogue are shown, since they must be believed. Those of a code are in the format.
      assert.equal(await page.locator("#proof-rules").count(), link.startsWith("#nim") ? 1 : 0);
    }));
  }

  test("a certificate that proves something else is refused by the browser", () => visit("#nim=3&nim=4", async (page) => {
    await ready(page);
    await show(page, "all");
    await tool(page, "why");
    await page.click("#verify");
    await page.waitForFunction(() => /proved/.test(document.querySelector("#verified")?.textContent));
    assert.match(await page.innerText("#verified"), /has not proved it: refused: /);
  }, {
    prepare: (page) => page.route("**/v1/analyze", async (route) => {
      const answer = await route.fetch();
      const body = await answer.text();
      await route.fulfill({ response: answer, body: body.replace('"grundy":7},"labels"', '"grundy":6},"labels"') });
    }),
  }));

  test("on paper are the board without traces of moves and the answers apart, or the lessons alone", () => visit("#nim=5&nim=7&nim=3", async (page) => {
    await ready(page);
    await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
    assert.ok(await page.locator("#board .stone.gone").count());
    // In a test, there is no printer dialog.
    await page.evaluate(() => (window.print = () => {
      dispatchEvent(new Event("beforeprint"));
      window.isPrinted = true;
    }));
    await page.evaluate(() => print());
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.isVisible("#controls"), false);
    assert.equal(await page.isVisible("#status"), false, "it tells who wins");
    assert.equal(await page.isVisible("#board"), true);
    assert.equal(await page.locator("#board .stone.gone >> visible=true").count(), 0);
    assert.match(await page.innerText(".answers"), /^Answers/);
    assert.equal(await page.locator(".answers").evaluate((part) => getComputedStyle(part).breakBefore), "page");
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await page.emulateMedia({ media: "screen" });
    await page.evaluate(() => (window.isPrinted = false));
    await dialog(page, "lessons", "course");
    await page.click("#print-lessons");
    await page.waitForFunction(() => window.isPrinted);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.isVisible("#board"), false);
    assert.match(await page.innerText(".sheet >> nth=0"), /Nim in two heaps/);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await page.emulateMedia({ media: "screen" });
    assert.equal(await page.isVisible("#board"), true);
  }));

  test("the contract's page can be read and used, light and dark, on a phone too", () => visit("docs/", async (page) => {
    await page.waitForSelector(".call-of");
    const check = async (what, part = "body") => {
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        const { violations } = await new AxeBuilder({ page }).include(part).options({ resultTypes: ["violations"] }).setLegacyMode(true).analyze();
        assert.deepEqual(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => [id, html])), [], `${what}, ${colorScheme}`);
      }
    };
    await check("folded");
    // Opens a GET that has parameters and a POST that has a body, and sends both.
    for (const id of ["map", "play"]) {
      await page.click(`#${id} > summary`);
      await page.click(`#${id} .main`);
      await page.locator(`#${id} .answer`).getByText("Status 200").waitFor();
    }
    assert.match(await page.innerText("#play .answer"), /\n {2}"reply": \{/);
    await page.click("#play .fields summary");
    await check("with calls and answers");
    await page.setViewportSize({ width: 390, height: 844 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390);
  }));

  test("the page can be framed at /embed, and only there, and tells how high it is", async () => {
    const host = createServer((request, response) => {
      response.setHeader("Content-Type", "text/html");
      response.end(`<title>A lesson</title><script>heights = []; addEventListener("message", ({ data }) => data.type === "grundy:height" && heights.push(data.height))</script>
        <iframe src="${url}${request.url.slice(1)}#nim=3&nim=4" width="600" height="600"></iframe>`);
    });
    await new Promise((done) => host.listen(0, "127.0.0.2", done));
    const context = await browser.newContext({ reducedMotion: "reduce" });
    try {
      const page = await context.newPage();
      await page.goto(`http://127.0.0.2:${host.address().port}/embed`);
      const frame = page.frameLocator("iframe");
      await frame.locator("#board .pick").last().dispatchEvent("click");
      await frame.locator("#last .ply").waitFor();
      assert.equal(await frame.locator(":is(header.top, #record, .settings) >> visible=true").count(), 0, "the board, the turn and a hint");
      assert.equal(await frame.locator("#hint").isVisible(), true);
      const high = await frame.locator("html").evaluate((html) => html.scrollHeight);
      assert.ok(high <= 600, `${high} px`);
      await page.waitForFunction(() => heights.length > 0);
      assert.ok((await page.evaluate(() => heights.at(-1))) <= 600);
      assert.match(await frame.locator("text=Open the whole page").getAttribute("href"), /\/#nim=/);
      const refused = page.waitForEvent("console", { predicate: (message) => message.text().includes("frame-ancestors 'none'") });
      await page.goto(`http://127.0.0.2:${host.address().port}/`);
      await refused;
      assert.equal(await frame.locator("#board").count(), 0);
    } finally {
      await context.close();
      host.close();
    }
  });
}
