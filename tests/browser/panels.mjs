// What is around the board: the table of moves, why, the map, the API, the dialog, links, lessons, and frames.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { any, ask, browser, hash, MOVES, ready, run, show, turn, url, visit } from "./browser.mjs";
import { games } from "./positions.mjs";

export function explains() {
  test("the table of moves: winning ones first, with what they leave, and linked to the board", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    assert.equal(await page.locator("#moves th:text('Value after')").count(), 0);
    await show(page, "all");
    const first = page.locator("#options tr").first();
    assert.deepEqual(await first.locator("th, td").allTextContents(), ["Nim 3: take 2 of 3", "1", "0", "wins"]);
    await first.hover();
    assert.equal(await page.locator("#piece-nim-0 .touched").count(), 2);
    assert.equal(await page.locator("#piece-nim-0 .pick.wins").count(), 1);
    await turn(page, () => first.locator("button").click());
    assert.match(await page.textContent("#record"), /You Nim: take 2 of 3Oracle/);
  }));

  test("why: the odd columns, and what each component has to become", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    await page.click("#show-why");
    assert.deepEqual(await page.locator("#why tbody tr").first().locator("td").allTextContents(), ["3", "011", "1", "take 2 of 3"]);
    assert.deepEqual(await page.locator("#why tbody .odd").allTextContents(), ["1", "0", "0"]);
    await turn(page, () => page.click("#why .win button"));
    assert.match(await page.textContent("#why-lead"), /add up \(XOR\) to [1-9], not 0/);
  }));

  test("games are found by search and by tag, and a position that is none is explained beside its field", () => visit("#nim=3", async (page) => {
    await ready(page);
    await page.click("#new");
    assert.equal(await page.locator("#setup-found button").count(), games.length);
    const tag = games.find(({ id }) => id === "euclid").tags[0];
    await page.click(`.tag[data-tag="${tag}"]`);
    assert.equal(await page.locator("#setup-found button").count(), games.filter(({ tags }) => tags.includes(tag)).length);
    await page.fill("#setup-search", "grossman");
    assert.equal(await page.locator("#setup-found button").count(), 1);
    await page.click("#setup-found button");
    await page.keyboard.type("0,5");
    await page.click("#start");
    await page.waitForSelector("#setup-1-fault:not([hidden])");
    assert.match(await page.textContent("#setup-1-fault"), /at least 1/);
    assert.equal(await page.getAttribute("#setup-1", "aria-invalid"), "true");
    assert.equal(await hash(page), "#nim=3");
    await page.fill("#setup-1", "7,5");
    assert.equal(await page.inputValue("#setup-text"), "euclid=7,5&nim=3");
    await turn(page, () => page.click("#start"));
    assert.equal(await hash(page), "#euclid=7,5&nim=3");
  }, { refusals: true }));

  test("a sum is typed as text", () => visit("", async (page) => {
    await ready(page);
    await page.click("#games");
    await page.fill("#setup-text", "nimm=3&nim=4");
    await page.click("#start");
    await page.waitForSelector(".fault:not([hidden])");
    assert.match(await page.textContent("#setup"), /the nearest is "nim"/);
    await page.fill("#setup-text", "nim=3&nim=4&play=misere");
    await turn(page, () => page.click("#start"));
    assert.equal(await hash(page), "#nim=3&nim=4&play=misere");
    assert.equal(await page.isChecked("#play-misere"), true);
    await page.goBack();
    await page.waitForFunction(() => location.hash === "#nim=3&nim=4&nim=5" && document.querySelectorAll(".card").length === 3);
  }, { refusals: true }));

  test("a link holds the position, as a fragment or as a query string", () => visit("#euclid=5,26&nim=3&play=misere", async (page) => {
    await ready(page);
    await turn(page, async () => (await any(page, MOVES)).click());
    const link = await hash(page);
    const cards = await page.locator("#board h3").allTextContents();
    for (const form of [link, link.replace("#", "?")]) {
      await visit(form, async (other) => {
        await ready(other);
        assert.deepEqual(await other.locator("#board h3").allTextContents(), cards);
        assert.equal(await other.isChecked("#play-misere"), true);
      });
    }
    await page.evaluate(() => (location.hash = "nim=8"));
    await page.waitForSelector("text=Nim 8");
  }));

  test("a link that is none opens the dialog with what is wrong", () => visit("#euclid=5,x&nim=3", async (page) => {
    await page.waitForSelector("#setup-0-fault:not([hidden])");
    assert.match(await page.textContent("#setup-0-fault"), /digits/);
    await page.fill("#setup-0", "5,8");
    await turn(page, () => page.click("#start"));
    assert.equal(await hash(page), "#euclid=5,8&nim=3");
  }, { refusals: true }));

  test("more of a long list comes on demand", () => visit("#nim=250", async (page) => {
    await ready(page);
    const rows = () => page.locator("#options tr").count();
    const counts = [await rows()];
    while (await page.locator("#more-options").count()) {
      await page.click("#more-options");
      await page.waitForFunction((before) => document.querySelectorAll("#options tr").length > before, counts.at(-1));
      counts.push(await rows());
    }
    assert.equal(counts.at(-1), 250);
    assert.ok(counts.length > 2);
  }));

  test("the page teaches the API: what it shows is what was asked and answered, in every language", () => visit("#euclid=5,26&red-blue=RBBR", async (page) => {
    await ready(page);
    await show(page, "all");
    await turn(page, async () => (await any(page, "#options button")).click());
    for (const path of ["v1/play", "v1/analyze", "v1/moves"]) {
      await page.click(`#calls label:has-text("${path}")`);
      const request = JSON.parse(await page.textContent("#request"));
      const answer = JSON.parse(await page.textContent("#answer"));
      assert.deepEqual(await ask(path, request), answer, path);
      const said = async (language) => {
        await page.click(`label[for=language-${language}]`);
        return page.textContent("#command");
      };
      assert.deepEqual(JSON.parse(await run("sh", ["-c", await said("curl")])), answer, path);
      await run("python3", ["-c", `${await said("python")}assert answer.status == 200\n`]);
      assert.deepEqual(JSON.parse(await run("node", ["--input-type=module", "-e", (await said("javascript")).replace(/console\.log\((.*)\);/, "console.log(JSON.stringify($1));")])), answer, path);
      if (path !== "v1/play") assert.deepEqual(await (await fetch(await said("link"))).json(), answer, path);
    }
  }));

  test("the argument is the service's own", () => visit("#euclid=5,26&nim=3", async (page) => {
    await ready(page);
    await show(page, "all");
    assert.equal(await page.locator("#why .explanation").isVisible(), false);
    await page.click("#argument");
    const { explanation } = await ask("v1/analyze", { position: { euclid: [[5, 26]], nim: [3] }, explain: true });
    const shown = await page.textContent("#why .explanation");
    for (const { text } of explanation) assert.ok(shown.includes(text), text);
    await turn(page, async () => (await any(page, MOVES)).click());
    assert.equal(await page.locator("#why .explanation").isVisible(), true, "it stays open");
  }));

  test("the map marks where you are, and asks before it changes the table", () => visit("#wizards=10,21&nim=2", async (page) => {
    await page.waitForSelector("#map .cell.here");
    assert.equal(await page.getAttribute("#map .cell.here", "data-pair"), "10,21", "it is the map of what is on the table");
    await page.selectOption("#map-game", "euclid");
    await page.waitForSelector("#map caption:text(\"Euclid's game\")", { state: "attached" });
    await page.fill("#map-a", "1000000000000000000");
    await page.press("#map-a", "Enter");
    const big = page.locator('#map [data-pair="1000000000000000003,7"]');
    await big.waitFor();
    const { grundy } = await ask("v1/analyze?euclid=1000000000000000003,7");
    assert.equal((await big.getAttribute("aria-label")).replaceAll("\u202f", ""), `1000000000000000003, 7: value ${grundy}`);
    await big.click();
    assert.equal(await hash(page), "#wizards=10,21&nim=2", "nothing is lost by a click");
    await turn(page, () => page.click("#map-add"));
    assert.equal(await hash(page), "#euclid=1000000000000000003,7&wizards=10,21&nim=2");
    await page.waitForSelector('#map .cell.here[data-pair="1000000000000000003,7"]');
    await page.fill("#map-a", "one");
    await page.press("#map-a", "Enter");
    await page.waitForSelector("#map-fault:not([hidden])");
  }));

  test("the plot of a heap game marks its period and where you are", async () => {
    const map = await ask("v1/games/kayles/map?n=0..120");
    return visit("#kayles=12", async (page) => {
      await page.waitForSelector("#map .heap.here");
      assert.match(await page.textContent("#plot-note"), new RegExp(`from n = ${map.period.from} with period ${map.period.length}`));
      await page.focus("#map .heap.here");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
      assert.match(await page.textContent("#map-picked"), new RegExp(`Kayles 13: value ${map.values[13]}`));
      await turn(page, () => page.click("#map-play"));
      assert.equal(await hash(page), "#kayles=13");
      await page.fill("#map-n", "1000000");
      await page.press("#map-n", "Enter");
      const { grundy } = await ask("v1/analyze?kayles=1000000");
      await page.waitForSelector(`#map-picked:has-text("Kayles 1000000: value ${grundy}")`);
      // What is on the table is in sight, however large.
      await page.evaluate(() => (location.hash = "kayles=300"));
      await page.waitForFunction(() => {
        const [mark, plot] = ['.heap.here[data-n="300"]', ".plotted"].map((part) => document.querySelector(`#map ${part}`)?.getBoundingClientRect());
        return mark && mark.left >= plot.left && mark.right <= plot.right;
      });
      // By code, and in misère play.
      await page.evaluate(() => (location.hash = "octal(0.137)=17&play=misere"));
      await page.waitForSelector('#map .heap.here[data-n="17"]');
      assert.match(await page.textContent("#plot-note"), /from n = 52 with period 34/);
      assert.match(await page.textContent("#map"), /normal play, though this match is misère/);
    });
  });

  test("the lessons lead from one to the next", () => visit("", async (page) => {
    await ready(page);
    assert.equal(await page.locator("#task").count(), 0);
    const links = page.locator(".lessons a");
    await turn(page, () => links.first().click());
    for (let at = 1; at < await links.count(); at += 1) {
      const task = await page.textContent("#task");
      await turn(page, () => page.click("#task a"));
      assert.notEqual(await page.textContent("#task"), task);
    }
    assert.match(await hash(page), /play=misere$/);
  }));

  test("the page can be framed at /embed, and only there", async () => {
    const host = createServer((request, response) => {
      response.setHeader("Content-Type", "text/html");
      response.end(`<title>A lesson</title><iframe src="${url}${request.url.slice(1)}#nim=1&nim=2" width="600" height="600"></iframe>`);
    });
    await new Promise((done) => host.listen(0, "127.0.0.2", done));
    const context = await browser.newContext({ reducedMotion: "reduce" });
    try {
      const page = await context.newPage();
      await page.goto(`http://127.0.0.2:${host.address().port}/embed`);
      const frame = page.frameLocator("iframe");
      await frame.locator("#board .pick").first().click();
      await frame.locator("#reply-0").waitFor();
      assert.equal(await frame.locator("#map table, header.top >> visible=true").count(), 0, "the game alone");
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
