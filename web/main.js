// The page: what is on the table comes from the link, what is shown from the service.

import { Api } from "./api.js";
import { drawBoard } from "./board.js";
import { drawCalls } from "./calls.js";
import { Catalogue } from "./catalogue.js";
import { drawControls } from "./controls.js";
import { h } from "./element.js";
import { drawLessons } from "./lessons.js";
import { isLink, isShort, linkOf, positionOfRows, readLink, rowsOf } from "./link.js";
import { drawMap } from "./map.js";
import { Match } from "./match.js";
import { drawMoves } from "./moves.js";
import { componentsOf, keyOf, positionOf, textOf } from "./position.js";
import { drawRecord } from "./record.js";
import { FRAME } from "./service.js";
import { openSetup } from "./setup.js";
import { drawStatus } from "./status.js";
import { keep, kept } from "./store.js";
import { drawWhy } from "./why.js";
import { announcement, ENDS, sentence } from "./words.js";

/** What a first visit finds on the table; the first example of the catalogue where the service has other games. */
const WELCOME = "nim=3&nim=4&nim=5";

/** How long (ms) the oracle's move is seen before it is done. */
const REPLY = 900;

/** How long (ms) until a service that was not reached is tried again. */
const PAUSE = 3000;

const place = (id) => document.getElementById(id);
const wait = (time) => new Promise((done) => setTimeout(done, time));
const api = new Api();
const embedded = location.pathname.endsWith(`/${FRAME}`);
document.body.classList.toggle("embedded", embedded);

/** What is to be seen: `show` is `"none"`, `"verdict"` or `"all"`. */
const seen = { show: "verdict", embedded };
let catalogue;
let match;
let mapped = null;

const view = {
  /** Draws what a turn (or only more of its moves, or what goes on) changed. */
  changed(isTurn) {
    if (!match.analysis) return;
    if (isTurn) {
      place("notice").hidden = true;
      const link = shownLink();
      if (location.hash.slice(1) !== link) history[isNew ? "pushState" : "replaceState"](null, "", `#${link}`);
      isNew = false;
      keep(link, match.kept());
      place("live").textContent = announcement(match, seen.show);
      place("how").textContent = `A turn is one move, in one of the components on the table; then the oracle, your opponent, moves. ${ENDS[match.play]}.`;
      drawCalls(place("calls"), api, seen);
      if (mapped !== match.position || match.at === 0) showMap();
    }
    drawStatus(place("status"), match, seen, ways);
    drawBoard(place("board"), match, seen, ways);
    drawControls(place("controls"), match, seen, ways);
    drawRecord(place("record"), match, seen, ways);
    // What is said of the position stays until the next one is known.
    if (match.busy && !isTurn) return;
    drawMoves(place("moves"), match, seen, ways);
    drawWhy(place("why"), match, seen, ways);
  },
  replied: () => wait(matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : REPLY),
};

function showMap() {
  if (embedded) return;
  drawMap(place("map"), api, match, catalogue, seen, put);
  mapped = match.position;
}

const shownLink = () => linkOf({ ...match.start, position: match.position, answers: puzzle ? "hidden" : undefined });
const addressOf = (path, hash) => new URL(`${path}#${hash}`, new URL("./", document.baseURI)).href;

/** The address of a match, if it can be one. */
const address = (path, hash) => (isShort(match.games) ? addressOf(path, hash) : null);

/** Does a new match come, to which the browser's Back should lead? */
let isNew = false;

/** Is the match a puzzle, whose link keeps the answers hidden? */
let puzzle = false;

/** Says what went wrong where nothing better is there to say it. A service that was not reached is tried again. */
function fail(problem, again) {
  place("notice").textContent = `${sentence(problem.message)} `;
  place("notice").hidden = false;
  if (problem.status !== 0 || !again) return;
  let done = false;
  const retry = async () => {
    if (done || place("notice").hidden) return;
    done = true;
    removeEventListener("online", retry);
    await again();
  };
  addEventListener("online", retry);
  place("notice").append(h("button", { type: "button", class: "quiet", id: "retry", onclick: retry }, "Try again"));
  (async () => {
    while (!done && !place("notice").hidden) {
      await wait(PAUSE);
      try {
        await api.get("v1/games/nim");
        return retry();
      } catch (still) {
        if (still.status !== 0) return retry();
      }
    }
  })();
}

/** Does what may fail, and does it again once the service is back. */
async function attempt(action) {
  try {
    await action();
  } catch (problem) {
    fail(problem, () => attempt(action));
  }
}

const ways = {
  choose: (move) => attempt(() => match.choose(move)),
  letBegin: () => attempt(() => match.letBegin()),
  goTo: (at) => attempt(() => match.goTo(at)),
  again: () => attempt(() => match.begin(match.start)),
  best: () => ways.choose(match.analysis.move),
  more: () => attempt(() => match.more()),
  redraw: () => view.changed(false),
  level: (level) => attempt(() => match.begin({ ...match.start, level })),
  show: (show) => {
    seen.show = show;
    view.changed(false);
    drawCalls(place("calls"), api, seen);
    showMap();
  },
  /** The convention is a rule, so the match begins anew. */
  play: async (play) => {
    try {
      await match.begin({ ...match.start, play });
    } catch (problem) {
      if (problem.status === 0) return fail(problem);
      drawControls(place("controls"), match, seen, ways);
      drawCalls(place("calls"), api, seen);
      place("play-fault").textContent = sentence(problem.message);
      place("play-fault").hidden = false;
    }
  },
  type: async (move, refuse) => {
    try {
      await match.choose(move);
    } catch (problem) {
      drawCalls(place("calls"), api, seen);
      if (problem.status === 0) fail(problem, () => ways.type(move, refuse));
      else refuse(problem);
    }
  },
  /** Marks a move in the table and on the board. */
  point: (move, on) => {
    place("moves").querySelector(`[data-move="${CSS.escape(keyOf(move))}"]`)?.classList.toggle("lit", on);
    place(`piece-${move.game}-${move.index}`)?.querySelector(`.pick[data-to="${CSS.escape(textOf(move.to))}"]`)?.classList.toggle("lit", on);
  },
  link: () => address("", shownLink()),
  puzzle: () => address("", linkOf({ ...match.start, position: match.position, answers: "hidden" })),
  outside: () => addressOf("", shownLink()),
  frame: () => {
    const source = address(FRAME, linkOf({ ...match.start, position: match.position, answers: seen.show === "none" ? "hidden" : undefined }));
    return source && `<iframe src="${source}" width="720" height="640" title="A game of grundy"></iframe>`;
  },
};

/** Starts a match; what the service refuses is thrown. */
async function begin(what) {
  isNew = true;
  try {
    await match.begin(what);
  } finally {
    isNew = false;
  }
  lessons(null);
}

const lessons = (link) => drawLessons(place("lessons"), catalogue, link, (text) => attempt(async () => {
  puzzle = false;
  const { rows, play, games } = readLink(text);
  isNew = true;
  await match.begin({ position: positionOfRows(rows, catalogue, games), play });
  lessons(text);
  place("board").focus();
}));

/** Puts what was picked on the map on the table: alone, or with what is there. */
function put(game, piece, alone) {
  const components = [...(alone ? [] : componentsOf(match.position)), { game, piece }];
  const position = positionOf(components, (key) => catalogue.rank(key));
  return attempt(async () => {
    await begin({ ...match.start, position });
    place("board").focus();
  });
}

const setup = () => openSetup(place("setup"), catalogue, { rows: rowsOf(match.position), ...match.start }, begin);

/** Puts what a link says on the table: the match that was kept under it, or a new one. */
async function follow(link) {
  const { rows, play, games, level, answers } = readLink(link);
  puzzle = answers === "hidden";
  if (puzzle) seen.show = "none";
  const before = kept(link);
  lessons(before ? linkOf(before.start) : link);
  try {
    if (before) return await match.resume(before);
    return await match.begin({ position: positionOfRows(rows, catalogue, games), play, games, level });
  } catch (problem) {
    if (problem.status === 0) return fail(problem, () => follow(link));
    if (!match.analysis) await welcome();
    openSetup(place("setup"), catalogue, { rows, play, games, level }, begin, problem);
  }
}

async function welcome() {
  lessons(null);
  const { rows } = readLink(WELCOME);
  const known = rows.every(({ game }) => catalogue.games.some(({ id }) => id === game));
  await match.begin({ position: known ? positionOfRows(rows, catalogue, {}) : catalogue.games[0].example.position });
}

/** The link in the address. `#board` and other places of the page are none. */
const linked = () => [location.hash.slice(1), location.search.slice(1)].find(isLink);

async function open() {
  catalogue = new Catalogue(await api.get("v1/games"));
  match = new Match(api, catalogue, view);
  addEventListener("hashchange", () => {
    if (!isLink(location.hash)) history.replaceState(null, "", `#${shownLink()}`);
    else if (linked() !== shownLink()) follow(linked());
  });
  place("new").onclick = setup;
  place("games").onclick = setup;
  await (linked() ? follow(linked()) : welcome());
}

await attempt(open);
