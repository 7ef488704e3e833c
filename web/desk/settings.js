// The settings of the desk: the largest number, normal or misère play, a second game beside the first, and examples.

import { choice, h, replace } from "../element.js";
import { grouped } from "../position.js";
import { GAMES, RULES } from "./examples.js";
import { age, catalogue, draw, kindNow, place, slots, state, write } from "./shared.js";
import { follow, makeSlot, put } from "./slots.js";
import { ENDS } from "./state.js";

export function drawSettings() {
  const to = h("select", { id: "to", onchange: () => {
    Object.assign(state, { to: Number(to.value), view: null });
    write();
    slots.forEach(follow);
  } }, ENDS.map((end) => h("option", { value: String(end), selected: end === state.to }, grouped(end))));
  const beside = slots.length > 1;
  const areNumbers = kindNow() === "numbers";
  replace(place("settings"), areNumbers && h("label", { class: "field", for: "to" }, h("span", {}, "Up to n ="), to),
    choice("play", "Who wins at the end", [["normal", "Last move wins"], ["misere", "Last move loses"]], state.play, (play) => {
      state.play = play;
      write();
      slots.forEach(follow);
    }),
    (areNumbers || beside) && h("button", { type: "button", class: "quiet", id: "beside", onclick: () => {
      if (beside) {
        const slot = slots.pop();
        slot.stop?.abort();
        state.games.pop();
        age(slot, false);
        drawGames();
        draw.seen();
      } else {
        state.games.push({ text: "", of: { kind: null, start: "" } });
        makeSlot(1);
        drawGames();
        slots[1].editor.area.focus();
      }
      write();
      drawSettings();
    } }, beside ? "Remove the other game" : "+ Another game beside it"));
}

export function drawGames() {
  document.body.classList.toggle("two", slots.length > 1);
  place("games").replaceChildren(...slots.map(({ element }) => element));
}

export function drawExamples() {
  const select = h("select", { id: "example", onchange: () => {
    const [, text, of] = [...GAMES, ...RULES][select.value];
    select.value = "";
    put(slots[0], text, of);
  } }, h("option", { value: "" }, "Examples"),
  h("optgroup", { label: "Games and codes" }, GAMES.map(([label], at) => h("option", { value: String(at) }, label))),
  catalogue.hasRules && h("optgroup", { label: "Rules in Python" }, RULES.map(([label], at) => h("option", { value: String(GAMES.length + at) }, label))));
  replace(place("examples"), h("label", { class: "unseen", for: "example" }, "An example"), select, h("button", { type: "button", id: "make", onclick: () => draw.maker() }, "Make a game"));
}
