// Which drawing a component gets: the first that its game, its shape and its moves fit, else words. So a new game needs nothing here.
//
// A drawing has `draw(piece, moves, {find, pick, wins, entry, lost, previous, first, part})`: the elements for a component that has these moves.
// `find(to)` is the option that leaves `to`, if it is among them; `pick(option, properties, content, touched)` makes the control that plays
// it, where `touched()` are the parts that it changes; `wins(option)` says whether it is to be marked, `lost(to)` whether a
// position is one to leave, if that is to be seen; `previous` is the component before the last move if that changed it, `first`
// what it began as, whose size and places stay, and `part` is `{at, of}`
// where a component fell into several. `fits(piece, moves, entry)` says whether it can draw a component, and `HINT` what to do.

import { h } from "../element.js";
import * as bars from "./bars.js";
import * as beads from "./beads.js";
import * as boxes from "./boxes.js";
import * as cells from "./cells.js";
import * as chocolate from "./chocolate.js";
import * as coins from "./coins.js";
import * as crosses from "./crosses.js";
import * as graph from "./graph.js";
import * as grid from "./grid.js";
import * as heap from "./heap.js";
import * as heaps from "./heaps.js";
import * as names from "./names.js";
import * as network from "./network.js";
import * as order from "./order.js";
import * as rectangle from "./rectangle.js";
import * as row from "./row.js";
import * as stalks from "./stalks.js";
import * as string from "./string.js";
import * as turning from "./turning.js";
import * as words from "./words.js";

/** Games with a picture of their own, whatever their size. */
const OWN = { "empty-and-divide": boxes, euclid: rectangle, "euclid-zero": rectangle, "multiplication-game": bars, "red-blue": beads, wizards: bars };

/** For all others, by what they are and look like. */
const SHAPES = [graph, network, order, cells, names, stalks, crosses, chocolate, turning, coins, row, heap, grid, heaps, string, bars];

export function drawingOf(entry, piece, moves) {
  return OWN[entry.id] ?? SHAPES.find(({ fits }) => fits(piece, moves, entry)) ?? words;
}

/** A small picture of a game: its example, without anything to touch. */
export function picture(entry) {
  const piece = entry.sample;
  const none = () => undefined;
  const drawn = drawingOf(entry, piece, []).draw(piece, [], { find: none, pick: none, wins: none, lost: none, entry });
  return h("div", { class: "thumb", "aria-hidden": "true" }, drawn);
}
