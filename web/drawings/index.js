// Chooses the drawing of a component. It is the first drawing that fits the game, the shape of the component and its
// moves. If none fits, the moves are listed in words. So a new game needs nothing here.
//
// A drawing has these exports:
// - `draw(piece, moves, tools)`: the elements of a component that has these moves.
// - `drawWhole(tree, of, tools)`, for games that split: the elements of a component of the match's first position,
//   which may have split into parts. `slotsOf` makes the `tree`. `of(node)` gives the moves and the tools of a part.
// - `fits(piece, moves, entry)`: true if the drawing can draw a component.
// - `HINT`: the sentence that says what to do.
// - `SHOWS_ALL`: true if no component needs a text beside the drawing.
// - `SHOWS_LISTS`: true if no component that is a list needs a text beside the drawing.
// - `lay(tree, entry)`, for rows that split: the places of the parts, as `layOut` returns them.
// - `say(entry, taken, parts)`, with `lay`: the words for a move by its place, which the drawing shows as a number.
// - `FLUID`: true if the drawing takes the whole width that is available. Other drawings are scaled by their font size.
//
// The tools are:
// - `find(to)`: the option that leaves `to`, if there is one.
// - `pick(option, properties, content, touched, at)`: the control that plays an option. `touched()` returns the parts
//   that the option changes. `at` says where in the component the move is made, if there are several such places. An
//   option may have `words`, which replace its text and say all of the move.
// - `refuse(words)`: the properties of a part that no move changes. If it is touched, the caption says why.
// - `wins(option)`: true if the option is marked as winning.
// - `lost(to)`: true if the position `to` is marked as lost.
// - `isReply`: true if the only move is the oracle's, which is being shown.
// - `past`: the earlier positions of the component, `{piece, age}`, with the oldest first.
// - `previous`: the last of these positions, if the last move changed the component.
// - `first`: the oldest position. The drawing keeps the size and the places that this position has.
// - `room`: `{width, height, least}`, the room that is available, and the least width of touchable parts (em).

import { h, svg } from "../element.js";
import { textOf } from "../position.js";
import * as bars from "./bars.js";
import * as beads from "./beads.js";
import * as boxes from "./boxes.js";
import * as cells from "./cells.js";
import * as chocolate from "./chocolate.js";
import * as coins from "./coins.js";
import * as crosses from "./crosses.js";
import * as geography from "./geography.js";
import * as graph from "./graph.js";
import * as grid from "./grid.js";
import * as hackenbush from "./hackenbush.js";
import * as heap from "./heap.js";
import * as heaps from "./heaps.js";
import * as names from "./names.js";
import * as network from "./network.js";
import * as order from "./order.js";
import * as rows from "./rows.js";
import * as rectangle from "./rectangle.js";
import * as ring from "./ring.js";
import * as row from "./row.js";
import * as stones from "./stones.js";
import * as string from "./string.js";
import * as turning from "./turning.js";
import * as words from "./words.js";

/** Games that always have this drawing, whatever the size of a component. */
const OWN = new Map([["empty-and-divide", boxes], ["euclid", rectangle], ["euclid-zero", rectangle], ["floor-divide", bars], ["multiplication-game", bars], ["red-blue", beads], ["wizards", bars]]);

/** The drawings of all other games. The first drawing that fits is used. */
const SHAPES = [graph, network, geography, order, cells, stones, names, hackenbush, crosses, chocolate, turning, coins, ring, row, heap, grid, heaps, string, bars];

export function drawingOf(entry, piece, moves) {
  // A position of a game by rules in Python may be anything. So the moves are listed in words. Only positions that look
  // like rows are drawn, as squares.
  if (entry.script) return rows.fits(piece) ? rows : words;
  return (entry.own ? undefined : OWN.get(entry.id)) ?? SHAPES.find(({ fits }) => fits(piece, moves, entry)) ?? words;
}

/** The move that the picture of a game shows. It is a move from the catalogue's example. */
const SHOWN = new Map(Object.entries({
  nim: 1, bachet: [3, 14], "take-between": [2, 5, 13], "power-pile": [4, 8], "square-nim": 8, "prime-nim": 23, "at-least-half": 8, subtraction: 17, "all-but": 13, kayles: [4, 6], "dawsons-kayles": [5, 7],
  "dawsons-chess": [4, 6], treblecross: [3, 5], rims: [3, 4], officers: [3, 6], octal: [6, 8], guiles: [3, 6], daisies: [3, 4], "lasker-nim": [3, 4], "grundys-game": [3, 6], "couples-are-forever": [3, 6],
  "equal-split": [4, 4, 4], lieges: [[2, 3], [2, 3]], chomp: [2, 2, 2], "poisoned-bar": [1, 2, 3, 2], "chocolate-bar": [[1, 4], [2, 4]], "cutting-game": [[2, 5], [2, 5]], wythoff: [3, 5], king: [3, 6], knight: [5, 8],
  "silver-dollar": [1, 2, 6], welter: [1, 3, 4], nimble: [1, 0, 2, 3], hackenbush: [[0, 1], [1, 2], [2, 3], [3, 1]], euclid: [5, 11], "red-blue": "BRBR", "empty-and-divide": [2, 4], notakto: "..X.X....", clobber: "ooxo/.xox/xoxo", circular: [{ row: 5 }], "t-wythoff": [2, 3, 7], "take-away": [3, 8, 12], "fibonacci-nim": [9, 6], "zero-one": "..0.1.0", "vertex-geography": [1], "edge-geography": [1],
}));

/** A small picture of a game. It shows the example and a move, and has no touchable parts. */
export function picture(entry) {
  const { id, sample } = entry;
  const to = SHOWN.get(id.replace(/\(.*/, ""));
  const moves = to === undefined ? [] : [{ to, text: "" }];
  const lit = [];
  const pick = (_, { svg: tag, ...look }, content, touched) => {
    lit.push(touched);
    return (tag ? svg : h)(tag ?? "span", { ...look, class: `${look.class} pick` }, content);
  };
  const find = (other) => moves.find((move) => textOf(move.to) === textOf(other));
  // With `isReply`, the move is drawn like the oracle's reply: it is chosen from the start, and in most drawings it is
  // shown at only one of the places where it is possible.
  const tools = { find, pick, wins: () => false, refuse: () => ({}), entry, past: [], moves, isReply: true };
  const drawing = drawingOf(entry, sample, moves);
  const drawn = drawing.drawWhole && entry.splits ? drawing.drawWhole({ piece: sample }, () => tools, tools) : drawing.draw(sample, moves, tools);
  // If a drawing shows the move at several places, only the first place is lit up.
  lit[0]?.().forEach((part) => part.classList.add("touched"));
  return h("div", { class: "pictured", "aria-hidden": "true" }, drawn);
}
