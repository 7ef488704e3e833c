// The README's picture of the playground. Start the service, then run `node tests/browser/screenshot.mjs docs/playground.png`.

import { browser, ready, url } from "./browser.mjs";

const page = await browser.newPage({ viewport: { width: 1180, height: 720 }, colorScheme: "light" });
await page.goto(`${url}#euclid=5,18&red-blue=RBBRB&nim=7`);
await ready(page);
await page.click("label[for=show-hints]");
await page.screenshot({ path: process.argv[2] });
await browser.close();
