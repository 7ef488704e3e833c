// Removed things that are still visible. They are fainter if they were removed longer ago.

/** Things older than this number of moves do not get fainter. */
const OLDEST = 5;

/** The class of a thing that was removed this number of moves ago. */
export const gone = (age) => `gone age${Math.min(age, OLDEST)}`;

/** The number of moves since the last earlier position for which `has(piece)` is true; null if there is none. */
export const goneSince = (past, has) => past.findLast(({ piece }) => has(piece))?.age ?? null;

/**
 * Lays out a row of `sizeOf(piece)` things as it is after moves that took things from it or cut it. `slotsOf` makes the
 * `tree`. The place of a move is the number of things before the taken things, or before the cut. If a move takes and
 * cuts, its place has both numbers, as in "3.5". A move without a place gets the first possible place. `fromEnd(taken)`
 * is true if a move that takes this number takes from the end.
 *
 * Returns the remaining rows, `{node, start, size}`, the taken things, `{start, size, age, by}`, and the cuts, `{start,
 * age}`. `start` is a place in the first row. `age` and `by` are those of the move, as in `slotsOf`.
 */
export function layOut(tree, sizeOf, fromEnd = () => false) {
  const laid = { rows: [], taken: [], cuts: [] };
  const lay = (node, start) => {
    const size = sizeOf(node.piece);
    if (!node.left) return laid.rows.push({ node, start, size });
    const { into, at, age, by } = node.left;
    const sizes = into.map(({ piece }) => sizeOf(piece));
    const count = Math.max(0, size - sizes.reduce((sum, one) => sum + one, 0));
    const [first, second] = sizes;
    const [place, cut] = at === undefined ? [null] : at.split(".").map(Number);
    const isTurned = into.length === 2 && place === second && place !== first;
    // A move may both take things and cut the row.
    const wanted = cut === undefined ? null : cut < place ? [cut, place - cut, size - count - place] : [place, cut - place - count, size - cut];
    const parts = isTurned ? [into[1], into[0]] : (wanted && inOrder(into, sizes, wanted)) ?? into;
    // If one row remains, the place of the move says whether this row is before or after the taken things.
    const before = fromEnd(count) ? parts.length : parts.length === 1 ? (place === first ? 1 : 0) : cut < place ? 2 : Math.min(1, parts.length);
    let next = start;
    parts.forEach((part, nth) => {
      if (nth === before) take();
      else if (nth > 0) laid.cuts.push({ start: next, age });
      lay(part, next);
      next += sizeOf(part.piece);
    });
    if (before >= parts.length) take();

    function take() {
      if (count > 0) laid.taken.push({ start: next, size: count, age, by });
      else if (next > start) laid.cuts.push({ start: next, age });
      next += count;
    }
  };
  lay(tree, 0);
  return laid;
}

/**
 * Sorts the nodes so that their sizes become the list `wanted`; null if that is impossible. `sizes` has the sizes of
 * the nodes in their present order.
 */
function inOrder(nodes, sizes, wanted) {
  const left = nodes.map((node, at) => ({ node, size: sizes[at] }));
  const found = wanted.map((size) => {
    const at = left.findIndex((each) => each.size === size);
    return at < 0 ? null : left.splice(at, 1)[0].node;
  });
  return left.length || found.includes(null) ? null : found;
}
