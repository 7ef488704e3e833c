// A match from its first position to its end: the winner, the marks, going back and trying a different move, and
// failures.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { MOVES, SIDE_BY_SIDE, visit } from "./page.mjs";

/** The moves in a record, without the marks of mistakes. */
const plies = (page, by) => page.texts("#record .ply").filter((text) => text.startsWith(by)).map((text) => text.replace(/ ✗.*/, ""));

/** A graph on which a coin can go round for ever. */
const RING = `#ring=b&games=${encodeURIComponent(JSON.stringify({ ring: { graph: { a: ["b"], b: ["a", "c"], c: ["d"], d: [] } } }))}`;

describe("a match", { concurrency: SIDE_BY_SIDE }, () => {
  test("a first visit finds three heaps of Nim and what to do in one line", () => visit("", async (page) => {
    await page.ready();
    assert.equal(page.hash, "#nim=3&nim=4&nim=5");
    assert.equal(page.text("#how"), "Take any number of stones from one heap. Who makes the last move wins.");
    assert.equal(page.count("#board .rules"), 1, "the rules are said once");
    assert.equal(page.count(".settings[open], .tools .panel:not([hidden])"), 0, "all else is folded away");
    page.point('#piece-nim-2 .pick[data-to="3"]');
    assert.equal(page.text("#board .caption"), "take 2 of 5 leaves 3");
    assert.equal(page.count("#board .touched"), 2);
  }));

  test("a mistake is marked; going back and moving otherwise keeps the first line as a variation", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await page.ready();
    await page.play("piece-nim-2", 0);
    assert.match(page.text("#record .mistake"), /gave the win away; best was take 2 of 3/);
    const after = page.pieces;
    page.press("ArrowLeft");
    await page.until(() => page.title === "Your turn" && !page.hash.includes("moves"));
    assert.deepEqual(page.pieces, ["3", "4", "5"]);
    page.press("ArrowRight");
    await page.until(() => page.hash.includes("moves"));
    assert.deepEqual(page.pieces, after);
    await page.turn(() => page.click("#undo"));
    await page.play("piece-nim-0", 1);
    assert.equal(page.count("#record .variation"), 1);
    assert.deepEqual(plies(page, "You"), ["You take 5 of 5", "You take 2 of 3"]);
    // The variation is one click away, and leads to the earlier position.
    await page.turn(() => page.click("#reply-0"));
    assert.deepEqual(page.pieces, after);
  }));

  test("two people play at one board, and nothing tells who wins until they ask", () => visit("#nim=1&nim=2&level=people", async (page) => {
    await page.ready();
    assert.deepEqual([page.title, page.text("#verdict"), page.count("#begin")], ["First player’s turn", "Who will win is hidden.", 0]);
    await page.play("piece-nim-1", 0);
    assert.deepEqual([page.title, page.pieces, page.count(".mistake")], ["Second player’s turn", ["1", "0"], 0]);
    await page.turn(() => page.click("#undo"));
    assert.deepEqual([page.title, page.pieces], ["First player’s turn", ["1", "2"]]);
    page.click("#hint");
    assert.match(page.text("#verdict"), /A winning move is in Nim 2/);
    await page.play("piece-nim-1", 1);
    await page.play("piece-nim-0", 0);
    await page.reload();
    await page.ready();
    assert.deepEqual([page.title, plies(page, "Second")], ["First player’s turn", ["Second take 1 of 1"]]);
    await page.move();
    assert.equal(page.title, "First player won");
    page.show("all");
    assert.match(page.text("#record .mistake"), /gave the win away; best was take 1 of 2/);
    // The oracle takes over when it is chosen.
    await page.turn(() => page.click("#undo"));
    await page.turn(() => page.click("#undo"));
    page.select("#level", "perfect");
    await page.until(() => page.title === "Your turn" || page.title === "The oracle won" || page.title === "You won");
  }));

  test("a class plays at one board without an oracle, and the board stays after a reload", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await page.ready();
    page.click("#class-room");
    assert.equal(page.title, "First player’s turn");
    await page.play("piece-nim-2", 0);
    assert.equal(page.title, "Second player’s turn");
    await page.reload();
    await page.found("body.class-room #leave");
    page.click("#leave");
    assert.equal(page.count("body.class-room"), 0);
  }));

  test("the end says where it was given away, and leads back there for another try", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await page.ready();
    await page.play("piece-nim-2", 0);
    assert.match(await page.playOut(), /The oracle won/);
    assert.equal(page.text("#story"), "You had the win until move 1.");
    assert.equal(page.text("#board #see"), "Try from move 1");
    await page.turn(() => page.click("#see"));
    assert.deepEqual(page.pieces, ["3", "4", "5"]);
    assert.equal(page.title, "Your turn");
    await page.play("piece-nim-0", 1);
    assert.match(page.text("#verdict"), /^You will win/);
    page.show("none");
    assert.equal(page.count(".mistake, #story"), 0, "they tell who wins");
  }));

  test("the oracle's mistakes are marked as well", () => visit("#nim=3&nim=4&nim=5&level=mostly", async (page) => {
    await page.ready();
    for (let count = 0; count < 30 && !page.count("[id^=reply-] .mistake"); count += 1) {
      await page.put("nim=3&nim=4&nim=5&level=mostly");
      await page.play("piece-nim-2", 0);
    }
    assert.match(page.text("[id^=reply-] .mistake"), /gave the win back/);
    assert.equal(page.text("#verdict"), "✗ Your move gave the win away, but the oracle's gave it back.");
  }));

  test("a mistake is said at once, and how good the oracle is can be set beside it", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await page.ready();
    assert.match(page.one("#level-now").selectedOptions[0].textContent, /never errs/);
    await page.play("piece-nim-2", 0);
    assert.match(page.text("#verdict"), /^✗ Your move gave the win away\. Undo it/);
    assert.match(page.text("#last"), /^Oracle: take/);
    assert.doesNotMatch(page.text("#board .caption"), /Oracle/, "the bar and the record say it");
    await page.turn(() => page.click("#undo"));
    await page.turn(() => page.select("#level-now", "often"));
    assert.match(page.hash, /level=often/);
  }));

  test("a link with moves leads to the same position by the same moves, and one with a move that is none is explained", () => visit("#kayles=7&nim=3&play=misere", async (page) => {
    await page.ready();
    for (let count = 0; count < 2; count += 1) await page.move();
    const { hash, pieces } = page;
    const record = page.text("#record");
    assert.match(hash, /moves=/);
    await visit(hash, async (other) => {
      await other.ready();
      assert.deepEqual(other.pieces, pieces);
      await other.until(() => other.text("#record") === record);
      assert.equal(other.hash, hash);
      await other.turn(() => other.click("#undo"));
    });
    await visit("#nim=3&moves=0:7", (other) => other.found("#setup .fault:not([hidden])"), { refusals: true });
  }));

  test("the oracle moves first, and undo goes back move by move", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await page.ready();
    const links = [page.hash];
    await page.turn(() => page.click("#begin"));
    assert.match(page.hash, /moves=;/);
    links.push(page.hash);
    for (let count = 0; count < 2; count += 1) {
      await page.move();
      links.push(page.hash);
    }
    for (const link of links.reverse().slice(1)) {
      await page.turn(() => page.click("#undo"));
      assert.equal(page.hash, link);
    }
    assert.equal(page.attribute("#undo", "aria-disabled"), "true");
  }));

  test("hints come one at a time: where, which move, and why", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await page.ready();
    assert.equal(page.count(".hinted, .wins"), 0);
    page.click("#hint");
    assert.equal(page.text("#verdict"), "A winning move is in Nim 3.");
    assert.equal(page.count("#piece-nim-0.hinted"), 1);
    assert.equal(page.count(".wins"), 0, "the move is not told yet");
    page.click("#hint");
    assert.equal(page.text("#verdict"), "This wins: take 2 of 3.");
    assert.deepEqual(page.all(".pick.wins").map((each) => each.dataset.to), ["1"]);
    page.click("#hint");
    assert.match(page.text("#verdict"), /3 ⊕ 4 ⊕ 5 = 2\. The move makes 3 into 1: then 1 ⊕ 4 ⊕ 5 = 0/);
    assert.equal(page.attribute("#hint", "aria-disabled"), "true");
    await page.play("piece-nim-0", 1);
    assert.equal(page.text("#hint"), "Hint");
    assert.equal(page.count(".hinted, .wins"), 0);
  }));

  test("who will win is hidden at will, also after a reload", () => visit("#nim=3&nim=4", async (page) => {
    await page.ready();
    page.show("none");
    assert.equal(page.text("#verdict"), "Who will win is hidden.");
    for (const name of ["why", "moves", "about"]) {
      await page.tool(name);
      assert.equal(page.count("#why table, #board .value, #board .wins, #options .win, #about .numbers"), 0, `${name}: values tell who wins`);
    }
    await page.tool("calls");
    page.click("#uncover");
    assert.match(page.text("#answer"), /"winner"/);
    await page.reload();
    await page.ready();
    assert.equal(page.text("#verdict"), "Who will win is hidden.");
    page.show("verdict");
    assert.match(page.text("#verdict"), /You will win/);
  }));

  test("a puzzle link keeps the answers hidden until they are asked for", () => visit("#nim=3&nim=4&answers=hidden", async (page) => {
    await page.ready();
    assert.equal(page.text("#verdict"), "Who will win is hidden.");
    assert.doesNotMatch(page.text("#live"), /will win,/);
    await page.move();
    assert.match(page.hash, /answers=hidden/);
  }));

  test("a blunder is said at once, and a second click queues nothing", () => {
    let plays = 0;
    let reply;
    const asked = new Promise((done) => (reply = done));
    const fetched = async ({ url }) => {
      if (!url.endsWith("/v1/play")) return;
      plays += 1;
      await asked;
    };
    return visit("#nim=3&nim=4&nim=5", async (page) => {
      await page.ready();
      const pick = page.one('#piece-nim-2 .pick[data-to="0"]');
      pick.click();
      pick.click();
      page.all("#piece-nim-0 .pick")[0]?.click();
      await page.until(() => page.title === "The oracle thinks …");
      assert.equal(page.text("#verdict"), "✗ Your move gave the win away. The oracle can win now.");
      reply();
      await page.until(() => page.title === "Your turn");
      assert.equal(plays, 1);
      assert.equal(page.count("#record [id^=turn-]"), 1);
      assert.match(page.text("#last"), /^Oracle: take/);
    }, { fetched });
  });

  test("without the service the move stays made, and the oracle replies when it is back", () => {
    let isReached = true;
    const fetched = async ({ url }) => {
      if (!isReached && url.includes("/v1/")) throw new TypeError("no connection");
    };
    return visit("#nim=5&nim=4", async (page) => {
      await page.ready();
      isReached = false;
      page.click('#piece-nim-0 .pick[data-to="2"]');
      await page.found("#notice:not([hidden])");
      assert.match(page.text("#notice"), /No connection/);
      assert.deepEqual(page.pieces, ["2", "4"], "what is on the screen is what was played");
      assert.equal(page.count(MOVES), 0, "no second move can be made meanwhile");
      isReached = true;
      await page.until(() => page.title === "Your turn" && page.count("#record .ply") === 2);
      assert.equal(page.one("#notice").hidden, true);

      // Undo works without a connection, since the earlier position is known and no request is sent.
      isReached = false;
      await page.turn(() => page.click("#undo"));
      assert.deepEqual(page.pieces, ["5", "4"]);
      page.click("#play-misere");
      await page.found("#notice:not([hidden])");
      assert.doesNotMatch(page.hash, /misere/);
      await page.until(() => page.one("#play-normal").checked);
      assert.match(page.text("#notice"), /“Last move loses” is set when it is back/);
      isReached = true;
      await page.until(() => page.hash.includes("misere") && page.one("#notice").hidden);
      assert.equal(page.one("#play-misere").checked, true);
    }, { fetched });
  });

  test("a move that was just made outlives a reload, and the oracle replies after it", () => {
    let isFirst = true;
    const fetched = async ({ url }) => {
      if (!isFirst || !url.endsWith("/v1/play")) return;
      isFirst = false;
      // The first answer never comes.
      await new Promise(() => {});
    };
    return visit("#nim=5&nim=4", async (page) => {
      await page.ready();
      page.click('#piece-nim-0 .pick[data-to="2"]');
      await page.until(() => page.title === "The oracle thinks …");
      await page.reload();
      await page.ready();
      await page.until(() => page.title === "Your turn" && page.count("#record .ply") === 2);
      assert.match(page.text("#record"), /You take 3 of 5.*Oracle take \d of 4/);
    }, { fetched });
  });

  test("a move that the rules forbid is explained beside its field", () => visit("#euclid=5,26", async (page) => {
    await page.ready();
    await page.tool("moves");
    page.fill("#typed", "5,7");
    page.click("#play-typed");
    await page.found("#typed-fault:not([hidden])");
    assert.match(page.text("#typed-fault"), /must be a multiple of 5/);
    assert.equal(page.attribute("#typed", "aria-invalid"), "true");
    assert.equal(page.hash, "#euclid=5,26");
    page.fill("#typed", "5,6");
    await page.turn(() => page.click("#play-typed"));
    assert.match(page.text("#record"), /You subtract 4 × 5 from 26/);
  }, { refusals: true }));

  test("misère play ends the other way round and says so everywhere", () => visit("#nim=1&nim=1&nim=2&play=misere", async (page) => {
    await page.ready();
    assert.match(page.text("#how"), /last move loses/);
    assert.match(page.text("#board .rules"), /cannot move wins/);
    await page.tool("why");
    page.click("#show-why");
    assert.match(page.text("#why-lead"), /as in Nim until your move would leave only components worth 0 or 1/);
    // By this rule, the winning move leaves three heaps of 1. The winning move of normal play, to two heaps, loses.
    await page.tool("moves");
    const outcomes = new Map(page.all("#options tr").map((row) => [row.dataset.move, row.querySelector(".outcome").textContent]));
    assert.deepEqual([outcomes.get("nim 2 1"), outcomes.get("nim 2 0")], ["wins", "loses"]);
  }));

  test("in misère play no rules say that who cannot move loses", () => visit("#poisoned-bar=1,1,1,1&play=misere", async (page) => {
    await page.ready();
    assert.match(page.text("#board .rules"), /the other way round/);
  }));

  test("a sum without a misère theory says so and stays as it was", () => visit("#empty-and-divide=600,900&nim=3", async (page) => {
    await page.ready();
    page.click("#play-misere");
    await page.found("#play-fault:not([hidden])");
    assert.match(page.text("#play-fault"), /misère/i);
    assert.equal(page.one("#play-normal").checked, true);
    assert.equal(page.hash, "#empty-and-divide=600,900&nim=3");
  }, { refusals: true }));

  test("levels: an oracle that errs gives the same game again, and can be changed in the middle", () => visit("#nim=3&nim=4&nim=5&level=mostly", async (page) => {
    await page.ready();
    await page.play("piece-nim-2", 0);
    const { pieces } = page;
    await page.tool("calls");
    page.click('[id="call-v1/play"]');
    const request = JSON.parse(page.text("#request"));
    assert.ok(request.mistakes > 0 && Number.isInteger(request.seed));
    await page.turn(() => page.click("#undo"));
    await page.play("piece-nim-2", 0);
    assert.deepEqual(page.pieces, pieces);
    await page.turn(() => page.select("#level", "perfect"));
    assert.deepEqual(page.pieces, pieces);
  }));

  test("the rule has the numbers of the position and of the key", () => visit("#bachet=3,17", async (page) => {
    await page.ready();
    for (const [link, rule] of [["bachet=3,17", /^Take 1 to 3 stones\./], ["bachet=3,17&bachet=4,9", /^Take 1 to k stones\./], ["subtraction(1,4,9)=24", /^Take 1, 4 or 9\./], ["take-between=2,5,19", /^Take at least 2 and at most 5 stones\. With fewer than 2/],
      ["octal(0.137)=17", /^Take tokens that lie together, as the table says\./], ["octal(0.1234567123)=9", /the code's digit for their number says/]]) {
      await page.put(link);
      assert.match(page.text("#how"), rule);
    }
  }));

  test("a table says what a code permits for each number of tokens", () => visit("#nim=1", async (page) => {
    await page.ready();
    assert.equal(page.count("table.code"), 0);
    for (const [link, table] of [
      ["octal(0.137)=17", ["Take 1 2 3", "leave 0 rows ✓ ✓ ✓", "leave 1 row – ✓ ✓", "leave 2 rows – – ✓"]],
      ["octal(4.3)=5", ["Take 0 1", "leave 0 rows – ✓", "leave 1 row – ✓", "leave 2 rows ✓ –"]],
      ["hexadecimal(0.0f)=6", ["Take 2", "leave 0 rows ✓", "leave 1 row ✓", "leave 2 rows ✓", "leave 3 rows ✓"]],
    ]) {
      await page.put(link);
      assert.deepEqual(page.all("#permits tr").map(({ children }) => Array.from(children, ({ textContent }) => textContent).join(" ")), table);
    }
    await page.put("octal(0.137)=17&nim=3");
    assert.deepEqual([page.count("#permits table"), page.count(".rules table.code")], [0, 1], "beside other games, it is among the rules");
  }));

  test("a frame keeps its address, which alone may be framed, after a move and a reload", () => visit("embed#nim=3&nim=4", async (page) => {
    await page.ready();
    await page.move();
    assert.match(page.window.location.href, /\/embed#nim=3&nim=4&moves=/);
    await page.reload();
    await page.ready();
    assert.match(page.window.location.href, /\/embed#/);
    assert.equal(page.count("body.embedded"), 1);
  }));

  test("a draw is no win, and can be given away", () => visit(RING, async (page) => {
    await page.ready();
    assert.match(page.text("#verdict"), /^A draw/);
    page.show("all");
    await page.tool("moves");
    assert.deepEqual(page.texts("#options .outcome"), ["draws", "loses"]);
    await page.play("piece-ring-0", "c");
    assert.match(page.text("#record .mistake"), /gave the draw away; best was move from b to a/);
    assert.equal(await page.playOut(), "The oracle won");
    assert.equal(page.text("#story"), "You had the draw until move 1.");
  }));

  test("a position that comes for the third time may be called a draw", () => visit(RING, async (page) => {
    await page.ready();
    for (let count = 0; count < 2; count += 1) {
      assert.equal(page.count("#draw"), 0);
      await page.play("piece-ring-0", "a");
    }
    page.click("#draw");
    assert.equal(page.title, "A draw");
    assert.equal(page.count(MOVES), 0);
    assert.equal(page.text("#story"), "Neither of you gave anything away.");
  }));

  test("after the end a new position begins with the first one, not with what is left", () => visit("#nim=1", async (page) => {
    await page.ready();
    await page.play("piece-nim-0", 0);
    assert.equal(page.title, "You won");
    await page.dialog("new", "setup");
    assert.equal(page.one("#setup-0").value, "1");
    page.one("#setup").close();
    await page.turn(() => page.click("#again"));
    assert.equal(page.title, "Your turn");
  }));
});
