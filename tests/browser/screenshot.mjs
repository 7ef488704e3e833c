// The pictures of the playground: the README's and the one that links are shown with. Start the service, then run
// `node tests/browser/screenshot.mjs docs/playground.png web/card.png`.

import { browser, ready, show, tool, turn, url } from "./browser.mjs";

const [readme, card] = process.argv.slice(2);

const page = await browser.newPage({ viewport: { width: 1280, height: 1080 }, colorScheme: "light", reducedMotion: "reduce" });
// A mistake that the oracle gave back, and a way to win.
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
// The colours fade in.
await page.waitForTimeout(300);
await page.screenshot({ path: readme });

/** Heaps, and what is left of them by the move that wins: 3 ⊕ 5 ⊕ 6 = 0. */
const STONES = [[3, 3], [5, 5], [8, 6]];
const rows = STONES.map(([size, kept]) => `<p>${Array.from({ length: size }, (_, at) => `<i class="${at < kept ? "" : "taken"}"></i>`).join("")}</p>`);
await page.setViewportSize({ width: 1200, height: 630 });
await page.goto("about:blank");
await page.setContent(`<style>
  body { margin: 0; height: 630px; display: grid; grid-template-columns: 1fr auto; align-items: center; background: #f8f7f4; color: #1b1d22; font: 30px/1.5 "DejaVu Sans", sans-serif; }
  div { padding-left: 80px; } h1 { font-size: 62px; line-height: 1.1; margin: 0 0 24px; letter-spacing: -2px; } b { color: #0b6e63; }
  section { padding-right: 64px; } p { margin: 16px 0 0; display: flex; } section p { margin: 0; } i { width: 50px; height: 50px; margin: 8px; border-radius: 50%; background: #d9d5cb; border: 4px solid #8a8f98; box-sizing: border-box; }
  .taken { background: #0b6e63; border-color: #0b6e63; transform: scale(0.86); }
</style><div><h1>Play a perfect opponent</h1>Nim and its relatives: every move, every value, and why.<p><b>grundy</b></p></div><section>${rows.join("")}</section>`);
await page.screenshot({ path: card });
await browser.close();
