// The heat map of a game of two numbers: the Grundy value of each pair. A click puts the pair on the table.

import { h, replace, roving } from "./element.js";
import { isPair } from "./position.js";

/** Sides of the map that can be chosen. The service draws more, but no eye reads them. */
const SIDES = [8, 12, 20, 40];

/** Values from this on share a colour. */
const LEVELS = 9;

/** Longer numbers at the edge of the map are cut down to their last digits. */
const HEAD = 5;

/** Which map is shown: the game's id, the least numbers, and how many. */
const view = { game: null, a: "1", b: "1", side: matchMedia("(max-width: 30rem)").matches ? 8 : 12 };

/** Counts the drawings, so that an answer that comes late draws nothing. */
let begun = 0;

/** Draws the map of the view, or of another game. `load` puts a pair on the table. */
export async function drawMap(section, api, games, load, game = view.game) {
  begun += 1;
  const drawing = begun;
  const pairs = games.filter(isPair);
  if (pairs.length === 0) return;
  if (view.game !== game || !view.game) Object.assign(view, { game: (pairs.find(({ id }) => id === game) ?? pairs[0]).id, a: "1", b: "1" });
  const entry = pairs.find(({ id }) => id === view.game);
  const fault = h("p", { class: "fault", role: "alert", id: "map-fault", hidden: true });
  const again = () => drawMap(section, api, games, load);

  const select = h("select", { id: "map-game", onchange: () => drawMap(section, api, games, load, select.value) },
    pairs.map(({ id, name }) => h("option", { value: id, selected: id === view.game }, name)));
  const from = (side) => {
    const input = h("input", { id: `map-${side}`, inputmode: "numeric", size: "6", value: view[side], "aria-describedby": "map-fault", onchange: () => {
      view[side] = input.value.trim();
      return again();
    } });
    return input;
  };
  const size = h("select", { id: "map-side", onchange: () => {
    view.side = Number(size.value);
    return again();
  } }, SIDES.map((side) => h("option", { value: String(side), selected: side === view.side }, `${side} × ${side}`)));
  const field = (label, control) => h("label", { class: "field", for: control.id }, h("span", {}, label), control);

  const [first, second] = entry.text_form.split(",");
  let table = null;
  try {
    const range = (start) => {
      if (!/^[0-9]+$/.test(start)) throw new Error("A map begins at an integer of 0 or more.");
      return `${start}..${BigInt(start) + BigInt(view.side - 1)}`;
    };
    const map = await api.get(`v1/games/${encodeURIComponent(entry.id)}/map?a=${range(view.a)}&b=${range(view.b)}`);
    table = heat(map, entry, [first, second], load);
  } catch (problem) {
    fault.textContent = problem.message;
    fault.hidden = false;
  }
  if (drawing !== begun) return;
  replace(section,
    h("h2", { id: "map-title" }, "Map of values"),
    h("p", { class: "muted" }, "The Grundy value of every pair. Where it is 0, the player to move loses. Pick a pair to play it."),
    h("div", { class: "fields" }, field("Game", select), field(`${first} from`, from("a")), field(`${second} from`, from("b")), field("Size", size)),
    fault, table);
}

function heat(map, entry, [first, second], load) {
  const [a, b] = [BigInt(map.a[0]), BigInt(map.b[0])];
  const columns = map.values[0]?.length ?? 0;
  const buttons = [];
  const cell = (value, row, column) => {
    if (value === null) return h("td", {}, h("span", { class: "cell none" }));
    const pair = [a + BigInt(row), b + BigInt(column)];
    const level = BigInt(value) >= BigInt(LEVELS) ? LEVELS : Number(value);
    const button = h("button", {
      type: "button", class: `cell level-${level}`, "aria-label": `${pair.join(", ")}: value ${value}`,
      "data-pair": pair.join(","), onclick: () => load(entry, pair.map(String)),
    }, String(value).length > 3 ? "…" : String(value));
    buttons.push(button);
    return h("td", {}, button);
  };
  const head = (number, scope) => {
    const digits = String(number);
    return h("th", { scope, title: digits }, digits.length > HEAD ? `…${digits.slice(1 - HEAD)}` : digits);
  };
  const table = h("table", { class: `heat${map.values.length > 20 ? " dense" : ""}` },
    h("caption", { class: "unseen" }, `Grundy values of ${entry.name}: rows are ${first}, columns ${second}`),
    h("thead", {}, h("tr", {}, h("td", {}, h("span", { class: "corner" }, `${first} \\ ${second}`)),
      Array.from({ length: columns }, (_, column) => head(b + BigInt(column), "col")))),
    h("tbody", {}, map.values.map((line, row) => h("tr", {}, head(a + BigInt(row), "row"), line.map((value, column) => cell(value, row, column))))));
  if (buttons.length) roving(table, buttons, columns);
  return h("div", { class: "scroll", role: "region", "aria-label": "The map" }, table);
}
