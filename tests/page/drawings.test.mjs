// The drawings of games: what they show before a move and after it, and the controls that make a move. How they look is
// tested in a browser.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DRAWN, KEPT, TRACELESS } from "../browser/positions.mjs";
import { CHOICES, MOVES, SIDE_BY_SIDE, visit } from "./page.mjs";

/** The number of drawings that are tested on one page. The pages are open at the same time. */
const TOGETHER = 7;

/** The words that end a match. */
const ENDED = /won$/;

describe("drawings", { concurrency: SIDE_BY_SIDE }, () => {
  for (let part = 0; part < DRAWN.length; part += TOGETHER) {
    const links = DRAWN.slice(part, part + TOGETHER).flatMap((positions) => positions.map(([link]) => link));
    test(`played by keys alone: ${links.map((link) => link.split("=")[0]).join(", ")}`, () => visit(`#${links[0]}`, async (page) => {
      await page.ready();
      const active = () => page.document.activeElement;
      const stop = (selector) => page.one(`${selector}:not([tabindex="-1"])`).focus();
      for (const link of links) {
        await page.put(link);
        for (let turns = 0; !ENDED.test(page.title); turns += 1) {
          assert.ok(turns < 60, link);
          if (page.count(MOVES)) stop(MOVES);
          else {
            stop(CHOICES);
            page.press("Enter");
            stop(MOVES);
          }
          for (const key of ["ArrowRight", "ArrowDown", "ArrowRight"].slice(turns % 3)) page.press(key);
          if (!active().matches(MOVES)) stop(MOVES);
          assert.ok(active().getAttribute("aria-label"), link);
          await page.turn(() => page.press("Enter"));
        }
        assert.equal(page.count(MOVES), 0, link);
      }
    }));
  }

  for (const [name, links] of [["with", KEPT.map(([link]) => link)], ["without", TRACELESS]]) {
    test(`undo, a link and a reload show the same board, in games ${name} traces of moves`, () => visit(`#${links[0]}`, async (page) => {
      await page.ready();
      const board = (at) => at.one("#board .drawn").outerHTML;
      for (const link of links) {
        await page.put(link);
        const start = board(page);
        await page.move();
        const { hash } = page;
        const after = board(page);
        assert.notEqual(after, start, `${link}: a move is seen`);
        await page.reload();
        await page.ready();
        await page.until(() => page.attribute("#board", "aria-busy") === "false");
        assert.equal(board(page), after, `${link}: after a reload`);
        await page.turn(() => page.click("#undo"));
        assert.equal(board(page), start, `${link}: after Undo`);
        await visit(hash, async (other) => {
          await other.ready();
          assert.equal(board(other), after, `${link}: from its link`);
        });
      }
    }));
  }

  test("the pins that are lit are those that a move takes, wherever they stand", () => visit("#kayles=12", async (page) => {
    await page.ready();
    const lit = () => page.all(".pin").flatMap((pin, at) => (pin.classList.contains("touched") ? [at] : []));
    const takes = (text) => page.all(".takes button").find(({ textContent }) => textContent.includes(text)).click();
    takes("take 2");
    page.point(page.all(".pin")[9].closest(".pick"));
    assert.deepEqual(lit(), [9, 10]);
    takes("take 1");
    page.point(page.all(".pin")[9].closest(".pick"));
    assert.deepEqual(lit(), [9]);
  }));

  test("what is bitten, broken off or falls is lit", () => visit("#chomp=4,4,3", async (page) => {
    await page.ready();
    page.point('[data-to="4,4,2"]');
    assert.equal(page.count(".touched"), 1);
    page.point('[data-to="4,4,2"]', false);
    page.point('[data-to="4,1,1"]');
    assert.equal(page.count(".touched"), 5);
    await page.put("poisoned-bar=1,2,3,4");
    page.point('[data-to="1,2,1,4"]');
    assert.equal(page.count(".chocolate.touched"), 8, "two rows of four");
    await page.put("hackenbush=0.1,1.2,2.3,3.1,2.4");
    page.point("#board .stalk");
    assert.equal(page.count(".twig.touched"), 5, "all of it hangs by the first stalk");
  }));

  test("lost positions are laid over a board and a strip when they are asked for", () => visit("#wythoff=9,12", async (page) => {
    await page.ready();
    page.show("all");
    assert.equal(page.count(".lost-mark"), 0);
    page.tick("#lost-wythoff");
    // The lost positions are (0, 0), and (1, 2), (3, 5), (4, 7) and (6, 10) in both orders. But (10, 6) is not on the
    // board.
    await page.until(() => page.count(".lost-mark") === 8);
    page.tick("#lost-wythoff", false);
    assert.equal(page.count(".lost-mark, #board .lost"), 0);
    await page.put("silver-dollar=1,4,9");
    page.tick("#lost-silver-dollar");
    await page.found('.lost[data-square="6"]');
    assert.equal(page.count("#board .lost"), 1);
  }));

  test("large positions are few elements", () => visit("#nim=7", async (page) => {
    await page.ready();
    for (const link of ["nim=1000000000000000000", "kayles=150", "wythoff=23,23", "chomp=9,9,9,9,9", "mock-turtles=3,20,40,59", "euclid=3,1000000000000000000", "lasker-nim=100000", "red-blue=" + "RB".repeat(400)]) {
      await page.put(link);
      const count = page.count("#board .figure *");
      assert.ok(count <= 1000, `${link}: ${count}`);
      assert.ok(page.count(`${MOVES}, ${CHOICES}`) || ENDED.test(page.title), link);
    }
  }));

  test("what a move took is still seen after it", () => visit("#hackenbush=0.1,1.2,1.3,0.4,4.5,0.6", async (page) => {
    await page.ready();
    await page.turn(() => page.one("#board .stalk", 1).dispatchEvent(new page.window.MouseEvent("click", { bubbles: true })));
    await page.until(() => page.title === "Your turn");
    assert.ok(page.count("#board .twig.gone") > 0);
  }));

  test("a move is where it was made: the right pin falls, the bar breaks at the line, the cross is on its square", () => visit("#kayles=10", async (page) => {
    await page.ready();
    page.click(page.all(".takes button").find(({ textContent }) => textContent.includes("take 1")));
    // The reflected move leaves the same rows, so only the picked place distinguishes the two moves.
    await page.turn(() => page.click(page.all("#board .pin")[8].closest(".pick")));
    assert.ok(page.all("#board .place")[8].querySelector(".gone"));
    assert.equal(page.all("#board .place")[1].querySelector(".gone.age2"), null);
    assert.match(page.hash, /moves=0:1,8@8/);
    await page.put("chocolate-bar=3,5");
    await page.turn(() => page.click("#board .upright", -1));
    assert.match(page.hash, /moves=0:[^;]*@x2/);
    await page.put("treblecross=13");
    await page.turn(() => page.click("#board .square", 9));
    assert.equal(page.all("#board .square")[9].querySelectorAll(".cross").length, 1);
  }));

  test("a move is said with the numbers on the board, on the board, in the record, in hints and in the list", () => visit("#kayles=12", async (page) => {
    await page.ready();
    page.click('.takes [data-take="1"]');
    const words = (nth) => {
      page.point("#board .pick", true, nth);
      return page.text("#board .caption");
    };
    assert.deepEqual([words(2), words(9)], ["take pin 3, leaving 2 and 9", "take pin 10, leaving 9 and 2"]);
    assert.equal(page.attribute("#board .pick:nth-child(1)", "aria-label"), "take pin 1, leaving 11");
    page.click('.takes [data-take="2"]');
    await page.turn(() => page.click("#board .pick", 8));
    assert.match(page.text("#turn-0"), /^You take pins 9–10, leaving 8 and 2/);
    assert.match(page.text("#live"), /^You: take pins 9–10, leaving 8 and 2\./);
    const reply = page.text("#reply-0").match(/take pins? (\d+)/);
    const gone = page.all("#board .place").flatMap((place, at) => (place.querySelector(".gone.age1") ? [at + 1] : []));
    assert.equal(Number(reply[1]), gone[0], "the oracle's move is where it is drawn");
    await page.tool("moves");
    assert.ok(page.texts("#options .ply").every((text) => /take pins? \d+/.test(text)));
    assert.deepEqual(page.texts("#moves th[scope=col]"), ["Move"], "what is left is said once");
    await page.put("treblecross=17");
    await page.turn(() => page.click("#board .square", 7));
    assert.match(page.text("#turn-0"), /^You cross on square 8/);
    await page.put("grundys-game=13");
    page.point("#board .pick");
    assert.match(page.text("#board .caption"), /^cut after stone 1, leaving 1 and 12$/);
  }));

  test("the text of a row that fell apart has the order of the picture", () => visit("#kayles=12&moves=0:3,8@8", async (page) => {
    await page.ready();
    assert.match(page.pieces[0], /^8 \+ |^\d \+ \d \+ 3$/);
  }));

  test("a screen reader hears no notation", () => visit("#cram=..../....", async (page) => {
    await page.ready();
    for (const link of ["cram=..../....", "queens=..../....", "red-blue=RBRB", "clobber=xo/ox", "hackenbush=0.1,1.2"]) {
      await page.put(link);
      for (const { ariaLabel, textContent } of page.all("#board .pick").map((pick) => ({ ariaLabel: pick.getAttribute("aria-label"), textContent: pick.textContent }))) assert.doesNotMatch(ariaLabel ?? textContent, /leaves (?!\(empty\))/, link);
    }
  }));

  test("a move is read with the numbers that it changes, and heaps with their names on the board", () => visit("#bachet=3,5", async (page) => {
    await page.ready();
    const READ = [
      ["bachet=3,5", ["take 3 of 5, leaves 2", "take 2 of 5, leaves 3", "take 1 of 5, leaves 4"], "k 3, stones 5"],
      ["fibonacci-nim=3,2", ["take 2 of 3, leaves 1, 4", "take 1 of 3, leaves 2, 2"], "stones 3, q 2"],
      ["lieges=2,5", ["take 1 of 5, leaves 4"], "k 2"],
    ];
    for (const [link, labels, said] of READ) {
      await page.put(link);
      assert.deepEqual(page.all("#board .pick").map((pick) => pick.getAttribute("aria-label")), labels, link);
      assert.equal(page.text("#board .said"), said, link);
      assert.equal(page.one("#board .figure").getAttribute("aria-label"), "Moves", "the card around it has the name of the heap");
    }
    await page.put("hackenbush=0.1,1.2");
    assert.deepEqual(page.texts("#board .axis-label").sort(), ["0", "1", "2"], "the ground has its number, too");
    assert.equal(page.one("#board .pick").getAttribute("aria-label"), "cut 0–1, and 1 edge falls");
    await page.put("t-wythoff=2,1,2");
    assert.deepEqual([page.texts("#board .pieces .rest"), page.all("#board .choose").map((stone) => stone.getAttribute("aria-label"))], [["a", "b"], ["Stone 1 of heap a", "Stone 1 of heap b", "Stone 2 of heap b"]]);
  }));

  test("each stone of a row does something, or says why not", () => visit("#dawsons-chess=13", async (page) => {
    await page.ready();
    for (const link of ["dawsons-chess=13", "octal(0.137)=17", "kenyons-game=9", "kayles=5"]) {
      await page.put(link);
      for (let take = 0; take < page.count(".takes button"); take += 1) {
        page.click(".takes button", take);
        assert.equal(page.count("#board .place > span:not(.gone)"), 0, `${link}: ${page.texts(".takes button")[take]}`);
      }
    }
    await page.put("octal(0.137)=17");
    assert.equal(page.one(".takes [aria-pressed=true]").textContent, "take 3", "the number that fits most places");
    page.click('.takes [data-take="2"]');
    page.click("#board .stone", 7);
    assert.equal(page.one(".takes [aria-pressed=true]").textContent, "take 3");
    await page.put("square-nim=19");
    page.click("#board .stone:not(.pick)", -1);
    assert.equal(page.text("#board .caption"), "No move takes 2 of 19.");
  }));

  test("the board of a game of one's own is there before its first move", () => {
    const own = { corners: { board: [4, 5], pieces: [["xx", "x."]], turn: true } };
    return visit(`#corners=start&games=${encodeURIComponent(JSON.stringify(own))}`, async (page) => {
      await page.ready();
      assert.equal(page.count("#board .field"), 20);
      assert.equal(page.count("#board .numbers:not(.unseen)"), 0, "no notation is below it");
    });
  });

  test("nothing is chosen before it is touched", () => visit("#nim=1", async (page) => {
    await page.ready();
    for (const link of ["moore=2,3,5,7", "turning-turtles=1,4,6", "twins=1,4,6", "mock-turtles=1,4", "turning-corners=1.3,2.1", "welter=1,4,6", "nimble=0,1,2"]) {
      await page.put(link);
      assert.equal(page.count("#board :is(.chosen, .offer, .touched)"), 0, link);
      assert.ok(page.count(CHOICES), link);
    }
  }));

  test("Wythoff's queen is a queen in all words, and codes have tokens", () => visit("#wythoff=3,5", async (page) => {
    await page.ready();
    await page.turn(() => page.click('#board .pick[data-to="3,4"]'));
    assert.match(page.text("#record"), /You queen to \(3, 4\)/);
    assert.match(page.text("#last"), /^Oracle: queen to \(\d, \d\)$/);
    await page.put("octal(0.137)=9");
    assert.equal(page.count("#board .lane .stone"), 9);
    assert.equal(page.count("#board .pawns"), 0);
  }));

  test("vertices and stalks stay where they are from move to move", () => visit("#nim=1", async (page) => {
    await page.ready();
    const spots = () => page.all("#board .plane .node circle, #board .plane .joint").map((each) => [each.getAttribute("cx"), each.getAttribute("cy")].join()).filter((spot) => spot !== ",").sort();
    for (const link of ["node-kayles=0.1,1.2,2.3,3.4,4.5,5.0,1.6", "grim=0.1,1.2,2.3,3.0,1.4", "vertex-geography=0,0.1,0.4,0.6,1.3,2.3,2.4,3.4,3.5,4.5", "poset=a%3Cc,a%3Cd,b%3Cd,b%3Ce,c%3Cf,d%3Cf,d%3Cg,e%3Cg", "hackenbush=0.1,1.2,1.3,0.4,4.5,5.6,6.4,0.7"]) {
      await page.put(link);
      const before = spots();
      assert.ok(before.length > 4, link);
      await page.move();
      assert.deepEqual(spots(), before, `${link} at ${page.hash}`);
    }
  }));

  test("touch: the first shows, the second plays", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await page.ready();
    const { hash } = page;
    const stone = '#piece-nim-2 .pick[data-to="2"]';
    page.tap(stone);
    assert.match(page.text("#board .caption"), /take 3 of 5 leaves 2\. Touch again to play/);
    assert.equal(page.hash, hash);
    page.tap('#piece-nim-1 .pick[data-to="1"]');
    assert.equal(page.count(".touched"), 3, "only what the second finger shows");
    page.tap(stone);
    await page.turn(() => page.tap(stone));
  }));
});
