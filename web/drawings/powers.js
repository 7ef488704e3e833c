// A pair of numbers and what can be taken from the larger one: the powers of the smaller, or all that it divides.
// The bar is what would remain.

import { h } from "../element.js";
import { grouped } from "../position.js";

export function draw(piece, moves, { pick }) {
  const [one, other] = piece.map(BigInt);
  const big = one > other ? one : other;
  const small = one > other ? other : one;
  const rows = moves.map((move) => {
    const left = move.to.map(BigInt).find((number, place) => number !== [one, other][place]) ?? big;
    const part = Number((left * 1000n) / big) / 10;
    return h("li", {}, pick(move, { class: "power" }, [
      h("span", { class: "bar", style: { width: `${part}%` } }),
      h("span", { class: "take" }, left === big % small && move.text.includes("modulo") ? "mod" : takenText(big - left, small)),
      h("span", { class: "leave" }, `→ ${grouped(left)}`),
    ]));
  });
  return h("div", { class: "wizards" },
    h("p", { class: "pair" }, h("b", {}, grouped(small)), moves.length ? " takes from " : " and ", h("b", {}, grouped(big))),
    h("ul", { class: "powers" }, rows));
}

/** What is taken, as a power where it is one. */
function takenText(taken, base) {
  let exponent = 0;
  for (let power = 1n; base > 1n && power < taken; power *= base) exponent += 1;
  const digits = [...String(exponent)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("");
  return exponent > 1 ? `− ${grouped(base)}${digits}` : `− ${grouped(taken)}`;
}
