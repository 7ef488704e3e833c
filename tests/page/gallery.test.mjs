// The gallery, and the addresses of games.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { games } from "../browser/positions.mjs";
import { url } from "../browser/service.mjs";
import { SIDE_BY_SIDE, visit } from "./page.mjs";

const tiles = (page) => page.all("#gallery .tile").map((tile) => tile.dataset.game);

describe("the gallery", { concurrency: SIDE_BY_SIDE }, () => {
  test("a game that is not there is said to people in the page, and to programs in JSON", () => visit("games/zzz/", async (page) => {
    await page.found("#gallery .tile");
    assert.match(page.text("#gallery h1"), /no game “zzz”/);
    assert.doesNotMatch(page.text("#gallery"), /[{}]|v1\//, "in words of people");
    page.click('[data-game="kayles"]');
    await page.ready();
    const answer = await fetch(new URL("games/zzz/", url));
    assert.deepEqual([answer.status, answer.headers.get("content-type")], [404, "application/problem+json"]);
  }, { refusals: true }));

  test("the address of a game that is not here says why", () => visit("games/domineering/", async (page) => {
    await page.found("#meant p");
    assert.match(page.text("#meant"), /Domineering, as it is usually played, is not here/);
    assert.equal(page.count("#meant .tile"), 0);
  }, { refusals: true }));

  test("what was probably meant is suggested first", () => visit("games/wythof/", async (page) => {
    (await page.found("#meant .tile")).click();
    await page.ready();
    assert.match(page.hash, /^#wythoff=/);
  }, { refusals: true }));

  test("what is called so is found first", () => visit("games/", async (page) => {
    await page.found("#gallery .tile");
    for (const [words, first] of [["nim", "nim"], ["kayles", "kayles"], ["wythoff", "wythoff"], ["queen", "queens"]]) {
      page.fill("#gallery-search", words);
      await page.until(() => tiles(page)[0] === first);
    }
    page.fill("#gallery-search", "kayles");
    page.one("#gallery-search").focus();
    page.press("Enter");
    await page.ready();
    assert.match(page.hash, /^#kayles=/);
  }));

  test("the gallery shows each game once, finds them by name and alias, and one touch plays", () => visit("games/", async (page) => {
    await page.found("#gallery .tile");
    assert.deepEqual(tiles(page).slice(0, 6), ["nim", "kayles", "chomp", "wythoff", "hackenbush", "cram"]);
    assert.deepEqual(tiles(page).sort(), games.map(({ id }) => id).sort());
    const plain = page.all("#gallery .tile").filter((tile) => !tile.querySelector(".thumb *")).map((tile) => tile.dataset.game);
    assert.deepEqual(plain, [], "each has a picture");
    page.fill("#gallery-search", "xyzzy");
    await page.until(() => /No game has these words.*can be described here/.test(page.text("#gallery-list")));
    assert.doesNotMatch(page.text("#gallery"), /[{}]|v1\//, "in words of people");
    page.fill("#gallery-search", "domineering");
    await page.until(() => /Domineering, as it is usually played, is not here.*relative is cram: it is another game/.test(page.text("#gallery")));
    assert.deepEqual(tiles(page), []);
    page.fill("#gallery-search", "rip van winkle");
    await page.until(() => tiles(page).length === 1);
    assert.deepEqual(tiles(page), ["kayles"]);
    page.click("#gallery .tile");
    await page.ready();
    assert.equal(page.window.location.pathname, new URL("games/kayles/", url).pathname);
    assert.match(page.document.title, /^Kayles/);
    await page.move();
    const { pieces } = page;
    await page.reload();
    await page.ready();
    assert.deepEqual(page.pieces, pieces, "the address holds the moves, too");
    // This page is in a subfolder. The link in its header still leads to the start page.
    assert.equal(page.one(".brand a").href, url);
  }));

  test("a game has an address, with its rules, sources, values, and how a program asks for them", () => visit("games/wythoff/", async (page) => {
    await page.ready();
    assert.match(page.hash, /^#wythoff=/);
    await page.tool("about");
    await page.found("#to-desk");
    const text = page.text("#about");
    const entry = games.find(({ id }) => id === "wythoff");
    for (const { author } of entry.sources) assert.ok(text.includes(author), author);
    assert.ok(text.includes(entry.play.normal));
    const toDesk = page.one("#to-desk").href;
    assert.equal(toDesk, new URL("desk/#game=wythoff&n=6%2C9", url).href);
    await page.tool("calls");
    for (const [language, said] of [["curl", /^curl -s --json/], ["python", /urlopen/], ["javascript", /await fetch/]]) {
      page.click(`#language-${language}`);
      await page.until(() => said.test(page.text("#command")));
    }
    // The desk has the position, and leads back to a match from there.
    await page.open("about:blank");
    await page.open(toDesk);
    await page.until(() => /\(6, 9\): value \d+/.test(page.text("#readout")) && page.count("#play-it") === 1);
    assert.match(page.one("#play-it").href, /#wythoff=6,9$/);
  }));
});
