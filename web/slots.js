// The slots of the board. Each component of the first position has a slot, which holds all parts into which the
// component splits. Slots depend only on the moves of the match, so going back, links and a reload show the same board.

import { backwards } from "./position.js";

/**
 * The slots, as `{game, number, tree}`. A node of the tree is a component at some time, and has its `piece`. A
 * component on the table has its current `index`. A component that a move has changed has `left`, as `{into, at, age,
 * by}`. `into` has the nodes that the move left, and `at` is the place of the move. `age` is the number of moves since
 * then, and `by` is the player.
 */
export function slotsOf(match) {
  const leaves = new Map(Object.entries(match.root.position).map(([game, pieces]) => [game, pieces.map((piece) => ({ piece }))]));
  const slots = [...leaves].flatMap(([game, nodes]) => nodes.map((tree, number) => ({ game, number, tree })));
  const { plies } = match;
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

/** The nodes of a tree whose components are on the table. */
export const aliveIn = (node) => (node.left ? node.left.into.flatMap(aliveIn) : [node]);

/** The number of moves since the last move that changed this tree. */
export const ageOf = (node) => (node.left ? Math.min(node.left.age, ...node.left.into.map(ageOf)) : Infinity);

/**
 * The earlier states of a component that no move splits, as `{piece, age, at}`, the oldest first. `age` is the number
 * of moves since then.
 */
export function pastOf(tree) {
  const past = [];
  for (let node = tree; node.left; node = node.left.into[0]) past.push({ piece: node.piece, age: node.left.age, at: node.left.at });
  return past;
}
