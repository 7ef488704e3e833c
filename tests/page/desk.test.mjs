// The desk. The user types games, sees their values in several views, and makes files and links. Its pictures are
// tested in a browser.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ask } from "../browser/service.mjs";
import { Pairs } from "../../web/desk/pairs.js";
import { NAMES } from "../../web/desk/typed.js";
import { SIDE_BY_SIDE, visit } from "./page.mjs";

const TAKINGS = "def options(n):\n    return [n - k for k in (1, 3, 4) if k <= n]\n";
const KAYLES = "def options(n):\n    return [[left, n - k - left] for k in (1, 2)\n            for left in range(n - k + 1)]\n";
const QUEEN = "def options(p):\n    a, b = p\n    for k in range(1, max(a, b) + 1):\n        if k <= a: yield (a - k, b)\n        if k <= b: yield (a, b - k)\n        if k <= min(a, b): yield (a - k, b - k)\n";
const FLIP = "def options(s):\n    return [s[:i] + '--' + s[i + 2:] for i in range(len(s) - 1) if s[i:i + 2] == '++']\n";

const linkTo = (state) => `desk/#${new URLSearchParams(state)}`;

/** Waits until the text of the note matches a regular expression. */
const noted = (page, words) => page.until(() => words.test(page.text("#note")));

/** Replaces the text in an editor by typing. */
const type = (page, text) => page.fill("#game-0", text);

const view = async (page, name) => {
  (await page.found(`#show-${name}`)).click();
};

/** The cells of a table, row by row. */
const rows = (page) => page.all("#view tbody tr").map((row) => Array.from(row.children, ({ textContent }) => textContent));

/** A file that a button saves. */
async function saved(page, extension) {
  const { window } = page;
  const file = new Promise((done) => {
    window.URL.createObjectURL = (blob) => (done(blob), "#");
    window.HTMLAnchorElement.prototype.click = () => {};
  });
  page.click(`#save-${extension}`);
  return (await file).text();
}

/** Opens the dialog in which a game is made. */
async function make(page, kind) {
  page.click("#make");
  await page.found("#maker[open]");
  if (kind) page.click(`#maker-${kind}`);
}

/** Follows the link that plays what is on the desk. */
async function play(page) {
  const { href } = await page.found("#play-it");
  await page.open("about:blank");
  await page.open(href);
  await page.ready();
}

describe("the desk", { concurrency: SIDE_BY_SIDE }, () => {
  test("values follow what is typed, with the period and whether it is proved", () => visit("desk", async (page) => {
    await noted(page, /Period 12 from n = 71, proved/);
    assert.match(page.text("#note details"), /Guy and C. A. B. Smith/);
    for (const [text, words] of [["{1, 3, 4}", /Period 7 from n = 0, proved/], ["lasker-nim", /Period 4 with saltus 4 from n = 1, observed up to n = 1\s?000; nothing is proved/], ["Dawson's Kayles", /Period 34 from n = 53, proved/],
      ["grundys-game", /No period is seen up to n = 1\s?000/], ["prim", /No period is seen/], ["equal-split", /No period is seen/]]) {
      type(page, text);
      await noted(page, words);
    }
    await page.until(() => page.hash === "#game=equal-split");
  }, { refusals: true }));

  test("a text that is no game says so, and what is similar", () => visit("desk/", async (page) => {
    await noted(page, /Period 12/);
    type(page, "kayle");
    const similar = () => page.all("#game-0-fault button");
    await page.until(() => similar().some(({ textContent }) => textContent === "kayles"));
    similar().find(({ textContent }) => textContent === "kayles").click();
    await noted(page, /Period 12/);
    assert.equal(page.one("#game-0").value, "kayles");
    type(page, "subtraction");
    await page.until(() => similar().length && similar()[0].textContent !== "kayles");
    similar()[0].click();
    await noted(page, /Period \d+/);
    type(page, "domineering");
    await page.until(() => /Domineering, as it is usually played, is not here/.test(page.text("#game-0-fault")));
    type(page, "cram");
    await page.until(() => /neither a number nor two/.test(page.text("#game-0-fault")));
  }, { refusals: true }));

  test("what was right before a fault is grey, is named, and is neither saved nor played; faults wait for the last key", () => visit(linkTo({ game: "0.77" }), async (page) => {
    await noted(page, /Period 12/);
    const isStale = () => page.count("body.stale") === 1 && page.count("#uses[inert]") === 1;
    assert.equal(isStale(), false);
    type(page, "0.(05");
    assert.equal(isStale(), true, "at once");
    assert.equal(page.count("#game-0-fault.fault"), 0, "not at once");
    await page.found("#game-0-fault.fault");
    assert.match(page.text("#game-0-fault"), /the last that was right: octal\(0\.77\)\.$/);
    assert.ok(isStale());
    assert.match(await saved(page, "txt"), /^# Grundy values of octal\(0\.77\)/, "the values keep their name");
    type(page, "0.(05)");
    assert.equal(page.count("#game-0-fault.fault"), 0, "the fault may be mended");
    await noted(page, /octal|eriod/);
    await page.until(() => !isStale());
    assert.match(page.text("#game-0-fault"), /octal\(0\.\(05\)\)/);
    type(page, "");
    await page.until(() => /Type a game/.test(page.text("#game-0-fault")));
    assert.ok(isStale());
  }, { refusals: true }));

  test("a formula is found, tested further, and one's own is marked where it fails", () => visit(linkTo({ game: "aliquot", to: "1000" }), async (page) => {
    await page.until(() => /^Looks like the exponent of 2 in n\. Found on/.test(page.texts("#looks")[0]));
    page.click("#test-further");
    await page.until(() => /^The formula that was found holds for all 10\s000/.test(page.text("#formula-fault")));
    page.click("#own-formula");
    assert.match(page.one("#formula").value, /def value\(n\)/, "it begins with what was found");
    page.fill("#formula", "def value(n):\n    return n % 2\n");
    await page.until(() => /^Your formula fails at n = 1: it gives 1, and right is 0\. There is no option\./.test(page.text("#formula-fault")));
    assert.match(page.text("#readout"), /^n = 1: value 0/);
    page.fill("#formula", "def value(n):\n    return n /\n");
    await page.found("#pattern .marks mark");
    type(page, "{1, 2}");
    await page.until(() => /^Looks like n modulo 3\. It is proved\./.test(page.texts("#looks")[0]));
    assert.equal(page.count("#test-further"), 0);
    assert.equal(page.text("#formula-fault"), "");
  }, { refusals: true }));

  test("nothing is called unproved above a formula that is proved", () => visit(linkTo({ game: TAKINGS }), async (page) => {
    await noted(page, /^Period 7 from n = 0, observed up to n = 1\s000; nothing is proved\.$/);
    await page.until(() => /It is proved\./.test(page.text("#looks")));
    assert.match(page.text("#note"), /observed up to n = 1\s000, and the formula below is proved\.$/);
    type(page, KAYLES);
    await noted(page, /Period 12 from n = 71, observed up to n = 1\s000; nothing is proved/);
  }));

  test("a formula for misère play says what its numbers mean", () => visit(linkTo({ game: "{1, 2}", play: "misere" }), async (page) => {
    await page.until(() => /^Looks like 1 if n modulo 3 is 1, else 0, where 1 stands for a P-position\./.test(page.texts("#looks")[0]));
    type(page, "0.77");
    await page.until(() => /^Looks like always 0, from n = 21 on, where 1 stands for a P-position\. Found on 0 to 499, it holds for 500 to 999\.$/.test(page.texts("#looks")[0]));
  }));

  test("names of Python are completed at the cursor, and the first positions show what a rule leaves", () => visit(linkTo({ game: KAYLES }), async (page) => {
    await page.found(".leaves li");
    assert.deepEqual(page.texts(".leaves li").slice(0, 4), ["0 → no move", "1 → 0 + 0", "2 → 0 + 1, 0 + 0", "3 → 0 + 2, 1 + 1, 0 + 1"]);
    const area = page.one("#game-0");
    const names = (text, at = text.length) => {
      area.value = text;
      area.setSelectionRange(at, at);
      area.dispatchEvent(new page.window.InputEvent("input", { bubbles: true }));
      return page.texts("#game-0-fault .suggestions button");
    };
    assert.deepEqual(names("def options(n):\n    return sor"), ["sorted"]);
    const inside = "def options(n):\n    return [n - k for k in ra(1, n)]";
    assert.deepEqual(names(inside, inside.indexOf("ra(") + 2), ["range"]);
    for (const text of ["def options(n):\n    return n.cou", "def options(n):\n    return 'ra", "def options(n):\n    return range"]) assert.deepEqual(names(text), [], text);
    type(page, "def options(p):\n    a, b = p\n    return [(a - 1, b)] if a else []\n");
    await page.until(() => page.texts(".leaves li")[2] === "(1, 0) → (0, 0)");
    type(page, "0.137");
    await page.until(() => page.count(".leaves table.code") && !page.count(".leaves li"));
  }, { refusals: true }));

  test("each name that is completed is known to the service", async () => {
    for (const name of NAMES.filter((each) => !/^(continue|def|for|from|import|lambda|return|while|yield)$/.test(each))) {
      const { errors } = await ask("v1/analyze", { games: { mine: { rules: `def options(n):\n    f = ${name}\n    return []` } }, position: { mine: [1] } });
      assert.equal(errors, undefined, name);
    }
  });

  test("misère quotients have a view, of all heaps or up to a number", () => visit(linkTo({ game: "0.77", play: "misere", show: "quotient", to: "100" }), async (page) => {
    await page.until(() => /The quotient of all heaps has 40 elements/.test(page.text("#view")));
    const { elements, images, p_portion: lost } = await ask("v1/games/kayles/quotient");
    const [, ...heaps] = page.all("#view table:first-of-type tr").slice(0, 6);
    heaps.forEach((row, n) => assert.deepEqual([row.textContent, row.classList.contains("lost")], [`${n}${elements[images[n]]}`, lost.includes(images[n])]));
    page.fill("#largest", "3");
    await page.until(() => /of the heaps up to 3 has 6 elements/.test(page.text("#view")));
    type(page, "def options(n):\n    return [n - k for k in (1, 2) if k <= n]\n");
    await page.until(() => /of the heaps up to 12 has/.test(page.text("#view")));
    page.click("#play-normal");
    await page.until(() => !page.count("#show-quotient"));
  }, { refusals: true }));

  test("a service without rules in Python offers none", () => visit("desk", async (page) => {
    await noted(page, /Period 12/);
    assert.equal(page.count("optgroup"), 1);
    assert.doesNotMatch(page.text("#means"), /Python/);
    await page.until(() => page.texts("#looks")[0]);
    assert.equal(page.count("#own-formula, #test-further"), 0);
  }, { fetched: async ({ url: address }, window) => {
    if (!address.endsWith("/v1/games")) return;
    const catalogue = await ask("v1/games");
    return new window.Response(JSON.stringify({ ...catalogue, limits: { ...catalogue.limits, max_rules: 0 } }));
  } }));

  test("the view of a map is in its link", async () => {
    await visit(linkTo({ game: "wythoff", square: "30,40,20" }), async (page) => {
      await noted(page, /worked out/);
      page.one("#cells").focus();
      page.press("+");
      await page.until(() => /square=\d\d%2C\d\d%2C1\d/.test(page.hash));
    });
    await visit(linkTo({ game: "wythoff", square: "30,40,20" }), async (page) => {
      await noted(page, /worked out/);
      page.one("#cells").focus();
      page.press("ArrowRight");
      assert.match(page.text("#readout"), /^\(31, 40\): value/, "the first cell that is picked is in sight");
    });
  });

  test("keys zoom around what is picked", () => visit(linkTo({ game: "kayles", n: "21" }), async (page) => {
    await page.until(() => page.count("#looks b") && !page.count("body.asking"));
    page.one("#plot").focus();
    for (let count = 0; count < 6; count += 1) page.press("+");
    await page.until(() => /x=\d+\.\.\d+/.test(page.hash));
    const [, from, to] = page.hash.match(/x=(\d+)\.\.(\d+)/).map(Number);
    assert.ok(from <= 21 && to >= 21 && to - from < 100, `${from} to ${to}`);
  }));

  test("a view of a map is one request, and what is too costly is asked in parts", async () => {
    const view = [700, 1211, 700, 1211];
    /** Looks at the view until all of it is known. The value at (a, b) is a + b, and a box has at most `most` pairs. */
    const look = async (most) => {
      const boxes = [];
      const post = async ({ positions: { box: [[a0, a1], [b0, b1]] } }) => {
        if ((a1 - a0 + 1) * (b1 - b0 + 1) > most) throw Object.assign(new Error("too costly"), { status: 422, code: "too-costly" });
        boxes.push([a0, a1, b0, b1]);
        const positions = Array.from({ length: a1 - a0 + 1 }, (_, x) => Array.from({ length: b1 - b0 + 1 }, (__, y) => [a0 + x, b0 + y])).flat();
        return { positions, grundy: positions.map(([a, b]) => a + b) };
      };
      const pairs = new Pairs({ key: "wythoff" }, "normal", { post, more: () => {} });
      await pairs.first();
      assert.doesNotMatch(pairs.note, /to come/);
      pairs.want(...view);
      assert.match(pairs.note, /: \d+\s\d+ more to come/);
      while (/to come/.test(pairs.note)) {
        await new Promise((done) => setTimeout(done));
        pairs.want(...view);
      }
      assert.deepEqual([pairs.value(701, 702), pairs.value(1200, 1201), pairs.value(300, 300), pairs.end], [1403, 2401, undefined, null]);
      return boxes.slice(1);
    };
    assert.deepEqual(await look(Infinity), [[640, 1215, 640, 1215]]);
    const parts = await look(100_000);
    assert.ok(parts.length > 3 && parts.length < 13, `${parts.length} requests`);
  });

  test("after a reload, the values of rules are not asked again", async () => {
    let count = 0;
    await visit(linkTo({ game: TAKINGS, show: "table" }), async (page) => {
      await noted(page, /formula below is proved/);
      const [asked, shown] = [count, rows(page)];
      assert.ok(asked >= 3, `${asked} requests`);
      await page.reload();
      await noted(page, /formula below is proved/);
      assert.deepEqual([count, rows(page)], [asked, shown]);
    }, { fetched: ({ url: address, method }) => void (count += Number(method === "POST" && address.endsWith("/v1/values"))) });
  });

  test("values and maps of games of the catalogue are asked by GET, so that a browser keeps them", () => {
    const posted = [];
    return visit(linkTo({ game: "kayles", play: "misere" }), async (page) => {
      await noted(page, /Period 12/);
      await page.until(() => page.texts("#looks")[0]);
      type(page, "wythoff");
      await noted(page, /worked out/);
      assert.deepEqual(posted, []);
    }, { fetched: async ({ url: address, method }) => void (method === "POST" && posted.push(address)) });
  });

  test("what is observed of many pieces is what the service says of all of them", () => visit(linkTo({ game: "lasker-nim", to: "10000", show: "table" }), async (page) => {
    await noted(page, /observed up to n = 10\s?000/);
    const { grundy, period } = await ask("v1/values?game=lasker-nim&from=0&to=10000&of=grundy");
    assert.equal(period.status, "observed");
    assert.match(page.text("#note"), new RegExp(`Period ${period.length} with saltus ${period.saltus} from n = ${period.from},`));
    page.fill("#page-to", "9990");
    const numbers = rows(page).map((cells) => cells.slice(0, 2).map((text) => Number(text.replace(/\s/g, ""))));
    assert.deepEqual(numbers, Array.from({ length: 11 }, (_, at) => [9990 + at, grundy[9990 + at]]));
  }));

  test("rules of pairs and of strings", () => visit(linkTo({ game: QUEEN }), async (page) => {
    // The page finds out that the rules are about pairs.
    await page.found("#show-map");
    await view(page, "losing");
    assert.match(page.text("#losing"), /^\(0, 0\), \(1, 2\), \(2, 1\), \(3, 5\), \(4, 7\), \(5, 3\)/);
    type(page, FLIP);
    await page.until(() => page.count("#positions-0") && page.one("#game-0").value === FLIP);
    page.select("#positions-0", "list");
    page.fill("#positions-0-start", "+++++");
    await noted(page, /8 positions, 4 of them P-positions/);
    await view(page, "table");
    assert.equal(page.text("#view tbody tr code"), "'+++++'");
  }, { refusals: true }));

  test("games are suggested while their name is typed", () => visit("desk", async (page) => {
    await noted(page, /Period 12/);
    type(page, "dawson");
    assert.deepEqual(page.texts("#game-0-fault .suggestions button"), ["dawsons-kayles", "dawsons-chess"]);
    page.click("#game-0-fault .suggestions button", 1);
    await noted(page, /Period 34/);
    type(page, "def dawson");
    assert.equal(page.count("#game-0-fault .suggestions"), 0);
  }, { refusals: true }));

  test("two games beside each other, and where they differ", () => visit(linkTo({ game: "kayles", with: "{1, 2}", n: "7" }), async (page) => {
    await noted(page, /Period 12.*Period 3/);
    await view(page, "losing");
    await page.found("#losing");
    // The list grows while values come.
    const [one, other] = await Promise.all(["kayles", "subtraction(1,2)"].map((game) => ask(`v1/values?${new URLSearchParams({ game, from: 0, to: 999, of: "grundy" })}`)));
    const differ = one.grundy.flatMap((value, n) => (value === other.grundy[n] ? [] : [n]));
    await page.until(() => page.text("#losing") === differ.slice(0, 1000).join(", "));
    await view(page, "plot");
    for (const [between, said] of [["difference", "difference 1"], ["xor", "XOR 3"]]) {
      page.select("#between", between);
      await page.until(() => page.hash.includes(between));
      assert.equal(page.text("#readout"), `n = 7: value Kayles 2, subtraction(1,2) 1, ${said}`);
    }
    assert.equal(page.text("#play-it"), "Play the sum with 7 each");
    assert.match(page.one("#play-it").href, /#kayles=7&subtraction\(1,2\)=7$/);
    assert.deepEqual(page.texts("#views label"), ["Plot", "Folded", "Table", "Differences", "Residues"]);
    await view(page, "table");
    await page.until(() => page.count("#view tbody tr") > 8);
    assert.deepEqual(rows(page)[0], ["7", "2", "1", "1", "3"]);
    page.click("#beside");
    await noted(page, /^✓? ?Period 12/);
    assert.equal(page.text("label[for=show-losing]"), "P-positions");
    assert.equal(page.text("#play-it"), "Play Kayles with 7");
  }));

  test("values folded by a period, and by residues", () => visit(linkTo({ game: "{1, 2}", show: "folded" }), async (page) => {
    await noted(page, /Period 3/);
    await page.until(() => page.one("#fold").value === "3");
    page.fill("#fold", "7");
    page.one("#cells").focus();
    page.press("ArrowDown");
    assert.match(page.text("#readout"), /^n = 7: value 1/);
    await view(page, "residues");
    assert.deepEqual(rows(page).map((cells) => cells.slice(0, 3)), [["0", "always", "0"], ["1", "never", "1"], ["2", "never", "2"]]);
    page.fill("#modulus", "2");
    assert.equal(page.count("#view tbody tr"), 2);
  }));

  test("misère play tells who wins there", () => visit(linkTo({ game: "nim", show: "losing", play: "misere", to: "100" }), async (page) => {
    await page.until(() => page.texts("#losing")[0] === "1");
  }));

  test("the genus stands beside the values and in the files, and the link holds that", () => visit(linkTo({ game: "0.77", show: "table" }), async (page) => {
    await noted(page, /proved/);
    assert.equal(page.count("td.genus"), 0);
    page.click("#genus");
    const requests = [5, 8, 9].map((n) => ({ position: { kayles: [n] }, genus: true }));
    const { results } = await ask("v1/batch", { requests });
    const printed = results.map(({ genus }) => genus.values.kayles[0].text);
    assert.equal(printed[2], "4^046");
    await page.until(() => page.count("td.genus sup") > 9);
    const genus = (n) => {
      const cell = page.all("#view tbody tr")[n].querySelector("td.genus");
      return `${cell.firstChild.textContent}^${cell.querySelector("sup").textContent}`;
    };
    assert.deepEqual([5, 8, 9].map(genus), printed);
    await page.until(() => page.hash.includes("genus"));
    await page.reload();
    await page.found("td.genus sup");
    type(page, "def options(n):\n    return [n - k for k in (1, 2) if k <= n]\n");
    await noted(page, /Period 3/);
    await page.until(() => page.texts("#view tbody tr:nth-child(2) td.genus")[0] === "1031");
    const lines = (await saved(page, "csv")).split("\r\n");
    assert.deepEqual(lines.slice(0, 3), ["n,grundy,winner,genus", "0,0,second,0^120", "1,1,first,1^031"]);
    const { positions, genus: all } = JSON.parse(await saved(page, "json"));
    assert.equal(all.length, positions.to + 1, "each number has its place, though the service refuses some");
    assert.equal(all[4], "1^031");
  }, { refusals: true }));

  test("takings are ticked, for heaps that stay one and for heaps that split", () => visit(linkTo({ game: "nim", to: "100" }), async (page) => {
    await noted(page, /proved|No period|observed/);
    await make(page);
    for (const number of [1, 3, 4]) assert.equal(page.one(`#take-${number}`).checked, true);
    page.tick("#take-3", false);
    page.click("#use-made");
    assert.equal(page.one("#game-0").value, "{1, 4}");
    await noted(page, /Period 5 from n = 0, proved/);
    await make(page);
    assert.deepEqual(page.all(".ticks input").flatMap(({ checked }, at) => (checked ? [at + 1] : [])), [1, 4], "the dialog begins with what is there");
    page.tick("#take-4", false);
    page.tick("#take-2");
    page.tick("#split");
    page.click("#use-made");
    assert.equal(page.one("#game-0").value, "0.77");
    await noted(page, /Period 12/);
    await make(page);
    page.tick("#take-1", false);
    page.tick("#take-2", false);
    page.click("#use-made");
    assert.equal(page.text("#maker .fault"), "Tick at least one number.");
  }));

  test("a graph is made without a word of JSON, asked, kept in the link and played", () => visit(linkTo({ game: "nim", to: "100" }), async (page) => {
    await noted(page, /proved|No period|observed/);
    await make(page, "graph");
    const touch = (...names) => names.forEach((name) => page.click(`#maker [data-vertex="${name}"]`));
    touch("c", "d");
    touch("d", "a");
    touch("b", "d");
    page.click("#maker [data-key='edge 0']");
    page.click("#use-made");
    assert.equal(page.one("#game-0").value, "a → c\nb → c, d\nc → d\nd → a");
    await noted(page, /4 positions, 0 of them P-positions, 4 draws/);
    // The vertex d is removed. After that, no edge leads from c.
    await make(page);
    touch("d");
    page.click("#maker [data-key=remove]");
    page.click("#use-made");
    assert.equal(page.one("#game-0").value, "a → c\nb → c\nc →");
    await noted(page, /3 positions, 1 of them P-positions/);
    const { winner } = await ask("v1/values", { game: "mine", games: { mine: { graph: { a: ["c"], b: ["c"], c: [] } } }, positions: "all", of: ["winner"] });
    assert.deepEqual(rows(page).map((cells) => cells[1]), winner);
    await page.until(() => new URLSearchParams(page.hash.slice(1)).get("game") === "a → c\nb → c\nc →");
    await page.reload();
    await noted(page, /3 positions, 1 of them/);
    assert.match(page.text("#command"), /"graph":\{"a":\["c"\],"b":\["c"\],"c":\[\]\}/);
    await play(page);
    assert.deepEqual(page.pieces, ["a"]);
    await page.move();
    assert.equal(page.title, "You won");
  }));

  test("a graph is typed, with sums, and a line that is none says so", () => visit(linkTo({ game: "a -> b + b, c\nb -> c", show: "table" }), async (page) => {
    await noted(page, /3 positions/);
    const { grundy } = await ask("v1/values", { game: "mine", games: { mine: { graph: { a: [["b", "b"], "c"], b: ["c"], c: [] } } }, positions: "all", of: ["grundy"] });
    assert.deepEqual(rows(page).map((cells) => Number(cells[2])), grundy);
    type(page, "a -> b c");
    await page.until(() => /Between vertices is a comma: “b c” is no name/.test(page.text("#game-0-fault")));
    type(page, "constructor → __proto__\n__proto__ →");
    await noted(page, /2 positions, 1 of them P-positions/);
  }));

  test("pieces are painted, and the map has the boards of all sizes", () => visit(linkTo({ game: "nim", to: "100" }), async (page) => {
    await noted(page, /proved|No period|observed/);
    await make(page, "pieces");
    page.click(page.all("#maker button").find(({ textContent, ariaLabel }) => `${textContent} ${ariaLabel}`.includes("Remove piece 2")));
    // The piece becomes a corner of three squares.
    page.click("#maker [data-key='0,1']");
    page.tick("#turned");
    page.click("#use-made");
    assert.equal(page.one("#game-0").value, "pieces xx/x. turned");
    await page.found("#show-map");
    (await page.found("#cells")).focus();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowUp"]) page.press(key);
    const request = { games: { mine: { board: [2, 3], pieces: [["xx", "x."]], turn: true } }, position: { mine: ["start"] } };
    const { grundy } = await ask("v1/analyze", request);
    // Small boards come first, so the value of this board may come later.
    await page.until(() => {
      for (const key of ["ArrowDown", "ArrowUp"]) page.press(key);
      return page.text("#readout").startsWith("2 × 3: value ");
    });
    assert.match(page.text("#readout"), new RegExp(`^2 × 3: value ${grundy}(,|$)`));
    assert.match(page.text("#command"), /"board":\[2,3\]/);
    const { pieces: painted, turn: isTurned, values } = JSON.parse(await saved(page, "json"));
    assert.deepEqual([painted, isTurned, values.find(([height, width]) => height === 2 && width === 3)], [[["xx", "x."]], true, [2, 3, grundy]]);
    await make(page);
    assert.equal(page.count("#maker .filled"), 3, "the dialog begins with what is there");
    page.one("#maker").close();
    await play(page);
    assert.ok(page.count("#board .cell-field, #board .field") > 0);
    await page.move();
  }, { refusals: true }));

  test("rules that were typed are played, as squares where they look like rows, and the link holds them", () => visit(linkTo({ game: FLIP, "game-positions": "list", "game-start": "+++++++" }), async (page) => {
    await noted(page, /positions/);
    await play(page);
    assert.deepEqual(page.texts("#board .rows-of-signs .sign"), [..."+++++++"]);
    page.point("#board .pick", true, 1);
    assert.deepEqual(page.all("#board .sign").map((each) => each.classList.contains("touched")), [false, true, true, false, false, false, false]);
    await page.turn(() => page.click("#board .pick", 2));
    const { pieces, hash } = page;
    await visit(hash, async (other) => {
      await other.ready();
      assert.deepEqual(other.pieces, pieces, "the link alone has all of it");
      assert.match(await other.playOut(), /won$/);
      assert.match(other.text("#board .rules pre"), /^def options\(s\):/);
    });
  }));

  test("rules whose moves split are played, back and forth", () => visit(linkTo({ game: KAYLES, n: "9", to: "100" }), async (page) => {
    await noted(page, /[Pp]eriod/);
    assert.match(page.text("#readout"), /^n = 9: value 4, an N-position/);
    assert.match(page.text("#play-it"), /from 9$/);
    await play(page);
    assert.deepEqual(page.pieces, ["9"]);
    await page.turn(() => page.click("#board .pick[data-to='4 + 4']"));
    const { pieces, hash } = page;
    assert.match(decodeURIComponent(hash), /moves=0:\{"sum":\[4,4\]\};/);
    await visit(hash, async (other) => {
      await other.ready();
      assert.deepEqual(other.pieces, pieces);
      await other.turn(() => other.click("#undo"));
      assert.deepEqual(other.pieces, ["9"]);
      assert.match(await other.playOut(), /won$/);
    });
  }));
});
