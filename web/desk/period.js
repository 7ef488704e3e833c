// How values repeat as far as they are known. The service says it of each answer; this says it of all of them together, by the same rule: three times
// or more, and in the second half at the least. That they go on so is not known.

const LEAST_PERIODS = 3;

/** `{from, length, saltus, compared}` with g(n + length) = g(n) + saltus for each n that was compared; null if they don't repeat, or one is not known. */
export function observed(from, numbers) {
  // From one value to the next, the last step first: values that grow by a saltus repeat their steps.
  const steps = new Float64Array(Math.max(0, numbers.length - 1));
  for (let at = 0; at < steps.length; at += 1) steps[at] = numbers[numbers.length - 1 - at] - numbers[numbers.length - 2 - at];
  if (steps.some(Number.isNaN)) return null;
  const found = repeating(steps);
  if (!found) return null;
  const first = steps.length - found.reach;
  const saltus = numbers[first + found.length] - numbers[first];
  return saltus < 0 ? null : { from: from + first, length: found.length, saltus, compared: [from + first, from + steps.length - found.length] };
}

/** The shortest period of at least the first half of a list, and how far it reaches. */
function repeating(steps) {
  // The longest border of each beginning (Knuth, Morris and Pratt, 1977): a beginning without it is its shortest period.
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
