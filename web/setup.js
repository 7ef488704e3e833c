// The dialog for a new position. The user finds components in the catalogue, changes them, or types them as in a link.

import { moveRule } from "./catalogue.js";
import { ENDINGS, LEVELS } from "./controls.js";
import { answersOf, compoundOf, ENDED, MOVED } from "./kinds.js";
import { editable, editor } from "./editor.js";
import { choice, filled, fold, h } from "./element.js";
import { finder } from "./finder.js";
import { linkOf, positionOfRows, readLink, writer } from "./link.js";
import { piecesOf, sentence, textOf } from "./position.js";
import { root } from "./service.js";

/** Opens the dialog with a position. `begin(what)` throws an error if the service refuses the match. */
export function openSetup(dialog, catalogue, { rows, play, compound, games, level }, begin, problem = null) {
  let list = rows.map((row) => ({ ...row }));
  let convention = play;
  let kind = compound;
  let own = { ...games };
  const position = () => positionOfRows(list, catalogue, own);
  const link = () => linkOf({ position: position(), play: convention, compound: kind, games: used(own, list), whole: true });

  const rowsBox = h("div", { class: "rows", id: "setup-rows" });
  const whole = field("setup-text", "", () => {
    const read = readLink(whole.value);
    list = read.rows;
    convention = read.play;
    kind = read.compound;
    own = read.games;
    drawRows();
    drawPlay();
  });
  whole.setAttribute("aria-describedby", "setup-fault");
  const write = () => (whole.value = link());
  const fault = h("p", { class: "fault", id: "setup-fault", role: "alert", hidden: true });
  const playBox = h("div");
  const drawPlay = () => playBox.replaceChildren(choice("setup-play", "Who wins at the end",
    [...ENDINGS], convention, (value) => {
      convention = value;
      write();
    }),
  h("div", { class: "setting" }, h("span", { class: "label" }, "A turn is a move in"), choice("setup-moved", "In which components a turn is a move", MOVED, answersOf(kind).moved, (moved) => answer({ moved }))),
  h("div", { class: "setting" }, h("span", { class: "label" }, "The match ends when"), choice("setup-ended", "When the match ends", ENDED, answersOf(kind).ended, (ended) => answer({ ended }))));
  /** Changes the kind of compound by the answer to one of the two questions. */
  const answer = (given) => {
    const { moved, ended } = { ...answersOf(kind), ...given };
    kind = compoundOf(moved, ended);
    write();
  };

  const oracle = h("select", { id: "setup-level" }, LEVELS.map(([value, label]) => h("option", { value, selected: value === level }, label)));

  const drawRows = () => rowsBox.replaceChildren(...list.map((row, at) => {
    const entry = catalogue.entry(row.game, own);
    const id = `setup-${at}`;
    const input = field(id, row.text, () => {
      row.text = input.value;
      write();
    });
    input.setAttribute("aria-describedby", `${id}-fault`);
    // The key of a game in a family has parameters, so it has its own field.
    const key = entry.parameters && field(`${id}-key`, row.game, () => {
      row.game = key.value;
      write();
    });
    key?.setAttribute("aria-label", "The game with its parameters");
    const remove = h("button", { type: "button", class: "quiet", "aria-label": `Remove ${entry.name} ${row.text}`, onclick: () => {
      list.splice(at, 1);
      write();
      drawRows();
      (rowsBox.querySelectorAll("input")[Math.min(at, list.length - 1)] ?? whole).focus();
    } }, "✕");
    const by = byHand(`${id}-by-hand`, entry, row, (text) => {
      row.text = text;
      input.value = text;
      write();
    });
    return h("div", { class: "row" },
      h("label", { for: id }, key ?? entry.name, " ", h("span", { class: "muted small" }, entry.text_form)), input, remove,
      h("p", { class: "fault", id: `${id}-fault`, role: "alert", hidden: true }), by);
  }));
  const add = (game, text) => {
    list.push({ game, text });
    write();
    drawRows();
    const last = rowsBox.querySelector(`#setup-${list.length - 1}`);
    last.focus();
    last.select();
  };

  /** Shows each fault beside its field. Faults that belong to no field are shown beside the text. */
  const tell = (refused) => {
    dialog.querySelectorAll(".fault").forEach((place) => (place.hidden = true));
    dialog.querySelectorAll("[aria-invalid]").forEach((input) => input.removeAttribute("aria-invalid"));
    const say = (id, text) => {
      const place = dialog.querySelector(`#${id}-fault`);
      place.textContent = place.hidden ? sentence(text) : `${place.textContent} ${sentence(text)}`;
      place.hidden = false;
      dialog.querySelector(`#${id === "setup" ? "setup-text" : id}`).setAttribute("aria-invalid", "true");
    };
    const errors = refused.errors?.length ? refused.errors : [{ pointer: "", detail: refused.message }];
    for (const { pointer, detail } of errors) {
      const [, game, index = 0] = pointer.match(/^\/position\/([^/]+)(?:\/(\d+))?/) ?? [];
      const places = list.map((row, at) => [row.game, at]).filter(([id]) => id === game?.replaceAll("~1", "/"));
      const place = places[Number(index)];
      say(place ? `setup-${place[1]}` : "setup", detail);
    }
    dialog.querySelector("[aria-invalid]")?.focus();
  };
  const start = async (event) => {
    event.preventDefault();
    try {
      await begin({ position: position(), play: convention, compound: kind, games: used(own, list), level: oracle.value });
      dialog.close();
    } catch (refused) {
      tell(refused);
    }
  };

  write();
  drawRows();
  drawPlay();
  dialog.replaceChildren(h("form", { onsubmit: start, novalidate: true },
    h("h2", { id: "setup-title" }, "New position"),
    h("p", { class: "muted" }, "Put any components on the table; together they are one game."),
    rowsBox, playBox,
    h("label", { class: "field wide", for: "setup-level" }, h("span", {}, "Oracle"), oracle),
    catalogued(catalogue, add),
    h("p", { class: "muted" }, "A game of your own is made ", h("a", { href: new URL("desk/", root).href }, "at the desk"), ", and played from there."),
    h("label", { class: "field wide", for: "setup-text" }, h("span", {}, "As text"), whole),
    fault,
    h("div", { class: "buttons end" },
      h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
      h("button", { type: "submit", class: "main", id: "start" }, "Start"))));
  if (!dialog.open) dialog.showModal();
  if (problem) tell(problem);
  else dialog.querySelector("#setup-search").focus();
}

const used = (own, list) => Object.fromEntries(Object.entries(own).filter(([name]) => list.some(({ game }) => game === name)));

function field(id, value, oninput) {
  return h("input", { id, value, autocomplete: "off", autocapitalize: "off", spellcheck: "false", oninput });
}

/**
 * The editor of a row that has exactly one component, if this component can be edited. Null for all other rows.
 * `change(text)` is called with the new text.
 */
function byHand(id, entry, row, change) {
  const pieces = piecesOf(row.text, entry.sample);
  if (pieces.length !== 1 || !editable(entry, pieces[0])) return null;
  const details = fold(id, { class: "by-hand" }, [h("span", { "aria-hidden": "true" }, "✎"), h("span", { class: "unseen" }, `Draw ${entry.name} ${row.text}`)]);
  return filled(details, () => editor(entry, piecesOf(row.text, entry.sample)[0], (piece) => change(writer(row.game, {})(piece))));
}

/** The games of the catalogue that are searched for. A click adds the game. */
function catalogued(catalogue, add) {
  const list = h("ul", { class: "found", id: "setup-found", "aria-label": "Games" });
  const show = (found, all, advice) => {
    list.hidden = all;
    list.replaceChildren(...(all ? [] : found).map((game) => h("li", {},
      h("button", { type: "button", "data-game": game.id, onclick: () => add(catalogue.key(game), textOf(Object.values(game.example.position)[0][0])) },
        h("b", {}, `+ ${game.name}`), h("span", {}, moveRule(game)), game.aliases?.length > 0 && h("span", { class: "muted small" }, game.aliases.join(", "))))));
    if (found.length === 0) list.append(h("li", { class: "muted" }, advice));
  };
  return finder(catalogue, "setup-search", "Add a game", show, () => list.querySelector("button")?.click(), list);
}
