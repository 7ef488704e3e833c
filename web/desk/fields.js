// The fields by which a view is adjusted.

import { h } from "../element.js";
import { slots } from "./shared.js";

/** A field for an integer of at least 1. */
export function numberField(id, label, value, set) {
  const input = h("input", { id, inputmode: "numeric", size: "6", value: String(value), oninput: () => {
    const number = Number(input.value);
    if (Number.isInteger(number) && number >= 1 && number <= 1_000_000) set(number);
  } });
  return h("label", { class: "field", for: id }, h("span", {}, label), input);
}

/** The default length of the rows, or modulus: the period, if there is one that is short enough to read. */
export const usual = (most) => (slots[0].period && Number(slots[0].period.length) <= most && Number(slots[0].period.length) > 1 ? Number(slots[0].period.length) : 12);
