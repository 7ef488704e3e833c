// A headless browser on the playground, and helpers that all its tests use.

import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { PATIENCE, random, url } from "./service.mjs";

export { ask, url } from "./service.mjs";

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
  // The page numbers its entry of the history when the match is on the table.
  await page.waitForFunction(() => history.state?.number && !document.querySelector("#record li") && document.querySelector("#status-title")?.textContent !== "One moment …");
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

/** Opens a tool: `"why"`, `"moves"`, `"about"` or `"calls"`. */
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

/** The most turns of a match that a test plays. */
const TURNS = 200;

/**
 * Plays random moves until none is left. The page plays itself, since each call of the browser takes longer than a
 * move. `from` is the selector of the controls from which a move is chosen. `look` is the name of a function of the
 * page, which is called before each move. Returns the title at the end, and all that `look` has returned.
 */
export function playOut(page, { from = MOVES, look = "" } = {}) {
  const numbers = Array.from({ length: TURNS }, () => random(page, 2 ** 32));
  return page.evaluate(async ([moves, choices, seeds, name]) => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const click = (controls, seed) => controls[seed % controls.length].dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const title = () => document.getElementById("status-title").textContent;
    const found = [];
    for (const seed of seeds) {
      if (title() !== "Your turn") return { title: title(), found };
      if (name) found.push(...window[name]());
      const before = location.hash;
      // If a move changes several parts, a part must be chosen first.
      if (!all(moves).length) click(all(choices), seed);
      click(all(moves), seed);
      while (location.hash === before) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    }
    return { title: "no end", found };
  }, [from, CHOICES, numbers, look]);
}

/** A random control that matches this selector. */
export async function any(page, selector) {
  const found = await page.evaluateHandle(([moves, choices, wanted, seed]) => {
    const all = (what) => [...document.querySelectorAll(what)];
    const one = (controls) => controls[seed % controls.length];
    // If a move changes several parts, a part must be chosen first.
    if (wanted === moves && !all(moves).length && all(choices).length) one(all(choices)).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return one(all(wanted));
  }, [MOVES, CHOICES, selector, random(page, 2 ** 32)]);
  const control = found.asElement();
  assert.ok(control, `there is no ${selector} at ${await hash(page)}`);
  return control;
}
