// Removed things that are still visible: fainter, the longer ago they were removed.

/** Older things are not fainter. */
const OLDEST = 5;

/** The class of what went so many moves ago. */
export const gone = (age) => `gone age${Math.min(age, OLDEST)}`;

/** The number of moves since `has(piece)` was last true of an earlier position; null if it never was. */
export const goneSince = (past, has) => past.findLast(({ piece }) => has(piece))?.age ?? null;

/**
 * Lays out a row of `sizeOf(piece)` things that moves broke. A move's place is the number of things before the ones that it takes, or before its cut,
 * or both with a dot between; the default is the first possible place. `fromEnd(taken)` says whether such moves take from the end. Returns the rows that are left, `{node, start, size}`, the
 * taken things, `{start, size, age, by}`, and the cuts between things, `{start, age}`.
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
    // A move may take and cut.
    const wanted = cut === undefined ? null : cut < place ? [cut, place - cut, size - count - place] : [place, cut - place - count, size - cut];
    const parts = isTurned ? [into[1], into[0]] : (wanted && inOrder(into, sizes, wanted)) ?? into;
    // A single remaining row is left or right of the taken things, as the place says.
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

/** The nodes in an order in which they have these sizes, if there is one. */
function inOrder(nodes, sizes, wanted) {
  const left = nodes.map((node, at) => ({ node, size: sizes[at] }));
  const found = wanted.map((size) => {
    const at = left.findIndex((each) => each.size === size);
    return at < 0 ? null : left.splice(at, 1)[0].node;
  });
  return left.length || found.includes(null) ? null : found;
}
