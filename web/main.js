// The page. The address holds the position. Everything that the page shows comes from the service.

import { drawAbout } from "./about.js";
import { Api, loaded } from "./api.js";
import { drawBoard } from "./board.js";
import { drawCalls } from "./calls.js";
import { Catalogue, moveRule } from "./catalogue.js";
import { codeTable } from "./codes.js";
import { drawControls, ENDINGS } from "./controls.js";
import { h } from "./element.js";
import { drawGallery } from "./gallery.js";
import { hintOf } from "./hints.js";
import { isLink, isShort, linkOf, positionOfRows, readLink, rowsOf } from "./link.js";
import { Lost } from "./lost.js";
import { Match } from "./match.js";
import { drawMoves } from "./moves.js";
import { keyOf, movesOf, sentence, textOf } from "./position.js";
import { drawRecord } from "./record.js";
import { windowKey } from "./room.js";
import { FRAME, root } from "./service.js";
import { drawStatus } from "./status.js";
import { firstOf } from "./starts.js";
import { choose, chosen, keepMatch, keptMatch, nextMatch } from "./store.js";
import { makeTools, openTool } from "./tools.js";
import { drawWhy, pointWhy } from "./why.js";
import { announcement, inPlainWords } from "./words.js";
import { drawWorksheet } from "./worksheet.js";

/** The position of a first visit. If the game is not here, the catalogue's first example is shown. */
const WELCOME = "nim=3&nim=4&nim=5";

/** The time (ms) for which the oracle's move is shown before it is made. */
const REPLY = 900;

/** If the service is not reached, the page tries again after this time (ms). */
const PAUSE = 3000;

/** The script that another page needs beside a frame. It gives the frame the height that the page in it tells. */
const LISTENER = `<script>addEventListener("message", ({ data, source }) => { for (const frame of document.querySelectorAll("iframe")) if (frame.contentWindow === source && data?.type === "grundy:height") frame.height = data.height; })</script>`;

const place = (id) => document.getElementById(id);
const wait = (time) => new Promise((done) => setTimeout(done, time));
const api = new Api();

/** The path below the root of the service. It is the path of a game, of the gallery or of the frame, or empty. */
const pathHere = () => location.pathname.slice(root.pathname.length);
const embedded = pathHere() === FRAME;
document.body.classList.toggle("embedded", embedded);

/** How much is shown of who wins. Two people see nothing of it until they ask for it. */
const shownFor = (level) => (level === "people" ? "none" : embedded ? "verdict" : chosen("show", "verdict"));

/**
 * The settings that decide what is shown. `show` is `"none"`, `"verdict"` or `"all"`. `asked` is the number of hints so
 * far. `lost` has the games whose lost positions are marked.
 */
const seen = { forClass: false, show: shownFor(), asked: 0, lost: new Set(), hint: null, embedded };

/**
 * The match in the address: its `link`, its `number` in the browser's history, its `path` below the root, and its
 * `lesson`. `puzzle` is true if its link hides the answers. `helped` is true if the player was told a move. `isNew` is
 * true if the match gets a new entry in the history.
 */
const here = { link: "", number: 0, path: "", lesson: null, puzzle: false, helped: false, isNew: false };

let catalogue;
let match;
let tools;
let lost;

/** The module of lessons, after its first use. */
let lessons = null;

async function course() {
  lessons ??= await loaded(import("./lessons.js"));
  return lessons;
}

const lessonOf = async (text) => (text ? (await course()).lessonOf(text) : null);

const view = {
  /**
   * Draws everything that may have changed. `isTurn` is true after a turn or a jump to another position, and after a
   * change of the rules, the level or the result. It is false after other changes, such as more listed moves or a hint.
   */
  changed(isTurn) {
    if (isTurn) {
      place("notice").hidden = true;
      seen.asked = 0;
      write();
      place("live").textContent = announcement(match, seen.show);
      if (here.lesson && match.wonBy) lessons.passed(here.lesson, match, here.helped);
    }
    if (!match.analysis && !match.node.parent) return;
    document.body.classList.add("ready");
    Object.assign(seen, { hint: hintOf(match, seen.asked), isLesson: here.lesson !== null });
    drawTitle();
    place("task").hidden = !here.lesson;
    if (here.lesson) lessons.drawTask(place("task"), here.lesson, match, lessonWays);
    drawStatus(place("status"), match, seen, ways);
    drawBoard(place("board"), match, seen, ways);
    drawControls(place("controls"), match, seen, ways);
    drawRecord(place("record"), match, seen, ways);
    lost.ask();
    // The panels show the previous position until the new position is known.
    if (!match.busy && match.listing) tools.update();
  },
  /** Keeps the move that was just made, so that a reload does not lose it. The address changes only with the reply. */
  made: () => keep(here.link),
  replied: () => wait(matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : REPLY),
};

function drawTitle() {
  const keys = Object.keys(match.root.position);
  const names = keys.map((game) => match.entry(game).name);
  const title = names.length === 0 ? "An empty table" : names.length <= 3 ? names.join(" and ").replace(" and ", names.length > 2 ? ", " : " and ") : `A sum of ${names.length} games`;
  place("title").textContent = title;
  place("how").textContent = inPlainWords(match, moveRule);
  place("permits").replaceChildren(...[keys.length === 1 && codeTable(keys[0])].filter(Boolean));
  document.title = `${title} – grundy`;
}

/** Draws the tool that is open. */
const drawTool = (name, panel) => {
  if (!match?.listing || embedded) return;
  const { drawWhy: why, drawMoves: moves } = match.combined ?? { drawWhy, drawMoves };
  const draw = { why, moves, about: () => drawAbout(panel, match, catalogue), calls: () => drawCalls(panel, api, seen) }[name];
  draw(panel, match, seen, ways);
};

/** The link of the match, as it is in the address. */
const whole = () => ({ ...match.start, plies: match.plies, answers: here.puzzle ? "hidden" : undefined, lesson: here.lesson?.link });
const addressOf = (path, hash) => new URL(`${path}#${hash}`, root).href;

/** The address of a match; null if it would be too long. */
const address = (path, hash) => (isShort(match.games) ? addressOf(path, hash) : null);

/** Writes the match into the page's address, and stores it for a reload of this tab. */
function write() {
  const link = linkOf(whole());
  // Only this path may be shown in a frame, so a reload of the frame must ask for it again.
  history[here.isNew ? "pushState" : "replaceState"]({ number: here.number }, "", addressOf(embedded ? FRAME : here.path, link));
  Object.assign(here, { isNew: false, link });
  keep(link);
}

function keep(link) {
  const { path, puzzle, helped } = here;
  keepMatch(here.number, { link, path, puzzle, helped, forClass: seen.forClass, lesson: here.lesson?.link, match: match.kept() });
}

/**
 * Shows a problem in the notice of the page. `again` is the function to call if the service was not reached. It is
 * called when the user presses a button, when the browser is online again, or when the service answers, whichever comes
 * first.
 */
function fail(problem, again) {
  const notice = place("notice");
  notice.textContent = `${sentence(problem.message)} `;
  notice.hidden = false;
  if (problem.status !== 0 || !again) return;
  let done = false;
  const retry = async () => {
    if (done || notice.hidden) return;
    done = true;
    removeEventListener("online", retry);
    notice.hidden = true;
    await again();
  };
  addEventListener("online", retry);
  notice.append(h("button", { type: "button", class: "quiet", id: "retry", onclick: retry }, "Try again"));
  (async () => {
    while (!done && !notice.hidden) {
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

/** Calls a function that may fail, and again when the service is back, if it was not reached. */
async function attempt(action, again = action) {
  try {
    await action();
  } catch (problem) {
    fail(problem, () => attempt(again));
  }
}

const ways = {
  choose: (move) => attempt(() => match.choose(move), () => match.goOn()),
  letBegin: () => attempt(() => match.letBegin(), () => {}),
  goTo: (node) => attempt(() => match.goTo(node), () => {}),
  undo: () => match.before && ways.goTo(match.before),
  goOn: () => attempt(() => match.goOn()),
  again: () => ways.goTo(match.root),
  more: () => attempt(() => match.more()),
  callDraw: () => match.callDraw(),
  redraw: () => view.changed(false),
  planned: () => drawStatus(place("status"), match, seen, ways),
  level: (level) => {
    seen.show = shownFor(level);
    return attempt(() => match.setLevel(level), () => match.goOn());
  },
  hint: () => {
    seen.asked += 1;
    if (seen.asked > 1) here.helped = true;
    view.changed(false);
  },
  show: (show, isKept = !match.isOfPeople) => {
    seen.show = show;
    if (isKept) choose("show", show);
    if (show === "all") here.helped = true;
    view.changed(false);
  },
  overlay: (game) => {
    if (!seen.lost.delete(game)) seen.lost.add(game);
    view.changed(false);
  },
  lost: (game, piece) => lost.has(match, game, piece),
  play: async (play) => {
    try {
      await match.setPlay(play);
    } catch (problem) {
      drawControls(place("controls"), match, seen, ways);
      if (problem.status === 0) return fail({ ...problem, message: `No connection to the service. “${ENDINGS.get(play)}” is set when it is back.` }, () => ways.play(play));
      place("play-fault").textContent = sentence(problem.message);
      place("play-fault").hidden = false;
    }
  },
  type: async (move, refuse) => {
    try {
      await match.choose(move);
    } catch (problem) {
      if (problem.status === 0) fail(problem, () => attempt(() => match.goOn()));
      else refuse(problem);
    }
  },
  /** Shows a move under the pointer in all other places. The pointer is `from` `"board"`, `"moves"` or `"why"`. */
  point: (move, on, from) => {
    if (openTool() === "moves") tools.panel("moves").querySelector(`[data-move="${CSS.escape(keyOf(move))}"]`)?.classList.toggle("lit", on);
    if (openTool() === "why" && from !== "why" && !match.combined) pointWhy(tools.panel("why"), match, on ? move : null, ways);
    if (from !== "board") for (const each of movesOf(move)) onBoard(each)?.dispatchEvent(new Event(on ? "pointed" : "unpointed"));
  },
  lesson: (text) => attempt(async () => lessonWays.start(await lessonOf(text))),
  showLast: () => document.querySelector("#board .card.latest")?.scrollIntoView({ block: "center", behavior: "smooth" }),
  explain: () => {
    tools.show("why");
    ways.show("all");
  },
  verify: (box) => attempt(async () => (await loaded(import("./proof.js"))).verify(box, api, match)),
  leaveClass: () => forClass(false),
  link: () => address(here.path, linkOf(whole())),
  puzzle: () => address("", linkOf({ ...match.start, position: match.position, answers: "hidden" })),
  outside: () => addressOf("", linkOf(whole())),
  frame: () => {
    const source = address(FRAME, linkOf({ ...match.start, position: match.position, answers: seen.show === "none" ? "hidden" : undefined }));
    return source && `<iframe src="${source}" width="720" height="560" title="A game of grundy"></iframe>${LISTENER}`;
  },
};

/** The element on the board that plays a move. */
const onBoard = ({ game, index, to }) =>
  document.querySelector(`#board [data-game="${CSS.escape(game)}"] .pick[data-index="${index}"][data-to="${CSS.escape(textOf(to))}"]`);

/** Starts a match with a new entry in the history. If it is refused, throws the error, and the old match stays. */
async function begin(what, { path = "", lesson = null, puzzle = false } = {}) {
  const before = { ...here };
  const isNew = match.analysis !== null || !place("gallery").hidden;
  Object.assign(here, { number: nextMatch(), path, lesson, puzzle, helped: false, isNew });
  try {
    await match.begin(what);
    if (what.level === "people") ways.show("none", false);
    gallery(false);
  } catch (problem) {
    Object.assign(here, before);
    throw problem;
  }
}

const startOf = (link) => {
  const { rows, play, compound, games, level, moves } = readLink(link);
  return { position: positionOfRows(rows, catalogue, games), play, compound, games, level, moves };
};

const lessonWays = {
  start: (lesson) => attempt(async () => {
    await begin(startOf(lesson.position), { lesson });
    place("board").focus();
  }),
  letBegin: ways.letBegin,
  print: (all) => attempt(async () => {
    const ask = async (requests) => (await api.ask("v1/batch", { requests })).results;
    await lessons.drawSheets(place("worksheet"), all, catalogue, startOf, ask);
    document.body.classList.add("printing-lessons");
    print();
  }),
};

/** Shows only the board, for a projector, or the whole page again. */
function forClass(isOn) {
  seen.forClass = isOn;
  document.body.classList.toggle("class-room", isOn);
  if (isOn) document.documentElement.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement) document.exitFullscreen();
  view.changed(false);
  keep(here.link);
  place(isOn ? "leave" : "class-room")?.focus();
}

/** Opens the dialog for a new position, with that on the table, or with the match's first one if it is over. */
const setup = () => attempt(() => {
  const position = match.wonBy ? match.root.position : match.position;
  return openSetup({ rows: rowsOf(position, match.games), ...match.start });
});

async function openSetup(start, problem) {
  const dialog = await loaded(import("./setup.js"));
  dialog.openSetup(place("setup"), catalogue, start, begin, problem);
}

/** Shows the gallery, or the match. `wanted` is the id in the address, if no game has this id. */
function gallery(isShown, wanted) {
  place("gallery").hidden = !isShown;
  place("play").hidden = isShown;
  document.body.classList.toggle("in-gallery", isShown);
  if (!isShown) return;
  document.title = "All games – grundy";
  drawGallery(place("gallery"), catalogue, playGame, wanted);
}

/** Starts a match of a game, at the address of the game. */
const playGame = (game) => attempt(async () => {
  await begin(startOf(firstOf(game)), { path: `games/${game.id}/` });
  scrollTo(0, 0);
  place("board").focus();
});

/** Continues a match that was kept. */
async function resume({ path, puzzle, helped, lesson, forClass: isForClass, match: kept }, number) {
  Object.assign(here, { number, path, puzzle, helped, lesson: await lessonOf(lesson) });
  gallery(false);
  if (!puzzle) seen.show = shownFor(kept.start.level);
  await match.resume(kept);
  if (isForClass) forClass(true);
  // If the user left the match while the oracle had to move, the oracle moves now.
  if (match.isOracles && !match.wonBy) await match.goOn();
}

/** Puts the position of a link on the table. */
async function follow(link, path = "") {
  const { rows, play, compound, games, level, answers, lesson } = readLink(link);
  const puzzle = answers === "hidden";
  seen.show = puzzle ? "none" : shownFor(level);
  Object.assign(here, { number: nextMatch(), path, puzzle, helped: false, lesson: await lessonOf(lesson) });
  gallery(false);
  try {
    return await match.begin(startOf(link));
  } catch (problem) {
    if (problem.status === 0) return fail(problem, () => attempt(() => follow(link, path)));
    if (!match.analysis) await welcome();
    await openSetup({ rows, play, compound, games, level }, problem);
  }
}

async function welcome() {
  here.number = nextMatch();
  const { rows } = readLink(WELCOME);
  const known = rows.every(({ game }) => catalogue.games.some(({ id }) => id === game));
  await match.begin({ position: known ? positionOfRows(rows, catalogue, {}) : catalogue.games[0].example.position });
}

/** The link in the address. `#board` and other places of the page are not links to a match. */
const linked = () => [location.hash.slice(1), location.search.slice(1)].find(isLink);

/** A part of the address without its escapes. If an escape is wrong, the part is unchanged. */
function plainly(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Shows the match or the page to which the address leads. */
async function route() {
  const kept = history.state?.number && keptMatch(history.state.number);
  if (kept && (!linked() || kept.link === linked())) return resume(kept, history.state.number);
  const path = pathHere();
  if (linked()) return follow(linked(), path === FRAME || path === "games/" ? "" : path);
  if (path === "games/") return gallery(true);
  // The name of a game alone is no address, but it says what the visitor wants.
  const id = path === FRAME ? "" : path.replace(/^games\/|\/$/g, "");
  const game = catalogue.games.find((known) => known.id === id);
  if (!game && id) return gallery(true, plainly(id));
  if (!game) return welcome();
  Object.assign(here, { number: nextMatch(), path, lesson: null, puzzle: false, helped: false });
  gallery(false);
  return match.begin(startOf(firstOf(game)));
}

/** Makes the relative links of the page absolute, so that they still work when the address changes. */
function settle() {
  for (const each of document.querySelectorAll("a[href], link[rel=icon]")) if (!each.getAttribute("href").startsWith("#")) each.setAttribute("href", each.href);
}

async function open() {
  settle();
  catalogue = new Catalogue(await api.catalogue((fresh) => Object.assign(catalogue, new Catalogue(fresh, api))), api);
  match = new Match(api, catalogue, view);
  lost = new Lost(api, () => view.changed(false));
  tools = makeTools(place("tools"), drawTool);
  addEventListener("popstate", () => {
    // An anchor of this page, such as `#board`, is not a match.
    if (location.hash && !isLink(location.hash) && match.analysis) return write();
    attempt(route);
  });
  addEventListener("keydown", keys);
  addEventListener("beforeprint", () => match.analysis && !document.body.classList.contains("printing-lessons") && drawWorksheet(place("worksheet"), match));
  addEventListener("afterprint", () => document.body.classList.remove("printing-lessons"));
  place("new").onclick = setup;
  place("games").onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState({}, "", new URL("games/", root));
    gallery(true);
    scrollTo(0, 0);
  };
  place("class-room").onclick = () => {
    gallery(false);
    forClass(true);
    if (!here.lesson && !match.isOfPeople) ways.level("people");
  };
  document.addEventListener("fullscreenchange", () => !document.fullscreenElement && seen.forClass && forClass(false));
  let size = windowKey();
  addEventListener("resize", () => {
    const now = windowKey();
    if (now === size || !match.analysis || place("play").hidden) return;
    size = now;
    view.changed(false);
  });
  place("lessons").onclick = () => attempt(async () => (await course()).openCourse(place("course"), catalogue, here.lesson, lessonWays));
  if (embedded) tellHeight();
  // The menu of the desk leads here.
  const isCourse = location.hash === "#lessons";
  await route();
  if (isCourse) place("lessons").click();
}

/** The keys ← and → go back and forward, if they have no other meaning where the focus is. */
function keys(event) {
  if (event.key === "Escape" && seen.forClass) return forClass(false);
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || place("play").hidden) return;
  if (event.target.closest?.("input, select, textarea, dialog, [role=group], table, .scroll")) return;
  const to = { ArrowLeft: match.before, ArrowRight: match.after }[event.key];
  if (!to) return;
  event.preventDefault();
  ways.goTo(to);
}

/** Tells the surrounding page how high the frame must be. */
function tellHeight() {
  const tell = () => parent.postMessage({ type: "grundy:height", height: Math.ceil(document.documentElement.getBoundingClientRect().height) }, "*");
  new ResizeObserver(tell).observe(document.documentElement);
}

await attempt(open);
