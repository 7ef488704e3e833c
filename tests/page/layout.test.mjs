// Graphs and orders: no unnecessary crossing, and no vertex on an edge.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { standing } from "../../web/drawings/floors.js";
import { distanceTo, doCross, placesOf } from "../../web/drawings/layout.js";
import { pictured } from "../../web/drawings/hackenbush.js";

/** Planar graphs. */
const PLANAR = {
  "a cycle of 4": "0.1,1.2,2.3,3.0", "with a tail": "0.1,1.2,2.3,3.0,1.4", "out of order": "0.2,2.1,1.3,3.0", "all of 4": "0.1,0.2,0.3,1.2,1.3,2.3", "a cycle of 6": "0.1,1.2,2.3,3.4,4.5,5.0",
  "a cube": "0.1,1.2,2.3,3.0,4.5,5.6,6.7,7.4,0.4,1.5,2.6,3.7", "a prism": "0.1,1.2,2.0,3.4,4.5,5.3,0.3,1.4,2.5", "a tree": "0.1,0.2,0.3,1.4,1.5,2.6,2.7,3.8,3.9", "a path": "0.1,1.2,2.3,3.4,4.5,5.6,6.7",
  "a grid": "0.1,1.2,3.4,4.5,6.7,7.8,0.3,3.6,1.4,4.7,2.5,5.8", "a wheel": "0.1,1.2,2.3,3.4,4.0,5.0,5.1,5.2,5.3,5.4", "an octahedron": "0.1,0.2,0.3,0.4,5.1,5.2,5.3,5.4,1.2,2.3,3.4,4.1", "two parts": "0.1,1.2,2.0,3.4,4.5,5.3", "a star": "0.1,0.2,0.3,0.4,0.5,0.6",
};

/** Planar graphs that stand on the ground, vertex 0. */
const STALKS = {
  "a tree": "0.1,1.2,1.3,3.4,3.5,2.6,2.7,7.8", "branches out of order": "0.1,1.5,1.2,2.6,5.3,1.4,2.7,5.8,4.9", "two stalks": "0.1,0.2,1.3,2.4", "many stalks": "0.1,0.2,2.3,2.4,0.5,5.6,6.7,6.8", "a cycle of 4": "0.1,1.2,2.3,3.4,4.1",
  "a cycle of 5": "0.1,1.2,2.3,3.4,4.5,5.1", "a house": "0.1,0.2,1.3,2.4,3.4,3.5,5.4", "a house with a wall": "0.1,0.2,0.3,1.4,2.5,3.6,4.5,5.6,4.7,7.6", "an arch": "0.1,1.2,2.3,3.0", "a cycle with branches": "0.1,1.2,1.3,2.4,3.4,2.5,3.6,4.7,1.8", "all of 4": "0.1,1.2,1.3,1.4,2.3,3.4,4.2",
  "a ladder": "0.1,0.2,1.2,1.3,2.4,3.4,3.5,4.6,5.6", "a wheel": "0.1,1.2,2.3,3.4,4.1,5.1,5.2,5.3,5.4", "a chord": "0.1,1.2,1.3,1.4,2.3,3.4,2.4", "cycles in a row": "0.1,1.2,1.3,2.4,3.4,4.5,4.6,5.7,6.7", "stalks side by side": "0.1,0.1,1.2,1.2,1.2,2.3", "loops": "0.1,1.1,1.1,1.2,2.2,1.3,0.0,0.0,0.4",
};

/** The points of a line or a curve of a picture. */
function pointsOf({ d }) {
  const ends = [...d.matchAll(/[-\d.e]+ [-\d.e]+/g)].map(([spot]) => spot.split(" ").map(Number));
  const between = (spots, part) => (spots.length === 1 ? spots[0] : between(spots.slice(1).map((spot, at) => spot.map((to, axis) => spots[at][axis] + part * (to - spots[at][axis]))), part));
  return Array.from({ length: 25 }, (_, step) => between(ends, step / 24));
}

/**
 * The least distance (units) between a vertex and an edge that does not end there. The circle of a vertex has a radius
 * of 0.36.
 */
const NEAR = 0.4;

describe("layouts", () => {
  test("planar graphs have no crossing, and no vertex is on an edge", () => {
    for (const [name, text] of Object.entries(PLANAR)) {
      const edges = text.split(",").map((edge) => edge.split("."));
      const vertices = [...new Set(edges.flat())];
      const places = placesOf(vertices, edges);
      edges.forEach(([a, b], at) => {
        for (const [c, d] of edges.slice(at + 1)) {
          if (new Set([a, b, c, d]).size === 4) assert.equal(doCross(...[a, b, c, d].map((vertex) => places.get(vertex))), false, `${name}: ${a}–${b} and ${c}–${d}`);
        }
        for (const vertex of vertices) {
          if (vertex !== a && vertex !== b) assert.ok(distanceTo(...[vertex, a, b].map((end) => places.get(end))) > NEAR, `${name}: ${vertex} on ${a}–${b}`);
        }
      });
    }
  });

  test("stalks do not cross where they need not, and those between the same vertices are apart", () => {
    for (const [name, text] of Object.entries(STALKS)) {
      const edges = text.split(",").map((edge) => edge.split(".").map(Number));
      const { stalks, places, at, wide, high } = pictured(edges, edges);
      const lines = stalks.map(pointsOf);
      lines.forEach((line, one) => {
        assert.ok(line.every(([x, y]) => x >= 0 && x <= wide && y >= 0 && y <= high), `${name}: ${edges[one].join("–")} is in the picture`);
        // Stalks may meet at their ends.
        const isFree = (...spots) => spots.every((spot) => lines.every((each) => [each[0], each.at(-1)].every((end) => Math.hypot(spot[0] - end[0], spot[1] - end[1]) > 0.25)));
        lines.slice(one + 1).forEach((other, next) => {
          const pair = `${name}: ${edges[one].join("–")} and ${edges[one + 1 + next].join("–")}`;
          for (let a = 1; a < line.length; a += 1) {
            for (let b = 1; b < other.length; b += 1) if (isFree(line[a], other[b])) assert.ok(!doCross(line[a - 1], line[a], other[b - 1], other[b]), pair);
          }
          const [middle, second] = [line[12], other[12]];
          assert.ok(Math.hypot(middle[0] - second[0], middle[1] - second[1]) > 0.3, `${pair} are apart`);
        });
        for (const vertex of places.keys()) {
          if (edges[one].includes(vertex)) continue;
          line.slice(1).forEach((spot, step) => assert.ok(distanceTo(at(vertex), line[step], spot) > 0.3, `${name}: ${vertex} on ${edges[one].join("–")}`));
        }
      });
    }
  });

  test("orders stand on floors, what is above higher, and no element is on a line", () => {
    const pairs = ["a<b", "b<c", "c<d", "a<e", "e<d", "f<d", "f<g", "a<g"].map((pair) => pair.split("<"));
    const all = [..."abcdefg"];
    const { places, ways } = standing(all, pairs);
    pairs.forEach(([below, above], at) => {
      assert.ok(places.get(above)[1] < places.get(below)[1], `${below}<${above}`);
      for (const element of all.filter((each) => each !== below && each !== above)) {
        ways[at].slice(1).forEach((spot, step) => assert.ok(distanceTo(places.get(element), ways[at][step], spot) > NEAR, `${element} on ${below}<${above}`));
      }
    });
  });
});
