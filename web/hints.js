// Hints, which are shown one by one: first the component, then the move, then the reason.

import { grouped, movesOf, shown, valueText, withFrom } from "./position.js";
import { plyText } from "./words.js";

/** The button's label before each hint; after the last hint there is no button. */
export const NEXT = ["Hint", "Which move?", "Why?"];

const isInteger = (value) => value !== null && value !== undefined && typeof value !== "object";

/**
 * The hint that the player gets when asking for the `asked`-th time, as `{text, places, move}`. `places` has the
 * components that the hint is about. Null if there is no hint.
 */
export function hintOf(match, asked) {
  const { analysis, listing } = match;
  if (!asked || !listing || !analysis?.move || match.isOracles || match.wonBy) return null;
  const { move } = analysis;
  const places = movesOf(move);
  if (asked === 1) return match.combined ? match.combined.firstHint(match) : { places, text: first(match) };
  const withMove = { places, move };
  const name = plyText(match, withFrom(match.position, move));
  if (asked === 2) return { ...withMove, text: { first: `This wins: ${name}.`, second: `No move wins. As good as any: ${name}.`, draw: `This keeps the draw: ${name}.` }[analysis.winner] };
  return { ...withMove, text: match.combined?.reasonOf(match) ?? reason(match) };
}

function first({ analysis, listing, components, position, entry, catalogue, games }) {
  const { move } = analysis;
  if (analysis.winner === "second") return "No move wins against perfect play: whatever you do, there is an answer. Make it hard to find.";
  if (analysis.winner === "draw") return components.length > 1 ? `Look at ${nameOf()}: a move there keeps the draw.` : "No move wins, but one keeps the play going.";
  if (components.length > 1) return `A winning move is in ${nameOf()}.`;
  return listing.winningCount === 1 ? "One move wins. It leaves a position from which every reply can be answered." : `${grouped(listing.winningCount)} moves win. They leave positions from which every reply can be answered.`;

  function nameOf() {
    return `${catalogue.entry(move.game, games).name} ${shown(position[move.game][move.index])}`;
  }
}

function reason(match) {
  const { analysis, play, components } = match;
  const values = components.map(({ game, index }) => analysis.values?.[game]?.[index]);
  if (play === "normal" && analysis.winner === "first" && values.every(isInteger) && isInteger(analysis.grundy)) {
    const at = components.findIndex(({ game, index }) => game === analysis.move.game && index === analysis.move.index);
    const sum = BigInt(analysis.grundy);
    const to = BigInt(values[at]) ^ sum;
    if (components.length === 1) return `The position is worth ${valueText(values[0])}. The move leaves one that is worth 0: every reply changes that, and the next move can bring it back to 0.`;
    const line = (list) => list.map(valueText).join(" ⊕ ");
    return `The values add up without carrying: ${line(values)} = ${grouped(sum)}. The move makes ${valueText(values[at])} into ${grouped(to)}: then ${line(values.with(at, to))} = 0, and you can bring it back to 0 each time.`;
  }
  if (play === "normal" && analysis.winner === "second" && isInteger(analysis.grundy)) return "The values add up, without carrying, to 0. Every move changes that, and the reply can bring it back to 0.";
  return analysis.explanation?.at(-1)?.text ?? "";
}
