// Any game: its options in words.

import { h } from "../element.js";
import { shown } from "../position.js";

/** The drawing takes the whole width that is available. */
export const FLUID = true;

/** The largest number of options that are listed on a card. */
const LISTED = 12;

export function draw(_, moves, { pick }) {
  const more = moves.length > LISTED && h("span", { class: "rest" }, "and others, in the table of moves");
  return h("div", { class: "list" }, moves.slice(0, LISTED).map((move) => {
    // A text "move from … to …" is shortened to its result, since all moves come from the same position.
    const button = pick(move, { class: "words" }, move.text.startsWith("move from ") ? `→ ${shown(move.to)}` : move.text, () => [button]);
    return button;
  }), more);
}
