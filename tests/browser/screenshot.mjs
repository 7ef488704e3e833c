// The pictures of the playground: the README's and the one that links are shown with. Start the service, then run
// `node tests/browser/screenshot.mjs docs/playground.png web/card.png`.

import { browser, ready, turn, url } from "./browser.mjs";

const [readme, card] = process.argv.slice(2);

const page = await browser.newPage({ viewport: { width: 1180, height: 800 }, colorScheme: "light", reducedMotion: "reduce" });
await page.goto(`${url}#euclid=5,18&nim=7&kayles=9`);
await ready(page);
await turn(page, () => page.click("#piece-nim-0 .pick >> nth=5"));
await page.click("label[for=show-all]");
await page.hover("#options .win button");
await page.screenshot({ path: readme });

const STONES = [[3, 3], [5, 5], [6, 4], [8, 8]];
const rows = STONES.map(([size, kept]) => `<p>${Array.from({ length: size }, (_, at) => `<i class="${at < kept ? "" : "taken"}"></i>`).join("")}</p>`);
await page.setViewportSize({ width: 1200, height: 630 });
await page.goto("about:blank");
await page.setContent(`<style>
  body { margin: 0; height: 630px; display: grid; grid-template-columns: 1fr 1fr; align-items: center; background: #f8f7f4; color: #1b1d22; font: 34px/1.4 "DejaVu Sans", sans-serif; }
  div { padding-left: 80px; } h1 { font-size: 68px; line-height: 1.1; margin: 0 0 24px; letter-spacing: -2px; } b { color: #0b6e63; }
  section { padding-right: 40px; } p { margin: 0; display: flex; } i { width: 50px; height: 50px; margin: 8px; border-radius: 50%; background: #d9d5cb; border: 4px solid #8a8f98; box-sizing: border-box; }
  .taken { background: #0b6e63; border-color: #0b6e63; transform: scale(0.86); }
</style><div><h1>Play a perfect opponent</h1>Nim and its relatives: every move, every value, and <b>why</b>.<br><b>grundy</b></div><section>${rows.join("")}</section>`);
await page.screenshot({ path: card });
await browser.close();
