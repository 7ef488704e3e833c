// Shows what a move leaves: the table of a code, or the options of the first positions of rules in Python, as the service
// understands them. A wrong rule is seen there before its values are believed.

import { codeTable } from "../codes.js";
import { h } from "../element.js";
import { api } from "./shared.js";
import { literal } from "./tables.js";
import { gamesOf, OWN } from "./typed.js";

/** The number of positions, the pairs, and the most options that are shown of each. */
const [FIRST, PAIRS, OPTIONS] = [6, [[0, 0], [0, 1], [1, 0], [1, 1], [1, 2], [2, 2]], 16];

const leftText = (to) => (to?.sum ? to.sum.map(literal).join(" + ") || "nothing" : literal(to));

/** Draws what moves leave in the game of a slot. Without `signal`, only what needs no request is drawn. */
export async function drawLeaves({ leaves, typed, source, values, list }, signal) {
  if (!typed.isRules) return leaves.replaceChildren(...[codeTable(typed.key ?? "")].filter(Boolean));
  if (!signal) return;
  const first = values ? Array.from({ length: FIRST }, (_, n) => values.from + n) : (list?.positions.slice(0, FIRST) ?? PAIRS);
  const asked = first.map((position) => api.ask("v1/moves", { ...gamesOf(source), position: { [OWN]: [position] }, limit: OPTIONS }, signal).catch(() => null));
  const answers = await Promise.all(asked);
  if (signal.aborted) return;
  leaves.replaceChildren(h("ol", { "aria-label": "What a move leaves" }, first.flatMap((position, nth) => (answers[nth] ? [h("li", {},
    `${literal(position)} → ${answers[nth].moves.map(({ to }) => leftText(to)).join(", ") || "no move"}${answers[nth].next ? ", …" : ""}`)] : []))));
}
