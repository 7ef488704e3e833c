// The playground, as its users find it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { any, ask, browser, hash, playOut, ready, turn, url, visit } from "./browser.mjs";

after(() => browser.close());

const { games } = await ask("v1/games");

/** Every control that plays a legal move. */
const MOVES = "#board .pick, #options button";

/** What the page marks as a winning move. */
const HINTS = "#board .pick.wins, #options .wins, #hints .words";

/** A sum of every game in the catalogue. */
const ALL = games.map((game) => game.example.text).join("&");

/** More than ten components. */
const LONG = `${ALL}&nim=1&nim=2&nim=6&nim=9&nim=0`;

const HUGE = "euclid=5,1000000000000000000&nim=1000000000000000000&empty-and-divide=3,1000000000000000000&nim=7";

/** What a shell makes of a command. */
const run = (command) => execFileSync("sh", ["-c", command], { encoding: "utf8" });

for (const game of games) {
  for (const play of ["normal", "misere"]) {
    const link = `#${game.example.text}${play === "misere" ? "&play=misere" : ""}`;

    /** Whose the position is; the one who begins is chosen so that it is the player's or not. */
    const deal = async (page, wins) => {
      await ready(page);
      const { winner } = await ask("v1/analyze", { position: game.example.position, play });
      if ((winner === "first") !== wins) await turn(page, () => page.click("#begin"));
    };

    test(`${game.id}, ${play}: the oracle wins what is lost for the player`, () => visit(link, async (page) => {
      await deal(page, false);
      assert.match(await page.textContent("#verdict"), /^The oracle will win|^No move is left/);
      assert.equal(await playOut(page, (at) => any(at, MOVES)), "The oracle won");
      const last = await ask(`v1/analyze?${(await hash(page)).slice(1)}`);
      assert.equal(last.move, null);
    }));

    test(`${game.id}, ${play}: whoever follows the hints wins`, () => visit(link, async (page) => {
      await deal(page, true);
      assert.match(await page.textContent("#verdict"), /^You will win/);
      assert.equal(await page.locator(HINTS).count(), 0, "hints are shown to those who ask for them");
      await page.click("label[for=show-hints]");
      assert.equal(await playOut(page, (at) => any(at, HINTS)), "You won");
    }));
  }
}

test("a sum of all games is played to its end, by what is drawn alone", () => visit(`#${LONG}`, async (page) => {
  await ready(page);
  assert.equal(await page.locator("#board .card").count(), games.length + 5);
  const ending = await playOut(page, (at) => any(at, "#board .pick"));
  assert.match(ending, /won$/);
}));

for (const game of games) {
  test(`${game.id}: every option can be picked, on the card and in the list`, () => visit(`#${game.example.text}`, async (page) => {
    await ready(page);
    const { moves } = await ask("v1/moves", { position: game.example.position });
    const all = moves.map(({ to }) => String(to)).sort();
    const drawn = await page.locator("#board .pick").evaluateAll((picks) => picks.map((pick) => pick.dataset.to));
    assert.deepEqual([...new Set(drawn)].sort(), all);
    assert.equal(await page.locator("#options button").count(), all.length);
  }));
}

test("games without a drawing are played in words", () => visit(`#${ALL}`, async (page) => {
  await ready(page);
  assert.match(await playOut(page, (at) => any(at, "#board .words.pick")), /won$/);
}, {
  prepare: (page) => page.route("**/drawings/index.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "export const drawings = {};" })),
}));

test("the oracle moves first, and undo goes back move by move", () => visit("#nim=3&nim=4&nim=5", async (page) => {
  await ready(page);
  const links = [await hash(page)];
  await turn(page, () => page.click("#begin"));
  links.push(await hash(page));
  for (let count = 0; count < 2; count += 1) {
    await turn(page, async () => (await any(page, MOVES)).click());
    links.push(await hash(page));
  }
  for (const link of links.reverse().slice(1)) {
    await turn(page, () => page.click("#undo"));
    assert.equal(await hash(page), link);
  }
  assert.equal(await page.locator("#undo").count(), 0);
}));

test("what is won stays won with the button that plays a hint, and can be played again", () => visit("#nim=3&euclid=5,26", async (page) => {
  await ready(page);
  await page.click("label[for=show-hints]");
  assert.equal(await playOut(page, (at) => at.locator("#best")), "You won");
  await turn(page, () => page.click("#again"));
  assert.equal(await hash(page), "#euclid=5,26&nim=3");
}));

test("who will win is hidden at will", () => visit("#nim=3&nim=4", async (page) => {
  await ready(page);
  await page.click("label[for=show-verdict]");
  assert.equal(await page.textContent("#verdict"), "Who will win is hidden.");
  assert.equal(await page.locator("#why table, #why ol, #board .value").count(), 0, "values tell who wins");
  await page.click("label[for=show-verdict]");
  assert.match(await page.textContent("#verdict"), /You will win/);
}));

test("a move that the rules forbid is explained beside its field", () => visit("#euclid=5,26", async (page) => {
  await ready(page);
  await page.fill("#typed", "5,7");
  await page.click("#play-typed");
  await page.waitForSelector("#typed-fault:not([hidden])");
  assert.match(await page.textContent("#typed-fault"), /must be a multiple of 5/);
  assert.equal(await page.getAttribute("#typed", "aria-invalid"), "true");
  assert.equal(await hash(page), "#euclid=5,26");

  // The refusal is a call like others, and its command survives a shell.
  await page.fill("#typed", "it's,7");
  await page.click("#play-typed");
  await page.waitForFunction(() => document.querySelector("#typed-fault").textContent.includes("digits"));
  await page.click('#calls label:has-text("v1/play")');
  const answer = JSON.parse(await page.textContent("#answer"));
  assert.equal(answer.status, 422);
  assert.equal(JSON.parse(run(await page.textContent("#curl"))).detail, answer.detail);

  await page.fill("#typed", "5,6");
  await turn(page, () => page.click("#play-typed"));
  assert.match(await page.textContent("#status .last"), /You subtract 4 × 5 from 26/);
}, { refusals: true }));

test("a position that is none is explained beside its field, and can be mended", () => visit("#nim=3", async (page) => {
  await ready(page);
  await page.click("#new");
  await page.click("text=+ Euclid's game");
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
  await page.click("#new");
  await page.fill("#setup-text", "nimm=3&nim=4");
  await page.click("#start");
  await page.waitForSelector("#setup-fault:not([hidden])");
  assert.match(await page.textContent("#setup-fault"), /the nearest is "nim"/);
  await page.fill("#setup-text", "nim=3&nim=4&play=misere");
  await turn(page, () => page.click("#start"));
  assert.equal(await hash(page), "#nim=3&nim=4&play=misere");
  assert.equal(await page.isChecked("#play-misere"), true);
}, { refusals: true }));

test("misère play ends the other way round, and can be left", () => visit("#nim=1&nim=1&nim=1", async (page) => {
  await ready(page);
  assert.match(await page.textContent("#verdict"), /^You will win/);
  await turn(page, () => page.click("label[for=play-misere]"));
  assert.match(await page.textContent("#verdict"), /^The oracle will win/);
  assert.match(await page.textContent("#rule"), /who cannot move wins/);
  await turn(page, () => page.click("label[for=play-normal]"));
  assert.match(await page.textContent("#verdict"), /^You will win/);
}));

test("a sum without a misère theory says so and stays as it was", () => visit("#empty-and-divide=6,9&nim=3", async (page) => {
  await ready(page);
  await page.click("label[for=play-misere]");
  await page.waitForSelector("#play-fault:not([hidden])");
  assert.match(await page.textContent("#play-fault"), /No misère theory/);
  assert.equal(await page.isChecked("#play-normal"), true);
  assert.equal(await hash(page), "#empty-and-divide=6,9&nim=3");
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

test("10^18 is played: the first moves by hand, the winning ones as hints, the others typed", () => visit(`#${HUGE}`, async (page) => {
  await ready(page);
  assert.match(await page.textContent("#hints, #verdict"), /You will win/);
  await page.click("label[for=show-hints]");
  await turn(page, async () => (await any(page, "#hints .words")).click());
  assert.match(await page.textContent("#verdict"), /^You will win/);
  await turn(page, async () => (await any(page, "#board .pick")).click());
  await page.goto(`${url}#nim=1000000000000000000&nim=7`);
  await page.waitForFunction(() => document.querySelectorAll("#board .card").length === 2);
  await page.fill("#typed", "999999999999999993");
  await turn(page, () => page.click("#play-typed"));
  assert.match(await page.textContent("#status .last"), /You (take 7 of|leave 999999999999999993)/);
  await page.click('#calls label:has-text("v1/play")');
  const { move } = JSON.parse(await page.textContent("#request"));
  assert.equal(move.to, "999999999999999993", "no number of the page has lost a digit");
}));

test("ten components and more are played by the list", () => visit(`#${LONG}`, async (page) => {
  await ready(page);
  const last = games.length + 3;
  await page.selectOption("#component", String(last));
  await page.waitForFunction(() => document.activeElement.id === "component");
  await turn(page, async () => (await any(page, "#options button")).click());
  assert.match(await page.textContent("#status .last"), /You take \d of 9/);
}));

test("more of a long list comes on demand", () => visit("#nim=250", async (page) => {
  await ready(page);
  assert.equal(await page.locator("#options button").count(), 100);
  await page.click("#more-options");
  await page.waitForFunction(() => document.querySelectorAll("#options button").length === 200);
  await page.click("#more-options");
  await page.waitForFunction(() => document.querySelectorAll("#options button").length === 250);
  assert.equal(await page.locator("#more-options").count(), 0);
}));

test("the page teaches the API: what it shows is what was asked and answered", () => visit("#euclid=5,26&red-blue=RBBR", async (page) => {
  await ready(page);
  await turn(page, async () => (await any(page, MOVES)).click());
  for (const path of ["v1/play", "v1/analyze", "v1/moves"]) {
    await page.click(`#calls label:has-text("${path}")`);
    const request = JSON.parse(await page.textContent("#request"));
    const answer = JSON.parse(await page.textContent("#answer"));
    assert.deepEqual(await ask(path, request), answer, path);
    assert.deepEqual(JSON.parse(run(await page.textContent("#curl"))), answer, path);
  }
}));

test("the argument is the service's own", () => visit("#euclid=5,26&nim=3", async (page) => {
  await ready(page);
  assert.equal(await page.locator("#why ol").isVisible(), false, "it names the winning move: only on demand");
  await page.click("#argument");
  const { explanation } = await ask("v1/analyze", { position: { euclid: [[5, 26]], nim: [3] }, explain: true });
  const shown = await page.textContent("#why ol");
  for (const { text } of explanation) assert.ok(shown.includes(text), text);
  await turn(page, async () => (await any(page, MOVES)).click());
  assert.equal(await page.locator("#why ol").isVisible(), true, "it stays open");
}));

test("the map of values shows what the service says, and a click plays a pair", () => visit("#wizards=10,21", async (page) => {
  await page.waitForSelector("#map .cell");
  assert.equal(await page.inputValue("#map-game"), "wizards", "it is the map of the game on the table");
  await page.selectOption("#map-game", "euclid");
  await page.waitForSelector("#map caption:text(\"Euclid's game\")", { state: "attached" });
  await page.fill("#map-a", "1000000000000000000");
  await page.press("#map-a", "Enter");
  const big = page.locator('#map [data-pair="1000000000000000003,7"]');
  await big.waitFor();
  const { grundy } = await ask("v1/analyze?euclid=1000000000000000003,7");
  assert.equal(await big.getAttribute("aria-label"), `1000000000000000003, 7: value ${grundy}`);
  await turn(page, () => big.click());
  assert.equal(await hash(page), "#euclid=1000000000000000003,7");
  await turn(page, () => page.click("#undo"));
  assert.equal(await hash(page), "#wizards=10,21");
  await page.fill("#map-a", "one");
  await page.press("#map-a", "Enter");
  await page.waitForSelector("#map-fault:not([hidden])");
}));

test("the keyboard is enough", () => visit("#nim=5&euclid=3,8", async (page) => {
  await ready(page);
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  for (let count = 0; count < 10 && !/^subtract/.test(await focused()); count += 1) await page.keyboard.press("Tab");
  assert.equal(await focused(), "subtract 3 from 8");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "subtract 2 × 3 from 8");
  await turn(page, () => page.keyboard.press("Enter"));
  assert.match(await page.textContent("#live"), /^You: subtract 2 × 3 from 8\. Oracle: .*Your turn\./);
  const at = await page.evaluate(() => document.activeElement.closest(".card")?.id);
  assert.equal(at, "piece-euclid-0", "the focus stays where the move was made");
}));

test("without the service the page says so, and goes on when it is back", () => visit("#nim=5", async (page) => {
  await ready(page);
  await page.route("**/v1/**", (route) => route.abort());
  await (await any(page, MOVES)).click();
  await page.waitForSelector("#notice:not([hidden])");
  assert.match(await page.textContent("#notice"), /does not answer/);
  await page.unroute("**/v1/**");
  await turn(page, async () => (await any(page, MOVES)).click());
  assert.equal(await page.isHidden("#notice"), true);
}, { refusals: true }));

for (const [colorScheme, width, height] of [["light", 1280, 900], ["dark", 360, 740]]) {
  test(`accessible and no wider than the screen: ${colorScheme}, ${width} px`, () => visit(`#${ALL}`, async (page) => {
    const check = async (what, ...parts) => {
      const axe = parts.reduce((builder, part) => builder.include(part), new AxeBuilder({ page }));
      const { violations } = await axe.analyze();
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]), [], what);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${what}: ${wide} px`);
    };
    await ready(page);
    await page.selectOption("#map-side", "8");
    await page.click("#argument");
    await page.click("label[for=show-hints]");
    await turn(page, async () => (await any(page, "#board .pick")).click());
    await page.fill("#typed", "nonsense");
    await page.click("#play-typed");
    await page.waitForSelector("#typed-fault:not([hidden])");
    await check("a turn with hints and a refused move");
    await page.click("#new");
    await page.fill("#setup-0", "5");
    await page.click("#start");
    await page.waitForSelector("#setup-0-fault:not([hidden])");
    await check("the dialog", "#setup");
    await page.keyboard.press("Escape");
    await page.goto(`${url}#red-blue=BBB`);
    await page.waitForSelector("text=The oracle won");
    await check("the end", "#board", "#status");
    await page.goto(`${url}#${HUGE}`);
    await page.waitForSelector("text=Your turn");
    await check("10^18", "#board");
  }, { colorScheme, viewport: { width, height }, refusals: true }));
}
