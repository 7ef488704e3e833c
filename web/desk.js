// The desk. It shows the values of a game while the user types the game. Its page at /desk/ is separate from the page
// of matches.

import { seeMap } from "./desk/map.js";
import { drawNote } from "./desk/note.js";
import { drawPattern } from "./desk/pattern.js";
import { HINT, seeFolded, seePlot } from "./desk/pictures.js";
import { seeLosing, seeQuotient, seeResidues, seeTable } from "./desk/rows.js";
import { drawExamples, drawGames, drawSettings } from "./desk/settings.js";
import { api, catalogue, draw, kindNow, known, place, readout, shown, slots, state, viewNow, viewsNow, wordsOf, write } from "./desk/shared.js";
import { follow, makeSlot, put } from "./desk/slots.js";
import { drawUses } from "./desk/uses.js";
import { loaded } from "./api.js";
import { choice, replace } from "./element.js";

/** The game that the desk shows if its link names no game. */
const WELCOME = "0.77";

const MAKERS = { plot: seePlot, folded: seeFolded, map: seeMap, table: seeTable, losing: seeLosing, residues: seeResidues, quotient: seeQuotient };

/** Draws the view. If it is the same view as before, only its content is drawn again. */
function seen() {
  const [name, kind, { play }, { length: count }] = [viewNow(), kindNow(), state, known()];
  if (shown.name !== name || shown.kind !== kind || shown.play !== play || shown.count !== count) {
    drawViews();
    drawSettings();
    Object.assign(shown, { name, kind, play, count, redraw: () => {} });
    Object.assign(shown, MAKERS[name]());
  }
  shown.redraw();
  if (state.picked !== null && place("readout").textContent === HINT[name]) readout(wordsOf(state.picked) || HINT[name]);
  drawNote();
  drawPattern();
  drawUses();
}

function drawViews() {
  replace(place("views"), choice("show", "What is seen", viewsNow(), viewNow(), (name) => {
    Object.assign(state, { show: name, view: null });
    write();
    seen();
  }));
}

/** Opens the dialog in which a user makes a game. The dialog begins with the text of the first slot. */
async function maker() {
  try {
    const { openMaker } = await loaded(import("./maker.js"));
    openMaker(place("maker"), state.games[0].text, (text) => put(slots[0], text));
  } catch ({ message }) {
    readout(message);
  }
}

async function open() {
  if (!state.games[0].text) state.games[0].text = WELCOME;
  Object.assign(draw, { seen, uses: drawUses, maker });
  drawExamples();
  state.games.forEach((_, nth) => makeSlot(nth));
  drawGames();
  drawSettings();
  drawViews();
  document.body.classList.add("ready");
  // The skip link leads to the first slot, and is no link to a game.
  addEventListener("hashchange", () => (location.hash === "#game-0" ? write() : location.reload()));
  const { games, limits } = await api.catalogue();
  Object.assign(catalogue, { games, hasRules: limits.max_rules > 0 });
  if (!catalogue.hasRules) {
    drawExamples();
    place("means").textContent = "Type a game, a code or a set, and watch its values.";
  }
  slots.forEach(follow);
}

await open();
