// The codes of heap games. The digit at place k says how many rows a move that takes k tokens may leave.

import { h } from "./element.js";

/** A longer code has no table. */
const DIGITS = 9;

/** The digits of the code in a key, such as `[0, 1, 3, 7]` for `octal(0.137)`. Null without a code, or if it is long. */
export function digitsOf(key) {
  const [, cut, rest] = key.match(/\(([0-9a-f])\.([0-9a-f]+)\)$/i) ?? [];
  return rest && rest.length <= DIGITS ? [cut, ...rest].map((digit) => parseInt(digit, 16)) : null;
}

/** The table of what each number of tokens may leave. The bits of its digit stand for 0 rows, 1 row, and so on. */
export function codeTable(key) {
  const digits = digitsOf(key);
  if (!digits) return null;
  const taken = [...digits.keys()].filter((number) => digits[number]);
  const most = Math.max(2, Math.floor(Math.log2(Math.max(...digits))));
  const left = Array.from({ length: most + 1 }, (_, rows) => h("tr", {}, h("th", { scope: "row" }, `leave ${rows} ${rows === 1 ? "row" : "rows"}`),
    taken.map((number) => h("td", {}, digits[number] & (1 << rows) ? "✓" : "–"))));
  return h("table", { class: "code" }, h("thead", {}, h("tr", {}, h("th", { scope: "row" }, "Take"), taken.map((number) => h("th", { scope: "col" }, String(number))))), h("tbody", {}, left));
}
