// The words of the page for who wins, what a move gave away, and what is wrong.

import { Match } from "./match.js";
import { grouped } from "./position.js";

/** What ends a match, by its convention. */
export const ENDS = { normal: "Whoever cannot move loses", misere: "Whoever cannot move wins (misère play)" };

/** A detail as a sentence. */
export function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

export function title(match) {
  if (match.busy === "move") return match.meanwhile?.reply ? "The oracle moves" : "The oracle thinks …";
  if (match.busy) return "One moment …";
  if (match.wonBy) return match.wonBy === "caller" ? "You won" : "The oracle won";
  return "Your turn";
}

/** Who will win with perfect play, or why it is over. */
export function outlook(match, show) {
  if (match.wonBy) return `No move is left. ${ENDS[match.play]}.`;
  if (show === "none") return "Who will win is hidden.";
  const { analysis, listing } = match;
  if (analysis.winner === "draw") return "A draw: each of you can keep the play going for ever.";
  if (analysis.winner === "second") return "The oracle will win: every move here leaves it a winning reply.";
  const some = grouped(listing.winningCount);
  return `You will win, if you find ${some === "1" ? "the one right move" : `one of ${some} right moves`} among ${grouped(listing.count)}.`;
}

/** What a turn gave away, if anything. */
export function mistakeText(turn, words) {
  const mistake = Match.mistake(turn);
  if (!mistake) return null;
  const what = turn.gave === "draw" ? "gave the win away for a draw" : `gave the ${turn.had === "draw" ? "draw" : "win"} away`;
  return `${what}; best was ${words(turn.best)}`;
}

/** How a match went, once it is over. */
export function story(match) {
  if (!match.wonBy) return null;
  const mistakes = match.played.map((turn, at) => [turn, at + 1]).filter(([turn]) => Match.mistake(turn));
  const [last, at] = mistakes.at(-1) ?? [];
  if (match.wonBy === "oracle") return last ? `You had the ${last.had} until move ${at}.` : "It was lost from the start: no move of yours was a mistake.";
  return last ? `You gave it away at move ${at}, and the oracle gave it back.` : "You made no mistake.";
}

/** What a screen reader says after a turn. */
export function announcement(match, show) {
  const last = match.turns[match.at - 1];
  const said = [last?.caller && `You: ${last.caller.text}.`, last?.reply && `Oracle: ${last.reply.text}.`];
  return [...said, `${title(match)}.`, outlook(match, show), match.wonBy && show !== "none" && story(match)].filter(Boolean).join(" ");
}
