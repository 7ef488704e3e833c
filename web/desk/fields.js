// Fields that tune a view.

import { h } from "../element.js";
import { slots } from "./shared.js";

/** A field for an integer from 1 on. */
export function numberField(id, label, value, set) {
  const input = h("input", { id, inputmode: "numeric", size: "6", value: String(value), oninput: () => {
    const number = Number(input.value);
    if (Number.isInteger(number) && number >= 1 && number <= 1_000_000) set(number);
  } });
  return h("label", { class: "field", for: id }, h("span", {}, label), input);
}

/** The length of the rows, or the modulus: the period, if there is one that can be read. */
export const usual = (most) => (slots[0].period && Number(slots[0].period.length) <= most && Number(slots[0].period.length) > 1 ? Number(slots[0].period.length) : 12);
