// A headless browser on the playground, and helpers that all its tests use.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

/** The address of the live server. */
export const url = process.env.PLAYGROUND ?? "http://127.0.0.1:8080/";

/** No sandbox: in CI it is root who runs it. The other flags keep it from calling its maker's hosts. */
const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

export const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });

/** The screens that the page is made for: a phone in both ways, a laptop and a projector. */
export const SIZES = [[390, 844], [844, 390], [1280, 800], [1920, 1080]];

/** The time (ms) that a busy machine may take until something happens. */
const PATIENCE = 60_000;

/** Every page has walks of its own, the same each time whatever runs beside it; another seed finds others. */
const walks = new WeakMap();

/** A number from 0 to below `end` (mulberry32). */
function random(page, end) {
  const state = ((walks.get(page) ?? Number(process.env.SEED ?? 1)) + 0x6d2b79f5) | 0;
  walks.set(page, state);
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
}

/**
 * Opens the page and lets a test use it. Afterwards nothing may have been asked of another host, and nothing may be in the
 * console; a test that provokes refusals says so, as the browser logs each. A service that has too much to do is asked again. Motion is reduced, so that nothing waits for it.
 * `prepare` is done before the page is opened, which is the service's own unless it is `at` another place.
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
    // Three times as long, as the tests wait: a starved machine may take longer over an answer than a person waits.
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

/** The link in the address bar: the first position, and the moves. */
export const hash = (page) => page.evaluate(() => location.hash);

/** The components on the table, as their cards say. */
export const pieces = (page) => page.locator("#board .card .numbers").allTextContents();

/** The elements that moved on the page since the last call, though nothing on it asked for that. */
export const shifts = async (page) => {
  // The browser reports them with the next frames.
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

/** Opens a dialog by its button: its script may be loaded only then. */
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

/** Shows `"none"`, `"verdict"` or `"all"`. */
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

/** Plays until no move is left, picking with `pick` from the controls; the last words. */
export async function playOut(page, pick) {
  for (let count = 0; count < 200; count += 1) {
    const title = await page.textContent("#status-title");
    if (title !== "Your turn") return title;
    const control = await pick(page);
    await turn(page, () => control.dispatchEvent("click"));
  }
  return "no end";
}

/** Any control of these, of those that there are. */
export async function any(page, selector) {
  // If moves change several things, one of these is chosen first.
  if (selector === MOVES && !(await page.locator(selector).count()) && (await page.locator(CHOICES).count())) {
    const parts = await page.locator(CHOICES).all();
    await parts[random(page, parts.length)].dispatchEvent("click");
  }
  const controls = await page.locator(selector).all();
  assert.notEqual(controls.length, 0, `there is no ${selector} at ${await hash(page)}`);
  return controls[random(page, controls.length)];
}

/** The service's own answer. */
export async function ask(path, request) {
  const options = request && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request) };
  return (await fetch(new URL(path, url), options)).json();
}

/** The output of a command on these inputs. */
export const run = async (command, args) => (await promisify(execFile)(command, args)).stdout;
