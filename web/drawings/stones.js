// A board with stones of two colours, for Clobber. A stone is dragged onto a neighbour of the other colour. Or the
// stone is chosen first, and then the neighbour.

import { h, svg } from "../element.js";
import { gone } from "./past.js";
import { lostClass, placing, square, surface, swept } from "./surface.js";

export const HINT = "Pick a stone, and one of the other colour beside it.";
/** The drawing shows the whole component. So the text beside it is only for screen readers. */
export const SHOWS_ALL = true;

/** A larger board is not drawn. Its moves are listed in words. */
const SIDE = 16;

const COLOURS = new Map([["x", "black"], ["o", "white"]]);

const isRows = (piece) => typeof piece === "string" && piece.split("/").every((row) => /^[xo.]*$/.test(row) && row.length <= SIDE) && piece.split("/").length <= SIDE;

export function fits(piece, moves, { id }) {
  return id === "clobber" && isRows(piece) && moves.every(({ to }) => isRows(to));
}

/** A map from the squares of a board to the stones on them. A square is written `"x,y"`. */
const stonesOf = (piece) => new Map(piece.split("/").flatMap((row, y) => [...row].flatMap((sign, x) => (sign === "." ? [] : [[`${x},${y}`, sign]]))));

/** The square from which a move takes a stone, and the square to which it takes the stone. */
function stepOf(before, after) {
  const [one, other] = [stonesOf(before), stonesOf(after)];
  return { from: [...one.keys()].find((key) => !other.has(key)), to: [...one.keys()].find((key) => other.has(key) && other.get(key) !== one.get(key)) };
}

const middle = (key) => key.split(",").map((at) => Number(at) + 0.5);
const disc = (key, sign, look = "") => svg("circle", { class: `disc ${COLOURS.get(sign)} ${look}`, cx: middle(key)[0], cy: middle(key)[1], r: 0.38 });
const named = (key) => key.split(",").map((at) => Number(at) + 1);

export function draw(piece, moves, { pick, wins, lost, past, isReply }) {
  const rows = piece.split("/");
  const [width, height] = [Math.max(1, ...rows.map((row) => row.length)), rows.length];
  const place = placing(width, height);
  const stones = stonesOf(piece);
  const steps = moves.map((move) => ({ move, ...stepOf(piece, move.to) }));
  const boards = [...past.map(({ piece: before }) => before), piece];
  const shapes = rows.flatMap((row, y) => [...row].map((_, x) => square(x, y)));
  // The moves of stones, which get fainter with age.
  past.forEach(({ age }, nth) => {
    const { from, to } = stepOf(boards[nth], boards[nth + 1]);
    const look = gone(age);
    shapes.push(svg("path", { class: `trail ${look}`, d: `M${middle(from).join(" ")}L${middle(to).join(" ")}` }));
    if (!stones.has(from)) shapes.push(svg("circle", { class: `vacated ${look}`, cx: middle(from)[0], cy: middle(from)[1], r: 0.3 }));
  });
  const discs = new Map([...stones].map(([key, sign]) => [key, disc(key, sign)]));
  shapes.push(...discs.values());
  const frame = swept(surface({ width, height, unit: 2.6, least: 1.1, numbered: true }, shapes), "hold");
  const plane = frame.firstChild;
  const picture = plane.firstChild;
  const style = (key) => place(...key.split(",").map(Number));
  const movable = isReply ? [] : [...new Set(steps.map(({ from }) => from))];
  const buttons = new Map();
  let [chosen, isNew] = [null, false];
  /** Offers the squares to which the chosen stone can go. */
  const show = (from) => {
    chosen = from;
    discs.forEach((each, key) => each.classList.toggle("chosen", key === from));
    buttons.forEach((button, key) => button.setAttribute("aria-pressed", String(key === from)));
    const targets = steps.filter((step) => step.from === from);
    const isTarget = (key) => targets.some(({ to }) => to === key);
    const spots = targets.map(({ move, to }) => pick(move, { class: `spot round target${lostClass(lost, move.to)}`, style: style(to) }, null, () => [discs.get(from), discs.get(to)]));
    plane.replaceChildren(picture, ...[...buttons].filter(([key]) => !isTarget(key)).map(([, button]) => button), ...spots);
  };
  for (const key of movable) {
    const [column, row] = named(key);
    buttons.set(key, h("button", {
      type: "button", class: "spot round hold choose", style: style(key), "aria-label": `The ${COLOURS.get(stones.get(key))} stone in row ${row}, column ${column}`,
      // A press chooses a stone; a second press drops the choice.
      onpointerdown: () => {
        isNew = chosen !== key;
        if (isNew) show(key);
      },
      onclick: () => {
        show(chosen === key && !isNew ? null : key);
        isNew = false;
        buttons.get(key).focus();
      },
    }));
  }
  show(steps.find(({ move }) => isReply || wins(move))?.from ?? null);
  return frame;
}
