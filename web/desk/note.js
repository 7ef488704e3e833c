// The note about the values: the period with its proof, or the period that was observed.

import { h } from "../element.js";
import { grouped, sentence } from "../position.js";
import { known, place } from "./shared.js";

/** Draws the note. */
export function drawNote() {
  const parts = known().map((slot) => {
    const { source, values, pairs, list, period } = slot;
    const name = known().length > 1 && h("b", {}, `${source.name}: `);
    if (list) return h("p", {}, `${grouped(list.positions.length)} positions, ${grouped(list.winner.filter((winner) => winner === "second").length)} of them P-positions${list.winner.includes("draw") ? `, ${grouped(list.winner.filter((winner) => winner === "draw").length)} draws` : ""}.`);
    if (pairs) return h("p", {}, name, pairs.end ? h("span", { class: "fault" }, sentence(pairs.end)) : pairs.note);
    const last = values.next - 1;
    const end = values.end && h("p", { class: "muted small" }, `Beyond n = ${grouped(last)}: ${sentence(values.end)}`);
    if (values.proved) {
      const { from, length, saltus, proof } = values.proved;
      return [h("p", {}, name, h("span", { class: "proved" }, "Period ", h("b", {}, grouped(length)), saltus ? ` with saltus ${saltus}` : "", ` from n = ${grouped(from)}, proved.`)),
        proof && h("details", { class: "small" }, h("summary", {}, "The proof"), h("p", {}, proof.text, proof.source && h("cite", {}, ` ${proof.source.author}, ${proof.source.title} (${proof.source.year})`))), end];
    }
    if (!slot.isWhole) return h("p", { class: "muted" }, name, `n = ${grouped(last)} …`);
    if (period) return [h("p", {}, name, h("span", { class: "observed" }, "Period ", h("b", {}, grouped(period.length)), period.saltus ? ` with saltus ${grouped(period.saltus)}` : "", ` from n = ${grouped(period.from)}, observed up to n = ${grouped(last)}${slot.isProved ? ", and the formula below is proved" : "; nothing is proved"}.`)), end];
    return [h("p", { class: "muted" }, name, `No period is seen up to n = ${grouped(last)}.`), end];
  });
  place("note").replaceChildren(...parts.flat().filter(Boolean));
}
