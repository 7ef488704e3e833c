// The words of the page for the winner, the moves, the mistakes, and the faults.

import { turnText } from "./places.js";
import { grouped, saysSize, shown, withFrom } from "./position.js";
import { shortRule } from "./starts.js";

/** The sentence about the end of a match, in normal and in misère play. */
export const ENDS = { normal: "Whoever cannot move loses", misere: "Whoever cannot move wins (misère play)" };

/** The sentence about the end of a match, to be written after a short rule. */
const END = { normal: "Who makes the last move wins", misere: "Who makes the last move loses" };

/** The rule of the match, including the end, in at most three lines. */
export function inPlainWords(match, ruleOf) {
  const games = Object.keys(match.root.position);
  if (match.combined && games.length) return match.combined.ruleOf(match, ruleOf);
  if (games.length > 1) return `A turn is one move, in one of the ${grouped(games.length)} games. ${ENDS[match.play]}.`;
  if (games.length === 0) return `${ENDS[match.play]}.`;
  const entry = match.entry(games[0]);
  const short = shortRule(entry, match.root.position[games[0]]);
  if (!short) return `${ruleOf(entry)} ${ENDS[match.play]}.`;
  const isSaid = match.play === "normal" && /\b(wins|loses)\b/.test(short);
  const isSeveral = match.root.position[games[0]].length > 1 && !short.includes("one heap");
  return [short, isSeveral && "Each move is made in one of them.", !isSaid && `${END[match.play]}.`].filter(Boolean).join(" ");
}

/** The name of a player. */
export const nameOf = ({ isOfPeople }, by) => (isOfPeople ? { caller: "First", oracle: "Second" } : { caller: "You", oracle: "Oracle" })[by];

export function title(match) {
  if (match.busy === "think") return "The oracle thinks …";
  if (match.busy === "reply") return "The oracle moves";
  if (match.busy) return "One moment …";
  if (match.isOfPeople && match.wonBy !== "draw") return `${nameOf(match, match.wonBy ?? match.mover)} player${match.wonBy ? " won" : "’s turn"}`;
  if (match.wonBy) return { caller: "You won", oracle: "The oracle won", draw: "A draw" }[match.wonBy];
  return match.isOracles ? "The oracle is to move" : "Your turn";
}

/** The name of the component of a move: the game and its component, as far as there are several of them. */
export function placeOf(match, { game, from }, text) {
  const { position } = match.root;
  const { name } = match.entry(game);
  if (position[game].length > 1 && !saysSize(from, text)) return `${name} ${shown(from)}`;
  return Object.keys(position).length > 1 ? name : null;
}

/** The text of a move in the position of `node`, with the component in which it is made. */
export function plyText(match, ply, node = match.node) {
  if (ply.moves) return ply.moves.map((move) => plyText(match, move, node)).join("; ");
  const text = turnText(match, ply, node);
  const place = placeOf(match, ply, text);
  return place ? `${place}: ${text}` : text;
}

/** The sentence about the last move. */
export function lastText(match) {
  const ply = match.reply ?? match.node.ply;
  if (!ply) return null;
  return `${nameOf(match, match.reply ? "oracle" : match.node.by)}: ${plyText(match, ply, match.reply ? match.node : match.node.parent)}`;
}

/** The text of a count. A long count is given approximately, as a power of ten. */
function roughly(count) {
  const text = String(count);
  if (text.length <= 7) return grouped(count);
  return `about ${text[0]} · 10${[...String(text.length - 1)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("")}`;
}

/** The sentence that says who wins with perfect play, or why the match is over. */
export function outlook(match, show) {
  if (match.wonBy === "draw") return "The same position came for the third time.";
  if (match.wonBy) return `${match.combined?.endOf(match) ?? "No move is left."} ${ENDS[match.play]}.`;
  if (show === "none") return "Who will win is hidden.";
  const { analysis, listing, node } = match;
  // The outcome of the player's own move is known before the reply.
  const { outcome } = node;
  if (match.isOracles || !listing) return { win: "The oracle can win now.", draw: "A draw, if both keep to it.", loss: "You are winning." }[outcome] ?? "";
  if (match.isOfPeople && analysis.winner !== "draw") {
    return analysis.winner === "first" ? `The player to move can win: ${roughly(listing.winningCount)} of ${roughly(listing.count)} moves ${String(listing.winningCount) === "1" ? "wins" : "win"}.` : "The other player can win: every move here leaves a winning reply.";
  }
  if (analysis.winner === "draw") return "A draw: each of you can keep the play going for ever.";
  if (analysis.winner === "second") return "The oracle will win: every move here leaves it a winning reply.";
  const [some, all] = [roughly(listing.winningCount), roughly(listing.count)];
  if (some === all) return all === "1" ? "You will win: the only move wins." : "You will win, whatever you do now: every move wins.";
  return `You will win, if you find ${some === "1" ? "the one right move" : `one of ${some} right moves`} among ${all}.`;
}

/** The words for a mistake; null if the move is no mistake. */
export function mistakeText(match, node) {
  const { mistake } = node;
  if (!mistake) return null;
  const what = mistake.gave === "draw" ? "gave the win away for a draw" : `gave the ${mistake.had === "draw" ? "draw" : "win"} ${node.by === "oracle" && mistake.had !== "draw" ? "back" : "away"}`;
  return node.parent.best ? `${what}; best was ${plyText(match, withFrom(node.parent.position, node.parent.best), node.parent)}` : what;
}

/** The sentence about a mistake in the player's last move. If the oracle's reply was a mistake as well, it says so. */
export function lastMistake(match) {
  const node = match.node.by === "oracle" ? match.node.parent : match.node;
  if (match.isOfPeople || node?.by !== "caller" || !node.mistake) return null;
  const { had, gave } = node.mistake;
  if (match.node !== node && match.node.mistake) return `Your move gave the ${had} away, but the oracle's gave it back.`;
  return `Your move gave the ${had} away${gave === "draw" ? " for a draw" : ""}. ${match.isOracles ? "The oracle can win now." : "Undo it, and try another."}`;
}

/** The number of the turn to which a move belongs. */
export const numberOf = (node) => node.path.slice(1).filter(({ by }, at) => by === "caller" || at === 0).length;

/** The player's last mistake on the way to the position. If the player has lost, this mistake decided the match. */
export const decisive = (match) => match.plies.findLast((node) => node.by === "caller" && node.mistake) ?? null;

/** The summary of a match that is over. */
export function story(match) {
  if (!match.wonBy || match.isOfPeople) return null;
  const last = decisive(match);
  if (match.wonBy === "draw") return last ? `You had the win until move ${numberOf(last)}.` : "Neither of you gave anything away.";
  if (match.wonBy === "oracle") return last ? `You had the ${last.mistake.had} until move ${numberOf(last)}.` : "It was lost from the start: no move of yours was a mistake.";
  return last ? `You gave it away at move ${numberOf(last)}, and the oracle gave it back.` : "You made no mistake.";
}

/** The text that a screen reader says after a turn. */
export function announcement(match, show) {
  const said = match.node.path.slice(1).slice(match.node.by === "oracle" && !match.isOfPeople ? -2 : -1).map(({ by, ply, parent }) => `${nameOf(match, by)}: ${plyText(match, ply, parent)}.`);
  return [...said, `${title(match)}.`, outlook(match, show), match.wonBy && show !== "none" && story(match)].filter(Boolean).join(" ");
}
