// The slots of the desk (see desk.js). In a slot, the user types a game. The slot has an editor, the values of the game
// while the user types, and a line about faults.

import { h, replace } from "../element.js";
import { literalOf, sentence } from "../position.js";
import { scriptEditor } from "../script.js";
import { Boards } from "./boards.js";
import { drawLeaves } from "./leaves.js";
import { Pairs } from "./pairs.js";
import { observed } from "./period.js";
import { drawNote } from "./note.js";
import { age, api, catalogue, COLOURS, draw, known, shown, slots, state, write } from "./shared.js";
import { completions, endings, gamesOf, OWN, read, similar } from "./typed.js";
import { load } from "./values.js";

/** The pauses (ms) in typing after which values are requested, and after which a fault is said. */
const [PAUSE, PATIENCE] = [250, 600];

/** Makes the slot with this number, and its editor with the text from the link. */
export function makeSlot(nth) {
  const { text, of } = state.games[nth];
  // The catalogue may not be loaded yet, so `read` gets no games. It needs them only for a text that names a game.
  const typed = read(text, [], of);
  const slot = { nth, typed, source: typed };
  slot.editor = scriptEditor(`game-${nth}`, nth ? "The other game" : "A game, a code, a set, or rules in Python", (now) => {
    state.games[nth].text = now;
    change(slot);
  });
  slot.editor.value = text;
  slot.fault = h("div", { class: "told", id: `game-${nth}-fault`, role: "status" });
  slot.positions = h("div", { class: "positions" });
  slot.leaves = h("div", { class: "leaves" });
  slot.element = h("div", { class: "slot" },
    h("label", { for: `game-${nth}`, class: `name-of-slot ${COLOURS[nth]}` }, nth ? "Beside" : "Game"), slot.editor.element, slot.fault, slot.leaves, slot.positions);
  slots[nth] = slot;
  drawLeaves(slot);
  drawPositions(slot, of);
  return slot;
}

/** Follows what the user types, after a pause. What is shown until then is stale, and its fault may be mended. */
function change(slot) {
  write();
  slot.stop?.abort();
  Object.assign(slot, { problem: null, changed: Date.now() });
  slot.editor.mark(null);
  const { text } = state.games[slot.nth];
  tell(slot, completions(text, catalogue.games), endings(text, slot.editor.area.selectionStart));
  age(slot, true);
  clearTimeout(slot.pause);
  slot.pause = setTimeout(() => follow(slot), PAUSE);
}

/**
 * If the game has rules in Python, draws the control that selects its positions: numbers, pairs, or all positions that
 * can be reached from a start. If the user selects none of these, the page tries numbers and then pairs.
 */
function drawPositions(slot, of) {
  const isRules = Boolean(slot.typed.isRules);
  slot.leaves.classList.toggle("of-rules", isRules);
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
    change(slot);
  } }));
  replace(slot.positions, h("label", { class: "field", for: id }, h("span", {}, "Positions"), select), start);
}

/** Reads the text, and requests its values. Requests about an earlier text are ended. */
export async function follow(slot) {
  slot.stop?.abort();
  slot.stop = new AbortController();
  const { signal } = slot.stop;
  const isNow = () => !signal.aborted;
  const { text, of } = state.games[slot.nth];
  const ask = (request) => api.values(request, signal);
  const source = read(text, catalogue.games, of);
  const isOther = slot.typed.isRules !== source.isRules || slot.of !== of.kind;
  Object.assign(slot, { typed: source, of: of.kind });
  if (isOther) drawPositions(slot, of);
  drawLeaves(slot);
  let isLed = false;
  age(slot, true);
  document.body.classList.toggle("asking", Boolean(source.kind) && source.kind !== "empty");
  const show = (found, end = null) => {
    if (!isNow()) return;
    Object.assign(slot, { values: null, pairs: null, list: null, period: null, isProved: false, source, problem: null, end, ...found });
    slot.editor.mark(null);
    age(slot, false);
    tell(slot);
    if (!isLed) drawLeaves(slot, signal);
    isLed = true;
    refresh(slot);
  };
  /** Says a fault, but not while the user is typing. */
  const fail = async (problem, suggestions) => {
    await new Promise((done) => setTimeout(done, (slot.changed ?? 0) + PATIENCE - Date.now()));
    if (!isNow()) return;
    slot.problem = problem;
    slot.editor.mark(problem.errors?.find(({ line }) => line) ?? problem);
    tell(slot, suggestions);
  };
  if (source.kind === "empty") return slot.nth ? show({}) : fail({ message: "Type a game, a code, a set or a rule, or choose an example." });
  if (!source.kind) {
    if (source.suggestions || text.trim().length < 2) return fail({ message: source.advice }, source.suggestions);
    const { keys, why } = await similar(api, text.trim()).catch(() => ({ keys: [], why: "" }));
    return fail({ message: why || source.advice }, keys);
  }
  try {
    if (source.kind === "numbers") {
      try {
        const values = await load(source, state, ask, (some) => show({ values: some, isWhole: false }));
        if (isNow()) show({ values, isWhole: true }, values.end);
      } catch (problem) {
        // The positions of a game by rules in Python may be pairs, so pairs are tried next. If pairs are refused, too,
        // the fault of the numbers is shown.
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
    if (isNow()) await fail(problem);
  } finally {
    if (isNow()) document.body.classList.remove("asking");
  }

  async function showPairs(found) {
    const more = () => {
      if (!isNow()) return;
      shown.redraw();
      drawNote();
    };
    const pairs = found.board ? new Boards(found, state.play, { post: (path, request) => api.ask(path, request, signal), more }) : new Pairs(found, state.play, { post: ask, more });
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

/** Says what is wrong with the text, or what the text means. */
function tell(slot, suggestions = [], ends = []) {
  const { problem, source } = slot;
  const isRight = !problem && source?.kind && source.kind !== "empty";
  slot.fault.classList.toggle("fault", Boolean(problem));
  const [error] = problem?.errors?.filter(({ line }) => line) ?? [];
  const use = (text, act) => h("button", { type: "button", class: "quiet", onclick: act }, text);
  const uses = [...suggestions.map((text) => use(text, () => put(slot, text))), ...ends.map(([name, end]) => use(name, () => slot.editor.insert(end)))];
  slot.fault.replaceChildren(...[
    problem && (error ? h("button", { type: "button", class: "to-fault", onclick: () => slot.editor.goTo(error) }, sentence(error.detail)) : h("p", {}, sentence(problem.message))),
    uses.length > 0 && h("p", { class: "suggestions" }, "Try ", uses),
    problem && known().length > 0 && h("p", { class: "muted small" }, `What is grey is the last that was right: ${source.name}.`),
    isRight && h("p", { class: "muted small" }, source.isRules ? `Positions are ${{ numbers: "numbers", pairs: "pairs (a, b)", list: "all that the start leads to" }[source.kind]}.` : `${source.name}: ${source.rules}`),
  ].filter(Boolean));
  // Without a mouse, an element must have the focus to be scrolled.
  if (slot.fault.scrollHeight > slot.fault.clientHeight) slot.fault.setAttribute("tabindex", "0");
  else slot.fault.removeAttribute("tabindex");
}

/** Puts a text into an editor, as if the user had typed it. */
export function put(slot, text, { kind = null, start = "" } = {}) {
  Object.assign(state.games[slot.nth], { text, of: { kind, start } });
  Object.assign(state, { view: null, picked: null, pair: null, fold: null, modulus: null, square: null });
  slot.editor.value = text;
  Object.assign(slot, { of: undefined, changed: 0 });
  write();
  return follow(slot);
}

/** Finds the period of a game and draws its values again. Is called when the game has more or different values. */
function refresh(slot) {
  const { values, isWhole } = slot;
  // The search for a period takes a while, so it begins only when all values are known.
  if (values) slot.period = values.proved ?? (isWhole ? observed(values.from, values.numbers.subarray(0, values.length)) : null);
  draw.seen();
}
