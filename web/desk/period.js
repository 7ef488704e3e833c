// Finds how the known values repeat. The service says how the values of one answer repeat, but a page has several
// answers. This module uses the service's rule: values must repeat at least three times, and at least through the
// second half of the known values. This does not prove that later values repeat, too.

const LEAST_PERIODS = 3;

/**
 * `{from, length, saltus, compared}` with g(n + length) = g(n) + saltus for each n that was compared. Null if the
 * values do not repeat, or one of them is not known.
 */
export function observed(from, numbers) {
  // The differences of consecutive values, the last difference first. If values grow by a saltus, these differences
  // repeat.
  const steps = new Float64Array(Math.max(0, numbers.length - 1));
  for (let at = 0; at < steps.length; at += 1) steps[at] = numbers[numbers.length - 1 - at] - numbers[numbers.length - 2 - at];
  if (steps.some(Number.isNaN)) return null;
  const found = repeating(steps);
  if (!found) return null;
  const first = steps.length - found.reach;
  const saltus = numbers[first + found.length] - numbers[first];
  return saltus < 0 ? null : { from: from + first, length: found.length, saltus, compared: [from + first, from + steps.length - found.length] };
}

/** The shortest period that holds in at least the first half of a list, and the length of that prefix. */
function repeating(steps) {
  // The longest border of each prefix (Knuth, Morris and Pratt, 1977). The shortest period of a prefix is its length
  // minus the length of its border.
  const borders = new Uint32Array(steps.length);
  for (let end = 1; end < steps.length; end += 1) {
    let border = borders[end - 1];
    while (border > 0 && steps[border] !== steps[end]) border = borders[border - 1];
    borders[end] = steps[border] === steps[end] ? border + 1 : 0;
  }
  const period = (length) => length - borders[length - 1];
  for (let half = Math.max(1, Math.ceil(steps.length / 2)); half <= steps.length; half += 1) {
    if (period(half) * LEAST_PERIODS > half) continue;
    const length = period(half);
    let reach = steps.length;
    while (period(reach) !== length) reach -= 1;
    return { length, reach };
  }
  return null;
}
