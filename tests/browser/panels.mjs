// Tests of the panels around the board ("Why", the table of moves, the map and the API), the dialog, links, and frames.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { any, ask, browser, dialog, hash, MOVES, pieces, put, ready, run, show, tool, turn, url, visit } from "./browser.mjs";
import { games } from "./positions.mjs";

export function explains() {
  test("the table of moves: winning ones first, with what they leave, and linked to the board", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    await tool(page, "moves");
    assert.equal(await page.locator("#moves th:text('Value after')").count(), 0);
    await show(page, "all");
    const first = page.locator("#options tr").first();
    assert.deepEqual(await first.locator("th, td").allTextContents(), ["Nim 3: take 2 of 3", "1", "0", "wins"]);
    await first.hover();
    assert.equal(await page.locator("#piece-nim-0 .touched").count(), 2);
    assert.equal(await page.locator("#piece-nim-0 .pick.wins").count(), 1);
    await turn(page, () => first.locator("button").click());
    assert.match(await page.textContent("#record"), /You Nim 3: take 2 of 3Oracle/);
  }));

  test("only the pin that is pointed at is ringed", () => visit("#kayles=12", async (page) => {
    await ready(page);
    await tool(page, "moves");
    const pick = page.locator("#board .pick").last();
    await pick.hover();
    const touched = await page.locator("#board .touched").evaluateAll((all) => all.map((part) => part.getBoundingClientRect().x));
    const { x, width } = await pick.boundingBox();
    assert.ok(touched.length > 0 && touched.every((at) => Math.abs(at - x) < 3 * width), `${touched} at ${x}`);
    assert.equal(await page.locator("#board .pick.lit").count(), 0);
    assert.equal(await page.locator("#options .lit").count(), 1);
  }));

  test("why: the odd columns, what each component has to become, and the sum that a move would make", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    await tool(page, "why");
    await page.click("#show-why");
    assert.deepEqual(await page.locator("#why tbody tr").first().locator("td").allTextContents(), ["3", "011", "1", "take 2 of 3"]);
    assert.deepEqual(await page.locator("#why tbody .odd").allTextContents(), ["1", "0", "0"]);
    const sum = () => page.textContent("#why tfoot td");
    assert.equal(await sum(), "2");
    await page.hover('#piece-nim-2 .pick[data-to="0"]');
    assert.equal(await sum(), "7", "3 ⊕ 4");
    assert.match(await page.textContent("#why tbody .pointed"), /5 → 0/);
    await page.hover("#title");
    assert.equal(await sum(), "2");
    await page.click("#why .term summary >> nth=0");
    assert.match(await page.textContent("#why .term"), /size of the Nim heap/);
    await turn(page, () => page.click("#why .win button"));
    assert.match(await page.textContent("#why-lead"), /add up \(XOR\) to [1-9], not 0/);
  }));

  test("the mex: values of options are uncovered one by one, and the gap is the value", () => visit("#kayles=4", async (page) => {
    await ready(page);
    await show(page, "all");
    await tool(page, "why");
    const options = page.locator("#mex .option");
    assert.equal(await page.locator("#mex .open").count(), 0);
    await options.first().click();
    assert.equal(await page.locator("#mex .open").count(), 1);
    assert.equal(await page.locator("#mex .gap").count(), 0, "not before all are known");
    await page.click("#uncover-all");
    const { grundy } = await ask("v1/analyze?kayles=4");
    assert.equal(await page.textContent("#mex .gap"), String(grundy));
    assert.match(await page.textContent("#mex-said"), new RegExp(`no option has is ${grundy}:`));
  }));

  test("lost positions are laid over the board on demand", () => visit("#wythoff=6,7", async (page) => {
    await ready(page);
    await show(page, "all");
    assert.equal(await page.locator("#board .lost").count(), 0);
    await page.check("#lost-wythoff");
    await page.waitForSelector("#board .lost");
    const lost = await page.locator("#board .lost").count();
    await page.uncheck("#lost-wythoff");
    assert.equal(await page.locator("#board .lost").count(), 0);
    assert.ok(lost >= 1, "(1, 2), (3, 5) and their mirrors are within reach of sight");
  }));

  test("a position may be typed as people write it", () => visit("#nim=3", async (page) => {
    await ready(page);
    await dialog(page, "new", "setup");
    await page.fill("#setup-text", "kayles=IXXI&turning-turtles=THTTH&cram=2x3&nim=[3,4]&hackenbush=0-1");
    await turn(page, () => page.click("#start"));
    const typed = new Set((await hash(page)).slice(1).split("&"));
    assert.deepEqual(typed, new Set(["nim=3", "nim=4", "hackenbush=0.1", "turning-turtles=1,4", "cram=.../...", "kayles=1"]));
  }));

  test("games are found by search and by tag, and a position that is none is explained beside its field", () => visit("#nim=3", async (page) => {
    await ready(page);
    await dialog(page, "new", "setup");
    assert.equal(await page.locator("#setup-found button").count(), games.length);
    const tag = games.find(({ id }) => id === "euclid").tags[0];
    await page.click(`.tag[data-tag="${tag}"]`);
    assert.equal(await page.locator("#setup-found button").count(), games.filter(({ tags }) => tags.includes(tag)).length);
    await page.fill("#setup-search", "grossman");
    await page.waitForSelector('#setup-found li:first-child [data-game="euclid"]');
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
    await dialog(page, "new", "setup");
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

  test("a link holds the position, as a fragment or as a query string", async () => {
    for (const form of ["#euclid=5,26&nim=3&play=misere", "?euclid=5,26&nim=3&play=misere"]) {
      await visit(form, async (page) => {
        await ready(page);
        assert.deepEqual(await pieces(page), ["5, 26", "3"]);
        assert.equal(await page.isChecked("#play-misere"), true);
        await page.evaluate(() => (location.hash = "nim=8"));
        await page.waitForFunction(() => document.querySelector("#board .numbers")?.textContent === "8");
      });
    }
  });

  test("a link that is none opens the dialog with what is wrong", () => visit("#euclid=5,x&nim=3", async (page) => {
    await page.waitForSelector("#setup-0-fault:not([hidden])");
    assert.match(await page.textContent("#setup-0-fault"), /two integers/);
    await page.fill("#setup-0", "5,8");
    await turn(page, () => page.click("#start"));
    assert.equal(await hash(page), "#euclid=5,8&nim=3");
  }, { refusals: true }));

  test("more of a long list comes on demand", () => visit("#nim=250", async (page) => {
    await ready(page);
    await tool(page, "moves");
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
    await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
    await tool(page, "calls");
    for (const path of ["v1/play", "v1/analyze", "v1/moves"]) {
      await page.click(`#calls label:has-text("${path}")`);
      const request = JSON.parse(await page.textContent("#request"));
      const answer = JSON.parse(await page.textContent("#answer"));
      assert.deepEqual(await ask(path, request), answer, path);
      const begins = { curl: "^curl ", python: "urlopen", javascript: "await fetch", link: "^http" };
      const said = async (language) => {
        await page.click(`label[for=language-${language}]`);
        await page.waitForFunction((words) => new RegExp(words).test(document.querySelector("#command").textContent), begins[language]);
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
    await tool(page, "why");
    assert.equal(await page.locator("#why .explanation").isVisible(), false);
    await page.click("#argument");
    const { explanation } = await ask("v1/analyze", { position: { euclid: [[5, 26]], nim: [3] }, explain: true });
    const shown = await page.textContent("#why .explanation");
    // Components are named as on the board.
    const named = (text) => text.replaceAll("euclid 0", "Euclid's game 5, 26").replaceAll("nim 0", "Nim 3");
    for (const { text } of explanation) assert.ok(shown.includes(named(text)), text);
    assert.ok(explanation.some(({ text }) => named(text) !== text));
    await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
    assert.equal(await page.locator("#why .explanation").isVisible(), true, "it stays open");
  }));

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
    assert.deepEqual(await stays("#setup .by-hand summary", "#setup-found button"), [true, true]);
  }));

  test("the map marks where you are, and asks before it changes the table", () => visit("#wizards=10,21&nim=2", async (page) => {
    await ready(page);
    await tool(page, "map");
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
      await ready(page);
      await tool(page, "map");
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
      // The position on the table is visible, however large it is.
      await put(page, "kayles=300");
      await page.waitForFunction(() => {
        const [mark, plot] = ['.heap.here[data-n="300"]', ".plotted"].map((part) => document.querySelector(`#map ${part}`)?.getBoundingClientRect());
        return mark && mark.left >= plot.left && mark.right <= plot.right;
      });
      // A game with a code, in misère play, with a small heap. A larger heap would take a second of work. On a busy
      // machine, that is longer than the page waits.
      await put(page, "octal(0.137)=5&play=misere");
      await page.waitForSelector('#map .heap.here[data-n="5"]');
      assert.match(await page.textContent("#plot-note"), /from n = 52 with period 34/);
      assert.match(await page.textContent("#map"), /normal play, though this match is misère/);
    });
  });

  test("board and map have the same axes, from 0, and the position moves on both", () => visit("#wythoff=3,5", async (page) => {
    await ready(page);
    await tool(page, "map");
    await page.waitForSelector('#map .here[data-pair="3,5"]');
    const at = async (pair) => page.locator(`#map [data-pair="${pair}"]`).boundingBox();
    const [zero, right, up] = [await at("0,0"), await at("1,0"), await at("0,1")];
    assert.ok(right.x > zero.x && right.y === zero.y && up.y < zero.y && up.x === zero.x, "(0, 0) is at the left below");
    const move = page.locator('#board .pick[data-to="2,4"]').first();
    await move.dispatchEvent("pointerenter");
    assert.equal(await page.locator('#map .to[data-pair="2,4"]').count(), 1, "where a move leads is shown on the map");
    await turn(page, () => move.dispatchEvent("click"));
    const [now] = await pieces(page);
    await page.waitForSelector(`#map .here[data-pair="${now.replace(", ", ",")}"]`);
    const colours = await page.locator("#map .cell").evaluateAll((cells) => new Map(cells.map((cell) => [cell.textContent, getComputedStyle(cell).backgroundColor])).size);
    const shown = await page.locator("#map .cell:not(.zero)").evaluateAll((cells) => new Set(cells.map((cell) => getComputedStyle(cell).backgroundColor)).size);
    assert.ok(shown >= Math.min(colours - 1, 20), `${shown} colours for ${colours} values`);
  }));

  test("a heap game that is over has still its own plot, and Nim is said never to repeat", () => visit("#kayles=1", async (page) => {
    await ready(page);
    await tool(page, "map");
    await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
    assert.equal(await page.textContent("#status-title"), "You won");
    await page.waitForSelector("#map .scale-y");
    assert.doesNotMatch(await page.textContent("#map"), /another game's/);
    assert.equal(await page.inputValue("#map-game"), "kayles");
    await page.selectOption("#map-game", "nim");
    await page.waitForSelector("#plot-note:has-text('never repeat')");
  }));

  test("it is printed as a worksheet, with the answers apart", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await ready(page);
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.isVisible("#controls"), false);
    assert.equal(await page.isVisible("#status"), false, "it tells who wins");
    assert.equal(await page.isVisible("#board"), true);
    assert.doesNotMatch(await page.innerText(".sheet >> nth=0"), /wins by|take 2/);
    assert.match(await page.innerText(".answers"), /Winning moves \(1\): Nim 3: take 2 of 3/);
    assert.doesNotMatch(await page.innerText(".answers"), /nim \d/, "components are called as on the board");
    assert.equal(await page.locator(".answers").evaluate((part) => getComputedStyle(part).breakBefore), "page");
  }));

  test("a worksheet in the middle of a match has no traces of its moves", () => visit("#nim=5&nim=7&nim=3", async (page) => {
    await ready(page);
    await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
    assert.ok(await page.locator("#board .stone.gone").count());
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator("#board .stone.gone >> visible=true").count(), 0);
  }));

  test("a game of one's own with a name that is none, or rules that are none, is refused at once", () => visit("#nim=3", async (page) => {
    await ready(page);
    await dialog(page, "new", "setup");
    await page.click("text=A game of your own");
    for (const [name, rules, said] of [["My game", '{"graph": {"a": []}}', /small letters/], ["level", '{"graph": {"a": []}}', /use the name level/], ["walk", '{"graph": {"a": ["b"]}}', /no vertex/]]) {
      await page.fill("#own-name", name);
      await page.fill("#own-rules", rules);
      await page.click("#own-add");
      await page.waitForFunction((words) => new RegExp(words).test(document.querySelector("#own-fault").textContent), said.source);
      assert.equal(await page.locator("#setup-rows .row").count(), 1);
    }
    await page.fill("#own-name", "constructor");
    await page.fill("#own-rules", '{"steps": [[1, 0], [0, 2]]}');
    await page.fill("#own-start", "3,4");
    await page.click("#own-add");
    await page.waitForSelector("#setup-1");
    await turn(page, () => page.click("#start"));
    await turn(page, async () => (await any(page, "#piece-constructor-0 .pick")).dispatchEvent("click"));
    await page.reload();
    await ready(page);
    assert.equal(await page.locator("#piece-constructor-0").count(), 1);
  }, { refusals: true }));

  for (const colorScheme of ["light", "dark"]) {
    test(`the contract's page can be read and used, on a phone too: ${colorScheme}`, () => visit("docs/", async (page) => {
      await page.waitForSelector(".opblock");
      const check = async (what, part = "body") => {
        const { violations } = await new AxeBuilder({ page }).include(part).options({ resultTypes: ["violations"] }).setLegacyMode(true).analyze();
        assert.deepEqual(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => [id, html])), [], what);
      };
      await check("folded");
      // Opens a GET that has parameters and a POST that has a body, and sends the POST to get an answer.
      await page.click("#operations-catalogue-list_games .opblock-summary-control");
      await page.click("#operations-positions-play .opblock-summary-control");
      await page.locator("#operations-positions-play .execute").click();
      await page.waitForSelector("#operations-positions-play .live-responses-table .microlight");
      // Controls get their names only in the next frame.
      await page.waitForSelector(".live-responses-table pre[tabindex]");
      await check("with calls and an answer", ".is-open .opblock.is-open");
      await page.setViewportSize({ width: 390, height: 844 });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390);
    }, { colorScheme }));
  }

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
      assert.equal(await frame.locator(":is(#map, header.top, #record, .settings) >> visible=true").count(), 0, "the board, the turn and a hint");
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
