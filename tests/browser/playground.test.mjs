// The playground, as its users find it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { any, ask, browser, hash, playOut, ready, turn, url, visit } from "./browser.mjs";

after(() => browser.close());

const { games } = await ask("v1/games");
const { components } = await ask("openapi.json");

/** What the service can be asked for. */
const takes = (schema, field) => field in components.schemas[schema].properties;

/** Every control that plays a legal move. */
const MOVES = "#board .pick, #options button";

/** What the page marks as a winning move. */
const HINTS = "#board .pick.wins, #options .win button";

/** A game for each drawing, if the service has it: its link, and what is drawn. */
const DRAWINGS = [
  ["nim=3&nim=4", ".stone"], ["power-pile=4,12", ".stone"], ["subtraction(1,4,9)=26", ".stone"], ["staircase-nim=2,1,3", ".heaps .stone"],
  ["chomp=4,2", ".heaps .stone"], ["euclid=5,26", ".square"], ["red-blue=RBBR", ".bead"], ["empty-and-divide=5,6", ".chip"],
  ["wizards=10,21", ".power"], ["kayles=7", ".pin"], ["lasker-nim=5", ".pin"], ["octal(0.137)=9", ".pin"], ["silver-dollar=1,4,6", ".strip .square"],
  ["turning-turtles=1,4", ".strip .square"], ["king=5,6", ".grid .square"], ["wythoff=3,5", ".grid .square"], ["zero-one=..1..", ".sign"],
  ["fibonacci-nim=12,11", ".words"],
].filter(([link]) => games.some(({ id }) => [id, `${id}(`].some((key) => link.startsWith(key) && /[=(]/.test(link[id.length]))));

/** A sum of one game for each drawing. */
const ALL = DRAWINGS.map(([link]) => link).join("&");

const HUGE = "euclid=5,1000000000000000000&nim=1000000000000000000&empty-and-divide=3,1000000000000000000&nim=7";

const GRAPH = { walk: { graph: { a: ["b", "c"], b: ["c", "d"], c: ["d", "a"], d: [] } } };
const OWN = `walk=a&games=${encodeURIComponent(JSON.stringify(GRAPH))}`;

/** What a shell makes of a command. */
const run = (command, args = []) => execFileSync(command, args, { encoding: "utf8" });

const showAll = (page) => page.click("label[for=show-all]");

for (const [link, drawn] of DRAWINGS) {
  for (const play of ["normal", "misere"]) {
    const whole = play === "misere" ? `${link}&play=misere` : link;

    /** Whose the position is; the one who begins is chosen so that it is the player's or not. */
    const deal = async (page, winner, wins) => {
      await ready(page);
      if ((winner === "first") !== wins) await turn(page, () => page.click("#begin"));
    };

    test(`${link}, ${play}: the oracle wins what is lost for the player, and whoever follows the hints wins`, async (t) => {
      const { winner } = await ask(`v1/analyze?${whole}`);
      if (!winner) return t.skip("the service has no theory of it");
      await visit(`#${whole}`, async (page) => {
        await page.locator(`#board ${drawn}`).first().waitFor();
        await deal(page, winner, false);
        assert.match(await page.textContent("#verdict"), /^The oracle will win|^No move is left/);
        assert.equal(await playOut(page, (at) => any(at, MOVES)), "The oracle won");
        assert.equal(await page.locator(MOVES).count(), 0);
      });
      await visit(`#${whole}`, async (page) => {
        await deal(page, winner, true);
        assert.match(await page.textContent("#verdict"), /^You will win/);
        assert.equal(await page.locator(HINTS).count(), 0, "hints are shown to those who ask for them");
        await showAll(page);
        assert.equal(await playOut(page, (at) => any(at, HINTS)), "You won");
        assert.equal(await page.textContent("#story"), "You made no mistake.");
      });
    });
  }

  test(`${link}: played to its end by what is drawn alone`, () => visit(`#${link}`, async (page) => {
    await ready(page);
    assert.match(await playOut(page, (at) => any(at, `#board .pick`)), /won$/);
  }));
}

test("every game of the catalogue can be put on the table and played", () => visit("", async (page) => {
  await ready(page);
  for (const game of games) {
    const link = game.example.text;
    await page.evaluate((next) => (location.hash = next), link);
    await page.waitForFunction((key) => document.querySelector("#board .card")?.id === `piece-${key}-0`, Object.keys(game.example.position)[0]);
    assert.ok(await page.locator("#board .rules").first().textContent(), game.id);
    await turn(page, async () => (await any(page, MOVES)).click());
  }
}));

test("a game without a drawing is played in words", () => visit("#nim=3&euclid=5,13", async (page) => {
  await ready(page);
  assert.match(await playOut(page, (at) => any(at, "#board .words.pick")), /won$/);
}, {
  prepare: (page) => page.route("**/drawings/index.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: 'import * as words from "./words.js"; export const drawingOf = () => words;' })),
}));

test("a first visit finds Nim, its rules, how a game ends and what a turn is", () => visit("", async (page) => {
  await ready(page);
  assert.equal(await hash(page), "#nim=3&nim=4&nim=5");
  assert.match(await page.textContent("#how"), /one move, in one of the components.*cannot move loses/);
  assert.match(await page.textContent("#piece-nim-0 .rules summary"), /A move takes any number/);
  await page.hover("#piece-nim-2 .pick >> nth=3");
  assert.equal(await page.textContent("#piece-nim-2 .caption"), "take 2 of 5 leaves 3");
  assert.equal(await page.locator("#piece-nim-2 .touched").count(), 2);
  assert.equal(await page.locator("#options .lit").count(), 1, "the table shows the same move");
}));

test("the table of moves: winning ones first, with what they leave, and linked to the board", () => visit("#nim=3&nim=4&nim=5", async (page) => {
  await ready(page);
  assert.equal(await page.locator("#moves th:text('Value after')").count(), 0);
  await showAll(page);
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

test("a mistake is marked, and one goes back to any move", () => visit("#nim=3&nim=4&nim=5", async (page) => {
  await ready(page);
  await turn(page, () => page.click("#piece-nim-2 .pick"));
  assert.match(await page.textContent("#record .mistake"), /gave the win away; best was Nim: take 2 of 3/);
  const later = await hash(page);
  await turn(page, async () => (await any(page, MOVES)).click());
  await turn(page, () => page.click("#turn-0"));
  assert.equal(await hash(page), "#nim=3&nim=4&nim=5");
  await turn(page, () => page.click("#reply-0"));
  assert.equal(await hash(page), later);
  assert.equal(await page.locator("#record li.undone").count(), 1);
  assert.match(await playOut(page, (at) => any(at, "#board .pick")), /The oracle won/);
  assert.equal(await page.textContent("#story"), "You had the win until move 1.");
  await page.click("label[for=show-none]");
  assert.equal(await page.locator(".mistake, #story").count(), 0, "they tell who wins");
}));

test("a reload loses nothing", () => visit("#nim=3&nim=4&nim=5", async (page) => {
  await ready(page);
  await turn(page, () => page.click("#piece-nim-2 .pick"));
  await turn(page, async () => (await any(page, MOVES)).click());
  const [link, record] = [await hash(page), await page.textContent("#record")];
  await page.reload();
  await ready(page);
  assert.deepEqual([await hash(page), await page.textContent("#record")], [link, record]);
  await turn(page, () => page.click("#undo"));
}));

test("the skip link leads to the game and leaves it as it is", () => visit("#nim=3&nim=4", async (page) => {
  await ready(page);
  await turn(page, async () => (await any(page, MOVES)).click());
  const link = await hash(page);
  await page.keyboard.press("Home");
  await page.evaluate(() => document.activeElement.blur());
  await page.focus(".skip");
  await page.keyboard.press("Enter");
  await page.waitForFunction((old) => location.hash === old && document.activeElement.id === "board", link);
  assert.equal(await page.isVisible("#setup"), false);
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
  assert.equal(await page.getAttribute("#undo", "aria-disabled"), "true");
}));

test("what is won stays won with the button for the best move, and can be played again", () => visit("#euclid=5,26&nim=3", async (page) => {
  await ready(page);
  await showAll(page);
  assert.equal(await playOut(page, (at) => at.locator("#best")), "You won");
  // The convention is a rule: another one is another match, and the one that was won is not lost by it.
  await turn(page, () => page.click("#again"));
  assert.equal(await hash(page), "#euclid=5,26&nim=3");
  await turn(page, () => page.click("label[for=play-misere]"));
  assert.equal(await page.textContent("#status-title"), "Your turn");
}));

test("who will win is hidden at will", () => visit("#nim=3&nim=4", async (page) => {
  await ready(page);
  await page.click("label[for=show-none]");
  assert.equal(await page.textContent("#verdict"), "Who will win is hidden.");
  assert.equal(await page.locator("#why table, #why ol, #board .value, #board .wins, #options .win, #answer").count(), 0, "values tell who wins");
  await page.click("#uncover");
  assert.match(await page.textContent("#answer"), /"winner"/);
  await page.click("label[for=show-verdict]");
  assert.match(await page.textContent("#verdict"), /You will win/);
}));

test("a puzzle link keeps the answers hidden until they are asked for", () => visit("#nim=3&nim=4&answers=hidden", async (page) => {
  await ready(page);
  assert.equal(await page.textContent("#verdict"), "Who will win is hidden.");
  assert.equal(await page.locator("#answer, #why table").count(), 0);
  assert.doesNotMatch(await page.textContent("#live"), /will win,/);
  await turn(page, async () => (await any(page, MOVES)).click());
  assert.match(await hash(page), /answers=hidden$/);
}));

test("a move that the rules forbid is explained beside its field", () => visit("#euclid=5,26", async (page) => {
  await ready(page);
  await page.click("text=Type a move");
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
  await page.click("#uncover");
  const answer = JSON.parse(await page.textContent("#answer"));
  assert.equal(answer.status, 422);
  assert.equal(JSON.parse(run("sh", ["-c", await page.textContent("#command")])).detail, answer.detail);

  await page.fill("#typed", "5,6");
  await turn(page, () => page.click("#play-typed"));
  assert.match(await page.textContent("#record"), /You subtract 4 × 5 from 26/);
}, { refusals: true }));

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

test("misère play ends the other way round and says so everywhere", () => visit("#nim=1&nim=1&nim=1", async (page) => {
  await ready(page);
  assert.match(await page.textContent("#verdict"), /^You will win/);
  await turn(page, () => page.click("label[for=play-misere]"));
  assert.match(await page.textContent("#verdict"), /^The oracle will win/);
  for (const id of ["#how", "#piece-nim-0 .rules"]) {
    assert.match(await page.textContent(id), /cannot move wins/);
    assert.doesNotMatch(await page.textContent(id), /cannot move loses/);
  }
  await page.waitForFunction(() => /misère/.test(document.querySelector("#map").textContent));
  await turn(page, () => page.click("label[for=play-normal]"));
  assert.match(await page.textContent("#verdict"), /^You will win/);
}));

test("a sum without a misère theory says so and stays as it was", () => visit("#empty-and-divide=6,9&nim=3", async (page) => {
  await ready(page);
  await page.click("label[for=play-misere]");
  await page.waitForSelector("#play-fault:not([hidden])");
  assert.match(await page.textContent("#play-fault"), /misère/i);
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

test("10^18 is played: the first moves by hand, the winning ones marked, the others typed", () => visit(`#${HUGE}`, async (page) => {
  await ready(page);
  assert.match(await page.textContent("#verdict"), /You will win/);
  await showAll(page);
  await turn(page, async () => (await any(page, "#options .win button")).click());
  assert.match(await page.textContent("#verdict"), /^You will win/);
  await turn(page, async () => (await any(page, "#board .pick")).click());
  await page.goto(`${url}#nim=1000000000000000000&nim=7`);
  await page.waitForFunction(() => document.querySelectorAll("#board .card").length === 2);
  await page.click("text=Type a move");
  await page.fill("#typed", "999999999999999993");
  await turn(page, () => page.click("#play-typed"));
  await page.click('#calls label:has-text("v1/play")');
  const { move } = JSON.parse(await page.textContent("#request"));
  assert.equal(move.to, "999999999999999993", "no number of the page has lost a digit");
}));

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
  await showAll(page);
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
    assert.deepEqual(JSON.parse(run("sh", ["-c", await said("curl")])), answer, path);
    run("python3", ["-c", `${await said("python")}assert answer.status == 200\n`]);
    assert.deepEqual(JSON.parse(run("node", ["--input-type=module", "-e", (await said("javascript")).replace(/console\.log\((.*)\);/, "console.log(JSON.stringify($1));")])), answer, path);
    if (path !== "v1/play") assert.deepEqual(await (await fetch(await said("link"))).json(), answer, path);
  }
}));

test("the argument is the service's own", () => visit("#euclid=5,26&nim=3", async (page) => {
  await ready(page);
  await showAll(page);
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

test("the plot of a heap game marks its period and where you are", async (t) => {
  const map = await ask("v1/games/kayles/map?n=0..120");
  if (!map.values) return t.skip("the service plots no heap games");
  return visit("#kayles=12", async (page) => {
    await page.waitForSelector("#map .heap.here");
    assert.match(await page.textContent("#plot-note"), new RegExp(`from n = ${map.period.from} with period ${map.period.length}`));
    await page.focus("#map .heap.here");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    assert.match(await page.textContent("#map-picked"), new RegExp(`Kayles 13: value ${map.values[13]}`));
    await turn(page, () => page.click("#map-play"));
    assert.equal(await hash(page), "#kayles=13");
  });
});

test("levels: an oracle that errs gives the same game again", async (t) => {
  if (!takes("PlayRequest", "mistakes")) return t.skip("the service does not err");
  return visit("#nim=3&nim=4&nim=5&level=mostly", async (page) => {
    await ready(page);
    await page.waitForSelector("#level");
    assert.equal(await page.inputValue("#level"), "mostly");
    await turn(page, () => page.click("#piece-nim-2 .pick"));
    const [link, request] = [await hash(page), (await page.click('#calls label:has-text("v1/play")'), JSON.parse(await page.textContent("#request")))];
    assert.ok(request.mistakes > 0 && Number.isInteger(request.seed));
    await turn(page, () => page.click("#undo"));
    await turn(page, () => page.click("#piece-nim-2 .pick"));
    assert.equal(await hash(page), link);
  });
});

test("games of one's own: a graph is drawn, and a board for vectors", async (t) => {
  if (!takes("Request", "games")) return t.skip("the service takes no games");
  return visit(`#${OWN}`, async (page) => {
    await ready(page);
    assert.equal(await page.locator("#board .vertex").count(), 4);
    assert.equal(await page.locator("#board .edge").count(), 6);
    const { winner } = await ask("v1/analyze", { position: { walk: ["a"] }, games: GRAPH });
    assert.match(await page.textContent("#verdict"), { first: /^You will win/, second: /^The oracle will win/, draw: /^A draw/ }[winner]);
    await turn(page, async () => (await any(page, "#board .pick")).click());
    await page.click("#new");
    await page.click("text=A game of your own");
    await page.click("text=Example: vectors");
    await page.click("#own-add");
    await turn(page, () => page.click("#start"));
    assert.ok(await page.locator("#board .grid .square").count() >= 40);
    await page.reload();
    await ready(page);
    assert.equal(await page.locator("#board .card").count(), 2);
  });
});

test("a draw is no win, and can be given away", async (t) => {
  if (!takes("Request", "games")) return t.skip("the service takes no games");
  const ring = { ring: { graph: { a: ["b"], b: ["a", "c"], c: ["d"], d: [] } } };
  return visit(`#ring=b&games=${encodeURIComponent(JSON.stringify(ring))}`, async (page) => {
    await ready(page);
    assert.match(await page.textContent("#verdict"), /^A draw/);
    await showAll(page);
    assert.deepEqual(await page.locator("#options .outcome").allTextContents(), ["draws", "loses"]);
    await turn(page, () => page.click('#board .pick[data-to="c"]'));
    assert.match(await page.textContent("#record .mistake"), /gave the draw away; best was move from b to a/);
    assert.equal(await page.textContent("#story"), "You had the draw until move 1.");
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
    await page.goto(`http://127.0.0.2:${host.address().port}/`);
    await page.waitForTimeout(500);
    assert.equal(await frame.locator("#board").count(), 0);
  } finally {
    await context.close();
    host.close();
  }
});

test("the keyboard is enough, and keeps its place", () => visit("#euclid=3,8&nim=5", async (page) => {
  await ready(page);
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  for (let count = 0; count < 30 && !/^subtract/.test(await focused()); count += 1) await page.keyboard.press("Tab");
  assert.equal(await focused(), "subtract 3 from 8, leaves 3, 5");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "subtract 2 × 3 from 8, leaves 3, 2");
  assert.equal(await page.textContent("#piece-euclid-0 .caption"), "subtract 2 × 3 from 8 leaves 3, 2");
  await turn(page, () => page.keyboard.press("Enter"));
  assert.match(await page.textContent("#live"), /^You: subtract 2 × 3 from 8\. Oracle: .*Your turn\./);
  const at = await page.evaluate(() => document.activeElement.closest(".card")?.id);
  assert.equal(at, "piece-euclid-0", "the focus stays where the move was made");
}));

test("touch: the first shows, the second plays; turn, verdict and Undo stay in sight", () => visit("#nim=3&nim=4&nim=5", async (page) => {
  await ready(page);
  const link = await hash(page);
  const stone = page.locator("#piece-nim-2 .pick >> nth=2");
  await stone.tap();
  assert.match(await page.textContent("#piece-nim-2 .caption"), /take 3 of 5 leaves 2\. Touch again to play/);
  assert.equal(await hash(page), link);
  await page.locator("#piece-nim-1 .pick >> nth=1").tap();
  assert.equal(await page.locator(".touched").count(), 3, "only what the second finger shows");
  await stone.tap();
  await turn(page, () => stone.tap());
  for (const top of [0, 10_000]) {
    await page.evaluate((y) => scrollTo(0, y), top);
    for (const id of ["#status-title", "#verdict", "#undo"]) {
      const box = await page.locator(id).boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= 740, `${id} at ${top}`);
    }
  }
  const small = await page.locator("#board button, #status button, #controls button").evaluateAll((buttons) =>
    buttons.map((button) => [button.textContent, button.offsetWidth, button.offsetHeight]).filter(([, width, height]) => width < 40 || height < 40));
  assert.deepEqual(small, []);
}, { viewport: { width: 360, height: 740 }, hasTouch: true }));

test("the reply is seen happening, and nothing shifts", () => visit("#nim=3&nim=4&nim=5", async (page) => {
  await ready(page);
  const boxes = () => page.locator("#status, #board, .card, #controls").evaluateAll((parts) => parts.map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  }));
  const before = await boxes();
  await page.route("**/v1/play", async (route) => {
    await new Promise((done) => setTimeout(done, 300));
    return route.continue();
  });
  await page.click("#piece-nim-2 .pick >> nth=3");
  await page.waitForSelector(".status.working");
  assert.equal(await page.textContent("#status-title"), "The oracle thinks …");
  assert.equal(await page.locator("#piece-nim-2 .stone").count(), 3, "the own move is there at once");
  assert.deepEqual(await boxes(), before);
  await page.waitForSelector("#board .touched");
  assert.equal(await page.textContent("#status-title"), "The oracle moves");
  assert.deepEqual(await boxes(), before);
  await page.waitForSelector("#status-title:text('Your turn')");
  assert.deepEqual(await boxes(), before);
}, { reducedMotion: "no-preference" }));

test("without the service the page says so, and goes on when it is back", () => visit("#nim=5&nim=4", async (page) => {
  await ready(page);
  const link = await hash(page);
  await page.route("**/v1/**", (route) => route.abort());
  await (await any(page, "#board .pick")).click();
  await page.waitForSelector("#notice:not([hidden])");
  assert.match(await page.textContent("#notice"), /No connection/);
  assert.equal(await hash(page), link);
  await turn(page, () => page.unroute("**/v1/**"));
  assert.equal(await page.isHidden("#notice"), true);
  assert.equal(await page.locator("#record li").count(), 1, "the move was made");
}, { refusals: true }));

const LOOKS = [["light", 1280, 900], ["dark", 1280, 900], ["light", 360, 740], ["dark", 320, 640], ["forced", 1280, 900]];
for (const [look, width, height] of LOOKS) {
  test(`accessible and no wider than the screen: ${look}, ${width} px`, () => visit(`#${ALL}`, async (page) => {
    const check = async (what, ...parts) => {
      const axe = parts.reduce((builder, part) => builder.include(part), new AxeBuilder({ page }));
      const { violations } = await axe.analyze();
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]), [], what);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${what}: ${wide} px`);
    };
    await ready(page);
    await showAll(page);
    await page.click("#argument");
    await turn(page, async () => (await any(page, "#options button")).click());
    await page.click("text=Type a move");
    await page.fill("#typed", "nonsense");
    await page.click("#play-typed");
    await page.waitForSelector("#typed-fault:not([hidden])");
    await check("a turn with everything shown, and a refused move");
    await page.click("#new");
    await page.fill("#setup-0", "x");
    await page.click("#start");
    await page.waitForSelector("#setup .fault:not([hidden])");
    await check("the dialog", "#setup");
    await page.keyboard.press("Escape");
    await page.goto(`${url}#nim=0`);
    await page.waitForSelector("text=The oracle won");
    await check("the end", "#board", "#status", "#record");
    await page.goto(`${url}#${HUGE}`);
    await page.waitForSelector("text=Your turn");
    await check("10^18", "#board");
  }, { ...(look === "forced" ? { forcedColors: "active" } : { colorScheme: look }), viewport: { width, height }, refusals: true }));
}

test("it can be printed", () => visit("#nim=3&nim=4&nim=5", async (page) => {
  await ready(page);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.isVisible("#controls"), false);
  assert.equal(await page.isVisible("#board"), true);
  assert.equal(await page.isVisible("#moves"), true);
}));
