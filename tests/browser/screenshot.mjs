// The README's pictures. Start the service, then run
// `node tests/browser/screenshot.mjs docs/playground.png docs/desk.png docs/compound.png`.

import { writeFile } from "node:fs/promises";
import { browser, ready, show, tool, turn, url } from "./browser.mjs";
import { indexed } from "./png.mjs";

const [readme, desk, compound] = process.argv.slice(2);

const page = await browser.newPage({ viewport: { width: 1280, height: 1080 }, colorScheme: "light", reducedMotion: "reduce" });
// The loop starts a new match until the player makes a mistake, the oracle answers with a mistake, and a move wins.
const count = (selector) => page.locator(selector).count();
for (let fits = false; !fits; fits = (await count(".mistake")) > 1 && (await count("#board .pick.wins")) > 0) {
  await page.goto("about:blank");
  await page.goto(`${url}#nim=3&nim=4&nim=5&level=mostly`);
  await ready(page);
  await show(page, "all");
  await page.click("#settings");
  await turn(page, () => page.locator("#piece-nim-2 .pick").nth(3).dispatchEvent("click"));
}
await tool(page, "why");
await page.hover("#board .pick.wins");
await page.evaluate(() => scrollTo(0, 0));
// This waits until the colours have faded in.
await page.waitForTimeout(300);
await page.screenshot({ path: readme, fullPage: true, clip: { x: 0, y: 0, width: 1280, height: 1400 } });

// The desk with rules in Python, and how their values repeat. The picture has few colours, so its file is small.
const RULES = "def options(n):\n    # Take 1 or 2 pins. A list is a\n    # sum: the move leaves both rows.\n    return [[a, n - k - a]\n        for k in (1, 2)\n        for a in range(n - k + 1)]\n";
const narrow = await browser.newPage({ viewport: { width: 1280, height: 960 }, colorScheme: "light", reducedMotion: "reduce" });
await narrow.goto(`${url}desk/#${new URLSearchParams({ game: RULES, to: 1000, x: "0..150", n: 87 })}`);
await narrow.waitForFunction(() => /observed/.test(document.querySelector("#note")?.textContent) && document.querySelector("#looks")?.textContent && !document.body.classList.contains("asking"));
await writeFile(desk, await indexed(narrow, await narrow.screenshot()));

// A compound in which one may move in several heaps at once. In the first two heaps, a move is chosen but not yet made.
const both = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: "light", reducedMotion: "reduce" });
await both.goto(`${url}#subtraction(1,2)=7&subtraction(1,2)=8&subtraction(1,2)=6&compound=selective`);
await ready(both);
await show(both, "all");
await both.click("#settings");
await tool(both, "why");
for (const [index, to] of [[0, 6], [1, 6]]) {
  await both.click(`[data-game="subtraction(1,2)"] .pick[data-index="${index}"][data-to="${to}"]`);
}
await both.evaluate(() => scrollTo(0, 0));
await both.waitForTimeout(300);
await writeFile(compound, await indexed(both, await both.screenshot()));
await browser.close();
