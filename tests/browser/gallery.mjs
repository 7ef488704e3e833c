// The gallery, and the addresses of games.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, ask, hash, MOVES, pieces, ready, tool, turn, url, visit } from "./browser.mjs";
import { games } from "./positions.mjs";

export function leads() {
  test("a game that is not there is said to people in the page, and to programs in JSON", () => visit("games/zzz/", async (page) => {
    await page.waitForSelector("#gallery .tile");
    assert.match(await page.textContent("#gallery h1"), /no game “zzz”/);
    assert.doesNotMatch(await page.innerText("main"), /[{}]|v1\//, "in words of people");
    await page.click('[data-game="kayles"]');
    await ready(page);
    const answer = await fetch(new URL("games/zzz/", url));
    assert.deepEqual([answer.status, answer.headers.get("content-type")], [404, "application/problem+json"]);
  }, { refusals: true }));

  test("what was probably meant is suggested first", () => visit("games/wythof/", async (page) => {
    await page.click("#meant .tile >> nth=0");
    await ready(page);
    assert.match(await hash(page), /^#wythoff=/);
  }, { refusals: true }));

  test("what is called so is found first", () => visit("games/", async (page) => {
    for (const [words, first] of [["nim", "nim"], ["kayles", "kayles"], ["wythoff", "wythoff"], ["queen", "queens"]]) {
      await page.fill("#gallery-search", words);
      await page.waitForFunction((id) => document.querySelector("#gallery .tile")?.dataset.game === id, first);
    }
    await page.fill("#gallery-search", "kayles");
    await page.press("#gallery-search", "Enter");
    await ready(page);
    assert.match(await hash(page), /^#kayles=/);
  }));

  test("the gallery shows each game once, finds them by name and alias, and one touch plays", () => visit("games/", async (page) => {
    await page.waitForSelector("#gallery .tile");
    const shown = await page.locator("#gallery .tile").evaluateAll((tiles) => tiles.map((tile) => tile.dataset.game));
    assert.deepEqual([...shown].sort(), games.map(({ id }) => id).sort());
    const plain = await page.locator("#gallery .tile").evaluateAll((tiles) => tiles.filter((tile) => !tile.querySelector(".thumb *")).map((tile) => tile.dataset.game));
    assert.deepEqual(plain, [], "each has a picture");
    await page.fill("#gallery-search", "sprouts");
    await page.waitForFunction(() => /can be described/.test(document.querySelector("#gallery-list").textContent));
    await page.fill("#gallery-search", "rip van winkle");
    await page.waitForFunction(() => document.querySelectorAll("#gallery .tile").length === 1);
    assert.deepEqual(await page.locator("#gallery .tile").evaluateAll((tiles) => tiles.map((tile) => tile.dataset.game)), ["kayles"]);
    await page.click("#gallery .tile");
    await ready(page);
    assert.equal(await page.evaluate(() => location.pathname), new URL("games/kayles/", url).pathname);
    assert.match(await page.title(), /^Kayles/);
    await turn(page, async () => (await any(page, MOVES)).dispatchEvent("click"));
    const table = await pieces(page);
    await page.reload();
    await ready(page);
    assert.deepEqual(await pieces(page), table, "the address holds the moves, too");
    // This page is in a subfolder. The link in its header still leads to the start page.
    assert.equal(await page.locator(".brand a").evaluate((link) => link.href), url);
  }));

  test("a game has an address, with its rules, sources, values, and how a program asks for them", () => visit("games/wythoff/", async (page) => {
    await ready(page);
    assert.match(await hash(page), /^#wythoff=/);
    await tool(page, "about");
    const text = await page.textContent("#about");
    const entry = games.find(({ id }) => id === "wythoff");
    for (const { author } of entry.sources) assert.ok(text.includes(author), author);
    assert.ok(text.includes(entry.play.normal));
    const rows = await page.locator("#about .numbers tbody tr").allTextContents();
    const { values } = await ask("v1/games/wythoff/map?a=0..9&b=0..9");
    assert.equal(rows[1], `1${values.map((column) => column[1]).join("")}`);
    // The text changes a moment after the choice.
    for (const [language, said] of [["curl", "^curl -s --json"], ["python", "urlopen"], ["javascript", "await fetch"]]) {
      await page.click(`label[for=about-language-${language}]`);
      await page.waitForFunction((words) => new RegExp(words).test(document.querySelector("#about pre").textContent), said);
    }
  }));
}
