// Views in rows: the table of values, the list of P-positions, and the residues.

import { h, replace } from "../element.js";
import { grouped, valueText } from "../position.js";
import { between, BETWEEN } from "./state.js";
import { DRAWN, LOST, WON } from "./values.js";

/** The rows of a page of the table, the P-positions that are listed at a time, and the most residues. */
const [ROWS, LISTED, RESIDUES] = [50, 1000, 200];

const OUTCOMES = { [LOST]: "P", [WON]: "N", [DRAWN]: "draw" };

/** A position of a game by rules in Python, as Python writes it. */
export function literal(position) {
  if (Array.isArray(position)) return `(${position.map(literal).join(", ")}${position.length === 1 ? "," : ""})`;
  return typeof position === "string" ? `'${position}'` : String(position);
}

const scroller = (label, ...content) => h("div", { class: "scroll rows-of-values", tabindex: "0", role: "region", "aria-label": label }, content);

/** The buttons that turn the pages of a table, and a field for a row number. */
function pages(length, first, at, go, label) {
  const button = (name, text, to) => h("button", { type: "button", id: `page-${name}`, "aria-label": text, "aria-disabled": String(to === null), onclick: () => to !== null && go(to) }, { first: "«", before: "‹", after: "›", last: "»" }[name]);
  const last = Math.max(0, Math.floor((length - 1) / ROWS) * ROWS);
  const field = h("input", { id: "page-to", inputmode: "numeric", size: "7", value: String(first + at), onchange: () => {
    const to = Number(field.value) - first;
    if (Number.isInteger(to)) go(Math.min(Math.max(0, to), Math.max(0, length - 1)));
  } });
  return h("div", { class: "pages" },
    button("first", "The first rows", at > 0 ? 0 : null), button("before", "The rows before", at > 0 ? Math.max(0, at - ROWS) : null),
    h("label", { for: "page-to" }, h("span", { class: "muted small" }, label), field),
    button("after", "The next rows", at + ROWS < length ? at + ROWS : null), button("last", "The last rows", at + ROWS < length ? last : null));
}

/** Draws a page of the table, from the row with the index `at` on. Each row is a number, or a position of `list`. */
export function drawTable(section, all, { at, go, picked, pick, genusOf }) {
  const [{ list, values }] = all;
  const printed = (position) => {
    const genus = genusOf(position);
    return h("td", { class: "genus" }, genus === undefined ? "…" : genus === null ? "–" : superscript(genus));
  };
  if (list) {
    const shown = list.positions.slice(at, at + ROWS);
    const head = ["position", ...["winner", "grundy", "remoteness"].filter((name) => list[name])];
    return replace(section, pages(list.positions.length, 1, at, go, "Row"), scroller("The table", h("table", {},
      h("thead", {}, h("tr", {}, [...head, ...(genusOf ? ["genus"] : [])].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, shown.map((position, row) => h("tr", { class: list.winner[at + row] === "second" ? "lost" : "" }, h("th", { scope: "row" }, h("code", {}, literal(position))),
        head.slice(1).map((name) => h("td", {}, name === "grundy" ? valueText(list[name][at + row]) : list[name][at + row] === null ? "–" : String(list[name][at + row]))), genusOf && printed(position)))))));
  }
  const rows = Array.from({ length: Math.min(ROWS, Math.max(0, values.length - at)) }, (_, row) => values.from + at + row);
  const isTwo = all.length > 1 && all[1].values;
  const head = ["n", ...all.filter((each) => each.values).map(({ source }) => source.name), ...(isTwo ? ["difference", "XOR"] : ["outcome"])];
  replace(section, pages(values.length, values.from, at, go, "From n ="), scroller("The table", h("table", {},
    h("thead", {}, h("tr", {}, [...head, ...(genusOf ? ["genus"] : [])].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, rows.map((n) => {
      const cells = all.filter((each) => each.values).map((each) => each.values.value(n));
      const isLost = values.outcome(n) === LOST;
      return h("tr", { class: `${isLost ? "lost" : ""}${n === picked ? " is-picked" : ""}`, onclick: () => pick(n) }, h("th", { scope: "row" }, grouped(n)),
        cells.map((value) => h("td", {}, value === undefined ? "" : valueText(value))),
        (isTwo ? Object.values(BETWEEN).map((combine) => between(combine, ...cells)) : [OUTCOMES[values.outcome(n)] ?? "?"]).map((text) => h("td", {}, text)), genusOf && printed(n));
    })))));
}

/** A genus as people print it: in `4^146`, the digits after `^` are raised. */
function superscript(text) {
  const [normal, misere] = text.split("^");
  return [normal, h("sup", {}, misere)];
}

/** Draws the P-positions. If there are two games, draws the numbers at which their values differ. */
export function drawLosing(section, all, { play, shown, more, copy }) {
  const [{ values, pairs, list, source }, other] = all;
  let [found, of] = [[], 0];
  let title = play === "misere" ? "P-positions in misère play: the player to move loses" : "P-positions: the player to move loses";
  if (pairs) {
    for (const [a, b, value] of pairs.known()) {
      if (value !== null) of += 1;
      if (pairs.isLost(a, b)) found.push(`(${a}, ${b})`);
    }
    title = "P-positions among the values that are on the map: the player to move loses";
  } else if (list) {
    found = list.positions.filter((_, at) => list.winner[at] === "second").map(literal);
    of = list.positions.length;
  } else {
    const [from, next] = [Math.max(...all.map((each) => each.values.from)), Math.min(...all.map((each) => each.values.next))];
    const isFound = (n) => (other ? String(values.value(n)) !== String(other.values.value(n)) : values.outcome(n) === LOST);
    of = next - from;
    for (let n = from; n < next; n += 1) if (isFound(n)) found.push(String(n));
    if (other) title = `Where ${source.name} and ${other.source.name} differ`;
  }
  const part = of ? (100 * found.length) / of : 0;
  const text = found.slice(0, shown).join(", ");
  replace(section, h("h3", { id: "losing-title" }, title),
    h("p", { class: "muted small", id: "losing-count" }, `${grouped(found.length)} of ${grouped(of)}, ${part.toFixed(part < 1 ? 3 : 1)} %`),
    scroller("The list", h("p", { class: "listed", id: "losing" }, text || "None."), found.length > shown && h("button", { type: "button", id: "losing-more", onclick: () => more(shown + LISTED) }, `Show more of them`)),
    h("div", { class: "buttons" }, copy(() => found.join(", "))));
}

/** The values and outcomes that the numbers of each residue have in common. */
export function drawResidues(section, { values, source }, modulus, settled) {
  const rows = Array.from({ length: Math.min(modulus, RESIDUES) }, (_, residue) => ({ residue, count: 0, lost: 0, last: null, constant: null, since: null }));
  for (let n = values.from; n < values.next; n += 1) {
    const row = rows[n % modulus];
    if (!row) continue;
    const [value, outcome] = [values.value(n), values.outcome(n)];
    row.count += 1;
    if (outcome === LOST) row.lost += 1;
    const text = valueText(value);
    if (row.constant !== text) Object.assign(row, { constant: text, since: n });
    if (row.last !== null && row.lastOutcome !== outcome) row.sinceOutcome = n;
    row.last = n;
    row.lastOutcome = outcome;
  }
  const said = (row) => {
    if (row.count < 2) return "–";
    // A value is shown only if it never changes after some number n, and n is in the first half of the numbers.
    return row.since <= (values.from + values.next) / 2 ? `${row.constant}${row.since >= values.from + modulus ? ` since n = ${grouped(row.since)}` : ""}` : "several";
  };
  const outcome = (row) => {
    if (row.lost === 0) return "never";
    if (row.lost === row.count) return "always";
    const since = row.sinceOutcome ?? values.from;
    const part = `${((100 * row.lost) / row.count).toFixed(1)} %`;
    return since <= (values.from + values.next) / 2 ? `${part}; ${row.lastOutcome === LOST ? "always" : "never"} since n = ${grouped(since)}` : part;
  };
  replace(section, h("p", { class: "muted small" }, `${source.name}, the numbers n up to ${grouped(values.next - 1)}${settled}`),
    scroller("The residues", h("table", {}, h("thead", {}, h("tr", {}, [`n mod ${modulus}`, "P-position", "value", "how many"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, rows.map((row) => h("tr", { class: row.lost === row.count && row.count ? "lost" : "" }, h("th", { scope: "row" }, String(row.residue)), h("td", {}, outcome(row)), h("td", {}, said(row)), h("td", {}, grouped(row.count)))))),
    modulus > RESIDUES && h("p", { class: "muted small" }, `The first ${RESIDUES} of ${modulus} residues.`)));
}

/** The largest number of elements whose products are shown. */
const PRODUCTS = 48;

/** Draws a misère quotient: the element of each heap, and the products. Those in the P-portion are lost. */
export function drawQuotient(section, { elements, table, p_portion: lost, positions, images, period, whole }) {
  const look = (element) => ({ class: lost.includes(element) ? "lost" : "" });
  const repeats = period ? ` From n = ${grouped(period.from)} on, they repeat with period ${grouped(period.length)}, proved.` : "";
  replace(section, h("p", { class: "muted small" }, `The quotient ${whole ? "of all heaps" : `of the heaps up to ${literal(positions.at(-1))}`} has ${grouped(elements.length)} elements. A sum is lost in misère play if the product of its elements is green: ${lost.map((element) => elements[element]).join(", ")}.${repeats}`),
    scroller("The elements of heaps", h("table", {}, h("thead", {}, h("tr", {}, ["n", "element"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, positions.map((position, at) => h("tr", look(images[at]), h("th", { scope: "row" }, literal(position)), h("td", {}, elements[images[at]])))))),
    elements.length <= PRODUCTS && scroller("The products", h("table", {}, h("tbody", {}, table.map((row, at) => h("tr", {}, h("th", { scope: "row", ...look(at) }, elements[at]), row.map((product) => h("td", look(product), elements[product]))))))));
}
