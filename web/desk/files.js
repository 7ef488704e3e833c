// Files of the values: CSV, JSON, and the b-file of the OEIS.

import { gamesOf } from "./typed.js";
import { DRAWN, LOST, WON } from "./values.js";

const WINNERS = { [LOST]: "second", [WON]: "first", [DRAWN]: "draw" };

/** Writes a cell of CSV. A text that a spreadsheet might read as a formula gets an apostrophe before it. */
function cell(value) {
  const text = value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
  const kept = /^[=+@\t-]/.test(text) && typeof value === "string" ? `'${text}` : text;
  return kept.match(/[",\n]/) ? `"${kept.replaceAll('"', '""')}"` : kept;
}

const csv = (head, rows) => [head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n").concat("\r\n");

function* numbersOf(all) {
  const from = Math.min(...all.map(({ values }) => values.from));
  const to = Math.max(...all.map(({ values }) => values.next));
  for (let n = from; n < to; n += 1) yield [n, ...all.map(({ values }) => values.value(n) ?? null), ...all.map(({ values }) => WINNERS[values.outcome(n)] ?? null)];
}

/**
 * The table of a file. It is made from several games of one number (`{source, values}` each), from one game of two
 * numbers (`{source, pairs}`), or from a list of positions (`{source, list}`). It has a column of genera if the genera
 * are known.
 */
export function csvOf(all, genus) {
  const [{ pairs, list }] = all;
  if (pairs) return csv(["a", "b", "grundy"], pairs.known());
  if (list) {
    const columns = Object.keys(list).filter((name) => Array.isArray(list[name]) && name !== "positions");
    return csv(["position", ...columns, ...(genus ? ["genus"] : [])], list.positions.map((position, at) => [position, ...columns.map((name) => list[name][at]), ...(genus ? [genus[at]] : [])]));
  }
  const names = all.map((_, nth) => (nth ? `_${nth + 1}` : ""));
  const rows = [...numbersOf(all)].map((row, at) => (genus ? [...row, genus[at]] : row));
  return csv(["n", ...names.map((name) => `grundy${name}`), ...names.map((name) => `winner${name}`), ...(genus ? ["genus"] : [])], rows);
}

export function jsonOf(all, play, genus) {
  const one = ({ source, values, pairs, list }) => {
    if (list) return { ...list, ...(genus && { genus }) };
    const head = { ...gamesOf(source), ...source.pieces, game: source.key, play };
    if (pairs) return { ...head, values: [...pairs.known()] };
    const numbers = Array.from({ length: values.length }, (_, at) => values.value(values.from + at));
    const winner = Array.from({ length: values.length }, (_, at) => WINNERS[values.outcome(values.from + at)] ?? null);
    return { ...head, positions: { from: values.from, to: values.next - 1 }, grundy: numbers, winner, ...(genus && { genus }), ...(values.proved && { period: values.proved }) };
  };
  return `${JSON.stringify(all.length === 1 ? one(all[0]) : all.map(one))}\n`;
}

/** Writes a line for each number and its value. It stops before the first value that is not an integer. */
export function bFileOf({ source, values }) {
  const lines = [`# Grundy values of ${source.name}`];
  for (let n = values.from; n < values.next; n += 1) {
    const value = values.value(n);
    if (value === null || typeof value === "object") break;
    lines.push(`${n} ${value}`);
  }
  return `${lines.join("\n")}\n`;
}

/** Makes the browser save a text as a file. */
export function save(name, type, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
