// The map of a game of two numbers.

import { h, replace } from "../element.js";
import { sentence, valueText } from "../position.js";
import { makeCells } from "./cells.js";
import { draw, place, readout, slots, state, write } from "./shared.js";

/** The number of cells in a row of the first view. */
const CELLS = 24;

/** The view that shows `width` numbers on each axis, from these numbers on. */
const viewOf = ([a, b, width]) => ({ x0: a, x1: a + width, y0: -b - width, y1: -b });

const HINT = "Point at a cell. Wheel, fingers, + and − zoom; dragging moves.";

export function seeMap() {
  const pairs = () => slots[0].pairs;
  let cursor = state.pair;
  const now = () => ({
    value: (a, b) => pairs()?.value(a, b), isLost: (a, b) => pairs()?.isLost(a, b), top: pairs()?.top ?? 1, columns: pairs()?.size ?? CELLS, rows: pairs()?.size ?? CELLS, isUp: true, names: { column: String, row: String }, picked: cursor,
    want: (...range) => pairs()?.want(...range),
  });
  const words = (a, b) => {
    const value = pairs()?.value(a, b);
    if (value === undefined) return pairs()?.end ? sentence(pairs().end) : "";
    const name = pairs().nameOf(a, b);
    if (value === null) return `${name} ${pairs().nothing}`;
    return `${name}: value ${valueText(value)}${pairs().isLost(a, b) ? ", a P-position: the player to move loses" : ""}`;
  };
  const look = (column, row) => readout((column !== undefined && words(column, row)) || (cursor && words(...cursor)) || HINT);
  const set = (a, b) => {
    const size = pairs()?.size ?? 1;
    cursor = [Math.min(size - 1, Math.max(0, a)), Math.min(size - 1, Math.max(0, b))];
    state.pair = cursor;
    write();
    readout(words(...cursor));
    picture.redraw();
    draw.uses();
  };
  const picture = makeCells("cells", now, {
    margin: { left: 44, right: 8, top: 8, bottom: 26 }, isSquare: true, start: () => viewOf([0, 0, CELLS]), most: () => pairs()?.most ?? CELLS, point: look,
    held: () => cursor && [cursor[0] + 0.5, -cursor[1] - 0.5],
    changed: ({ x0, x1, y1 }) => {
      state.square = [x0, -y1, x1 - x0].map(Math.round);
      write();
    }, pick: (a, b) => a !== undefined && set(a, b),
    step: (dx, dy) => {
      const [a, b] = cursor ?? [picture.view.x0, -picture.view.y1].map(Math.round);
      set(a + dx, b - dy);
      picture.reveal(cursor[0] + 0.5, -cursor[1] - 0.5);
      return true;
    },
  });
  replace(place("tuning"), h("p", { class: "muted small" }, pairs()?.axes, " Green: P-positions."));
  replace(place("view"), picture.element);
  look();
  if (state.square) picture.set(viewOf(state.square), false);
  else if (cursor) picture.reveal(cursor[0] + 0.5, -cursor[1] - 0.5);
  let drawn = pairs();
  return { redraw: () => {
    if (drawn !== pairs()) {
      drawn = pairs();
      cursor = null;
    }
    picture.redraw();
  } };
}
