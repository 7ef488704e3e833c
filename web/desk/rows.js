// What is seen in rows: the table, the P-positions and the residues.

import { copyButton, h, replace } from "../element.js";
import { numberField, usual } from "./fields.js";
import { known, pick, place, readout, slots, state, write } from "./shared.js";
import { drawLosing, drawResidues, drawTable } from "./tables.js";

export function seeTable() {
  let at = slots[0].values && state.picked !== null ? Math.max(0, state.picked - slots[0].values.from) : 0;
  const section = h("div", { class: "rows-view" });
  replace(place("tuning"));
  replace(place("view"), section);
  readout("");
  const redraw = () => {
    if (known().length) drawTable(section, known(), { at, picked: state.picked, pick, go: (to) => {
      at = to;
      redraw();
    } });
  };
  return { redraw };
}

export function seeLosing() {
  let most = 1000;
  const section = h("div", { class: "rows-view" });
  replace(place("tuning"));
  replace(place("view"), section);
  readout("");
  const redraw = () => {
    if (known().length) drawLosing(section, known(), { play: state.play, shown: most, copy: (text) => copyButton("Copy the list", text, () => place("losing")), more: (next) => {
      most = next;
      redraw();
    } });
  };
  return { redraw };
}

export function seeResidues() {
  const section = h("div", { class: "rows-view" });
  const modulus = () => state.modulus ?? usual(200);
  replace(place("tuning"), numberField("modulus", "Modulus", modulus(), (number) => {
    state.modulus = number;
    write();
    redraw();
  }));
  replace(place("view"), section);
  readout("");
  function redraw() {
    if (state.modulus === null) place("modulus").value = String(modulus());
    const proved = slots[0].values?.proved;
    if (slots[0].values) drawResidues(section, slots[0], modulus(), proved ? ". With the period that is proved, it goes on so." : ". Beyond nothing is said.");
  }
  return { redraw };
}
