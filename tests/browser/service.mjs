// The live service, for tests in the browser and without it.

import { setTimeout } from "node:timers/promises";

/** The address of the live server. */
export const url = process.env.PLAYGROUND ?? "http://127.0.0.1:8080/";

/** The time (ms) for which a test waits for an event, since the machine may be busy. */
export const PATIENCE = 180_000;

/** How often a request to a busy service is repeated. The service asks clients to wait for a second each time. */
const RETRIES = PATIENCE / 1000;

/**
 * Each page has its own random numbers. They are the same in each run, whatever other tests run at the same time. A
 * different seed gives different numbers.
 */
const walks = new WeakMap();

/** A random number from 0 to `end` − 1 (mulberry32). */
export function random(page, end) {
  const state = ((walks.get(page) ?? Number(process.env.SEED ?? 1)) + 0x6d2b79f5) | 0;
  walks.set(page, state);
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
}

/**
 * The answer of the service to a request of the test. While the service is overloaded, the request is sent again, as
 * clients do. The service may be overloaded if the machine is busy with other work.
 */
export async function ask(path, request, retries = RETRIES) {
  const options = request && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request) };
  const answer = await fetch(new URL(path, url), options);
  const wait = answer.status === 503 && answer.headers.get("Retry-After");
  if (!wait || !retries) return answer.json();
  await setTimeout(1000 * Number(wait));
  return ask(path, request, retries - 1);
}
