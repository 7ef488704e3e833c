// The values of all heaps up to the largest of the match. They fill the room below a row. Each heap has a column of as
// many stones as the Nim heap that is as good.

import { drawnAs } from "./catalogue.js";
import { drawingOf } from "./drawings/index.js";
import { h } from "./element.js";
import { valueText } from "./position.js";

/** The largest heap that has a column, and the least and the largest height of the picture (rem). */
const [LARGEST, LEAST, MOST] = [60, 8, 22];

/** The values, or the promise of their answer, by the text of the request. */
const known = new Map();

/** The size of a heap. In a list, it is the last number. The numbers before it belong to the rules. */
const sizeOf = (piece) => [piece].flat().at(-1);

/** The request for the values; null if the components are no heaps of one game, or if their values decide nothing. */
function requestOf(match) {
  const { root: { position }, play, combined } = match;
  const [game, other] = Object.keys(position);
  const entry = game && match.entry(game);
  if (!entry || other || combined || entry.own || play === "misere") return null;
  const [first] = position[game];
  const isHeap = (piece) => drawingOf(drawnAs(entry), piece, []).hasSize?.(piece, entry) && sizeOf(piece) <= LARGEST && String([piece].flat().slice(0, -1)) === String([first].flat().slice(0, -1));
  if (!position[game].every(isHeap)) return null;
  const to = Math.max(...position[game].map(sizeOf));
  return { game, positions: Array.isArray(first) ? { box: first.map((number, at) => (at < first.length - 1 ? [number, number] : [1, to])) } : { from: 1, to }, of: ["grundy"] };
}

/** Draws the values in a room of this height (rem), or returns null. Values that arrive later change only the picture. */
export function drawLadder(match, height) {
  const request = height >= LEAST ? requestOf(match) : null;
  if (!request) return null;
  const key = JSON.stringify(request);
  const columns = h("div", { class: "columns", role: "img", "aria-label": "The values of heaps" });
  const here = new Set(match.position[request.game]?.map(sizeOf));
  const fill = ({ positions, grundy }) => {
    known.set(key, { positions, grundy });
    const column = (piece, at) => h("span", { class: `column${here.has(sizeOf(piece)) ? " here" : ""}` },
      h("b", {}, valueText(grundy[at])), h("span", { class: "bar", style: { "--value": Number.isInteger(grundy[at]) ? grundy[at] : 0 } }), h("span", {}, String(sizeOf(piece))));
    columns.style.setProperty("--most", Math.max(1, ...grundy.filter(Number.isInteger)));
    columns.setAttribute("aria-label", `The values of heaps. ${positions.map((piece, at) => `${sizeOf(piece)}: ${valueText(grundy[at])}`).join(", ")}`);
    columns.replaceChildren(...positions.map(column));
  };
  if (!known.has(key)) known.set(key, match.api.values(request));
  const answer = known.get(key);
  if (answer instanceof Promise) answer.then(fill, () => known.delete(key));
  else fill(answer);
  return h("figure", { class: "ladder", style: { height: `${Math.min(height, MOST)}rem` } },
    h("figcaption", { class: "muted small" }, "Values: each heap is as good as a Nim heap of this height. The heaps on the table are marked."), columns);
}
