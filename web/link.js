// Links. A link has the position on the table and the settings, as a query string. Components are written as in URLs of
// the API.

import { componentsOf, movesOf, piecesOf, positionOf, textOf } from "./position.js";

/**
 * The parameters of a link that are not components. No game of the catalogue has one of these names. If a player's own
 * game has such a name, the name means the game, and the parameter has its default.
 */
const PARAMETERS = ["play", "compound", "games", "level", "answers", "nothing", "moves", "lesson"];

/** The longest definitions of games in a link. Mail programs and messengers would cut longer links. */
const LONGEST = 4000;

/** Longer requests are posted, since servers refuse URLs over 8 KiB. */
const QUESTION = 2000;

/** True if these games are short enough for a link. */
export const isShort = (games) => encodeURIComponent(JSON.stringify(games)).length <= LONGEST;

const plain = (text) => encodeURIComponent(text).replace(/%2C|%28|%29|%3B|%3A|%2F|%40/g, decodeURIComponent);

/**
 * Writes a token and its edges, as in `0,0.1`. If there is only one edge, `textOf` would take the token for a number
 * and the edge for a list of heaps. So the token is put into a list.
 */
const ofToken = (piece) => textOf(piece.length === 2 ? [[piece[0]], piece[1]] : piece);

/**
 * Returns the function that writes positions of a game. If the rules of the game are in Python, a position may have any
 * shape, so it is written as JSON. In this JSON, `;` and `~` are escaped, because a link has `;` between turns and `~`
 * between the moves of one turn.
 */
export const writer = (game, games) => (Object.hasOwn(games, game) ? (games[game]?.rules ? (piece) => JSON.stringify(piece).replaceAll(";", "\\u003b").replaceAll("~", "\\u007e") : textOf) : game.endsWith("-geography") ? ofToken : textOf);
const written = (position, games = {}) => componentsOf(position).map(({ game, piece }) => `${plain(game)}=${plain(writer(game, games)(piece))}`);

/** A request as the query string of a URL of the API, or null if it has no such form or is too long. */
export function queryOf({ position, play, games, move, combined_move: combined, ...rest }) {
  const components = written(position);
  if (games || move || combined || !components.length) return null;
  const more = Object.entries({ ...(play === "misere" && { play }), ...rest });
  const query = [...components, ...more.map(([name, value]) => `${plain(name)}=${plain(value)}`)].join("&");
  return query.length <= QUESTION ? query : null;
}

/** A request for the values of a range or a box as a query string, or null if it has no such form or is too long. */
export function rangeOf({ games, positions: { from, to, box }, of, ...rest }) {
  if (games || (from ?? box) === undefined || !of.length) return null;
  const range = box ? { box: box.map((side) => side.join("..")) } : { from, to };
  const query = Object.entries({ ...rest, ...range, of: of.join(",") }).map(([name, value]) => `${name}=${plain(String(value))}`).join("&");
  return query.length <= QUESTION ? query : null;
}

/**
 * Writes turns, as in `2:0;1:3,4@4`. A turn has the number of the component and the result of the move. If the move may
 * be possible at several places, the chosen place follows after `@`. A combined move is written as in `0:1~2:3`. If the
 * oracle begins, the first turn is empty.
 */
function movesText(plies, root, games) {
  let position = root;
  const texts = plies.map(({ ply, position: after }) => {
    const components = componentsOf(position);
    position = after;
    return movesOf(ply).map((move) => {
      const at = components.findIndex(({ game, index }) => game === move.game && index === move.index);
      return `${at}:${writer(move.game, games)(move.to)}${move.at === undefined ? "" : `@${move.at}`}`;
    }).join("~");
  });
  return [...(plies[0]?.by === "oracle" ? [""] : []), ...texts].join(";");
}

/**
 * Splits a move in a link, such as `3,4@4`, into the result of the move, `text`, and its place, `at`. Without a place,
 * `at` is undefined. Do not use this for the player's own games, in which a name may look like a place.
 */
export function placed(text) {
  const [, left, at] = text.match(/^(.*)@([xy]?[0-9]+(?:\.[0-9]+)?)$/) ?? [undefined, text];
  return { text: left, at };
}

function readMoves(text) {
  if (!text) return [];
  return text.split(";").map((part) => {
    const moves = part.split(/~(?=\d+:)/).map((move) => move.match(/^(\d+):(.*)$/)).filter(Boolean);
    return moves.length ? moves.map(([, at, to]) => ({ at: Number(at), text: to })) : null;
  });
}

/**
 * The link of a match, `{position, plies, play, compound, games, level, answers, lesson}`. Default values are left out.
 * An empty table is `nothing=`. Long definitions of games are left out, unless `whole` is true.
 */
export function linkOf({ position, plies = [], play = "normal", compound, games = {}, level = "perfect", answers, lesson, whole = false }) {
  const parts = written(position, games);
  if (parts.length === 0) parts.push("nothing=");
  const add = (name, isSaid, text) => isSaid && !Object.hasOwn(games, name) && parts.push(`${name}=${text}`);
  add("play", play !== "normal", play);
  add("compound", compound, compound);
  if (Object.keys(games).length && (whole || isShort(games))) parts.push(`games=${plain(JSON.stringify(games))}`);
  add("level", level !== "perfect", level);
  add("answers", answers === "hidden", answers);
  add("lesson", lesson, lesson);
  add("moves", plies.length, plies.length && plain(movesText(plies, position, games)));
  return parts.join("&");
}

/** Reads a link: its components, as rows of `{game, text}`, and its parameters. */
export function readLink(link) {
  const said = [...new URLSearchParams(link.trim().replace(/^[#?]/, ""))];
  const definitions = said.findLast(([name]) => name === "games");
  let games = {};
  try {
    games = JSON.parse(definitions?.[1] ?? "{}") ?? {};
  } catch {
    // Invalid JSON defines no games. The service then says which game it does not know.
  }
  const isParameter = (part) => part === definitions || (PARAMETERS.includes(part[0]) && !Object.hasOwn(games, part[0]));
  const rows = said.filter((part) => !isParameter(part)).map(([game, text]) => ({ game, text }));
  const { play = "normal", compound, level = "perfect", answers, lesson, moves } = Object.fromEntries(said.filter(isParameter));
  return { rows, games, play, compound: compound?.replace(/^disjunctive$/, "") || undefined, level, answers, lesson, moves: readMoves(moves) };
}

/** True if a text is a link to a match. `#board` is not a position, but the target of the skip link. */
export const isLink = (text) => text.includes("=");

/** The position that the rows of a link describe. */
export function positionOfRows(rows, catalogue, games) {
  const components = rows.flatMap(({ game, text }) => piecesOf(text, catalogue.entry(game, games).sample).map((piece) => ({ game, piece })));
  return positionOf(components, (game) => catalogue.rank(game));
}

/** The rows of a link: for each component of a position, its game and its text. */
export const rowsOf = (position, games = {}) => componentsOf(position).map(({ game, piece }) => ({ game, text: writer(game, games)(piece) }));
