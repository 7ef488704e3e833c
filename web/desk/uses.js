// The uses of what is shown: play it, save it, or send the same request from another program.

import { copyButton, h, replace } from "../element.js";
import { drawCall } from "../languages.js";
import { linkOf } from "../link.js";
import { literalOf } from "../position.js";
import { isService, root } from "../service.js";
import { bFileOf, csvOf, jsonOf, save } from "./files.js";
import { genusColumn } from "./genus.js";
import { api, known, place, state } from "./shared.js";
import { writtenState } from "./state.js";
import { literal } from "./tables.js";
import { gamesOf, OWN } from "./typed.js";
import { requestOf, WON } from "./values.js";

/** The board that is played if none is picked. */
const BOARD = [3, 4];

const boardNow = () => (state.pair?.every((side) => side > 0) ? state.pair : BOARD);

/** Draws the buttons and the call. */
export function drawUses() {
  const all = known();
  if (all.length === 0) return replace(place("uses"));
  const [slot] = all;
  const { source, values, pairs, list } = slot;
  const match = matchOf(...all);
  const name = source.definition ? OWN : source.key.replace(/[^\w.,-]+/g, "_");
  const file = (label, extension, type, text) => h("button", { type: "button", id: `save-${extension}`, onclick: async ({ currentTarget: button }) => {
    // The genus may have to be requested from the service first.
    button.setAttribute("aria-busy", "true");
    save(`${name}.${extension}`, type, await text());
    button.removeAttribute("aria-busy");
  } }, label);
  // The column of the genus for the downloaded files. They have this column only if the table shows it.
  const genus = () => (state.hasGenus && all.length === 1 && !pairs ? genusColumn(slot, (asked) => api.ask("v1/values", asked)) : undefined);
  const request = values ? requestOf(source, values.from, values.next - 1, state.play) : pairs ? { ...gamesOf(source), game: source.key, positions: { box: [[pairs.from, 20], [pairs.from, 20]] }, of: ["grundy"] }
    : { ...gamesOf(source), game: OWN, positions: "all", ...(source.isRules && { starts: [literalOf(state.games[0].of.start)] }), of: ["grundy", "winner", "remoteness"] };
  const exchange = source.board ? { path: "v1/analyze", request: source.board(...boardNow()) } : { path: "v1/values", request };
  const isOpen = place("uses").querySelector("#code")?.open;
  replace(place("uses"),
    match && h("p", {}, h("a", { class: "button", id: "play-it", href: match.href }, `Play ${match.text}`)),
    h("div", { class: "buttons files", role: "group", "aria-label": "Download" },
      file("CSV", "csv", "text/csv", async () => csvOf(all, await genus())), file("JSON", "json", "application/json", async () => jsonOf(all, state.play, await genus())),
      values && file("b-file", "txt", "text/plain", () => bFileOf(slot)), copyButton("Copy the link", () => (history.replaceState(null, "", `#${writtenState(state)}`), location.href))),
    h("details", { id: "code", open: isOpen }, h("summary", {}, isService ? "The same by curl, Python or JavaScript" : "The same in JavaScript"),
      drawCall(exchange, drawUses)));
}

/**
 * The link of a match, and the words for it. While the XOR of two games is shown, the match is their sum. It begins with
 * the board of the desk, the picked number or pair, or the first position of the list. If no number is picked, it begins
 * with the largest won number up to 12, or the first if none is won. If no known pair is picked, it begins with [3, 5].
 */
function matchOf({ source, values, pairs, list }, other) {
  if (source.board) {
    const size = boardNow();
    const link = linkOf({ ...source.board(...size), play: state.play, whole: true });
    return { href: new URL(`#${link}`, root).href, text: `it on ${size.join(" × ")}` };
  }
  let position;
  if (values) {
    position = state.picked ?? values.from;
    if (state.picked === null) for (let n = Math.min(values.next - 1, 12); n >= values.from; n -= 1) if (values.outcome(n) === WON) {
      position = n;
      break;
    }
  } else if (pairs) position = state.pair && pairs.value(...state.pair) !== undefined ? state.pair : [3, 5];
  else position = list.positions[0];
  const isSum = state.between === "xor" && other?.values.has(position) && other.source.key !== source.key;
  const both = isSum ? [source, other.source] : [source];
  const own = both.find(({ definition }) => definition);
  const link = linkOf({ position: Object.fromEntries(both.map(({ key }) => [key, [position]])), play: state.play, games: own ? { [OWN]: own.definition } : {}, whole: true });
  return { href: new URL(`#${link}`, root).href, text: isSum ? `the sum with ${position} each` : own ? `it from ${literal(position)}` : `${source.name} with ${literal(position)}` };
}
