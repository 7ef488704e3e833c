// The words for moves, with the numbers that the board shows. The service does not know where a move is drawn: if a
// game splits, a move at either end of a row leaves the same rows.

import { drawnAs } from "./catalogue.js";
import { drawingOf } from "./drawings/index.js";
import { movesOf, partsOf } from "./position.js";
import { aliveIn, slotsOf } from "./slots.js";

/** A tree in which the component of `node` has been changed by the move `left`. */
const withMove = (tree, node, left) => (tree === node ? { ...tree, left } : tree.left ? { ...tree, left: { ...tree.left, into: tree.left.into.map((each) => withMove(each, node, left)) } } : tree);

/** The words for a move in the position of `node`. If the drawing of the component has no places, the service's words. */
function moveText(match, move, node) {
  const entry = match.entry(move.game);
  if (entry.splits === true && !entry.own) for (const { game, tree } of slotsOf(match, node)) {
    const part = game === move.game && aliveIn(tree).find(({ index }) => index === move.index);
    const { lay, say } = part ? drawingOf(drawnAs(entry), tree.piece, []) : {};
    if (!lay) continue;
    const into = partsOf(move.to, true).map((piece) => ({ piece }));
    const { rows, taken, cuts } = lay(withMove(tree, part, { into, at: move.at, age: 0 }), entry);
    const [isNew, parts] = [({ age }) => age === 0, rows.filter((row) => into.includes(row.node)).map(({ size }) => size)];
    return say(entry, taken.find(isNew) ?? { start: cuts.find(isNew)?.start, size: 0 }, parts) ?? move.text;
  }
  return move.text;
}

/** The words for a turn in the position of `node`. */
export const turnText = (match, turn, node = match.node) => movesOf(turn).map((move) => moveText(match, move, node)).join("; ");
