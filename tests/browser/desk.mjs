// The desk. The user types games, sees their values in several views, and makes files and links.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { any, ask, dialog, hash, MOVES, pieces, playOut, ready, shifts, turn, visit } from "./browser.mjs";

const DIGITS = "def options(n):\n    return [n - int(d) for d in str(n) if d != '0']\n";
const KAYLES = "def options(n):\n    return [[left, n - k - left] for k in (1, 2)\n            for left in range(n - k + 1)]\n";
const QUEEN = "def options(p):\n    a, b = p\n    for k in range(1, max(a, b) + 1):\n        if k <= a: yield (a - k, b)\n        if k <= b: yield (a, b - k)\n        if k <= min(a, b): yield (a - k, b - k)\n";
const FLIP = "def options(s):\n    return [s[:i] + '--' + s[i + 2:] for i in range(len(s) - 1) if s[i:i + 2] == '++']\n";

const linkTo = (state) => `desk/#${new URLSearchParams(state)}`;

/** Waits until the text of the note matches the regular expression `words`. */
const noted = (page, words) => page.waitForFunction((text) => new RegExp(text).test(document.querySelector("#note").textContent), words.source);

/** Replaces the text in an editor by typing. */
const type = (page, text, nth = 0) => page.fill(`#game-${nth}`, text);

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
  test("the desk: values follow what is typed, with the period and its proof", () => visit("desk", async (page) => {
    await noted(page, /Period 12 from n = 71, proved/);
    assert.equal(new URL(page.url()).pathname, "/desk/");
    await isDrawn(page, await canvas(page));
    assert.match(await page.textContent("#note details"), /Guy and C. A. B. Smith/);
    assert.deepEqual(await shifts(page), []);
    for (const [text, words] of [["{1, 3, 4}", /Period 7 from n = 0, proved/], ["lasker-nim", /Period 4 with saltus 4 from n = 1, observed up to n = 1\s?000; nothing is proved/], ["Dawson's Kayles", /Period 34 from n = 53, proved/],
      ["grundys-game", /No period is seen up to n = 1\s?000/], ["prim", /No period is seen/], ["equal-split", /No period is seen/]]) {
      await type(page, text);
      await noted(page, words);
    }
    await page.waitForFunction(() => location.hash === "#game=equal-split");
  }, { refusals: true }));

  test("the desk: a text that is no game says so, and what is similar", () => visit("desk/", async (page) => {
    await noted(page, /Period 12/);
    await type(page, "kayle");
    await page.click("#game-0-fault button:text-is('kayles')");
    await noted(page, /Period 12/);
    assert.equal(await page.inputValue("#game-0"), "kayles");
    await type(page, "subtraction");
    await page.click("#game-0-fault button");
    await noted(page, /Period \d+/);
    await type(page, "cram");
    await page.waitForFunction(() => /neither a number nor two/.test(document.querySelector("#game-0-fault").textContent));
  }));

  test("the desk: what is observed of many pieces is what the service says of all of them", () => visit(linkTo({ game: "lasker-nim", to: "10000", show: "table" }), async (page) => {
    await noted(page, /observed up to n = 10\s?000/);
    const { grundy, period } = await ask("v1/values?game=lasker-nim&from=0&to=10000&of=grundy");
    const said = await page.textContent("#note");
    assert.equal(period.status, "observed");
    assert.match(said, new RegExp(`Period ${period.length} with saltus ${period.saltus} from n = ${period.from},`));
    await page.fill("#page-to", "9990");
    await page.press("#page-to", "Enter");
    const rows = await page.locator("tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent.replace(/\s/g, ""))));
    assert.deepEqual(rows.map(([n, value]) => [Number(n), Number(value)]), Array.from({ length: 11 }, (_, at) => [9990 + at, grundy[9990 + at]]));
  }));

  test("the desk: a million heaps, zoomed and moved, and the link holds it", () => visit(linkTo({ game: "0.77", to: "999999" }), async (page) => {
    await noted(page, /proved/);
    await page.waitForFunction(() => !document.body.classList.contains("asking"));
    await isDrawn(page, await canvas(page));
    await page.focus("#plot");
    for (let count = 0; count < 40; count += 1) await page.keyboard.press("+");
    await page.keyboard.press("Shift+ArrowRight");
    // The link changes only after a pause. So on a slow page, the link may still have an earlier view.
    await page.waitForFunction(() => {
      const [, from, to] = location.hash.match(/x=(\d+)\.\.(\d+)/) ?? [];
      return to - from < 20;
    });
    const [, from, to] = page.url().match(/x=(\d+)\.\.(\d+)/).map(Number);
    assert.ok(to - from < 20 && from > 400_000, `${from} to ${to}`);
    const box = await page.locator("#plot").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
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
    assert.deepEqual(await page.locator("tbody td:first-of-type").allTextContents(), grundy.map(String));
    await type(page, "def options(n):\n    return [n / 2]\n");
    await page.waitForSelector(".marks mark");
    assert.match(await page.textContent("#game-0-fault"), /"\/" makes floats/);
    assert.equal(await page.textContent(".marks mark"), "/");
    assert.equal(await page.textContent(".numbers-of-lines .wrong"), "2");
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
    await page.waitForFunction(() => document.querySelectorAll("tbody tr").length > 0);
    assert.equal(await page.inputValue("#game-0"), KAYLES);
    assert.deepEqual(await shifts(page), []);
  }, { refusals: true }));

  test("the desk: rules of pairs and of strings", () => visit(linkTo({ game: QUEEN }), async (page) => {
    // The page finds out that the rules are about pairs.
    await page.waitForSelector("#show-map", { state: "attached" });
    await isDrawn(page, await canvas(page));
    await view(page, "losing");
    assert.match(await page.textContent("#losing"), /^\(0, 0\), \(1, 2\), \(2, 1\), \(3, 5\), \(4, 7\), \(5, 3\)/);
    await type(page, FLIP);
    await page.selectOption("#positions-0", "list");
    await page.fill("#positions-0-start", "+++++");
    await noted(page, /8 positions, 4 of them P-positions/);
    await view(page, "table");
    assert.equal(await page.textContent("tbody tr code"), "'+++++'");
  }, { refusals: true }));

  test("the desk: a map of two numbers has the values of the service", () => visit(linkTo({ game: "wythoff" }), async (page) => {
    await isDrawn(page, await canvas(page));
    await page.focus("#cells");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
    assert.equal(await page.textContent("#readout"), "(3, 5): value 0, a P-position: the player to move loses");
    assert.match(await page.getAttribute("#play-it", "href"), /#wythoff=3,5$/);
    for (let count = 0; count < 8; count += 1) await page.keyboard.press("-");
    await page.waitForTimeout(300);
    await view(page, "losing");
    const listed = (await page.textContent("#losing")).split("), ");
    assert.ok(listed.length > 60, `${listed.length} are listed`);
  }));

  test("the desk: two games beside each other, and where they differ", () => visit(linkTo({ game: "kayles", with: "{1, 2}" }), async (page) => {
    await noted(page, /Period 12.*Period 3/);
    await view(page, "losing");
    const [one, other] = await Promise.all(["kayles", "subtraction(1,2)"].map((game) => ask(`v1/values?${new URLSearchParams({ game, from: 0, to: 999, of: "grundy" })}`)));
    const differ = one.grundy.flatMap((value, n) => (value === other.grundy[n] ? [] : [n]));
    assert.equal(await page.textContent("#losing"), differ.slice(0, 1000).join(", "));
    await view(page, "plot");
    await page.check("#difference");
    await isDrawn(page, await canvas(page));
    await page.waitForFunction(() => location.hash.includes("difference"));
    await page.click("#beside");
    await noted(page, /^✓? ?Period 12/);
  }));

  test("the desk: values folded by a period, and by residues", () => visit(linkTo({ game: "{1, 2}", show: "folded" }), async (page) => {
    await noted(page, /Period 3/);
    await page.waitForFunction(() => document.querySelector("#fold").value === "3");
    await isDrawn(page, await canvas(page));
    await page.fill("#fold", "7");
    await page.focus("#cells");
    await page.keyboard.press("ArrowDown");
    assert.match(await page.textContent("#readout"), /^n = 7: value 1/);
    await view(page, "residues");
    assert.deepEqual(await page.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].slice(0, 3).map((cell) => cell.textContent))), [["0", "always", "0"], ["1", "never", "1"], ["2", "never", "2"]]);
    await page.fill("#modulus", "2");
    assert.equal(await page.locator("tbody tr").count(), 2);
  }));

  test("the desk: misère play tells who wins there", () => visit(linkTo({ game: "nim", show: "losing", play: "misere", to: "100" }), async (page) => {
    await page.waitForFunction(() => document.querySelector("#losing")?.textContent === "1");
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

  test("the desk: the genus stands beside the values and in the files, and the link holds that", () => visit(linkTo({ game: "0.77", show: "table" }), async (page) => {
    await noted(page, /proved/);
    assert.equal(await page.locator("td.genus").count(), 0);
    await page.click("label[for=genus]");
    const requests = [5, 8, 9].map((n) => ({ position: { kayles: [n] }, genus: true }));
    const { results } = await ask("v1/batch", { requests });
    const printed = results.map(({ genus }) => genus.values.kayles[0].text);
    assert.equal(printed[2], "4^046");
    await page.waitForFunction(() => document.querySelectorAll("td.genus sup").length > 9);
    const row = (n) => page.locator("tbody tr").nth(n).locator("td.genus").evaluate((cell) => `${cell.firstChild.textContent}^${cell.querySelector("sup").textContent}`);
    assert.deepEqual(await Promise.all([5, 8, 9].map(row)), printed);
    await page.waitForFunction(() => location.hash.includes("genus"));
    await page.reload();
    await page.waitForSelector("td.genus sup");
    await type(page, "def options(n):\n    return [n - k for k in (1, 2) if k <= n]\n");
    await noted(page, /Period 3/);
    await page.waitForFunction(() => document.querySelector("tbody tr:nth-child(2) td.genus")?.textContent === "1031");
    const lines = (await saved(page, "csv")).split("\r\n");
    assert.deepEqual(lines.slice(0, 3), ["n,grundy,winner,genus", "0,0,second,0^120", "1,1,first,1^031"]);
    const { positions, genus } = JSON.parse(await saved(page, "json"));
    assert.equal(genus.length, positions.to + 1, "each number has its place, though the service refuses some");
    assert.equal(genus[4], "1^031");
  }, { refusals: true }));

  // Colours do not depend on widths, so each look is checked at only one width.
  for (const [look, width, height] of [["light", 1280, 800], ["dark", 390, 844], ["forced", 844, 390]]) {
    test(`the desk: accessible and no wider than the screen: ${look}, ${width} px`, () => visit(linkTo({ game: QUEEN.replace("a, b = p", "a, b = p / 2"), with: "kayles" }), async (page) => {
      const check = async (what) => {
        const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode(true).analyze();
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
      for (const name of ["plot", "folded", "table", "losing", "residues"]) {
        await view(page, name);
        await check(name);
        assert.deepEqual(await shifts(page), [], name);
      }
      await type(page, "euclid");
      await page.waitForSelector("#show-map", { state: "attached" });
      await check("a map");
    }, { ...(look === "forced" ? { forcedColors: "active" } : { colorScheme: look }), viewport: { width, height }, refusals: true }));
  }

  test("the desk: takings are ticked, for heaps that stay one and for heaps that split", () => visit(linkTo({ game: "nim", to: "100" }), async (page) => {
    await noted(page, /proved|No period|observed/);
    await dialog(page, "make", "maker");
    for (const number of [1, 3, 4]) assert.equal(await page.isChecked(`#take-${number}`), true);
    await page.uncheck("#take-3");
    await page.click("#use-made");
    assert.equal(await page.inputValue("#game-0"), "{1, 4}");
    await noted(page, /Period 5 from n = 0, proved/);
    await dialog(page, "make", "maker");
    assert.deepEqual(await page.locator(".ticks input").evaluateAll((all) => all.flatMap(({ checked }, at) => (checked ? [at + 1] : []))), [1, 4], "the dialog begins with what is there");
    await page.uncheck("#take-4");
    await page.check("#take-2");
    await page.check("#split");
    await page.click("#use-made");
    assert.equal(await page.inputValue("#game-0"), "0.77");
    await noted(page, /Period 12/);
    await dialog(page, "make", "maker");
    await page.uncheck("#take-1");
    await page.uncheck("#take-2");
    await page.click("#use-made");
    assert.equal(await page.textContent("#maker .fault"), "Tick at least one number.");
  }));

  test("the desk: a graph is drawn without a word of JSON, asked, kept in the link and played", () => visit(linkTo({ game: "nim", to: "100" }), async (page) => {
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
    // The vertex d is removed. After that, no edge leads from c.
    await dialog(page, "make", "maker");
    await dot("d").click();
    await page.click("#maker [data-key=remove]");
    await page.click("#use-made");
    assert.equal(await page.inputValue("#game-0"), "a → c\nb → c\nc →");
    await noted(page, /3 positions, 1 of them P-positions/);
    const { winner } = await ask("v1/values", { game: "mine", games: { mine: { graph: { a: ["c"], b: ["c"], c: [] } } }, positions: "all", of: ["winner"] });
    assert.deepEqual(await page.locator("tbody tr").evaluateAll((rows) => rows.map((row) => row.children[1].textContent)), winner);
    await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get("game") === "a → c\nb → c\nc →");
    await page.reload();
    await noted(page, /3 positions, 1 of them/);
    await page.click("#code summary");
    assert.match(await page.textContent("#command"), /"graph":\{"a":\["c"\],"b":\["c"\],"c":\[\]\}/);
    await page.click("#play-it");
    await ready(page);
    assert.deepEqual(await pieces(page), ["a"]);
    await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
    assert.equal(await page.textContent("#status-title"), "You won");
  }));

  test("the desk: a graph is typed, with sums, and a line that is none says so", () => visit(linkTo({ game: "a -> b + b, c\nb -> c", show: "table" }), async (page) => {
    await noted(page, /3 positions/);
    const { grundy } = await ask("v1/values", { game: "mine", games: { mine: { graph: { a: [["b", "b"], "c"], b: ["c"], c: [] } } }, positions: "all", of: ["grundy"] });
    assert.deepEqual(await page.locator("tbody tr").evaluateAll((rows) => rows.map((row) => Number(row.children[2].textContent))), grundy);
    await type(page, "a -> b c");
    await page.waitForFunction(() => /Between vertices is a comma: “b c” is no name/.test(document.querySelector("#game-0-fault").textContent));
    await type(page, "constructor → __proto__\n__proto__ →");
    await noted(page, /2 positions, 1 of them P-positions/);
  }));

  test("the desk: pieces are painted, and the map has the boards of all sizes", () => visit(linkTo({ game: "nim", to: "100" }), async (page) => {
    await noted(page, /proved|No period|observed/);
    await dialog(page, "make", "maker");
    await page.click("label[for=maker-pieces]");
    await page.click("text=Remove piece 2");
    // The piece becomes a corner of three squares.
    await page.click("#maker [data-key='0,1']");
    await page.check("#turned");
    await page.click("#use-made");
    assert.equal(await page.inputValue("#game-0"), "pieces xx/x. turned");
    await page.waitForSelector("#show-map", { state: "attached" });
    await isDrawn(page, await canvas(page));
    await page.focus("#cells");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
    const request = { games: { mine: { board: [2, 3], pieces: [["xx", "x."]], turn: true } }, position: { mine: ["start"] } };
    const { grundy } = await ask("v1/analyze", request);
    assert.match(await page.textContent("#readout"), new RegExp(`^2 × 3: value ${grundy}(,|$)`));
    await page.click("#code summary");
    assert.match(await page.textContent("#command"), /"board":\[2,3\]/);
    const { pieces: painted, turn: isTurned, values } = JSON.parse(await saved(page, "json"));
    assert.deepEqual([painted, isTurned, values.find(([rows, columns]) => rows === 2 && columns === 3)], [[["xx", "x."]], true, [2, 3, grundy]]);
    await dialog(page, "make", "maker");
    assert.deepEqual(await page.locator("#maker .filled").count(), 3, "the dialog begins with what is there");
    await page.click("text=Cancel");
    await page.click("#play-it");
    await ready(page);
    assert.equal(await page.locator("#board .cell-field, #board .field").count() > 0, true);
    await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
  }, { refusals: true }));

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

  test("the desk: rules that were typed are played, as squares where they look like rows, and the link holds them", () => visit(linkTo({ game: FLIP, "game-positions": "list", "game-start": "+++++++" }), async (page) => {
    await noted(page, /positions/);
    await page.click("#play-it");
    await ready(page);
    assert.deepEqual(await page.locator("#board .rows-of-signs .sign").allTextContents(), [..."+++++++"]);
    await page.hover("#board .pick >> nth=1");
    assert.deepEqual(await page.locator("#board .sign").evaluateAll((all) => all.map((each) => each.classList.contains("touched"))), [false, true, true, false, false, false, false]);
    await turn(page, () => page.click("#board .pick >> nth=2"));
    const [board, link] = [await pieces(page), await hash(page)];
    await page.goto("about:blank");
    await page.goto(new URL(`./${link}`, process.env.PLAYGROUND).href);
    await ready(page);
    assert.deepEqual(await pieces(page), board, "the link alone has all of it");
    assert.match(await playOut(page, (at) => any(at, MOVES)), /won$/);
    await page.click("#rules-mine");
    assert.match(await page.textContent("#board .rules pre"), /^def options\(s\):/);
  }));

  test("the desk: rules whose moves split are played, back and forth", () => visit(linkTo({ game: KAYLES, n: "9", to: "100" }), async (page) => {
    await noted(page, /[Pp]eriod/);
    assert.match(await page.textContent("#readout"), /^n = 9: value 4, an N-position/);
    assert.match(await page.textContent("#play-it"), /from 9$/);
    await page.click("#play-it");
    await ready(page);
    assert.deepEqual(await pieces(page), ["9"]);
    await turn(page, () => page.click("#board .pick[data-to='4 + 4']"));
    const link = await hash(page);
    assert.match(decodeURIComponent(link), /moves=0:\{"sum":\[4,4\]\};/);
    const board = await pieces(page);
    await page.goto("about:blank");
    await page.goto(new URL(`./${link}`, process.env.PLAYGROUND).href);
    await ready(page);
    assert.deepEqual(await pieces(page), board);
    await turn(page, () => page.click("#undo"));
    assert.deepEqual(await pieces(page), ["9"]);
    assert.match(await playOut(page, (at) => any(at, MOVES)), /won$/);
  }));

  test("a match: rules of one's own are typed in the dialog, and their faults are marked", () => visit("#nim=3", async (page) => {
    await ready(page);
    await dialog(page, "new", "setup");
    await page.click("details.own summary");
    await page.fill("#own-rules", "def options(p):\n    a, b = p\n    return [(a - 1, b / 2)] if a else []\n");
    await page.waitForSelector("#setup .marks mark");
    assert.match(await page.textContent("#own-fault"), /"\/" makes floats/);
    await page.fill("#own-rules", "def options(p):\n    # Take from one of two heaps.\n    a, b = p\n    return [(x, b) for x in range(a)] + [(a, y) for y in range(b)]\n");
    await page.fill("#own-name", "two-heaps");
    await page.fill("#own-start", "(2, 3)");
    await page.click("#own-add");
    await page.waitForFunction(() => document.querySelector("#setup-1")?.value === "[2,3]" || document.querySelector("#setup-1")?.value === "(2, 3)");
    await page.click("#setup button[aria-label^='Remove Nim']");
    await turn(page, () => page.click("#start"));
    assert.match(await page.textContent("#how"), /Take from one of two heaps/);
    assert.deepEqual(await pieces(page), ["2, 3"]);
    assert.match(await playOut(page, (at) => any(at, MOVES)), /won$/);
  }, { refusals: true }));
}
