// The panels around the board: "Why", the table of moves, the map and the API.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { ask } from "../browser/service.mjs";
import { SIDE_BY_SIDE, visit } from "./page.mjs";

/** The output of a command with these arguments. */
const run = async (command, args) => (await promisify(execFile)(command, args)).stdout;

describe("the panels", { concurrency: SIDE_BY_SIDE }, () => {
  test("the table of moves: winning ones first, with what they leave, and linked to the board", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await page.ready();
    await page.tool("moves");
    assert.ok(!page.texts("#moves th").includes("Value after"));
    page.show("all");
    const [first] = page.all("#options tr");
    assert.deepEqual(Array.from(first.querySelectorAll("th, td"), ({ textContent }) => textContent), ["take 2 of 3", "1", "0", "wins"]);
    page.point(first);
    assert.equal(page.count("#piece-nim-0 .touched"), 2);
    assert.equal(page.count("#piece-nim-0 .pick.wins"), 1);
    await page.turn(() => page.click("#options button"));
    assert.match(page.text("#record"), /You take 2 of 3Oracle/);
  }));

  test("what the pointer touches on the board is lit in the table, and not elsewhere on the board", () => visit("#kayles=12", async (page) => {
    await page.ready();
    await page.tool("moves");
    page.point("#board .pick", true, -1);
    const touched = page.all("#board .pin").flatMap((pin, at) => (pin.classList.contains("touched") ? [at] : []));
    assert.ok(touched.length > 0 && touched.every((at) => at >= 10), `${touched}: only pins under the pointer`);
    assert.equal(page.count("#board .pick.lit"), 0);
    assert.equal(page.count("#options .lit"), 1);
  }));

  test("why: the odd columns, what each component has to become, and the sum that a move would make", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await page.ready();
    await page.tool("why");
    page.click("#show-why");
    assert.deepEqual(Array.from(page.one("#why tbody tr").querySelectorAll("td"), ({ textContent }) => textContent), ["3", "011", "1", "take 2 of 3"]);
    assert.deepEqual(page.texts("#why tbody .odd"), ["1", "0", "0"]);
    const sum = () => page.text("#why tfoot td");
    assert.equal(sum(), "2");
    const pick = '#piece-nim-2 .pick[data-to="0"]';
    page.point(pick);
    assert.equal(sum(), "7", "3 ⊕ 4");
    assert.match(page.text("#why tbody .pointed"), /5 → 0/);
    page.point(pick, false);
    assert.equal(sum(), "2");
    assert.match(page.text("#why .term"), /size of the Nim heap/);
    await page.turn(() => page.click("#why .win button"));
    assert.match(page.text("#why-lead"), /add up \(XOR\) to [1-9], not 0/);
  }));

  test("the mex: values of options are uncovered one by one, and the gap is the value", () => visit("#kayles=4", async (page) => {
    await page.ready();
    page.show("all");
    await page.tool("why");
    await page.found("#mex .option");
    assert.equal(page.count("#mex .open"), 0);
    page.click("#mex .option");
    assert.equal(page.count("#mex .open"), 1);
    assert.equal(page.count("#mex .gap"), 0, "not before all are known");
    page.click("#uncover-all");
    const { grundy } = await ask("v1/analyze?kayles=4");
    assert.equal(page.text("#mex .gap"), String(grundy));
    assert.match(page.text("#mex-said"), new RegExp(`no option has is ${grundy}:`));
  }));

  test("more of a long list comes on demand", () => visit("#nim=250", async (page) => {
    await page.ready();
    await page.tool("moves");
    const rows = () => page.count("#options tr");
    const counts = [rows()];
    while (page.count("#more-options")) {
      page.click("#more-options");
      await page.until(() => rows() > counts.at(-1));
      counts.push(rows());
    }
    assert.equal(counts.at(-1), 250);
    assert.ok(counts.length > 2);
  }));

  test("the page teaches the API: what it shows is what was asked and answered, in every language", () => visit("#euclid=5,26&red-blue=RBBR", async (page) => {
    await page.ready();
    page.show("all");
    await page.move();
    await page.tool("calls");
    for (const path of ["v1/play", "v1/analyze", "v1/moves"]) {
      page.click(`[id="call-${path}"]`);
      const request = JSON.parse(page.text("#request"));
      const answer = JSON.parse(page.text("#answer"));
      assert.deepEqual(await ask(path, request), answer, path);
      const begins = { curl: /^curl /, python: /urlopen/, javascript: /await fetch/, link: /^http/ };
      const said = async (language) => {
        page.click(`#language-${language}`);
        await page.until(() => begins[language].test(page.text("#command")));
        return page.text("#command");
      };
      assert.deepEqual(JSON.parse(await run("sh", ["-c", await said("curl")])), answer, path);
      await run("python3", ["-c", `${await said("python")}assert answer.status == 200\n`]);
      assert.deepEqual(JSON.parse(await run("node", ["--input-type=module", "-e", (await said("javascript")).replace(/console\.log\((.*)\);/, "console.log(JSON.stringify($1));")])), answer, path);
      if (path !== "v1/play") assert.deepEqual(await (await fetch(await said("link"))).json(), answer, path);
    }
  }));

  test("the argument is the service's own", () => visit("#euclid=5,26&nim=3", async (page) => {
    await page.ready();
    page.show("all");
    await page.tool("why");
    const isOpen = () => page.one("#why .explanation").closest("details").open;
    assert.equal(isOpen(), false);
    page.click("#argument");
    assert.equal(isOpen(), true);
    const { explanation } = await ask("v1/analyze", { position: { euclid: [[5, 26]], nim: [3] }, explain: true });
    const shown = page.text("#why .explanation");
    // Components are named as on the board.
    const named = (text) => text.replaceAll("euclid 0", "Euclid's game 5, 26").replaceAll("nim 0", "Nim 3");
    for (const { text } of explanation) assert.ok(shown.includes(named(text)), text);
    assert.ok(explanation.some(({ text }) => named(text) !== text));
    await page.move();
    assert.equal(isOpen(), true, "it stays open");
  }));

  test("a worksheet has the answers apart, and names components as on the board", () => visit("#nim=3&nim=4&nim=5", async (page) => {
    await page.ready();
    page.window.dispatchEvent(new page.window.Event("beforeprint"));
    assert.doesNotMatch(page.text(".sheet"), /wins by|take 2/);
    assert.match(page.text(".answers"), /Winning moves \(1\): take 2 of 3/);
    assert.doesNotMatch(page.text(".answers"), /nim \d/);
  }));

  test("a link holds the position, as a fragment or as a query string", async () => {
    for (const form of ["#euclid=5,26&nim=3&play=misere", "?euclid=5,26&nim=3&play=misere"]) {
      await visit(form, async (page) => {
        await page.ready();
        assert.deepEqual(page.pieces, ["5, 26", "3"]);
        assert.equal(page.one("#play-misere").checked, true);
        await page.put("nim=8");
        assert.deepEqual(page.pieces, ["8"]);
      });
    }
  });
});
