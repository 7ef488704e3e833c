// The state of the desk, as it is in the link. All of it is in the fragment of the URL, which browsers send to no
// server.

/** The choices for the largest number. */
export const ENDS = [100, 1000, 10_000, 100_000, 999_999];

/** The views for each kind of positions. The first view of a kind is its default. The quotient is for misère play. */
export const VIEWS = {
  numbers: [["plot", "Plot"], ["folded", "Folded"], ["table", "Table"], ["losing", "P-positions"], ["residues", "Residues"], ["quotient", "Quotient"]],
  pairs: [["map", "Map"], ["losing", "P-positions"]],
  list: [["table", "Table"], ["losing", "P-positions"]],
};

const KINDS = Object.keys(VIEWS);

/** The numbers that two values make, each under its name in the link. XOR is the value of the sum of both games. */
export const BETWEEN = {
  difference: (one, other) => one - other,
  xor: (one, other) => (one < 2 ** 31 && other < 2 ** 31 ? one ^ other : NaN),
};

/** The text of such a number. */
export const between = (combine, one, other) => (typeof one === "number" && typeof other === "number" ? String(combine(one, other)) : "?");

const integer = (text, otherwise) => (/^\d{1,9}$/.test(text ?? "") ? Number(text) : otherwise);

/** Reads the state from a fragment. */
export function readState(hash) {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const game = (name) => ({ text: said.get(name) ?? "", of: { kind: KINDS.find((kind) => kind === said.get(`${name}-positions`)) ?? null, start: said.get(`${name}-start`) ?? "" } });
  const games = [game("game"), ...(said.has("with") ? [game("with")] : [])];
  const view = said.get("x")?.match(/^(\d+)\.\.(\d+)$/);
  const pair = said.get("n")?.match(/^(\d{1,6}),(\d{1,6})$/);
  const square = said.get("square")?.match(/^(\d{1,6}),(\d{1,6}),(\d{1,6})$/);
  return {
    games, to: ENDS.find((end) => end === integer(said.get("to"))) ?? 1000, play: said.get("play") === "misere" ? "misere" : "normal", show: said.get("show"),
    fold: integer(said.get("fold"), null), modulus: integer(said.get("modulus"), null), between: Object.keys(BETWEEN).find((name) => said.has(name)) ?? "", hasGenus: said.has("genus"), picked: integer(said.get("n"), null), pair: pair ? pair.slice(1).map(Number) : null,
    view: view ? [Number(view[1]), Number(view[2])] : null, square: square ? square.slice(1).map(Number) : null,
    // Where a formula fails. This is not in the link.
    wrong: [],
  };
}

/** Writes the state as a fragment, without the values that are defaults. */
export function writtenState({ games, to, play, show, fold, modulus, between, hasGenus, picked, pair, view, square }) {
  const said = new URLSearchParams();
  games.forEach(({ text, of }, nth) => {
    const name = ["game", "with"][nth];
    said.set(name, text);
    if (of.kind) said.set(`${name}-positions`, of.kind);
    if (of.kind === "list" && of.start) said.set(`${name}-start`, of.start);
  });
  if (to !== 1000) said.set("to", to);
  if (play !== "normal") said.set("play", play);
  if (show) said.set("show", show);
  if (fold !== null) said.set("fold", fold);
  if (modulus !== null) said.set("modulus", modulus);
  if (between) said.set(between, "");
  if (hasGenus) said.set("genus", "");
  if (picked !== null || pair) said.set("n", picked ?? pair);
  if (view) said.set("x", view.join(".."));
  if (square) said.set("square", square.join(","));
  return String(said);
}
