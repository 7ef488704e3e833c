// Any game: its options in words.

import { h } from "../element.js";
import { shown } from "../position.js";

/** It takes the width that there is. */
export const FLUID = true;

/** Options that are listed on a card. */
const LISTED = 12;

export function draw(_, moves, { pick }) {
  const more = moves.length > LISTED && h("span", { class: "rest" }, "and others, in the table of moves");
  return h("div", { class: "list" }, moves.slice(0, LISTED).map((move) => {
    // Where each says where it comes from, what it leaves is enough.
    const button = pick(move, { class: "words" }, move.text.startsWith("move from ") ? `→ ${shown(move.to)}` : move.text, () => [button]);
    return button;
  }), more);
}
