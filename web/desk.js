// The desk: what one types, and its values while one types. The page at /desk/, apart from that of matches.

import { Api } from "./api.js";
import { makeCells } from "./desk/cells.js";
import { GAMES, RULES } from "./desk/examples.js";
import { bFileOf, csvOf, jsonOf, save } from "./desk/files.js";
import { Pairs } from "./desk/pairs.js";
import { observed } from "./desk/period.js";
import { makePlot } from "./desk/plot.js";
import { ENDS, readState, VIEWS, writtenState } from "./desk/state.js";
import { drawLosing, drawResidues, drawTable, literal } from "./desk/tables.js";
import { gamesOf, OWN, read, similar } from "./desk/typed.js";
import { DRAWN, load, LOST, requestOf, WON } from "./desk/values.js";
import { choice, copyButton, h, replace } from "./element.js";
import { WAYS } from "./languages.js";
import { linkOf } from "./link.js";
import { grouped, literalOf, valueText } from "./position.js";
import { scriptEditor } from "./script.js";
import { isService, root } from "./service.js";
import { sentence } from "./words.js";

/** How long (ms) nothing is typed until it is asked for. */
const PAUSE = 250;

/** What is there at first. */
const WELCOME = "0.77";

/** Two games are told apart by these colours of the page. */
const COLOURS = ["ink", "second"];

/** Cells of a map that are seen at first, from side to side. */
const CELLS = 24;

const place = (id) => document.getElementById(id);
const api = new Api();
const state = readState(location.hash);
if (!state.games[0].text) state.games[0].text = WELCOME;

/** The games of the catalogue. */
let catalogue = [];

/** What became of each text: `{editor, source, values, pairs, list, problem, period, stop}`. */
const slots = [];

/** What is seen: its name, and what draws it anew. */
let shown = { name: null, kind: null, redraw: () => {} };

const kindNow = () => slots[0]?.source?.kind ?? "numbers";
const viewsNow = () => VIEWS[kindNow()] ?? VIEWS.numbers;
const viewNow = () => viewsNow().find(([name]) => name === state.show)?.[0] ?? viewsNow()[0][0];

/** The slots that have something to show beside the first. */
const known = () => slots.filter(({ values, pairs, list }, nth) => (nth === 0 ? values || pairs || list : values && slots[0].values));

// The link

let saving;
function write() {
  clearTimeout(saving);
  // Browsers refuse to have it changed all the time.
  saving = setTimeout(() => history.replaceState(null, "", `#${writtenState(state)}`), 300);
}

// Typing

function makeSlot(nth) {
  const { text, of } = state.games[nth];
  let pause;
  // Rules are known without the catalogue.
  const slot = { nth, source: read(text, [], of) };
  slot.editor = scriptEditor(`game-${nth}`, nth ? "The other game" : "A game, a code, a set, or rules in Python", (typed) => {
    state.games[nth].text = typed;
    write();
    clearTimeout(pause);
    pause = setTimeout(() => follow(slot), PAUSE);
  });
  slot.editor.value = text;
  slot.fault = h("div", { class: "told", id: `game-${nth}-fault`, role: "status" });
  slot.positions = h("div", { class: "positions" });
  slot.element = h("div", { class: "slot" },
    h("label", { for: `game-${nth}`, class: `name-of-slot ${COLOURS[nth]}` }, nth ? "Beside" : "Game"), slot.editor.element, slot.fault, slot.positions);
  slots[nth] = slot;
  drawPositions(slot, of);
  return slot;
}

/** What the positions of rules are: chosen, or found out. */
function drawPositions(slot, of) {
  const isRules = Boolean(slot.source?.isRules);
  slot.positions.hidden = !isRules;
  if (!isRules) return slot.positions.replaceChildren();
  const id = `positions-${slot.nth}`;
  const select = h("select", { id, onchange: () => {
    of.kind = select.value || null;
    write();
    follow(slot);
  } }, [["", "found by trying"], ["numbers", "numbers"], ["pairs", "pairs (a, b)"], ["list", "all from a start"]].map(([value, label]) => h("option", { value, selected: (of.kind ?? "") === value }, label)));
  const start = of.kind === "list" && h("label", { class: "field", for: `${id}-start` }, h("span", {}, "Start"), h("input", { id: `${id}-start`, value: of.start, autocomplete: "off", spellcheck: "false", autocapitalize: "off", placeholder: "12, +++ or (3, 4)", oninput: (event) => {
    of.start = event.target.value;
    write();
    clearTimeout(slot.pause);
    slot.pause = setTimeout(() => follow(slot), PAUSE);
  } }));
  replace(slot.positions, h("label", { class: "field", for: id }, h("span", {}, "Positions"), select), start);
}

/** Reads what was typed, and asks for its values; what was typed before is asked for no longer. */
async function follow(slot) {
  slot.stop?.abort();
  slot.stop = new AbortController();
  const { signal } = slot.stop;
  const isNow = () => !signal.aborted;
  const { text, of } = state.games[slot.nth];
  const ask = (request) => api.ask("v1/values", request, signal);
  const source = read(text, catalogue, of);
  const show = (found, end = null) => {
    if (!isNow()) return;
    Object.assign(slot, { values: null, pairs: null, list: null, period: null, source, problem: null, end, ...found });
    slot.editor.mark(null);
    tell(slot);
    refresh(slot);
  };
  if (!source.kind) {
    Object.assign(slot, { source, problem: source.advice ? { message: source.advice } : null });
    tell(slot, source.suggestions ?? []);
    drawPositions(slot, of);
    if (source.kind === null && !source.suggestions && text.trim().length > 1) {
      const suggestions = await similar(api, text.trim()).catch(() => []);
      if (isNow()) tell(slot, suggestions);
    }
    return;
  }
  if (slot.source?.isRules !== source.isRules || slot.of !== of.kind) {
    slot.source = source;
    drawPositions(slot, of);
  }
  slot.of = of.kind;
  document.body.classList.add("asking");
  try {
    if (source.kind === "numbers") {
      try {
        const values = await load(source, state, ask, (some) => show({ values: some, isWhole: false }));
        if (isNow()) show({ values, isWhole: true }, values.end);
      } catch (problem) {
        // Rules may be about pairs; if they are not, the first fault stands.
        if (!isNow() || !source.isRules || of.kind || problem.status === 0 || !(await isOfPairs(source, ask)) || !isNow()) throw problem;
        await showPairs({ ...source, kind: "pairs" });
      }
    } else if (source.kind === "pairs") await showPairs(source);
    else {
      const start = source.isRules ? { starts: [literalOf(of.start)] } : {};
      const list = await ask({ ...gamesOf(source), game: OWN, positions: "all", ...start, ...(state.play === "misere" && { play: state.play }), of: ["grundy", "winner", "remoteness"] });
      show({ list });
    }
  } catch (problem) {
    if (!isNow()) return;
    slot.problem = problem;
    const [error] = problem.errors?.filter(({ line }) => line) ?? [];
    slot.editor.mark(error ?? problem);
    tell(slot);
  } finally {
    if (isNow()) document.body.classList.remove("asking");
  }

  async function showPairs(found) {
    const pairs = new Pairs(found, state.play, { get: (path) => api.get(path), post: ask, more: () => isNow() && shown.redraw() });
    await pairs.first();
    show({ pairs, source: found });
  }
}

async function isOfPairs(source, ask) {
  try {
    await ask({ ...gamesOf(source), game: OWN, positions: [[1, 1], [1, 2], [3, 2]], of: ["winner"] });
    return true;
  } catch {
    return false;
  }
}

/** Says what is wrong with what was typed, or what it is. */
function tell(slot, suggestions = []) {
  const { problem, source } = slot;
  slot.fault.classList.toggle("fault", Boolean(problem));
  const [error] = problem?.errors?.filter(({ line }) => line) ?? [];
  const use = (text) => h("button", { type: "button", class: "quiet", onclick: () => put(slot, text) }, text);
  slot.fault.replaceChildren(...[
    problem && (error ? h("button", { type: "button", class: "to-fault", onclick: () => slot.editor.goTo(error) }, sentence(error.detail)) : h("p", {}, sentence(problem.message))),
    suggestions.length > 0 && h("p", { class: "suggestions" }, "Try ", suggestions.map(use)),
    !problem && source?.kind && h("p", { class: "muted small" }, source.isRules ? `Positions are ${{ numbers: "numbers", pairs: "pairs (a, b)", list: "all that the start leads to" }[source.kind]}.` : `${source.name}: ${source.rules}`),
  ].filter(Boolean));
  // Scrolling needs the focus where there is no mouse.
  if (slot.fault.scrollHeight > slot.fault.clientHeight) slot.fault.setAttribute("tabindex", "0");
  else slot.fault.removeAttribute("tabindex");
}

/** Puts a text at the desk, as if it had been typed. */
function put(slot, text, { kind = null, start = "" } = {}) {
  Object.assign(state.games[slot.nth], { text, of: { kind, start } });
  Object.assign(state, { view: null, picked: null, fold: null, modulus: null });
  slot.editor.value = text;
  slot.source = null;
  write();
  return follow(slot);
}

// Views

/** A game has more values, or other ones. */
function refresh(slot) {
  if (slot.values) {
    const { values } = slot;
    const isNew = slot.seen !== values;
    slot.seen = values;
    // The search for a period takes a while, so it waits for all values.
    if (slot.isWhole) slot.period = values.proved ?? observed(values.from, values.numbers.subarray(0, values.length));
    else slot.period = values.proved;
    if (isNew) slot.period ??= null;
  }
  if (slot.nth === 0 && slots[0].pairs && slot.seen !== slots[0].pairs) slot.seen = slots[0].pairs;
  seen();
}

/** Draws what is seen: anew if it is another view, else what is in it. */
function seen() {
  const [name, kind] = [viewNow(), kindNow()];
  if (shown.name !== name || shown.kind !== kind) {
    drawViews();
    shown = { name, kind, redraw: () => {} };
    shown = { name, kind, ...MAKERS[name]() };
  }
  shown.redraw();
  if (state.picked !== null && place("readout").textContent === HINT[name]) readout(wordsOf(state.picked) || HINT[name]);
  drawNote();
  drawUses();
}

function drawViews() {
  replace(place("views"), choice("show", "What is seen", viewsNow(), viewNow(), (name) => {
    Object.assign(state, { show: name, view: null });
    write();
    seen();
  }));
}

/** The series of a plot: the games, or their difference. */
function series() {
  const all = known().filter(({ values }) => values);
  if (state.isDifference && all.length > 1) {
    const { from, numbers } = differences(all);
    return [{ from, numbers, colour: "ink", isMarked: (at) => numbers[at] === 0 }];
  }
  return all.map(({ values, nth }) => ({ from: values.from, numbers: values.numbers.subarray(0, values.length), colour: COLOURS[nth], ...(all.length === 1 && { isMarked: (at) => values.outcomes[at] === LOST }) }));
}

function differences([one, other]) {
  const from = Math.max(one.values.from, other.values.from);
  const to = Math.min(one.values.next, other.values.next);
  const numbers = new Float64Array(Math.max(0, to - from));
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = one.values.numbers[from + at - one.values.from] - other.values.numbers[from + at - other.values.from];
  return { from, numbers };
}

/** The period that is shaded: that of one game, or of both if they have the same. */
function shaded() {
  const [one, other] = known();
  if (!one?.period) return null;
  if (!other) return one.period;
  return other.period && String(other.period.length) === String(one.period.length) ? { from: Math.max(one.period.from, other.period.from), length: one.period.length } : null;
}

/** What is known of a number, in a line. */
function wordsOf(n) {
  const all = known().filter(({ values }) => values?.has(n));
  if (all.length === 0) return "";
  const outcome = { [LOST]: "a P-position: the player to move loses", [WON]: "an N-position: the player to move wins", [DRAWN]: "a draw" };
  const values = all.map(({ source, values: each }) => `${all.length > 1 ? `${source.name} ` : ""}${valueText(each.value(n))}`).join(", ");
  return `n = ${grouped(n)}: value ${values}${all.length > 1 ? "" : `, ${outcome[all[0].values.outcome(n)] ?? "nobody knows who wins"}`}`;
}

const readout = (text) => (place("readout").textContent = text);

function pick(n) {
  const values = slots[0].values;
  if (!values?.has(n)) return;
  state.picked = n;
  write();
  readout(wordsOf(n));
  shown.redraw();
  drawUses();
}

const HINT = { plot: "Point at a value. The wheel zooms, dragging moves.", map: "Point at a cell. The wheel zooms, dragging moves.", folded: "Point at a cell. The wheel zooms, dragging moves." };

const MAKERS = { plot: seePlot, folded: seeFolded, map: seeMap, table: seeTable, losing: seeLosing, residues: seeResidues };

function seePlot() {
  const now = () => ({ series: series(), period: shaded(), picked: state.picked });
  const plot = makePlot("plot", now, {
    point: (x) => readout((x !== undefined && wordsOf(Math.round(x))) || (state.picked !== null && wordsOf(state.picked)) || HINT.plot),
    pick: (x) => pick(Math.round(x)),
    step: (dx) => {
      if (!dx || !slots[0].values) return false;
      const { from, next } = slots[0].values;
      pick(Math.min(next - 1, Math.max(from, (state.picked ?? Math.round(plot.view.x0)) + dx)));
      plot.reveal(state.picked, 0);
      return true;
    },
    changed: ({ x0, x1 }) => {
      const { from = 0, next = 1 } = slots[0].values ?? {};
      state.view = x0 <= from && x1 >= next - 1 ? null : [Math.max(0, Math.round(x0)), Math.round(x1)];
      write();
    },
  });
  replace(place("tuning"), h("label", { class: "check", for: "difference", id: "difference-of" }, h("input", { type: "checkbox", id: "difference", checked: state.isDifference, onchange: (event) => {
    state.isDifference = event.target.checked;
    write();
    plot.redraw();
  } }), h("span", {}, "Difference of both")));
  replace(place("view"), plot.element);
  readout((state.picked !== null && wordsOf(state.picked)) || HINT.plot);
  return { redraw: () => {
    place("difference-of").hidden = known().length < 2;
    if (state.view) plot.set({ x0: state.view[0], x1: state.view[1], y0: 0, y1: 1 }, false);
    else plot.set({ x0: -1, x1: Infinity, y0: 0, y1: 1 }, false);
    plot.redraw();
  } };
}

/** A field for an integer from 1 on. */
function numberField(id, label, value, set) {
  const input = h("input", { id, inputmode: "numeric", size: "6", value: String(value), oninput: () => {
    const number = Number(input.value);
    if (Number.isInteger(number) && number >= 1 && number <= 1_000_000) set(number);
  } });
  return h("label", { class: "field", for: id }, h("span", {}, label), input);
}

/** The length of the rows, or the modulus: the period, if there is one that can be read. */
const usual = (most) => (slots[0].period && Number(slots[0].period.length) <= most && Number(slots[0].period.length) > 1 ? Number(slots[0].period.length) : 12);

function seeFolded() {
  const columns = () => state.fold ?? usual(1000);
  const numberAt = (column, row) => row * columns() + column;
  const values = () => slots[0].values;
  let picture;
  let isMoved = false;
  const now = () => ({
    value: (column, row) => values()?.value(numberAt(column, row)), isLost: (column, row) => values()?.outcome(numberAt(column, row)) === LOST, top: topOf(values()), columns: columns(), rows: Math.max(1, Math.ceil((values()?.next ?? 0) / columns())), isUp: false,
    names: { column: String, row: (row) => grouped(row * columns()) }, picked: state.picked === null ? null : [state.picked % columns(), Math.floor(state.picked / columns())],
  });
  const make = () => {
    picture = makeCells("cells", now, {
      margin: { left: 64, right: 8, top: 24, bottom: 8 },
      // Rows that can be read, whatever their length.
      start: () => ({ x0: 0, x1: columns(), y0: 0, y1: Math.min(now().rows, CELLS) }),
      changed: () => (isMoved = true),
      point: (column, row) => readout((column !== undefined && wordsOf(numberAt(column, row))) || HINT.folded), pick: (column, row) => column !== undefined && pick(numberAt(column, row)),
      step: (dx, dy) => {
        const to = (state.picked ?? 0) + dx + dy * columns();
        pick(to);
        picture.reveal(state.picked % columns() + 0.5, Math.floor(state.picked / columns()) + 0.5);
        return true;
      },
    });
    isMoved = false;
    replace(place("view"), picture.element);
  };
  let made = columns();
  const field = numberField("fold", "Numbers in a row", made, (number) => {
    state.fold = number;
    write();
    redraw();
  });
  replace(place("tuning"), field, h("p", { class: "muted small", id: "fold-note" }));
  make();
  readout((state.picked !== null && wordsOf(state.picked)) || HINT.folded);
  let length = values()?.length;
  function redraw() {
    if (made !== columns() || length !== values()?.length) {
      const isRemade = made !== columns() || !isMoved;
      [made, length] = [columns(), values()?.length];
      if (isRemade) make();
      if (state.fold === null) place("fold").value = String(made);
    }
    place("fold-note").textContent = slots[0].period ? `The period is ${grouped(slots[0].period.length)}.` : "";
    picture.redraw();
  }
  return { redraw };
}

/** The largest value; found once for each length. */
const tops = new WeakMap();
function topOf(values) {
  if (!values) return 1;
  const last = tops.get(values);
  if (last?.length === values.length) return last.top;
  let { top, length } = last ?? { top: 1, length: 0 };
  for (let at = length; at < values.length; at += 1) if (values.numbers[at] > top) top = values.numbers[at];
  tops.set(values, { top, length: values.length });
  return top;
}

function seeMap() {
  const pairs = () => slots[0].pairs;
  let cursor = null;
  const now = () => ({
    value: (a, b) => pairs()?.value(a, b), isLost: (a, b) => pairs()?.isLost(a, b), top: pairs()?.top ?? 1, columns: pairs()?.size ?? CELLS, rows: pairs()?.size ?? CELLS, isUp: true, names: { column: String, row: String }, picked: cursor,
    want: (...range) => pairs()?.want(...range),
  });
  const words = (a, b) => {
    const value = pairs()?.value(a, b);
    if (value === undefined) return pairs()?.end ? sentence(pairs().end) : "";
    if (value === null) return `(${a}, ${b}) is no position`;
    return `(${a}, ${b}): value ${valueText(value)}${pairs().isLost(a, b) ? ", a P-position: the player to move loses" : ""}`;
  };
  const look = (column, row) => readout((column !== undefined && words(column, row)) || (cursor && words(...cursor)) || HINT.map);
  const set = (a, b) => {
    const size = pairs()?.size ?? 1;
    cursor = [Math.min(size - 1, Math.max(0, a)), Math.min(size - 1, Math.max(0, b))];
    state.pair = cursor;
    readout(words(...cursor));
    picture.redraw();
    drawUses();
  };
  const picture = makeCells("cells", now, {
    margin: { left: 44, right: 8, top: 8, bottom: 26 }, isSquare: true, start: () => ({ x0: 0, x1: CELLS, y0: -CELLS, y1: 0 }), point: look, pick: (a, b) => a !== undefined && set(a, b),
    step: (dx, dy) => {
      const [a, b] = cursor ?? [0, 0];
      set(a + dx, b - dy);
      picture.reveal(cursor[0] + 0.5, -cursor[1] - 0.5);
      return true;
    },
  });
  replace(place("tuning"), h("p", { class: "muted small" }, "The first number goes to the right, the second upwards. Green: a P-position."));
  replace(place("view"), picture.element);
  look();
  let drawn = pairs();
  return { redraw: () => {
    if (drawn !== pairs()) {
      drawn = pairs();
      cursor = null;
    }
    picture.redraw();
  } };
}

function seeTable() {
  let at = slots[0].values && state.picked !== null ? Math.max(0, state.picked - slots[0].values.from) : 0;
  const section = h("div", { class: "rows-view" });
  replace(place("tuning"));
  replace(place("view"), section);
  readout("");
  const redraw = () => {
    if (known().length) drawTable(section, known(), { at, picked: state.picked, pick, go: (to) => {
      at = to;
      redraw();
    } });
  };
  return { redraw };
}

function seeLosing() {
  let most = 1000;
  const section = h("div", { class: "rows-view" });
  replace(place("tuning"));
  replace(place("view"), section);
  readout("");
  const redraw = () => {
    if (known().length) drawLosing(section, known(), { play: state.play, shown: most, copy: (text) => copyButton("Copy the list", text, () => place("losing")), more: (next) => {
      most = next;
      redraw();
    } });
  };
  return { redraw };
}

function seeResidues() {
  const section = h("div", { class: "rows-view" });
  const modulus = () => state.modulus ?? usual(200);
  replace(place("tuning"), numberField("modulus", "Modulus", modulus(), (number) => {
    state.modulus = number;
    write();
    redraw();
  }));
  replace(place("view"), section);
  readout("");
  function redraw() {
    if (state.modulus === null) place("modulus").value = String(modulus());
    const proved = slots[0].values?.proved;
    if (slots[0].values) drawResidues(section, slots[0], modulus(), proved ? ". With the period that is proved, it goes on so." : ". Beyond nothing is said.");
  }
  return { redraw };
}

// Notes and uses

function drawNote() {
  const parts = known().map((slot) => {
    const { source, values, pairs, list, period } = slot;
    const name = known().length > 1 && h("b", {}, `${source.name}: `);
    if (list) return h("p", {}, `${grouped(list.positions.length)} positions, ${grouped(list.winner.filter((winner) => winner === "second").length)} of them P-positions${list.winner.includes("draw") ? `, ${grouped(list.winner.filter((winner) => winner === "draw").length)} draws` : ""}.`);
    if (pairs) return h("p", {}, name, pairs.end ? h("span", { class: "fault" }, sentence(pairs.end)) : "Values are worked out where you look.");
    const last = values.next - 1;
    const end = values.end && h("p", { class: "muted small" }, `Beyond n = ${grouped(last)}: ${sentence(values.end)}`);
    if (values.proved) {
      const { from, length, saltus, proof } = values.proved;
      return [h("p", {}, name, h("span", { class: "proved" }, "Period ", h("b", {}, grouped(length)), saltus ? ` with saltus ${saltus}` : "", ` from n = ${grouped(from)}, proved.`)),
        proof && h("details", { class: "small" }, h("summary", {}, "The proof"), h("p", {}, proof.text, proof.source && h("cite", {}, ` ${proof.source.author}, ${proof.source.title} (${proof.source.year})`))), end];
    }
    if (!slot.isWhole) return h("p", { class: "muted" }, name, `n = ${grouped(last)} …`);
    if (period) return [h("p", {}, name, h("span", { class: "observed" }, "Period ", h("b", {}, grouped(period.length)), period.saltus ? ` with saltus ${grouped(period.saltus)}` : "", ` from n = ${grouped(period.from)}, observed up to n = ${grouped(last)}; nothing is proved.`)), end];
    return [h("p", { class: "muted" }, name, `No period is seen up to n = ${grouped(last)}.`), end];
  });
  place("note").replaceChildren(...parts.flat().filter(Boolean));
}

/** The language of the copy. */
let language = WAYS[0][0];

function drawUses() {
  const all = known();
  if (all.length === 0) return replace(place("uses"));
  const [slot] = all;
  const { source, values, pairs, list } = slot;
  const match = matchOf(slot);
  const name = source.definition ? OWN : source.key.replace(/[^\w.,-]+/g, "_");
  const file = (label, extension, type, text) => h("button", { type: "button", id: `save-${extension}`, onclick: () => save(`${name}.${extension}`, type, text()) }, label);
  const request = values ? requestOf(source, values.from, values.next - 1, state.play) : pairs ? { ...gamesOf(source), game: source.key, positions: [[3, 5], [4, 7]], of: ["grundy"] }
    : { ...gamesOf(source), game: OWN, positions: "all", ...(source.isRules && { starts: [literalOf(state.games[0].of.start)] }), of: ["grundy", "winner", "remoteness"] };
  const exchange = { path: "v1/values", request };
  const ways = WAYS.filter(([id]) => id !== "link");
  const [way, , written] = ways.find(([id]) => id === language) ?? ways[0];
  const code = h("pre", { id: "command", tabindex: "0", role: "region", "aria-label": "The call" }, h("code", {}, written(exchange)));
  const isOpen = place("uses").querySelector("#code")?.open;
  replace(place("uses"),
    match && h("p", {}, h("a", { class: "button", id: "play-it", href: match.href }, `Play ${match.text}`)),
    h("div", { class: "buttons files", role: "group", "aria-label": "Download" },
      file("CSV", "csv", "text/csv", () => csvOf(all)), file("JSON", "json", "application/json", () => jsonOf(all, state.play)),
      values && file("b-file", "txt", "text/plain", () => bFileOf(slot)), copyButton("Copy the link", () => (history.replaceState(null, "", `#${writtenState(state)}`), location.href))),
    h("details", { id: "code", open: isOpen }, h("summary", {}, isService ? "The same by curl, Python or JavaScript" : "The same in JavaScript"),
      choice("language", "Language", ways.map(([id, label]) => [id, label]), way, (id) => {
        language = id;
        drawUses();
      }), code, copyButton("Copy", () => written(exchange), () => code)));
}

/** The match that begins with what is picked, or else with a position that is won. */
function matchOf({ source, values, pairs, list }) {
  let position;
  if (values) {
    position = state.picked ?? values.from;
    if (state.picked === null) for (let n = Math.min(values.next - 1, 12); n >= values.from; n -= 1) if (values.outcome(n) === WON) {
      position = n;
      break;
    }
  } else if (pairs) position = state.pair && pairs.value(...state.pair) !== undefined ? state.pair : [3, 5];
  else position = list.positions[0];
  const link = linkOf({ position: { [source.key]: [position] }, play: state.play, games: source.definition ? { [OWN]: source.definition } : {}, whole: true });
  return { href: new URL(`#${link}`, root).href, text: source.definition ? `it from ${literal(position)}` : `${source.name} with ${literal(position)}` };
}

// The settings

function drawSettings() {
  const to = h("select", { id: "to", onchange: () => {
    Object.assign(state, { to: Number(to.value), view: null });
    write();
    slots.forEach(follow);
  } }, ENDS.map((end) => h("option", { value: String(end), selected: end === state.to }, grouped(end))));
  const beside = slots.length > 1;
  replace(place("settings"), h("label", { class: "field", for: "to" }, h("span", {}, "Up to n ="), to),
    choice("play", "Who wins at the end", [["normal", "Last move wins"], ["misere", "Last move loses"]], state.play, (play) => {
      state.play = play;
      write();
      slots.forEach(follow);
    }),
    h("button", { type: "button", class: "quiet", id: "beside", onclick: () => {
      if (beside) {
        slots.pop().stop?.abort();
        state.games.pop();
        drawGames();
        seen();
      } else {
        state.games.push({ text: "", of: { kind: null, start: "" } });
        makeSlot(1);
        drawGames();
        slots[1].editor.area.focus();
      }
      write();
      drawSettings();
    } }, beside ? "Remove the other game" : "+ Another game beside it"));
}

function drawGames() {
  document.body.classList.toggle("two", slots.length > 1);
  place("games").replaceChildren(...slots.map(({ element }) => element));
}

function drawExamples() {
  const select = h("select", { id: "example", onchange: () => {
    const [, text, of] = [...GAMES, ...RULES][select.value];
    select.value = "";
    put(slots[0], text, of);
  } }, h("option", { value: "" }, "Load an example …"),
  h("optgroup", { label: "Games and codes" }, GAMES.map(([label], at) => h("option", { value: String(at) }, label))),
  h("optgroup", { label: "Rules in Python" }, RULES.map(([label], at) => h("option", { value: String(GAMES.length + at) }, label))));
  replace(place("examples"), h("label", { class: "unseen", for: "example" }, "An example"), select);
}

async function open() {
  drawExamples();
  state.games.forEach((_, nth) => makeSlot(nth));
  drawGames();
  drawSettings();
  drawViews();
  document.body.classList.add("ready");
  addEventListener("hashchange", () => location.reload());
  ({ games: catalogue } = await api.get("v1/games"));
  slots.forEach(follow);
}

await open();
