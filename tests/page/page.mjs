// The page without a browser. A document object model for Node (happy-dom) runs the script that the service serves. It
// lays nothing out, knows no style sheets and draws no pictures. So what is seen is tested in a browser, in
// tests/browser. The model finds imports without a full parser. After `return`, it reads a regular expression with a
// quotation mark as the beginning of a string, and then misses the imports behind it.

import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { Browser, VirtualConsoleLogLevelEnum } from "happy-dom";
import { PATIENCE, random, url } from "../browser/service.mjs";

/** The time (ms) between two looks at the page. */
const PAUSE = 5;

/** The number of pages of a file that are open at the same time, since a page often waits for the service. */
export const SIDE_BY_SIDE = 4;

/** Every control that plays a legal move. */
export const MOVES = "#board .pick";

/** Every control that chooses a part of a move. */
export const CHOICES = "#board .choose";

/** The winning moves that the page marks. */
export const HINTS = "#board .pick.wins, #options .win button";

/** Makes the model behave as browsers do, before the page's script runs. */
function mend(window) {
  // The model lacks this function, which all browsers have.
  window.structuredClone = structuredClone;
  // The time-outs of the page are three times as long as usual, since a busy machine may take longer to answer than a
  // person would wait.
  const { timeout } = window.AbortSignal;
  window.AbortSignal.timeout = (patience) => timeout.call(window.AbortSignal, 3 * patience);
  // The model also sends this event when a script replaces the address, which no browser does.
  window.addEventListener("hashchange", (event) => event.stopImmediatePropagation());
  // A browser tells later that a fold was opened. The model tells at once, while the fold is being made.
  const folds = window.HTMLDetailsElement.prototype;
  const { dispatchEvent } = folds;
  const told = new WeakSet();
  folds.dispatchEvent = function later(event) {
    if (event.type !== "toggle" || told.has(event)) return dispatchEvent.call(this, event);
    told.add(event);
    queueMicrotask(() => dispatchEvent.call(this, event));
    return true;
  };
}

class Page {
  #browser;
  #tab;

  /** What the page has before its script runs: the state of its entry in the history, and its two storages. */
  #kept = { state: null, stored: [[], []] };

  constructor(fetched) {
    const interceptor = fetched && { beforeAsyncRequest: async ({ request, window }) => fetched(request, window) };
    const beforeContentCallback = (window) => {
      const { state, stored } = this.#kept;
      if (state) window.history.replaceState(state, "");
      [window.localStorage, window.sessionStorage].forEach((storage, nth) => stored[nth].forEach(([key, value]) => storage.setItem(key, value)));
      mend(window);
    };
    this.#browser = new Browser({ settings: {
      enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true, handleDisabledFileLoadingAsSuccess: true, device: { prefersReducedMotion: "reduce" },
      // The address of a game is a page for browsers, and JSON for programs.
      viewport: { width: 1280, height: 900 }, fetch: { interceptor, requestHeaders: [{ url: new RegExp(`^${url}games/`), headers: { Accept: "text/html" } }] }, navigation: { beforeContentCallback },
    } });
    this.#tab = this.#browser.newPage();
  }

  get window() {
    return this.#tab.mainFrame.window;
  }

  get document() {
    return this.window.document;
  }

  /** The link in the address bar, which has the first position and the moves. */
  get hash() {
    return this.window.location.hash;
  }

  /** Opens an address in a new tab. */
  async open(address) {
    this.#kept = { state: null, stored: [[], []] };
    await this.#tab.goto(address);
  }

  /** Loads the page again. The browser keeps the address, the entry of the history and what the page has stored. */
  async reload() {
    const { history, localStorage, sessionStorage } = this.window;
    this.#kept = { state: history.state, stored: [localStorage, sessionStorage].map((storage) => Object.entries(storage)) };
    await this.#tab.reload();
  }

  async goBack() {
    this.window.history.back();
  }

  /** Closes the page. Returns what it wrote to the console. */
  async close() {
    const said = this.#tab.virtualConsolePrinter.readAsString(VirtualConsoleLogLevelEnum.warn);
    await this.#browser.close();
    return said;
  }

  all(selector) {
    return Array.from(this.document.querySelectorAll(selector));
  }

  count(selector) {
    return this.document.querySelectorAll(selector).length;
  }

  /** The element that a selector finds, or the `nth` of them. */
  one(selector, nth = 0) {
    const found = typeof selector === "string" ? this.all(selector).at(nth) : selector;
    assert.ok(found, `there is no ${selector} at ${this.hash}`);
    return found;
  }

  text(selector) {
    return this.one(selector).textContent;
  }

  texts(selector) {
    return this.all(selector).map(({ textContent }) => textContent);
  }

  attribute(selector, name) {
    return this.one(selector).getAttribute(name);
  }

  /** Waits until a condition holds. The message of a failure has `what`, or the code of the condition. */
  async until(isTrue, what = isTrue) {
    const end = Date.now() + PATIENCE;
    while (!isTrue()) {
      assert.ok(Date.now() < end, `at ${this.hash}, waited in vain for ${what}`);
      await setTimeout(PAUSE);
    }
  }

  /** Waits for an element. */
  async found(selector) {
    await this.until(() => this.count(selector) > 0, selector);
    return this.one(selector);
  }

  click(selector, nth) {
    this.one(selector, nth).click();
  }

  /** Types a text into a field, in place of what is there. */
  fill(selector, text) {
    const field = this.one(selector);
    field.focus();
    field.value = text;
    field.dispatchEvent(new this.window.InputEvent("input", { bubbles: true }));
    field.dispatchEvent(new this.window.Event("change", { bubbles: true }));
  }

  select(selector, value) {
    const field = this.one(selector);
    field.value = value;
    field.dispatchEvent(new this.window.Event("input", { bubbles: true }));
    field.dispatchEvent(new this.window.Event("change", { bubbles: true }));
  }

  /** Ticks a box, or removes its tick. */
  tick(selector, isTicked = true) {
    if (this.one(selector).checked !== isTicked) this.click(selector);
  }

  /** Presses a key where the focus is. A button also gets the click that a browser makes of Enter and the space bar. */
  press(key) {
    const target = this.document.activeElement ?? this.document.body;
    const isOpen = target.dispatchEvent(new this.window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    if (!isOpen || !["Enter", " "].includes(key)) return;
    if (target.matches("button")) target.click();
    else if (key === "Enter" && target.form) target.form.requestSubmit();
  }

  /** Moves the pointer over an element, or away from it. */
  point(selector, isOn = true, nth = 0) {
    const [element, away] = [this.one(selector, nth), isOn ? [] : ["pointerout", "pointerleave"]];
    for (const type of isOn ? ["pointerover", "pointerenter", "pointermove"] : away) element.dispatchEvent(new this.window.PointerEvent(type, { pointerType: "mouse", bubbles: !/(enter|leave)$/.test(type) }));
  }

  /** Touches an element with a finger. */
  tap(selector, nth) {
    this.one(selector, nth).dispatchEvent(new this.window.PointerEvent("click", { pointerType: "touch", bubbles: true, cancelable: true }));
  }

  /** Waits until a match is on the table. */
  ready() {
    return this.until(() => this.count("body.ready #board .game") > 0);
  }

  /** Puts another match on the table, without loading the page again, and waits until it is there. */
  async put(link) {
    const { history, location } = this.window;
    history.pushState(null, "");
    location.hash = link;
    // A browser also sends this event.
    this.window.dispatchEvent(new this.window.PopStateEvent("popstate", { state: null }));
    // The page numbers its entry of the history when the match is on the table.
    await this.until(() => history.state?.number && !this.count("#record li") && this.attribute("#board", "aria-busy") === "false");
  }

  /** Does something that changes the position, and waits until the page shows it. */
  async turn(act) {
    const before = this.hash;
    await act();
    await this.until(() => this.hash !== before);
  }

  /** Makes the move with the result `to` in the component with this card. */
  play(card, to) {
    return this.turn(() => this.click(`#${card} .pick[data-to="${to}"]`));
  }

  get title() {
    return this.text("#status-title");
  }

  /** The texts of the components on the table. */
  get pieces() {
    return this.texts("#board .card .numbers");
  }

  /** Plays until no move is left. `pick()` chooses a control for each move. Returns the title at the end. */
  async playOut(pick = () => this.any()) {
    for (let count = 0; count < 200; count += 1) {
      if (this.title !== "Your turn") return this.title;
      await this.turn(() => pick().dispatchEvent(new this.window.MouseEvent("click", { bubbles: true })));
    }
    return "no end";
  }

  /** A random control that matches this selector. */
  any(selector = MOVES) {
    // If a move changes several parts, a part must be chosen first.
    if (selector === MOVES && !this.count(MOVES) && this.count(CHOICES)) this.click(CHOICES, random(this, this.count(CHOICES)));
    const controls = this.all(selector);
    assert.notEqual(controls.length, 0, `there is no ${selector} at ${this.hash}`);
    return controls[random(this, controls.length)];
  }

  /** Makes any move. */
  move(selector) {
    return this.turn(() => this.any(selector).dispatchEvent(new this.window.MouseEvent("click", { bubbles: true })));
  }

  /** Clicks the button that opens a dialog, and waits until the dialog is open. The click may first load a script. */
  async dialog(button, id) {
    this.click(`#${button}`);
    await this.found(`#${id}[open]`);
  }

  /** Opens a tool: `"why"`, `"moves"`, `"about"` or `"calls"`. */
  async tool(name) {
    if (this.attribute(`#tool-${name}`, "aria-expanded") !== "true") this.click(`#tool-${name}`);
    await this.found(`#${name} h2`);
  }

  /** Sets how much the page tells about who wins: `"none"`, `"verdict"` or `"all"`. */
  show(what) {
    this.click(`#show-${what}`);
  }
}

/** A refusal by the service, as the console says it. */
const REFUSAL = /^(GET|POST) \S+ 4\d\d \(.*\)\n/gm;

/** A refusal by a busy service. The page repeats the request. */
const BUSY = /^(GET|POST) \S+ 503 \(.*\)\n/gm;

/** A request that the page itself has ended. A browser says nothing of it. */
const ENDED = /^(Error: socket hang up|AbortError: .*)\n( +at .*\n)+/gm;

/**
 * Opens the page and lets a test use it. The page must write nothing to the console, except refusals if `refusals` is
 * true. Motion is reduced, so that no test waits for it. `fetched(request, window)` is called for each request, and
 * may hold it, refuse it or answer it.
 */
export async function visit(link, test, { refusals = false, fetched } = {}) {
  const page = new Page(fetched);
  let said;
  try {
    await page.open(url + link);
    await test(page);
  } finally {
    said = (await page.close()).replace(ENDED, "").replace(BUSY, "");
  }
  assert.equal(refusals ? said.replace(REFUSAL, "") : said, "");
}
