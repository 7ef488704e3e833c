// The editor of a position: one component, as it looks, and fields for large numbers. Each kind of editor has
// `suits(entry, piece)`, whether it can edit such a component, and `draw(piece, set, entry)`, its elements; an edit
// calls `set(piece)`. The first suitable kind is used.

import { drawnAs } from "./catalogue.js";
import * as links from "./editing/links.js";
import * as numbers from "./editing/numbers.js";
import * as squares from "./editing/squares.js";
import { h } from "./element.js";

const KINDS = [...links.KINDS, ...squares.KINDS, ...numbers.KINDS];

const kindOf = (entry, piece) => KINDS.find(({ suits }) => suits(drawnAs(entry), piece));

/** True if a component can be set up by more than its text. */
export const editable = (entry, piece = entry.sample) => kindOf(entry, piece) !== undefined;

/** The editor of a component; each edit calls `change(piece)`. What no kind suits is left to its text. */
export function editor(entry, piece, change) {
  const kind = kindOf(entry, piece);
  const box = h("div", { class: "editor", role: "group", "aria-label": `Set up ${entry.name}` });
  const show = (now) => {
    const key = box.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    box.replaceChildren(...[kind.draw(now, set, drawnAs(entry))].flat(Infinity).filter(Boolean));
    if (key !== undefined) box.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  };
  const set = (next) => {
    show(next);
    change(next);
  };
  if (kind) show(piece);
  return box;
}
