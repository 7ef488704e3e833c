// The page: what is on the table comes from the link, what is shown from the service.

import { Api } from "./api.js";
import { drawBoard } from "./board.js";
import { drawCalls } from "./calls.js";
import { h } from "./element.js";
import { drawMap } from "./map.js";
import { Match } from "./match.js";
import { drawMoves, sentence } from "./moves.js";
import { isPair, pieceOf, positionOf, queryOf, readQuery, textOf } from "./position.js";
import { openSetup } from "./setup.js";
import { announcement, drawStatus } from "./status.js";
import { drawWhy } from "./why.js";

/** What a first visit finds on the table; the first example of the catalogue where the service has other games. */
const WELCOME = "euclid=5,13&red-blue=RBBRB&nim=4";

const place = (id) => document.getElementById(id);
const api = new Api();
const seen = { verdict: true, hints: false, at: 0 };
let games = [];

const match = new Match(api, drawTurn, fail);

/** Draws what a turn, or more of its moves, changed. */
function drawTurn(isTurn) {
  place("notice").hidden = true;
  if (isTurn) {
    const all = match.components;
    const stays = all[seen.at] && match.options(all[seen.at].game, all[seen.at].index)?.count !== 0;
    if (!stays) seen.at = Math.max(0, all.findIndex(({ game, index }) => (match.options(game, index)?.count ?? 1) !== 0));
    const link = `#${match.query}`;
    if (location.hash !== link) history.replaceState(null, "", link);
    place("live").textContent = announcement(match, seen.verdict);
    drawCalls(place("calls"), api);
  }
  drawBoard(place("board"), match, games, { ...seen, open });
  drawStatus(place("status"), match, seen, ways);
  drawMoves(place("moves"), match, games, seen, ways);
  drawWhy(place("why"), match, games, seen.verdict);
}

/** Says what went wrong where nothing better is there to say it. */
function fail(problem) {
  place("notice").textContent = sentence(problem.message);
  place("notice").hidden = false;
}

function open(at) {
  seen.at = at;
  drawTurn(false);
  place("component").focus();
}

const ways = {
  open,
  choose: (move) => match.choose(move),
  more: (game, index) => match.more(game, index).catch(fail),
  moreWinning: () => match.moreWinning().catch(fail),
  begin: () => match.begin(),
  undo: () => match.undo(),
  again: () => match.restart(),
  best: () => match.choose(match.analysis.move),
  setup: () => openSetup(place("setup"), games, { rows: rowsOf(match), play: match.play }, start),
  type: (move, refuse) => match.choose(move, (problem) => {
    drawCalls(place("calls"), api);
    refuse(problem);
  }),
  verdict: (on) => {
    seen.verdict = on;
    drawTurn(false);
  },
  hints: (on) => {
    seen.hints = on;
    drawTurn(false);
  },
  play: async (play) => {
    try {
      await match.setPlay(play);
    } catch (problem) {
      drawTurn(false);
      drawCalls(place("calls"), api);
      place("play-fault").textContent = sentence(problem.message);
      place("play-fault").hidden = false;
    }
  },
};

const rowsOf = ({ components }) => components.map(({ game, piece }) => ({ game, text: textOf(piece) }));

/** Starts a match; what the service refuses is thrown. The map follows the first pair on the table. */
async function start(position, play) {
  await match.load(position, play);
  const game = match.components.map((component) => games.find(({ id }) => id === component.game)).find((found) => found && isPair(found));
  if (game) showMap(game.id);
}

function showMap(game) {
  return drawMap(place("map"), api, games, loadPair, game);
}

async function loadPair(game, pair) {
  try {
    await match.load({ [game.id]: [pieceOf(pair.join(","), game)] }, match.play);
    place("board").focus();
  } catch (problem) {
    fail(problem);
  }
}

/** Puts what a link says on the table. */
async function follow(query) {
  const { rows, play } = readQuery(query);
  const components = rows.map(({ game, text }) => ({ game, piece: pieceOf(text, games.find(({ id }) => id === game)) }));
  const position = positionOf(components, games);
  if (match.analysis && queryOf(position, play) === match.query) return;
  try {
    await start(position, play);
  } catch (problem) {
    if (problem.status === 0) return fail(problem);
    if (!match.analysis) await start(...welcome());
    openSetup(place("setup"), games, { rows, play }, start, problem);
  }
}

function welcome() {
  const { rows, play } = readQuery(WELCOME);
  const known = rows.every(({ game }) => games.some(({ id }) => id === game));
  const components = rows.map(({ game, text }) => ({ game, piece: pieceOf(text, games.find(({ id }) => id === game)) }));
  return [known ? positionOf(components, games) : games[0].example.position, play];
}

const linked = () => (location.hash.length > 1 ? location.hash : location.search);

try {
  ({ games } = await api.get("v1/games"));
  addEventListener("hashchange", () => follow(linked()));
  if (linked().length > 1) await follow(linked());
  else await start(...welcome());
} catch (problem) {
  fail(problem);
  place("notice").append(h("button", { type: "button", class: "quiet", onclick: () => location.reload() }, "Try again"));
}
