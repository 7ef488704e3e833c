// The dialog for a new position, and the editor in which a position is set by hand.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { games, TOUCHED } from "../browser/positions.mjs";
import { SIDE_BY_SIDE, visit } from "./page.mjs";

/** Opens the dialog with the position on the table, and the editor of its first component. */
async function open(page) {
  await page.ready();
  await page.dialog("new", "setup");
  if (!page.count("#setup .by-hand[open]")) page.click("#setup .by-hand summary");
  await page.found("#setup .editor");
}

const text = (page) => page.one("#setup-0").value;
const at = (page, key) => page.one(`#setup .editor [data-key="${key}"]`);

/** Starts the match, and waits until the dialog is closed. */
async function start(page) {
  page.click("#start");
  await page.until(() => !page.one("#setup").open);
}

describe("a new position", { concurrency: SIDE_BY_SIDE }, () => {
  test("each kind of position is set by hand, and is the one that is played", () => visit("#nim=1", async (page) => {
    await page.ready();
    for (const [link, keys, expected] of TOUCHED) {
      await page.put(link);
      await open(page);
      for (const key of keys) at(page, key).click();
      assert.equal(text(page), expected, link);
      await start(page);
      await page.until(() => page.hash === `#${link.split("=")[0]}=${expected}`);
    }
  }));

  test("what is large is a number", () => visit("#nim=3", async (page) => {
    await open(page);
    page.fill(at(page, "number field"), "1000000000000000000");
    assert.equal(text(page), "1000000000000000000");
    at(page, "number more").click();
    assert.equal(text(page), "1000000000000000001", "to the last digit");
    page.fill(at(page, "number field"), "x");
    assert.equal(at(page, "number field").getAttribute("aria-invalid"), "true");
    assert.equal(text(page), "1000000000000000001");
  }));

  test("an order is edited in its drawing, and never goes round", () => visit("#poset=a<b,b<c", async (page) => {
    await open(page);
    at(page, "vertex c").click();
    at(page, "vertex a").click();
    assert.equal(text(page), "a<b,b<c", "c is above a");
    at(page, "vertex d").click();
    assert.equal(text(page), "a<b,b<c,c<d");
  }));

  test("the coin of a graph of one's own is put on a vertex", () => {
    const own = { walk: { graph: { a: ["b", "c"], b: ["c"], c: [] } } };
    return visit(`#walk=a&games=${encodeURIComponent(JSON.stringify(own))}`, async (page) => {
      await open(page);
      at(page, "vertex b").click();
      assert.equal(text(page), "b");
      await start(page);
      await page.until(() => page.texts("#board .vertex.here")[0] === "b");
      assert.deepEqual(page.pieces, ["b"]);
    });
  });

  test("a position may be typed as people write it", () => visit("#nim=3", async (page) => {
    await page.ready();
    await page.dialog("new", "setup");
    page.fill("#setup-text", "kayles=IXXI&turning-turtles=THTTH&cram=2x3&nim=[3,4]&hackenbush=0-1");
    await page.turn(() => page.click("#start"));
    assert.deepEqual(new Set(page.hash.slice(1).split("&")), new Set(["nim=3", "nim=4", "hackenbush=0.1", "turning-turtles=1,4", "cram=.../...", "kayles=1"]));
  }));

  test("games are found by search and by tag, and a position that is none is explained beside its field", () => visit("#nim=3", async (page) => {
    await page.ready();
    await page.dialog("new", "setup");
    const found = (count) => page.until(() => page.count("#setup-found button") === count);
    await found(0);
    const [tag] = games.find(({ id }) => id === "euclid").tags;
    page.click(`.tag[data-tag="${tag}"]`);
    await found(games.filter(({ tags }) => tags.includes(tag)).length);
    page.fill("#setup-search", "grossman");
    await page.found('#setup-found li:first-child [data-game="euclid"]');
    page.click("#setup-found button");
    page.fill("#setup-1", "0,5");
    page.click("#start");
    await page.found("#setup-1-fault:not([hidden])");
    assert.match(page.text("#setup-1-fault"), /at least 1/);
    assert.equal(page.attribute("#setup-1", "aria-invalid"), "true");
    assert.equal(page.hash, "#nim=3");
    page.fill("#setup-1", "7,5");
    assert.equal(page.one("#setup-text").value, "euclid=7,5&nim=3");
    await page.turn(() => page.click("#start"));
    assert.equal(page.hash, "#euclid=7,5&nim=3");
  }, { refusals: true }));

  test("a sum is typed as text", () => visit("", async (page) => {
    await page.ready();
    await page.dialog("new", "setup");
    page.fill("#setup-text", "nimm=3&nim=4");
    page.click("#start");
    await page.found(".fault:not([hidden])");
    assert.match(page.text("#setup"), /the nearest is "nim"/);
    page.fill("#setup-text", "nim=3&nim=4&play=misere");
    await page.turn(() => page.click("#start"));
    assert.equal(page.hash, "#nim=3&nim=4&play=misere");
    assert.equal(page.one("#play-misere").checked, true);
    page.goBack();
    await page.until(() => page.hash === "#nim=3&nim=4&nim=5" && page.count(".card") === 3);
  }, { refusals: true }));

  test("a link that is none opens the dialog with what is wrong", () => visit("#euclid=5,x&nim=3", async (page) => {
    await page.found("#setup-0-fault:not([hidden])");
    assert.match(page.text("#setup-0-fault"), /two integers/);
    page.fill("#setup-0", "5,8");
    await page.turn(() => page.click("#start"));
    assert.equal(page.hash, "#euclid=5,8&nim=3");
  }, { refusals: true }));
});
