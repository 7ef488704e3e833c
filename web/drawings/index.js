// The drawings, by the id of their game. A game without one is shown in words, so a new game needs nothing here.
//
// A drawing has `draw(piece, moves, {find, pick})`: the element for a component that has these moves. `find(to)` is the
// option that leaves `to`, if it is among them; `pick(option, properties, content, touched)` makes the button that plays
// it, where `touched()` are the parts that it changes. `rest(piece)`, if there is one, draws a component without moves.

import * as beads from "./beads.js";
import * as boxes from "./boxes.js";
import * as pile from "./pile.js";
import * as powers from "./powers.js";
import * as rectangle from "./rectangle.js";

export const drawings = {
  "empty-and-divide": boxes,
  euclid: rectangle,
  nim: pile,
  "power-pile": pile,
  "red-blue": beads,
  wizards: powers,
};
