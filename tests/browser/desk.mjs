// The desk as the browser shows it: pictures, the editor, downloads, dragging, and what is loaded.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { ask, dialog, ready, shifts, visit } from "./browser.mjs";

const DIGITS = "def options(n):\n    return [n - int(d) for d in str(n) if d != '0']\n";
const KAYLES = "def options(n):\n    return [[left, n - k - left] for k in (1, 2)\n            for left in range(n - k + 1)]\n";
const QUEEN = "def options(p):\n    a, b = p\n    for k in range(1, max(a, b) + 1):\n        if k <= a: yield (a - k, b)\n        if k <= b: yield (a, b - k)\n        if k <= min(a, b): yield (a - k, b - k)\n";

const LONG = "def options(n):\n    # This comment has more characters than a line of a phone, so it wraps.\n    return [n - int(digit) for digit in str(n) if digit != '0' and int(digit) < n / 2]\n";

const linkTo = (state) => `desk/#${new URLSearchParams(state)}`;

/** Waits until the text of the note matches the regular expression `words`. */
const noted = (page, words) => page.waitForFunction((text) => new RegExp(text).test(document.querySelector("#note").textContent), words.source);

/** Replaces the text in the editor by typing. */
const type = (page, text) => page.fill("#game-0", text);

const view = async (page, name) => page.click(`label[for=show-${name}]`);

/** A file that a button saves. */
async function saved(page, extension) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`#save-${extension}`)]);
  return readFile(await download.path(), "utf8");
}

/** Waits until a picture has marks, which means several colours. */
const isDrawn = (page, id) => page.waitForFunction((canvas) => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const colours = new Set();
  for (let at = 0; at < data.length; at += 4) colours.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
  return colours.size > 3;
}, id, {}).then(() => true);

const canvas = (page) => page.locator("#view canvas").elementHandle();

export function hasADesk() {
  test("the desk: the plot of what is typed is drawn, and nothing shifts", () => visit("desk", async (page) => {
    await noted(page, /Period 12 from n = 71, proved/);
    assert.equal(new URL(page.url()).pathname, "/desk/");
    await isDrawn(page, await canvas(page));
    assert.deepEqual(await shifts(page), []);
    await type(page, "{1, 3, 4}");
    await noted(page, /Period 7 from n = 0, proved/);
  }));

  test("the desk: a million heaps, zoomed and moved, and the link holds it", () => visit(linkTo({ game: "0.77", to: "999999" }), async (page) => {
    await noted(page, /proved/);
    await page.waitForFunction(() => !document.body.classList.contains("asking"));
    await isDrawn(page, await canvas(page));
    const box = await page.locator("#plot").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    // Each turn of the wheel shows a twentieth of what was shown before.
    for (let count = 0; count < 3; count += 1) await page.mouse.wheel(0, -2000);
    await page.focus("#plot");
    for (let count = 0; count < 6; count += 1) await page.keyboard.press("+");
    await page.keyboard.press("Shift+ArrowRight");
    // The link changes only after a pause. So on a slow page, the link may still have an earlier view.
    await page.waitForFunction(() => {
      const [, from, to] = location.hash.match(/x=(\d+)\.\.(\d+)/) ?? [];
      return to - from < 20;
    });
    const [, from, to] = page.url().match(/x=(\d+)\.\.(\d+)/).map(Number);
    assert.ok(to - from < 20 && from > 400_000, `${from} to ${to}`);
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2);
    assert.match(await page.textContent("#readout"), /^n = \d{3}\s\d{3}: value \d, an N-position/);
    await page.mouse.wheel(0, 2000);
    await page.waitForFunction((least) => Number(location.hash.match(/x=\d+\.\.(\d+)/)?.[1] ?? Infinity) > least, to + 20);
    await page.keyboard.press("Home");
    await page.waitForFunction(() => !location.hash.includes("x="));
  }));

  test("the desk: rules in Python, whose faults are marked where they are", () => visit(linkTo({ game: DIGITS }), async (page) => {
    await noted(page, /No period|Period/);
    const { grundy } = await ask("v1/values", { games: { mine: { rules: DIGITS } }, game: "mine", positions: { from: 0, to: 49 }, of: ["grundy"] });
    await view(page, "table");
    assert.deepEqual(await page.locator("#view tbody td:first-of-type").allTextContents(), grundy.map(String));
    await type(page, "def options(n):\n    return [n / 2]\n");
    await page.waitForSelector(".marks mark");
    assert.match(await page.textContent("#game-0-fault"), /"\/" makes floats/);
    assert.equal(await page.textContent(".marks mark"), "/");
    assert.match(await page.textContent(".marks .wrong"), /^ {4}return \[n \/ 2\]\n$/);
    await page.click("#game-0-fault button");
    assert.deepEqual(await page.evaluate(() => [document.activeElement.id, document.activeElement.selectionStart]), ["game-0", 30]);
    await page.keyboard.press("Home");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    assert.match(await page.inputValue("#game-0"), /\n {4}return \[n \/ 2\]\n {4}\n$/, "the next line is as far in");
    await type(page, KAYLES);
    await noted(page, /Period 12 from n = 71, observed|n = \d+ …/);
    assert.equal(await page.locator(".marks mark").count(), 0);
    // The link contains the rules, so a new visit shows the same rules.
    await page.waitForFunction(() => location.hash.includes("range"));
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll("#view tbody tr").length > 0);
    assert.equal(await page.inputValue("#game-0"), KAYLES);
    assert.deepEqual(await shifts(page), []);
  }, { refusals: true }));

  test("the desk: long lines wrap, and their numbers and marks stay beside them", () => visit(linkTo({ game: LONG }), async (page) => {
    await page.waitForSelector(".marks mark");
    const [own, marks, lines, mark] = await page.evaluate(() => {
      const area = document.querySelector("#game-0");
      const tops = Array.from(document.querySelectorAll(".marks div"), (line) => line.getBoundingClientRect());
      const { top, bottom } = document.querySelector(".marks mark").getBoundingClientRect();
      area.style.height = "0";
      return [area.scrollHeight, document.querySelector(".marks").offsetHeight, tops.map(({ height }) => Math.round(height / 21)), [top >= tops[2].top, bottom <= tops[2].bottom + 3]];
    });
    assert.equal(own, marks, "the text wraps as the lines behind it");
    assert.ok(lines[1] > 1 && lines[2] > 1 && lines[0] === 1 && lines[3] === 1, lines.join());
    assert.deepEqual(mark, [true, true]);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  }, { viewport: { width: 390, height: 844 }, refusals: true }));

  test("the desk: the skip link leads to the first slot and keeps the link", () => visit(linkTo({ game: "kayles", n: "7" }), async (page) => {
    await noted(page, /Period 12/);
    const link = page.url();
    await page.focus(".skip");
    await page.keyboard.press("Enter");
    await page.waitForFunction((old) => location.href === old && document.activeElement.id === "game-0", link);
    assert.equal(await page.inputValue("#game-0"), "kayles");
  }));

  test("the desk: a map of two numbers has the values of the service", () => visit(linkTo({ game: "wythoff" }), async (page) => {
    await isDrawn(page, await canvas(page));
    await page.focus("#cells");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
    assert.equal(await page.textContent("#readout"), "(3, 5): value 0, a P-position: the player to move loses");
    assert.match(await page.getAttribute("#play-it", "href"), /#wythoff=3,5$/);
    for (let count = 0; count < 8; count += 1) await page.keyboard.press("-");
    // The picture asks for the values that it lacks when it is painted.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await view(page, "losing");
    await page.waitForFunction(() => document.querySelector("#losing")?.textContent.split("), ").length > 60);
  }));

  test("the desk: CSV, JSON, a b-file, and the call in other languages", () => visit(linkTo({ game: "0.77", to: "100" }), async (page) => {
    await noted(page, /proved/);
    await page.waitForFunction(() => !document.body.classList.contains("asking"));
    const { grundy } = await ask("v1/values?game=octal(0.77)&from=0&to=100&of=grundy");
    const csv = (await saved(page, "csv")).trim().split("\r\n");
    assert.deepEqual(csv.slice(0, 4), ["n,grundy,winner", "0,0,second", "1,1,first", "2,2,first"]);
    assert.equal(csv.length, 102);
    const json = JSON.parse(await saved(page, "json"));
    assert.deepEqual([json.game, json.grundy, json.period.status], ["octal(0.77)", grundy, "proved"]);
    const lines = (await saved(page, "txt")).trim().split("\n");
    assert.deepEqual(lines.slice(1), grundy.map((value, n) => `${n} ${value}`));
    await page.click("#code summary");
    assert.match(await page.textContent("#command"), /^curl -s --json '\{"game":"octal\(0\.77\)","positions":\{"from":0,"to":100\}/);
    await page.click("label[for=language-python]");
    assert.match(await page.textContent("#command"), /urlopen/);
    await page.click("label[for=language-link]");
    const link = new URL(await page.textContent("#command"));
    assert.deepEqual((await ask(link.pathname.slice(1) + link.search)).grundy, grundy, "the same as a GET");
    // A game that is given by rules in Python has no link for a GET.
    await type(page, DIGITS);
    await page.waitForSelector("label[for=language-link]", { state: "detached" });
  }));

  // Colours do not depend on widths, so each look is checked at only one width.
  for (const [look, width, height] of [["light", 1280, 800], ["dark", 390, 844], ["forced", 844, 390]]) {
    test(`the desk: accessible and no wider than the screen: ${look}, ${width} px`, () => visit(linkTo({ game: QUEEN.replace("a, b = p", "a, b = p / 2"), with: "kayles" }), async (page) => {
      const check = async (what, part = "body") => {
        const { violations } = await new AxeBuilder({ page }).include(part).options({ resultTypes: ["violations"] }).setLegacyMode(true).analyze();
        assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]), [], what);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, what);
      };
      await page.waitForSelector(".marks mark");
      await check("a fault");
      assert.deepEqual(await shifts(page), []);
      await type(page, "0.137");
      await noted(page, /Period 34.*Period 12/);
      await page.click("#code summary");
      await shifts(page);
      await check("values");
      // A choice of a view changes only this section.
      for (const name of ["plot", "folded", "table", "losing", "residues"]) {
        await view(page, name);
        await check(name, ".seeing");
        assert.deepEqual(await shifts(page), [], name);
      }
      await type(page, "euclid");
      await page.waitForSelector("#show-map", { state: "attached" });
      await check("a map");
    }, { ...(look === "forced" ? { forcedColors: "active" } : { colorScheme: look }), viewport: { width, height }, refusals: true }));
  }

  test("the desk: the difference of two games and folded values are drawn", () => visit(linkTo({ game: "kayles", with: "{1, 2}" }), async (page) => {
    await noted(page, /Period 12.*Period 3/);
    await page.selectOption("#between", "difference");
    await isDrawn(page, await canvas(page));
    await page.waitForFunction(() => location.hash.includes("difference"));
    await view(page, "folded");
    await isDrawn(page, await canvas(page));
  }));

  test("the desk: edges of a graph are drawn by dragging", () => visit(linkTo({ game: "nim", to: "100" }), async (page) => {
    await noted(page, /proved|No period|observed/);
    await dialog(page, "make", "maker");
    await page.click("label[for=maker-graph]");
    const dot = (name) => page.locator(`#maker [data-vertex="${name}"]`);
    const middle = async (name) => {
      const { x, y, width, height } = await dot(name).boundingBox();
      return [x + width / 2, y + height / 2];
    };
    // Two edges are made by dragging: from c to a new vertex, and from the new vertex to a.
    const drag = async (one, other) => {
      await page.mouse.move(...await middle(one));
      await page.mouse.down();
      await page.mouse.move(...await middle(other), { steps: 4 });
      await page.mouse.up();
    };
    await drag("c", "d");
    assert.equal(await dot("d").textContent(), "d");
    await drag("d", "a");
    // An edge is made by touching one vertex and then the other vertex.
    await dot("b").click();
    await dot("d").click();
    await page.click("#maker [data-key='edge 0']");
    await page.click("#use-made");
    assert.equal(await page.inputValue("#game-0"), "a → c\nb → c, d\nc → d\nd → a");
    await noted(page, /4 positions, 0 of them P-positions, 4 draws/);
  }));

  for (const [look, width, height] of [["light", 1280, 800], ["dark", 390, 844]]) {
    test(`the desk: the maker is accessible and no wider than the screen: ${look}, ${width} px`, () => visit("desk/", async (page) => {
      await noted(page, /Period 12/);
      await dialog(page, "make", "maker");
      for (const kind of ["takings", "graph", "pieces"]) {
        await page.click(`label[for=maker-${kind}]`);
        const { violations } = await new AxeBuilder({ page }).include("#maker").options({ resultTypes: ["violations"] }).setLegacyMode(true).analyze();
        assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]), [], kind);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, kind);
      }
    }, { colorScheme: look, viewport: { width, height } }));
  }

  test("the desk: the page of matches leads there, and what it loads is not loaded before", () => visit("", async (page) => {
    await ready(page);
    const files = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    assert.ok(files.every((name) => !name.includes("desk")), files.join());
    await page.click("#desk");
    await noted(page, /Period 12/);
    const sizes = await page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/playground/")).map(({ encodedBodySize }) => encodedBodySize));
    const all = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(all > 10_000 && all < 130_000, `${all} bytes`);
  }));
}
