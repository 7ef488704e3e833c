// Positions that several tests play.

import { ask } from "./service.mjs";

export const { games } = await ask("v1/games");

/** A game for each drawing: its link, and the selector of a drawn part. */
export const DRAWINGS = [
  ["nim=3&nim=4", ".stone"], ["power-pile=4,12", ".stone"], ["subtraction(1,4,9)=26", ".stone"], ["staircase-nim=2,1,3", ".heaps .stone"],
  ["sequential-nim=1,2,3", ".heaps .stone"], ["chomp=4,2", ".heaps .stone"], ["euclid=5,26", ".square"], ["euclid-zero=25,7", ".scale .square"],
  ["red-blue=RBBR", ".bead"], ["empty-and-divide=5,6", ".chip"], ["wizards=10,21", ".power"], ["kayles=7", ".pin"], ["lasker-nim=5", ".pin"],
  ["octal(0.137)=8", ".pin"], ["silver-dollar=1,4,6", ".strip .square"], ["turning-turtles=1,4", ".strip .square"],
  ["king=5,6", ".grid .square"], ["wythoff=3,5", ".grid .square"], ["zero-one=..1..", ".sign"], ["notakto=....X....", ".signs .sign"],
  ["hackenbush=0.1,1.2,2.3,3.1,2.4", ".cut"], ["fibonacci-nim=12,11", ".words"],
];

/** The sum of the games above, except a few. */
export const ALL = DRAWINGS.map(([link]) => link).filter((link) => !/^(notakto|fibonacci)/.test(link)).join("&");

export const HUGE = "euclid=5,1000000000000000000&nim=1000000000000000000&empty-and-divide=3,1000000000000000000&nim=7";

/** A game that is defined in the link. */
export const GRAPH = { walk: { graph: { a: ["b", "c"], b: ["c", "d"], c: ["d", "a"], d: [] } } };
export const OWN = `walk=a&games=${encodeURIComponent(JSON.stringify(GRAPH))}`;

/** A game that the user defines by a graph, spelled as in a link. */
const WALK = encodeURIComponent(JSON.stringify({ walk: { graph: { a: ["b", "c"], b: ["c", "d"], c: ["d"], d: [] } } })).replace(/%2C|%3A/g, decodeURIComponent);

/**
 * For each drawing, up to four positions, each with the selector of a part that must be visible. The screens use the
 * positions in turn.
 */
export const DRAWN = [
  [["nim=4", ".stone"], ["fibonacci-nim=7,6", ".stone"], ["poker-nim=2,1", ".stone"]],
  [["kayles=7", ".lane .pin"], ["dawsons-chess=7", ".lane .pawns"], ["kenyons-game=7", ".lane .stone"]],
  [["lasker-nim=4", ".lane .stone"], ["lieges=2,4", ".lane .stone"], ["equal-split=12", ".cut-line"], ["grundys-game=7", ".cut-line"]],
  [["couples-are-forever=6", ".cut-line"]], [["treblecross=9", ".strip .cross"]],
  [["chomp=3,2", ".chocolate"], ["poisoned-bar=1,1,1,2", ".breakable .poison"], ["chocolate-bar=2,3", ".break"], ["cutting-game=4,5", ".paper"]],
  [["wythoff=3,4", ".axis-label"], ["king=3,2", ".figure-piece"], ["knight=7,9", ".figure-piece"]],
  [["silver-dollar=1,4,6", ".coin"], ["welter=1,4", ".coin"], ["nimble=0,1,2", ".stack"]],
  [["turning-turtles=1,3", ".flip"], ["mock-turtles=1,2", ".flip"], ["twins=1,3", ".flip"], ["ruler=0,2", ".flip"]],
  [["turning-corners=1.2,2.1", ".turning .flip"]],
  [["staircase-nim=2,1,3", ".stairs .stone"], ["moore=2,2,3,1", ".heaps .choose"], ["end-nim=1,2,1", ".heaps .stone"], ["t-wythoff=2,2,3", ".heaps .stone"]],
  [["hackenbush=0.1,1.2,2.3,3.1,2.4,0.4,4.4", ".stalk"]], [["euclid=5,13", ".scale .square"]], [["empty-and-divide=3,4", ".chip"]], [["red-blue=RBBR", ".bead"]],
  [["wizards=4,19", ".power"], ["multiplication-game=1,100", ".power"], ["floor-divide=247", ".power"]],
  [["notakto=....X....", ".sign .cross"], ["zero-one=..1..", ".sign"]], [["cram=..../.x..", ".meeting"], ["queens=.../.../...", ".field"]],
  [["arc-kayles=0.1,1.2,2.3", ".stalk"], ["node-kayles=0.1,1.2,2.3", ".node"], ["grim=0.1,1.2,2.3", ".node"]],
  [["subset-take-away=1,2,1.2", ".node"], ["poset=a%3Cb,a%3Cc", ".node"]], [["circular(0.77)=6", ".ring .stone"]], [["clobber=xox/oxo", ".disc"]],
  [["vertex-geography=0,0.1,1.2,2.3,3.0,1.4", ".node.here"], ["edge-geography=0,0.1,1.2,2.0,2.3", ".node.here"]], [[`walk=a&games=${WALK}`, ".vertex.here"]],
];

/** Positions, the controls that are touched in their editors, and the positions afterwards. */
export const TOUCHED = [
  ["nim=3", ["stones 4", "number more"], "6"],
  ["kayles=5", ["stones 4"], "4"],
  ["staircase-nim=2,1", ["row more", "row 0 less"], "1,1,1"],
  ["moore=2,3,5", ["row 1 gone", "first less"], "1,3"],
  ["fibonacci-nim=12,11", ["number 1 less"], "12,10"],
  ["silver-dollar=1,4", ["square 7", "square 4"], "1,7"],
  ["nimble=0,1", ["square 0 more", "longer", "square 1 less"], "1,0,0"],
  ["mock-turtles=1,4", ["square 0"], "0,1,4"],
  ["turning-corners=1.3", ["0,0"], "0.0,1.3"],
  ["red-blue=RB", ["sign 0", "longer"], "BBR"],
  ["zero-one=..1", ["sign 0", "longer"], "0.1."],
  ["notakto=.........", ["sign 4"], "....X...."],
  ["chomp=3,2", ["3,1"], "4,4"],
  ["poisoned-bar=1,2,1,1", ["0,0", "number 3 more"], "0,3,0,3"],
  ["chocolate-bar=2,2", ["3,1"], "4,2"],
  ["wythoff=1,2", ["5,6"], "5,6"],
  ["knight=7,9", ["number 0 more"], "8,9"],
  ["subset-take-away=1,2,1.2", ["member", "set 1.3", "set 1"], "2,1.2,3,1.3"],
  ["hackenbush=0.1", ["vertex 1", "vertex 2", "vertex 0", "vertex 2", "edge 0"], "1.2,0.2"],
  ["vertex-geography=0,0.1,1.2", ["vertex 0", "vertex 1", "vertex 2", "token", "edge 0"], "2,1.2"],
];

/**
 * Each entry has a kind of compound, the two choices that select this kind in the dialog, and the first position of a
 * match. The positions have rows that split, and heaps.
 */
export const KINDS = [
  ["conjunctive", "all", "any", "kayles=4&subtraction(1,2)=5&subtraction(1,2)=7"], ["continued-conjunctive", "all", "all", "kayles=4&subtraction(1,2)=5"],
  ["selective", "any", "all", "kayles=4&subtraction(1,2)=5"], ["shortened-selective", "any", "any", "kayles=5&subtraction(1,2)=5"], ["diminished-disjunctive", "one", "any", "kayles=5&subtraction(1,2)=7"],
];

/**
 * Positions of games in which things are put, taken or broken. Each has the selector of the trace that a move leaves on
 * the board.
 */
export const KEPT = [
  ["kayles=9", ".place > .gone"], ["lasker-nim=7", ".place.wall, .place > .gone"], ["grundys-game=9", ".place.wall"], ["dawsons-chess=9", ".place > .gone"], ["octal(0.137)=9", ".place > .gone"], ["circular(0.77)=7", ".ring > .place > .gone"], ["hexadecimal(0.3f)=9", ".place > .gone"], ["clobber=xoxo/oxox", ".trail"],
  ["treblecross=14", ".square > .cross:not(.pick *)"], ["nim=9", ".stone.gone"], ["bachet=3,17", ".stone.gone"], ["end-nim=2,3,2,4", ".stone.gone"], ["cram=...../...../.....", ".domino.put"],
  ["queens=....../....../....../....../......", ".crown.put"], ["chomp=5,5,4", ".crumbs"], ["poisoned-bar=2,2,2,3", ".crumbs"], ["chocolate-bar=4,5", ".broken"], ["cutting-game=6,6", ".broken"], ["hackenbush=0.1,1.2,1.3,0.4,4.5,0.6,6.7", ".twig.gone"],
  ["node-kayles=0.1,1.2,2.3,3.4,4.5,5.0", ".node.gone"], ["arc-kayles=0.1,1.2,2.3,3.4,4.5,5.0", ".link.gone"], ["grim=0.1,1.2,2.3,3.0,1.4", ".node.gone"], ["subset-take-away=1,2,3,1.2,1.3,2.3", ".node.gone"],
  ["silver-dollar=2,5,9", ".vacated"], ["wythoff=6,9", ".trail"], ["king=5,6", ".trail"],
  ["vertex-geography=0,0.1,1.2,2.3,3.0,1.4,4.5,5.6", ".node.gone"], ["edge-geography=0,0.1,1.2,2.0,2.3,3.4", ".trail"],
];

/** Positions of games in which moves leave no trace on the board. */
export const TRACELESS = [
  "euclid=7,25", "red-blue=RBBRBR", "empty-and-divide=7,12", "wizards=5,33", "floor-divide=2470", "notakto=X........&play=misere", "zero-one=..0...1....",
  "moore=2,3,5,7,4", "mock-turtles=1,4,6,9", "turning-corners=1.3,2.1,3.3", "nimble=0,1,0,1,0,1,1", "staircase-nim=2,1,3,2", "poset=a%3Cc,a%3Cd,b%3Cd,b%3Ce,c%3Cf",
  "t-wythoff=2,5,9",
];
