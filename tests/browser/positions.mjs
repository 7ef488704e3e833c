// Positions that several tests play.

import { ask } from "./browser.mjs";

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
