// The panels with facts about a position. Only one panel is open at a time, so that nothing below it moves.

import { hasRoom } from "./board.js";
import { h, replace } from "./element.js";
import { choose, chosen } from "./store.js";

const TOOLS = [["why", "Why"], ["moves", "All moves"], ["about", "About the game"], ["calls", "In code"]];

let open = chosen("tool", undefined);

/** The name of the panel that is open, or null. Before a choice, one is open if the board leaves much room. */
export const openTool = () => (open === undefined && hasRoom() ? "about" : open);

/** Makes the row of buttons and the panels. `draw(name, panel)` fills the open panel. */
export function makeTools(section, draw) {
  const panels = new Map(TOOLS.map(([name]) => [name, h("section", { id: name, class: "panel", "aria-labelledby": `${name}-title`, hidden: true })]));
  const buttons = TOOLS.map(([name, label]) => h("button", { type: "button", id: `tool-${name}`, "aria-controls": name, onclick: () => show(openTool() === name ? null : name) }, label));
  const show = (name) => {
    open = name;
    choose("tool", name);
    update();
  };
  const update = () => {
    buttons.forEach((button) => button.setAttribute("aria-expanded", String(button.getAttribute("aria-controls") === openTool())));
    panels.forEach((panel, name) => (panel.hidden = name !== openTool()));
    if (openTool()) draw(openTool(), panels.get(openTool()));
  };
  replace(section, h("div", { class: "tool-row", role: "group", "aria-label": "Tools" }, buttons), [...panels.values()]);
  return { show, update, panel: (name) => panels.get(name) };
}
