// Places the elements of a partial order on floors. An element stands on a higher floor than all elements below it. Few
// lines cross, and elements are near the elements to which they are joined. A line that passes a floor has its own
// place there, so no element is on the line.

/** `WIDE` is the width of an element, `NARROW` that of a passing line, and `FLOOR` the distance between floors. */
const [WIDE, NARROW, FLOOR] = [1.5, 0.8, 1.7];

/** First, `SWEEPS` rounds improve the order on each floor. Then, `ROUNDS` rounds improve the places. */
const [SWEEPS, ROUNDS] = [16, 24];

/**
 * Returns the place of each element of a partial order, and the points of the line of each pair. `pairs` has the pairs
 * `[lower, upper]` that have no element between them.
 */
export function standing(all, pairs) {
  const below = new Map(all.map((element) => [element, pairs.filter(([, two]) => two === element).map(([one]) => one)]));
  const floors = new Map();
  const floorOf = (element) => {
    if (!floors.has(element)) floors.set(element, Math.max(-1, ...below.get(element).map(floorOf)) + 1);
    return floors.get(element);
  };
  const things = new Map(all.map((element) => [element, { floor: floorOf(element), wide: WIDE, up: [], down: [] }]));
  const rows = Array.from({ length: Math.max(0, ...floors.values()) + 1 }, () => []);
  for (const thing of things.values()) rows[thing.floor].push(thing);
  const ways = pairs.map(([one, two]) => {
    const way = [things.get(one)];
    for (let floor = floors.get(one) + 1; floor < floors.get(two); floor += 1) {
      const passing = { floor, wide: NARROW, up: [], down: [] };
      rows[floor].push(passing);
      way.push(passing);
    }
    way.push(things.get(two));
    way.slice(1).forEach((thing, at) => {
      way[at].up.push(thing);
      thing.down.push(way[at]);
    });
    return way;
  });
  order(rows);
  place(rows);
  const height = rows.length * FLOOR;
  const spot = ({ x, floor }) => [x, height - (floor + 0.5) * FLOOR];
  return {
    width: Math.max(0, ...rows.flat().map(({ x, wide }) => x + wide / 2)), height,
    places: new Map([...things].map(([element, thing]) => [element, spot(thing)])), ways: ways.map((way) => way.map(spot)),
  };
}

/**
 * Sorts the things on each floor so that few lines cross. A thing is sorted by the middle of the things to which it is
 * joined: in one round those below it, in the next round those above it.
 */
function order(rows) {
  const number = () => rows.forEach((row) => row.forEach((thing, at) => (thing.at = at)));
  number();
  let least = { count: crossings(rows), rows: rows.map((row) => [...row]) };
  for (let sweep = 0; sweep < SWEEPS && least.count > 0; sweep += 1) {
    const side = sweep % 2 ? "up" : "down";
    const middle = (thing) => (thing[side].length ? thing[side].reduce((sum, { at }) => sum + at, 0) / thing[side].length : thing.at);
    for (const row of sweep % 2 ? [...rows].reverse() : rows) {
      row.sort((one, other) => middle(one) - middle(other) || one.at - other.at);
      row.forEach((thing, at) => (thing.at = at));
    }
    const count = crossings(rows);
    if (count < least.count) least = { count, rows: rows.map((row) => [...row]) };
  }
  least.rows.forEach((row, floor) => rows[floor].splice(0, row.length, ...row));
  number();
}

function crossings(rows) {
  return rows.reduce((sum, row) => {
    const lines = row.flatMap((thing) => thing.up.map((other) => [thing.at, other.at]));
    return sum + lines.reduce((own, [from, to], at) => own + lines.slice(at + 1).filter(([start, end]) => (from - start) * (to - end) < 0).length, 0);
  }, 0);
}

/** Moves each thing to the middle of the things to which it is joined, as far as its neighbours leave room. */
function place(rows) {
  const widths = rows.map((row) => row.reduce((sum, { wide }) => sum + wide, 0));
  const widest = Math.max(...widths);
  rows.forEach((row, floor) => {
    let x = (widest - widths[floor]) / 2;
    for (const thing of row) {
      thing.x = x + thing.wide / 2;
      x += thing.wide;
    }
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const row of round % 2 ? [...rows].reverse() : rows) {
      const wanted = row.map(({ up, down, x }) => {
        const joined = [...up, ...down];
        return joined.length ? joined.reduce((sum, other) => sum + other.x, 0) / joined.length : x;
      });
      // For enough distance between things, `right` moves some of them to the right, and `left` moves some to the left.
      // The average of the two places keeps the distance, too.
      const [right, left] = [[...wanted], [...wanted]];
      for (let at = 1; at < row.length; at += 1) right[at] = Math.max(right[at], right[at - 1] + (row[at].wide + row[at - 1].wide) / 2);
      for (let at = row.length - 2; at >= 0; at -= 1) left[at] = Math.min(left[at], left[at + 1] - (row[at].wide + row[at + 1].wide) / 2);
      row.forEach((thing, at) => (thing.x = (left[at] + right[at]) / 2));
    }
  }
  const least = Math.min(...rows.flat().map(({ x, wide }) => x - wide / 2));
  for (const thing of rows.flat()) thing.x -= least;
}
