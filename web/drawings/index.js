// Which drawing a component gets: the one of its game, else the first that its shape and its moves fit, else words. So a new
// game needs nothing here.
//
// A drawing has `draw(piece, moves, {find, pick, wins, entry})`: the element for a component that has these moves. `find(to)` is
// the option that leaves `to`, if it is among them; `pick(option, properties, content, touched)` makes the button that plays
// it, where `touched()` are the parts that it changes; `wins(option)` says whether it is to be marked. `fits(piece, moves, entry)` says whether it
// can draw a component, and `HINT` what to do.

import * as beads from "./beads.js";
import * as boxes from "./boxes.js";
import * as coins from "./coins.js";
import * as graph from "./graph.js";
import * as grid from "./grid.js";
import * as heap from "./heap.js";
import * as heaps from "./heaps.js";
import * as picture from "./picture.js";
import * as pins from "./pins.js";
import * as powers from "./powers.js";
import * as rectangle from "./rectangle.js";
import * as string from "./string.js";
import * as words from "./words.js";

/** Games with a picture of their own. */
const OWN = { "empty-and-divide": boxes, euclid: rectangle, "euclid-zero": rectangle, "red-blue": beads, wizards: powers };

/** For all others, by what they look like. */
const SHAPES = [graph, picture, pins, heap, coins, grid, heaps, string];

export function drawingOf(entry, piece, moves) {
  return OWN[entry.id] ?? SHAPES.find(({ fits }) => fits(piece, moves, entry)) ?? words;
}
