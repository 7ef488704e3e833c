// The page loads once: far from the service it can be played after three answers, and the second time after one.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { ready, shifts, url, visit } from "./browser.mjs";

/** How long (ms) each answer takes to come. */
const LATENCY = 1500;

/** Where the page is cut, and how long (ms) its second part takes to come. */
const [CUT, PAUSE] = ['<button type="button" id="new"', 500];

export function loadsOnce() {
  test("what is asked for hangs on three answers one after the other, cold, and on one, warm", () => visit("healthz", async (page) => {
    const client = await page.context().newCDPSession(page);
    await client.send("Network.enable");
    await client.send("Network.emulateNetworkConditions", { offline: false, latency: LATENCY, downloadThroughput: -1, uploadThroughput: -1 });
    /** The time (ms) until it can be played, in rounds of the latency. */
    const rounds = async () => {
      const start = Date.now();
      await page.goto(url);
      await ready(page);
      await page.waitForSelector("#board .pick");
      return Math.floor((Date.now() - start) / LATENCY);
    };
    const [cold, warm] = [await rounds(), await rounds()];
    // A slow machine adds less than a round to what is waited for; the rounds themselves are what the page decides.
    assert.ok(cold <= 3, `cold: ${cold} rounds`);
    assert.ok(warm <= 1, `warm: ${warm} rounds`);
    const files = await page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/playground/")).map(({ name, transferSize }) => [name, transferSize]));
    assert.ok(files.length >= 2 && files.every(([, size]) => size === 0), `${files}: nothing is asked for twice`);
  }, { refusals: true }));

  test("a page that comes in two parts shifts nothing", async () => {
    const server = createServer(async ({ url: path }, response) => {
      const answer = await fetch(new URL(path, url));
      response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") });
      const body = Buffer.from(await answer.arrayBuffer());
      const cut = path === "/" ? body.indexOf(CUT) : 0;
      response.write(body.subarray(0, cut));
      setTimeout(() => response.end(body.subarray(cut)), path === "/" ? PAUSE : 0);
    });
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    try {
      await visit("", async (page) => {
        await ready(page);
        assert.deepEqual(await shifts(page), []);
      }, { at: `http://127.0.0.1:${server.address().port}/` });
    } finally {
      server.close();
    }
  });
}
