// The views of the desk that show rows of text: the table of values, the list of P-positions, and the table of
// residues.

import { copyButton, h, replace } from "../element.js";
import { numberField, usual } from "./fields.js";
import { Genus } from "./genus.js";
import { api, known, pick, place, readout, slots, state, write } from "./shared.js";
import { drawLosing, drawQuotient, drawResidues, drawTable } from "./tables.js";
import { gamesOf } from "./typed.js";

export function seeTable() {
  let at = slots[0].values && state.picked !== null ? Math.max(0, state.picked - slots[0].values.from) : 0;
  const section = h("div", { class: "rows-view" });
  const box = h("input", { type: "checkbox", id: "genus", checked: state.hasGenus, onchange: () => {
    state.hasGenus = box.checked;
    write();
    redraw();
  } });
  const check = h("label", { class: "check", for: "genus" }, box, h("span", {}, "Genus (misère play)"));
  replace(place("tuning"), check);
  replace(place("view"), section);
  readout("");
  let genus = null;
  const redraw = () => {
    const all = known();
    check.hidden = all.length !== 1;
    if (state.hasGenus && all.length === 1 && genus?.source !== all[0].source) {
      genus = new Genus(all[0].source, (asked) => api.ask("v1/values", asked), () => section.isConnected && redraw());
    }
    const genusOf = state.hasGenus && all.length === 1 ? (position) => genus.of(position) : null;
    if (all.length) drawTable(section, all, { at, genusOf, picked: state.picked, pick, go: (to) => {
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

/** The largest heap of the first quotient, if none is found for all heaps. */
const LARGEST = 12;

export function seeQuotient() {
  let [source, largest] = [null, null];
  const section = h("div", { class: "rows-view" });
  const ask = async (to) => {
    const asked = slots[0].source;
    [source, largest] = [asked, to];
    const path = `v1/games/${encodeURIComponent(asked.key)}/quotient${to === null ? "" : `?to=${to}`}`;
    const answer = await (asked.definition ? api.ask("v1/quotient", { ...gamesOf(asked), game: asked.key, to: to ?? LARGEST }) : api.get(path)).catch((problem) => problem);
    if (!section.isConnected || asked !== source || to !== largest) return;
    if (answer.message && to === null) return ask(LARGEST);
    place("largest").value = String(to ?? answer.positions?.at(-1) ?? LARGEST);
    if (answer.message) replace(section, h("p", { class: "fault" }, answer.message));
    else drawQuotient(section, answer);
  };
  replace(place("tuning"), numberField("largest", "Heaps up to", "", ask));
  replace(place("view"), section);
  readout("");
  return { redraw: () => slots[0].values && slots[0].source !== source && ask(null) };
}
