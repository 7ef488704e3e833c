// The README's picture of the playground. Start the service, then run `node tests/browser/screenshot.mjs docs/playground.png`.

import { browser, ready, show, tool, turn, url } from "./browser.mjs";

const [readme] = process.argv.slice(2);

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
await browser.close();
