// The slots of the board. Each component of the first position has a slot, which holds all parts into which the
// component splits. Slots depend only on the moves of the match. So the board is the same after going back, after a
// reload, and when a link is opened.

import { backwards } from "./position.js";

/**
 * The slots in a position of the match, as `{game, number, tree}`. The nodes of `tree` are components of the current position or of earlier ones.
 * A node has its component as `piece`, in the JSON of the API. If the component is in the current position, the node
 * has its `index`. Otherwise a move has changed the component, and the node has the move as `left`, `{into, at, age,
 * by}`:
 *
 * - `into`: the nodes of the components that the move put in its place.
 * - `at`: where in the component the move was made, if there were several such places.
 * - `age`: 1 for a move of the last turn, 2 for the turn before it, and so on.
 * - `by`: the player who made the move.
 */
export function slotsOf(match, { path } = match.node) {
  const leaves = new Map(Object.entries(match.root.position).map(([game, pieces]) => [game, pieces.map((piece) => ({ piece }))]));
  const slots = [...leaves].flatMap(([game, nodes]) => nodes.map((tree, number) => ({ game, number, tree })));
  const plies = path.slice(1);
  plies.forEach(({ by, ply }, nth) => {
    for (const move of backwards(ply)) {
      const nodes = leaves.get(move.game);
      const into = match.leaves(move).map((piece) => ({ piece }));
      nodes[move.index].left = { into, at: move.at, by, age: plies.length - nth };
      nodes.splice(move.index, 1, ...into);
    }
  });
  for (const nodes of leaves.values()) nodes.forEach((node, index) => (node.index = index));
  return slots;
}

/** The nodes of a tree that hold components of the current position. */
export const aliveIn = (node) => (node.left ? node.left.into.flatMap(aliveIn) : [node]);

/** The `age` of the last move that changed this tree; infinite if no move changed it. */
export const ageOf = (node) => (node.left ? Math.min(node.left.age, ...node.left.into.map(ageOf)) : Infinity);

/** The earlier states of a component, `{piece, age, at}`, the oldest first. `age` counts the moves since then. */
export function pastOf(tree) {
  const past = [];
  for (let node = tree; node.left; node = node.left.into[0]) past.push({ piece: node.piece, age: node.left.age, at: node.left.at });
  return past;
}
