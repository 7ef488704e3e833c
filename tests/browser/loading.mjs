// The page loads everything only once. On a slow connection, it can be played after three rounds of requests, and at
// the second visit after one round.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { ready, shifts, url, visit } from "./browser.mjs";

/** The time (ms) that each answer takes. It is far longer than a busy machine needs to send the requests of a round. */
const LATENCY = 3000;

/** The text before which the page is cut, and the time (ms) after which the second part comes. */
const [CUT, PAUSE] = ['<button type="button" id="new"', 500];

export function loadsOnce() {
  test("what is asked for hangs on three answers one after the other, cold, and on one, warm", () => visit("healthz", async (page) => {
    const client = await page.context().newCDPSession(page);
    await client.send("Network.enable");
    await client.send("Network.emulateNetworkConditions", { offline: false, latency: LATENCY, downloadThroughput: -1, uploadThroughput: -1 });
    // The round of a request is 1 more than the highest round of all answers that came before the request was sent. The
    // test measures no time. The latency only ensures that no answer comes while requests of the same round are still
    // being sent.
    let here;
    const rounds = new Map();
    const kept = ({ requestId }) => rounds.delete(requestId);
    const came = ({ requestId }) => (here = Math.max(here, rounds.get(requestId) ?? 0));
    client.on("Network.requestWillBeSent", ({ requestId }) => rounds.set(requestId, here + 1));
    client.on("Network.requestServedFromCache", kept);
    client.on("Network.responseReceived", (event) => (event.response.fromDiskCache ? kept(event) : came(event)));
    /** Returns the number of rounds until the page can be played. */
    const load = async () => {
      here = 0;
      rounds.clear();
      await page.goto(url);
      await ready(page);
      await page.waitForSelector("#board .pick");
      return here;
    };
    assert.deepEqual([await load(), await load()], [3, 1], "rounds, cold and warm");
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
