// Several heaps in one component, such as those of a staircase: a heap a row. The stone that is picked leaves its heap, with
// all after it; where it goes, the rules say.

import { h } from "../element.js";
import { grouped } from "../position.js";

/** Longer lists and larger heaps are played in words. */
const [ROWS, DRAWN] = [12, 24];

const isSmall = (list) => Array.isArray(list) && list.length <= ROWS && list.every((size) => typeof size === "number" && size <= DRAWN);

/** The heap that a move makes smaller, and what it leaves there; none if it is not one heap. */
function stepOf(piece, { to }) {
  const smaller = piece.map((size, at) => (to[at] < size ? at : -1)).filter((at) => at >= 0);
  return to.length === piece.length && smaller.length === 1 ? `${smaller[0]} ${to[smaller[0]]}` : null;
}

export function fits(piece, moves, { splits }) {
  if (splits || !isSmall(piece) || !moves.every(({ to }) => isSmall(to))) return false;
  const steps = moves.map((move) => stepOf(piece, move));
  return !steps.includes(null) && new Set(steps).size === steps.length;
}

export function draw(piece, moves, { pick }) {
  const options = new Map(moves.map((move) => [stepOf(piece, move), move]));
  return h("ol", { class: "heaps" }, piece.map((size, at) => {
    const stones = [];
    for (let left = 0; left < size; left += 1) {
      const option = options.get(`${at} ${left}`);
      const touched = () => stones.slice(left);
      stones.push(option ? pick(option, { class: "stone" }, null, touched) : h("span", { class: "stone" }));
    }
    return h("li", { class: "pieces" }, h("span", { class: "rest" }, grouped(at + 1)), stones);
  }));
}
