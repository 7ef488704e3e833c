// New game: a sum is built component by component, or typed as in a link.

import { choice, h } from "./element.js";
import { pieceOf, positionOf, queryOf, readQuery, textOf } from "./position.js";
import { sentence } from "./moves.js";

/** Opens the dialog on these `{game, text}`. `start(position, play)` throws what the service refuses. */
export function openSetup(dialog, games, { rows, play }, start, problem = null) {
  let list = rows.map((row) => ({ ...row }));
  let chosenPlay = play;
  const entryOf = (id) => games.find((game) => game.id === id);
  const components = () => list.map(({ game, text }) => ({ game, piece: pieceOf(text, entryOf(game)) }));
  const query = () => queryOf(positionOf(components(), games), chosenPlay);

  const rowsBox = h("div", { class: "rows", id: "setup-rows" });
  const whole = h("input", { id: "setup-text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-describedby": "setup-fault", oninput: () => {
    const read = readQuery(whole.value);
    list = read.rows;
    chosenPlay = read.play;
    drawRows();
    drawPlay();
  } });
  const fault = h("p", { class: "fault", id: "setup-fault", role: "alert", hidden: true });
  const playBox = h("div");
  const drawPlay = () => playBox.replaceChildren(choice("setup-play", "Who wins",
    [["normal", "Normal: who cannot move loses"], ["misere", "Misère: who cannot move wins"]], chosenPlay, (value) => {
      chosenPlay = value;
      whole.value = query();
    }));

  const drawRows = () => rowsBox.replaceChildren(...list.map((row, at) => {
    const entry = entryOf(row.game);
    const id = `setup-${at}`;
    const input = h("input", { id, value: row.text, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      "aria-describedby": `${id}-fault`, oninput: () => {
        row.text = input.value;
        whole.value = query();
      } });
    const remove = h("button", { type: "button", class: "quiet", "aria-label": `Remove ${entry?.name ?? row.game} ${row.text}`, onclick: () => {
      list.splice(at, 1);
      whole.value = query();
      drawRows();
      (rowsBox.querySelectorAll("input")[Math.min(at, list.length - 1)] ?? whole).focus();
    } }, "Remove");
    return h("div", { class: "row" },
      h("label", { for: id }, entry?.name ?? row.game, entry && h("span", { class: "muted small" }, ` ${entry.text_form}`)), input, remove,
      h("p", { class: "fault", id: `${id}-fault`, role: "alert", hidden: true }));
  }));

  const add = games.map((game) => h("button", { type: "button", class: "chip-button", title: game.rules, onclick: () => {
    list.push({ game: game.id, text: textOf(Object.values(game.example.position)[0][0]) });
    whole.value = query();
    drawRows();
    const last = rowsBox.querySelectorAll("input")[list.length - 1];
    last.focus();
    last.select();
  } }, `+ ${game.name}`));

  /** Says each fault beside its field, and the others beside the text. */
  const tell = (refused) => {
    dialog.querySelectorAll(".fault").forEach((place) => (place.hidden = true));
    dialog.querySelectorAll("[aria-invalid]").forEach((field) => field.removeAttribute("aria-invalid"));
    const say = (id, text) => {
      const place = dialog.querySelector(`#${id}-fault`);
      place.textContent = place.hidden ? sentence(text) : `${place.textContent} ${sentence(text)}`;
      place.hidden = false;
      dialog.querySelector(`#${id === "setup" ? "setup-text" : id}`).setAttribute("aria-invalid", "true");
    };
    const errors = refused.errors.length ? refused.errors : [{ pointer: "", detail: refused.message }];
    for (const { pointer, detail } of errors) {
      const [, game, index] = pointer.match(/^\/position\/([^/]+)\/(\d+)/) ?? [];
      const places = list.map((row, at) => [row.game, at]).filter(([id]) => id === game);
      const place = places[Number(index)];
      say(place ? `setup-${place[1]}` : "setup", detail);
    }
    dialog.querySelector("[aria-invalid]")?.focus();
  };

  const begin = async (event) => {
    event.preventDefault();
    try {
      await start(positionOf(components(), games), chosenPlay);
      dialog.close();
    } catch (refused) {
      tell(refused);
    }
  };

  whole.value = query();
  drawRows();
  drawPlay();
  dialog.replaceChildren(h("form", { onsubmit: begin, novalidate: true },
    h("h2", { id: "setup-title" }, "New game"),
    h("p", { class: "muted" }, "Put any components on the table; together they are one game, and a move is made in one of them."),
    h("div", { class: "chips-row", role: "group", "aria-label": "Add a component" }, add),
    rowsBox,
    playBox,
    h("label", { class: "field wide", for: "setup-text" }, h("span", {}, "As text"), whole),
    fault,
    h("div", { class: "buttons end" },
      h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
      h("button", { type: "submit", class: "main", id: "start" }, "Start"))));
  if (!dialog.open) dialog.showModal();
  if (problem) tell(problem);
}
