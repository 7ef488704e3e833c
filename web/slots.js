// The places of the board: each component that the match began with keeps one, and all parts that it splits into are
// there. They follow from the moves of the match alone, so going back, links and a reload show the same board.

import { backwards } from "./position.js";

/**
 * The slots: `{game, number, tree}`. A node of the tree is a component at some time: its `piece`, and either its `index` now, or
 * what became of it: `left`, `{into, at, age, by}`, the nodes that a move made it into, where it was made, and how many moves ago.
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

/** The nodes of a tree that are on the table. */
export const aliveIn = (node) => (node.left ? node.left.into.flatMap(aliveIn) : [node]);

/** The number of moves since a tree was last changed. */
export const ageOf = (node) => (node.left ? Math.min(node.left.age, ...node.left.into.map(ageOf)) : Infinity);

/** The earlier states of a component that no move splits: `{piece, age}`, the oldest first; `age` is the number of moves since. */
export function pastOf(tree) {
  const past = [];
  for (let node = tree; node.left; node = node.left.into[0]) past.push({ piece: node.piece, age: node.left.age, at: node.left.at });
  return past;
}
