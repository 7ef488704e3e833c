// The pictures of a game whose positions are single numbers: the plot, and the values in rows of equal length.

import { h, replace } from "../element.js";
import { grouped } from "../position.js";
import { makeCells } from "./cells.js";
import { numberField, usual } from "./fields.js";
import { makePlot } from "./plot.js";
import { COLOURS, draw, known, pick, place, readout, slots, state, wordsOf, write } from "./shared.js";
import { BETWEEN } from "./state.js";
import { LOST } from "./values.js";

/** The largest number of rows that the folded picture shows at first. */
const ROWS = 24;

export const HINT = { plot: "Point at a value. Wheel, fingers, + and − zoom; dragging moves.", folded: "Point at a cell. Wheel, fingers, + and − zoom; dragging moves." };

/** The series of a plot: one for each game, or one for the difference or the XOR of two games. */
function series() {
  const all = known().filter(({ values }) => values);
  if (state.between && all.length > 1) {
    const { from, numbers } = combined(all, BETWEEN[state.between]);
    return [{ from, numbers, colour: "ink", isMarked: (at) => numbers[at] === 0 }];
  }
  return all.map(({ source, values, nth }) => ({ name: all.length > 1 && source.name, from: values.from, numbers: values.numbers.subarray(0, values.length), colour: COLOURS[nth], ...(all.length === 1 && { isMarked: (at) => values.outcomes[at] === LOST }) }));
}

function combined([one, other], combine) {
  const from = Math.max(one.values.from, other.values.from);
  const to = Math.min(one.values.next, other.values.next);
  const numbers = new Float64Array(Math.max(0, to - from));
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = combine(one.values.numbers[from + at - one.values.from], other.values.numbers[from + at - other.values.from]);
  return { from, numbers };
}

/** The period that is shaded. If there are two games whose periods differ in length, nothing is shaded. */
function shaded() {
  const [one, other] = known();
  if (!one?.period) return null;
  if (!other) return one.period;
  return other.period && String(other.period.length) === String(one.period.length) ? { from: Math.max(one.period.from, other.period.from), length: one.period.length } : null;
}

export function seePlot() {
  const now = () => ({ series: series(), period: shaded(), picked: state.picked, wrong: state.wrong });
  const said = () => (state.picked !== null && wordsOf(state.picked)) || HINT.plot;
  const plot = makePlot("plot", now, {
    point: (x) => readout((x !== undefined && wordsOf(Math.round(x))) || said()),
    pick: (x) => pick(Math.round(x)), held: () => state.picked !== null && [state.picked, 0],
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
  replace(place("tuning"), h("label", { class: "field", for: "between", id: "between-both" }, h("span", {}, "Of both"), h("select", { id: "between", onchange: (event) => {
    state.between = event.target.value;
    write();
    draw.seen();
    readout(said());
  } }, [["", "their values"], ["difference", "the difference"], ["xor", "the XOR: the sum’s value"]].map(([value, label]) => h("option", { value, selected: value === state.between }, label)))));
  replace(place("view"), plot.element);
  readout(said());
  return { redraw: () => {
    place("between-both").hidden = known().length < 2;
    if (state.view) plot.set({ x0: state.view[0], x1: state.view[1], y0: 0, y1: 1 }, false);
    else plot.set({ x0: -1, x1: Infinity, y0: 0, y1: 1 }, false);
    plot.redraw();
  } };
}

export function seeFolded() {
  const columns = () => state.fold ?? usual(1000);
  const numberAt = (column, row) => row * columns() + column;
  const values = () => slots[0].values;
  let picture;
  let isMoved = false;
  const now = () => ({
    value: (column, row) => values()?.value(numberAt(column, row)), isLost: (column, row) => values()?.outcome(numberAt(column, row)) === LOST, top: values()?.top ?? 1, columns: columns(), rows: Math.max(1, Math.ceil((values()?.next ?? 0) / columns())), isUp: false,
    names: { column: String, row: (row) => grouped(row * columns()) }, picked: state.picked === null ? null : [state.picked % columns(), Math.floor(state.picked / columns())],
  });
  const make = () => {
    picture = makeCells("cells", now, {
      margin: { left: 64, right: 8, top: 24, bottom: 8 },
      // At first, at most ROWS rows are shown, so that they can be read.
      start: () => ({ x0: 0, x1: columns(), y0: 0, y1: Math.min(now().rows, ROWS) }),
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
    place("fold-note").textContent = `${known().length > 1 ? `Of ${slots[0].source.name}. ` : ""}${slots[0].period ? `The period is ${grouped(slots[0].period.length)}.` : ""}`;
    picture.redraw();
  }
  return { redraw };
}
