// Edits heaps and other numbers, by stones that are added and removed, and by fields.

import { arrows } from "../drawings/surface.js";
import { h } from "../element.js";
import { pieceOf } from "../position.js";

/** `DRAWN` is the largest heap that is drawn. A drawn heap has at least `MORE` places for stones, full or empty. */
const [DRAWN, MORE] = [40, 10];

/** The largest number of heaps in a list. */
const ROWS = 40;

const isInteger = (part) => typeof part === "number" || (typeof part === "string" && /^(0|[1-9][0-9]*)$/.test(part));

/** A button of an editor. When the editor is drawn again, `key` identifies the same button. */
export const button = (key, label, onclick, content = label, look = {}) =>
  h("button", { type: "button", "data-key": key, "aria-label": label, ...look, class: `edit ${look.class ?? ""}`, onclick }, content);

/** A field for a number, with buttons for one less and one more. */
export function numberField(name, value, set, key) {
  const step = (by) => {
    const next = BigInt(value) + by;
    if (next >= 0n) set(pieceOf(String(next), 0));
  };
  const input = h("input", { "data-key": `${key} field`, value: String(value), inputmode: "numeric", autocomplete: "off", size: "6", "aria-label": name });
  const isRight = () => isInteger(input.value.trim());
  // A typed number is used when it is complete. If the field were drawn again at each digit, the cursor would be lost.
  const take = () => isRight() && set(pieceOf(input.value.trim(), 0));
  input.addEventListener("input", () => input.setAttribute("aria-invalid", String(!isRight())));
  input.addEventListener("change", take);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    // Without this, Enter would submit the form around the editor.
    event.preventDefault();
    take();
  });
  return h("div", { class: "stepper" }, h("span", { class: "label" }, name), button(`${key} less`, `${name}: one less`, () => step(-1n), "−"), input, button(`${key} more`, `${name}: one more`, () => step(1n), "+"));
}

/** A heap of stones. The picked stone becomes the last stone. If it is the last stone already, it is removed. */
function stones(size, set, key, name) {
  if (!isInteger(size) || BigInt(size) > BigInt(DRAWN)) return null;
  const count = Number(size);
  const shown = Math.min(DRAWN, Math.max(MORE, count + 3));
  return arrows(h("div", { class: "pieces" }, Array.from({ length: shown }, (_, at) => {
    const to = at + 1 === count ? at : at + 1;
    return button(`${key} ${at}`, `${name}: ${to}`, () => set(to), null, { class: `stone ${at < count ? "" : "ghost"}` });
  })));
}

const namesOf = (entry) => entry.text_form.split(",");

function oneNumber(piece, set, entry) {
  const name = entry.text_form === "n" ? "size" : entry.text_form || "number";
  return [stones(piece, set, "stones", name), numberField(name, piece, set, "number")];
}

/** Fields for several numbers with different meanings. */
export const severalNumbers = (piece, set, entry) => h("div", { class: "steppers" }, piece.map((part, at) =>
  numberField(namesOf(entry)[at] ?? `number ${at + 1}`, part, (next) => set(piece.with(at, next)), `number ${at}`)));

/** A row for each heap in `list`. `put` is called with the changed list. */
function heapRows(list, put) {
  const row = (size, at) => h("li", { class: "edit-row" },
    stones(size, (next) => put(list.with(at, next)), `row ${at}`, `heap ${at + 1}`), numberField(`heap ${at + 1}`, size, (next) => put(list.with(at, next)), `row ${at}`),
    list.length > 1 && button(`row ${at} gone`, `Remove heap ${at + 1}`, () => put(list.toSpliced(at, 1)), "✕"));
  return [h("ol", { class: "edit-rows" }, list.map(row)), list.length < ROWS && button("row more", "Add a heap", () => put([...list, 1]))];
}

export const KINDS = [
  { suits: (entry, piece) => isInteger(piece) && typeof entry.sample === "number", draw: oneNumber },
  { suits: (entry, piece) => entry.isList && Array.isArray(piece) && piece.every(isInteger), draw: heapRows },
  {
    suits: (entry, piece) => Array.isArray(piece) && piece.length === 2 && isInteger(piece[0]) && Array.isArray(piece[1]) && piece[1].every(isInteger),
    draw: ([first, list], set, entry) => [numberField(namesOf(entry)[0], first, (next) => set([next, list]), "first"), heapRows(list, (next) => set([first, next]))],
  },
  { suits: (_, piece) => Array.isArray(piece) && piece.length > 0 && piece.every(isInteger), draw: severalNumbers },
];
