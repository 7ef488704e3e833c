// The user's own games as lines of plain text: a graph, or pieces that are put on boards. The dialog of maker.js writes
// such texts, and users can type them.

/** An arrow of a graph. */
const ARROW = /\s*(?:→|->)\s*/;

/** The name of a vertex is one word. */
const WORD = /^[^\s,+→>]+$/;

/** True if a text describes a graph. Each line has a vertex, an arrow, and the vertices to which moves lead. */
export const isGraph = (text) => ARROW.test(text) && text.split("\n").every((line) => line.trim() === "" || ARROW.test(line));

/** Reads a graph: `a → b, c + d` leads from a to b, or to the sum of c and d. Throws an error if the text is wrong. */
export function readGraph(text) {
  const graph = new Map();
  for (const line of text.split("\n").filter((each) => each.trim())) {
    const [from, to, ...more] = line.trim().split(ARROW);
    if (!WORD.test(from) || more.length) throw new Error(`A line is one vertex, an arrow, and the vertices to which moves lead: “${line.trim()}” is not.`);
    const options = to.split(",").map((option) => option.split("+").map((name) => name.trim())).filter((option) => option.join("") !== "");
    const wrong = options.flat().find((name) => !WORD.test(name));
    if (wrong !== undefined) throw new Error(`Between vertices is a comma: “${wrong}” is no name.`);
    graph.set(from, [...(graph.get(from) ?? []), ...options.map((option) => (option.length === 1 ? option[0] : option))]);
  }
  for (const name of [...graph.values()].flat(2)) if (!graph.has(name)) graph.set(name, []);
  return Object.fromEntries(graph);
}

/** Writes a graph. */
export const writeGraph = (graph) => Object.entries(graph).map(([from, options]) => `${from} → ${options.map((option) => [option].flat().join(" + ")).join(", ")}`.trimEnd()).join("\n");

const PIECES = /^pieces?\s*:?\s+([x./,\s]+?)(\s+turned)?\s*$/i;

/** True if a text describes pieces. */
export const isPieces = (text) => PIECES.test(text.trim());

/** Reads pieces. Slashes separate the rows of a piece, as in `pieces xx, x/x` or `pieces xx/x. turned`. */
export function readPieces(text) {
  const [, list, turned] = text.trim().match(PIECES);
  const pieces = list.split(",").map((piece) => piece.trim().split("/")).filter((rows) => rows.join("").includes("x"));
  return { pieces, turn: turned !== undefined };
}

export const writePieces = ({ pieces, turn }) => `pieces ${pieces.map((rows) => rows.join("/")).join(", ")}${turn ? " turned" : ""}`;

/** The numbers that may be taken: those of a set, or of a code whose digits are 0 or 7. Null for other texts. */
export function readTakings(text) {
  const set = text.trim().match(/^\{([\d\s,]*)\}$/);
  if (set) return { numbers: set[1].split(",").map(Number).filter(Boolean), isSplit: false };
  const code = text.trim().match(/^0?\.([07]+)$/);
  return code ? { numbers: [...code[1]].flatMap((digit, at) => (digit === "7" ? [at + 1] : [])), isSplit: true } : null;
}

/** Writes the numbers that may be taken. They are a set, or a code if a move may split the rest. */
export function writeTakings({ numbers, isSplit }) {
  if (!isSplit) return `{${numbers.join(", ")}}`;
  return `0.${Array.from({ length: Math.max(0, ...numbers) }, (_, at) => (numbers.includes(at + 1) ? 7 : 0)).join("")}`;
}
