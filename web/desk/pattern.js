// Formulas for the values of a game. The service looks for one, and compares the user's own formula with the values.

import { copyButton, h, replace } from "../element.js";
import { grouped, sentence } from "../position.js";
import { scriptEditor } from "../script.js";
import { drawNote } from "./note.js";
import { api, catalogue, kindNow, known, pick, place, shown, state } from "./shared.js";
import { requestOf } from "./values.js";

/**
 * A formula is looked for in at most `MOST` values. It is tested further on `FURTHER` times as many numbers as before,
 * and on at most `FARTHEST` numbers.
 */
const [MOST, FURTHER, FARTHEST] = [1000, 10, 100_000];

/** The pause (ms) after which a formula is looked for, and in typing after which the user's formula is compared. */
const PAUSE = 600;

/**
 * The values that are shown, the formula that was found for them, and the last number of the last test. `stop` ends the
 * requests about these values.
 */
const view = { slot: null, values: null, found: null, last: 0, pause: 0, stop: new AbortController() };

const looks = h("p", { id: "looks" });
const told = h("p", { class: "small", id: "formula-fault", role: "status" });
const buttons = h("div", { class: "buttons" });
const editor = scriptEditor("formula", "Your formula", () => later(() => check(editor.value, lastOf(MOST))));
editor.element.hidden = true;

const column = () => (state.play === "misere" ? "winner" : "grundy");
const lastOf = (most) => Math.min(view.values.next - 1, view.values.from + most - 1);
const request = (to) => ({ ...requestOf(view.slot.source, view.values.from, to, state.play), of: [column()] });

function later(act) {
  clearTimeout(view.pause);
  view.pause = setTimeout(act, PAUSE);
}

/** Draws the formula, if the values of one game of one number are shown and all of them are known. */
export function drawPattern() {
  const [slot, other] = known();
  const values = slot && !other && slot.isWhole ? slot.values : null;
  // The room is kept while values come, so that nothing moves.
  place("pattern").hidden = kindNow() !== "numbers" || Boolean(other);
  if (view.values === values) return;
  view.stop.abort();
  Object.assign(view, { slot, values, found: null, stop: new AbortController() });
  state.wrong = [];
  replace(place("pattern"), looks, buttons, editor.element, told);
  [looks, buttons, told].forEach((each) => each.replaceChildren());
  clearTimeout(view.pause);
  if (values) later(find);
}

async function find() {
  const { values } = view;
  const { conjectures: [found] = [] } = await api.values({ ...request(lastOf(MOST)), find: true }, view.stop.signal).catch(() => ({}));
  if (view.values !== values) return;
  Object.assign(view, { found, last: lastOf(MOST) });
  const range = ([from, to]) => `${grouped(from)} to ${grouped(to)}`;
  const { about, status, found_on: first, tested, steps, proof } = found ?? {};
  view.slot.isProved = status === "proved";
  if (found) drawNote();
  const held = found && (status === "proved" ? `It is proved. ${proof?.text ? sentence(proof.text) : ""}` : `Found on ${range(first)}, it holds for ${range(tested)}${stepsText(steps)}.`);
  looks.replaceChildren(...(found ? ["Looks like ", h("b", {}, found.text), `${about === "winner" ? ", where 1 stands for a P-position" : ""}. ${held}`] : ["No formula is found for these values."]));
  const button = (id, label, onclick) => h("button", { type: "button", class: "quiet", id, onclick }, label);
  buttons.replaceChildren(...[
    found && copyButton("Copy code", () => found.code),
    found && status !== "proved" && catalogue.hasRules && button("test-further", "Test further", () => check(found.code, view.last = Math.min(FARTHEST, FURTHER * view.last))),
    catalogue.hasRules && button("own-formula", "My formula", () => {
      editor.element.hidden = !editor.element.hidden;
      editor.value ||= found?.code ?? `def ${column() === "winner" ? "lost" : "value"}(n):\n    return n % 3\n`;
      if (!editor.element.hidden) editor.area.focus();
    }),
  ].filter(Boolean));
}

const stepsText = (steps) => (steps?.tested ? `, and the step at ${grouped(steps.tested)} numbers up to ${grouped(steps.largest)}` : "");

/** Compares a formula with the values up to a number, and marks where it is wrong. */
async function check(conjecture, to) {
  const { values } = view;
  editor.mark(null);
  told.textContent = `The numbers up to ${grouped(to)} are compared …`;
  const { checked, problem } = await api.values({ ...request(to), of: [], conjecture }, view.stop.signal).catch((refused) => ({ problem: refused }));
  if (view.values !== values) return;
  if (problem) editor.mark(problem.errors?.find(({ line }) => line) ?? problem);
  told.textContent = problem ? sentence(problem.message) : `${conjecture === view.found?.code ? "The formula that was found" : "Your formula"} ${checkedText(checked)}`;
  const { position: n, options = [] } = checked?.counterexample ?? {};
  state.wrong = n === undefined ? [] : [n, ...options.flatMap(({ left }) => left)].map((at, nth) => ({ n: at, value: values.value(at), colour: nth ? "muted" : "fault" }));
  if (n === undefined) shown.redraw();
  else pick(n);
}

/** What became of a formula, in words that follow its name. */
function checkedText({ about, status, tested, steps, step_fails: step, counterexample: wrong }) {
  const said = (value) => (value === null ? "nothing" : about === "winner" ? (value ? "lost" : "not lost") : grouped(value));
  if (status === "fails") return `fails at n = ${grouped(wrong.position)}: it gives ${said(wrong.formula)}, and right is ${said(wrong.value)}. ${wrong.options.length ? `Of the options, ${wrong.options.map(({ left, value }) => `${left.join(" + ") || "the end"} has ${value ?? "?"}`).join(", ")}.` : "There is no option."}`;
  const held = `holds for all ${grouped(tested)} numbers`;
  if (status === "step-fails") return `${held}, but the step fails at n = ${grouped(step.n)}: it gives ${said(step.formula)} there, and ${said(step.follows)} follows from its options. So it is wrong there or at an option.`;
  return status === "unknown" ? `${held} that were compared, until the work of a request was spent.` : `${held}${stepsText(steps)}.`;
}
