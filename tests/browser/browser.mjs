// A headless browser on the playground, and helpers that all its tests use.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

/** The address of the live server. */
export const url = process.env.PLAYGROUND ?? "http://127.0.0.1:8080/";

/**
 * There is no sandbox, since CI runs the browser as root. `--no-first-run` and the flags after it stop calls to hosts
 * of the browser's maker.
 */
const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

export const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });

/** The screens for which the page is made: a phone in portrait and in landscape format, a laptop and a projector. */
export const SIZES = [[390, 844], [844, 390], [1280, 800], [1920, 1080]];

/** The time (ms) for which a test waits for an event, since the machine may be busy. */
const PATIENCE = 180_000;

/** How often a request to a busy service is repeated. The service asks clients to wait for a second each time. */
const RETRIES = PATIENCE / 1000;

/**
 * Each page has its own random numbers. They are the same in each run, whatever other tests run at the same time. A
 * different seed gives different numbers.
 */
const walks = new WeakMap();

/** A random number from 0 to `end` − 1 (mulberry32). */
function random(page, end) {
  const state = ((walks.get(page) ?? Number(process.env.SEED ?? 1)) + 0x6d2b79f5) | 0;
  walks.set(page, state);
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
}

/**
 * Opens the page and lets a test use it. The page must send no request to another host, and must write nothing to the
 * console. The browser logs each refusal, so a test that provokes refusals sets `refusals`. A refusal by a busy service
 * is allowed, since the page repeats the request. Motion is reduced, so that no test waits for it. `prepare` is called
 * before the page is opened. `at` is the address of the page, by default that of the service.
 */
export async function visit(link, test, { refusals = false, prepare = () => {}, at = url, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const errors = [];
  page.on("console", (message) => {
    const expected = message.text().startsWith("Failed to load resource") && (refusals || message.text().includes("503"));
    if (["error", "warning"].includes(message.type()) && !expected) errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(at).origin) errors.push(`asked another host: ${request.url()}`);
  });
  await page.addInitScript(() => {
    // The time-outs of the page are three times as long as usual, since a busy machine may take longer to answer than a
    // person would wait.
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (patience) => timeout.call(AbortSignal, 3 * patience);
    window.shifts = [];
    const part = ({ node, previousRect, currentRect }) => `${node?.nodeName ?? "?"}#${node?.id ?? ""}.${node?.className ?? ""}: ${previousRect.y} to ${currentRect.y}`;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => window.shifts.push([entry.value, ...entry.sources.map(part)])))
      .observe({ type: "layout-shift", buffered: true });
  });
  await prepare(page);
  await page.goto(at + link);
  try {
    await test(page);
  } finally {
    await context.close();
  }
  assert.deepEqual(errors, []);
}

/** The link in the address bar, which has the first position and the moves. */
export const hash = (page) => page.evaluate(() => location.hash);

/** The texts of the components on the table. */
export const pieces = (page) => page.locator("#board .card .numbers").allTextContents();

/** The elements of the page that have moved since the last call, although no action of the user caused this. */
export const shifts = async (page) => {
  // The browser reports moved elements only with the next frames.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.evaluate(() => window.shifts.splice(0));
};

/** Waits until a match is on the table. */
export const ready = (page) => page.waitForSelector("body.ready #board .game");

/** Puts another match on the table, without loading the page again, and waits until it is there. */
export async function put(page, link) {
  await page.evaluate((next) => (location.hash = next), link);
  await page.waitForFunction((start) => location.hash.startsWith(`#${start}`) && history.state?.number && !document.querySelector("#record li") && document.querySelector("#status-title")?.textContent !== "One moment …", link);
}

/** Every control that plays a legal move. */
export const MOVES = "#board .pick";

/** Every control that chooses a part of a move. */
export const CHOICES = "#board .choose";

/** The winning moves that the page marks. */
export const HINTS = "#board .pick.wins, #options .win button";

/** Clicks the button that opens a dialog, and waits until the dialog is open. The click may first load a script. */
export async function dialog(page, button, id) {
  await page.click(`#${button}`);
  await page.waitForSelector(`#${id}[open]`);
}

/** Opens a tool: `"why"`, `"moves"`, `"map"`, `"about"` or `"calls"`. */
export async function tool(page, name) {
  if (await page.getAttribute(`#tool-${name}`, "aria-expanded") !== "true") await page.click(`#tool-${name}`);
  await page.waitForSelector(`#${name} h2`);
}

/** Unfolds the settings. */
export async function settings(page) {
  if (!(await page.locator(".settings[open]").count())) await page.click("#settings");
}

/** Sets how much the page tells about who wins: `"none"`, `"verdict"` or `"all"`. */
export async function show(page, what) {
  await settings(page);
  await page.click(`label[for=show-${what}]`);
}

/** Does something that changes the position, and waits until the page shows it. */
export async function turn(page, act) {
  const before = await hash(page);
  await act();
  await page.waitForFunction((old) => location.hash !== old, before);
}

/** Plays until no move is left. `pick` chooses a control for each move. Returns the title at the end. */
export async function playOut(page, pick) {
  for (let count = 0; count < 200; count += 1) {
    const title = await page.textContent("#status-title");
    if (title !== "Your turn") return title;
    const control = await pick(page);
    await turn(page, () => control.dispatchEvent("click"));
  }
  return "no end";
}

/** A random control that matches this selector. */
export async function any(page, selector) {
  // If a move changes several parts, a part must be chosen first.
  if (selector === MOVES && !(await page.locator(selector).count()) && (await page.locator(CHOICES).count())) {
    const parts = await page.locator(CHOICES).all();
    await parts[random(page, parts.length)].dispatchEvent("click");
  }
  const controls = await page.locator(selector).all();
  assert.notEqual(controls.length, 0, `there is no ${selector} at ${await hash(page)}`);
  return controls[random(page, controls.length)];
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

/** The output of a command with these arguments. */
export const run = async (command, args) => (await promisify(execFile)(command, args)).stdout;
