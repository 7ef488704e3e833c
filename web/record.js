// The list of all moves: the main line, with the variations inside it. A click on a move goes to the position before or
// after the move. Mistakes of both players are marked, unless it is hidden who wins.

import { h, replace } from "./element.js";
import { mistakeText, nameOf, numberOf, plyText } from "./words.js";

export function drawRecord(section, match, { show }, ways) {
  const onPath = new Set(match.node.path);
  /** The number of moves drawn of each player. The ids of the moves have it, for tests and the focus. */
  const count = { caller: 0, oracle: 0 };

  const ply = (node) => {
    const isOracles = node.by === "oracle" && !match.isOfPeople;
    const mistake = show !== "none" && mistakeText(match, node);
    const id = `${node.by === "oracle" ? "reply" : "turn"}-${count[node.by]++}`;
    // A click on a move of the player goes to the position before it, where a different move can be tried. A click on a
    // move of the oracle, or on a move that has no reply yet, goes to the position after it.
    const to = isOracles ? node : node.parent;
    return h("button", {
      type: "button", class: `ply${onPath.has(node) ? "" : " undone"}${mistake ? " wrong" : ""}`, id, title: isOracles ? "Go to after this move" : "Back to before this move",
      "aria-current": node === match.node || (node === match.node.parent && match.node.by === "oracle") ? "step" : undefined, onclick: () => ways.goTo(node.children.length === 0 && !isOracles ? node : to),
    }, h("b", {}, `${nameOf(match, node.by)} `), plyText(match, node.ply, node.parent), mistake && h("span", { class: "mistake" }, h("span", { "aria-hidden": "true" }, " ✗ "), mistake));
  };

  /** The items of a line. An item has a move and the reply. The variations that begin at an item follow the item. */
  const line = (from) => {
    const items = [];
    for (let node = from; node.children.length;) {
      const [first, ...others] = node.children;
      const number = numberOf(first);
      const reply = first.by === "caller" ? first.children[0] : null;
      items.push(h("li", { value: String(number) }, ply(first), reply && ply(reply)));
      const aside = [...others, ...(reply ? first.children.slice(1) : [])];
      for (const other of aside) items.push(h("li", { class: "variation", value: String(numberOf(other)) }, h("span", { class: "unseen" }, "Variation: "), variation(other)));
      node = reply ?? first;
    }
    return items;
  };
  const variation = (node) => {
    const reply = node.by === "caller" ? node.children[0] : null;
    return [ply(node), reply && ply(reply), h("ol", { class: "line" }, line(reply ?? node))];
  };

  const list = h("ol", { class: "line record" }, line(match.root));
  const step = (id, label, text, to) => h("button", { type: "button", id, "aria-label": label, title: label, "aria-disabled": to ? undefined : "true", onclick: () => to && ways.goTo(to) }, text);
  const box = h("div", { class: "moves-made", tabindex: "0", role: "region", "aria-label": "The moves so far" },
    match.root.children.length ? list : h("p", { class: "muted small" }, "Moves appear here. Go back to any of them and try another: nothing is lost."));
  replace(section,
    h("h2", { id: "record-title" }, "Moves"), box,
    h("div", { class: "steps" },
      step("to-start", "To the start", "«", match.node === match.root ? null : match.root),
      step("to-before", "Back (←)", "‹", match.before),
      step("to-after", "On (→)", "›", match.after),
      step("to-end", "To the end", "»", endOf(match))));
  // Only the list is scrolled. The page stays where it is.
  const last = [...box.querySelectorAll("[aria-current]")].at(-1);
  if (last) box.scrollTop = last.offsetTop - box.offsetTop - box.clientHeight / 2;
}

function endOf({ node }) {
  let end = node;
  while (end.children.length) end = end.children.at(-1);
  return end === node ? null : end;
}
