// The bar that stays in sight: whose turn it is, who will win if that is to be seen, and Undo.

import { h, replace } from "./element.js";
import { outlook, title } from "./words.js";

export function drawStatus(bar, match, { show }, ways) {
  const busy = match.busy !== null;
  bar.classList.toggle("working", busy);
  replace(bar,
    h("div", { class: "say" },
      h("h2", { id: "status-title", class: match.wonBy && !busy ? `result ${match.wonBy}` : "" }, title(match)),
      h("p", { class: "verdict", id: "verdict" }, outlook(match, show))),
    h("div", { class: "buttons" },
      match.wonBy && h("button", { type: "button", class: "main", id: "again", onclick: ways.again }, "Play again"),
      h("button", { type: "button", id: "undo", "aria-disabled": match.at === 0 || busy ? "true" : undefined, onclick: () => match.at > 0 && ways.goTo(match.at - 1) }, "Undo")));
}
