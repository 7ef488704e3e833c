// The bar that stays visible. It shows the player to move, the last move, hints and Undo, and the winner if the user
// wants to see it.

import { h, replace } from "./element.js";
import { hintOf, NEXT } from "./hints.js";
import { LEVELS } from "./controls.js";
import { lastMistake, lastText, outlook, title } from "./words.js";

export function drawStatus(bar, match, { show, asked, forClass, isLesson }, ways) {
  const busy = match.busy !== null;
  const { wonBy } = match;
  bar.classList.toggle("working", busy);
  const hint = hintOf(match, asked);
  const mistake = show !== "none" && !wonBy ? lastMistake(match) : null;
  const last = lastText(match);
  const isFirst = match.node === match.root && !busy && !wonBy;
  // The button that lets the oracle begin is shown as long as no move is chosen. There is not enough room for both this
  // button and the button that makes the chosen moves.
  const combine = match.combined?.button(match, ways, isFirst);
  const button = (id, label, onclick, look = "") => h("button", { type: "button", id, class: look, onclick }, label);
  replace(bar,
    h("div", { class: "say" },
      h("h2", { id: "status-title", class: wonBy && !busy ? `result ${wonBy}` : "" }, title(match)),
      h("p", { id: "last", class: "last" }, last ? h("button", { type: "button", class: "ply", title: "Show it", onclick: ways.showLast }, last) : opponent()),
      h("p", { class: `verdict${hint ? " hint" : mistake ? " mistake" : ""}`, id: "verdict" }, hint ? hint.text : mistake ? [h("span", { "aria-hidden": "true" }, "✗ "), mistake] : outlook(match, show))),
    h("div", { class: "buttons" },
      match.isRepeated && !wonBy && !busy && button("draw", "Call it a draw", ways.callDraw),
      isFirst && !combine && !isLesson && !match.isOfPeople && button("begin", "Let the oracle begin", ways.letBegin, "quiet"),
      combine,
      match.isOracles && !busy && !wonBy && button("go-on", "Go on", ways.goOn, "main"),
      !wonBy && h("button", { type: "button", id: "hint", "aria-disabled": busy || asked >= NEXT.length || !match.listing ? "true" : undefined, onclick: () => !busy && asked < NEXT.length && ways.hint() }, NEXT[asked] ?? "Hint"),
      h("button", { type: "button", id: "undo", "aria-disabled": match.node === match.root ? "true" : undefined, onclick: ways.undo }, "Undo"),
      forClass && button("leave", "✕ Leave", ways.leaveClass, "quiet")));

  /** The choice of the oracle's level, before the first move. */
  function opponent() {
    const level = h("select", { id: "level-now", "aria-label": "How good the oracle is", onchange: () => ways.level(level.value) },
      LEVELS.map(([value, label]) => h("option", { value, selected: value === match.start.level }, label)));
    return h("span", { class: "opponent" }, "Oracle ", level);
  }
}
