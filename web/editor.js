// The editor of a component. It looks like the component, and has fields for large numbers. Each kind of editor has two
// functions. `suits(entry, piece)` is true if the kind can edit this component. `draw(piece, set, entry)` returns its
// elements, and an edit calls `set(piece)`. The first kind that suits is used.

import { drawnAs } from "./catalogue.js";
import * as links from "./editing/links.js";
import * as numbers from "./editing/numbers.js";
import * as squares from "./editing/squares.js";
import { h } from "./element.js";

const KINDS = [...links.KINDS, ...squares.KINDS, ...numbers.KINDS];

const kindOf = (entry, piece) => KINDS.find(({ suits }) => suits(drawnAs(entry), piece));

/** True if a component can be edited in another way than as text. */
export const editable = (entry, piece = entry.sample) => kindOf(entry, piece) !== undefined;

/**
 * Makes the editor of a component. Each edit calls `change(piece)`. If no kind of editor suits the component, the
 * editor is empty, since the component is edited only as text.
 */
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
