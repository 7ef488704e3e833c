// Tests the playground as users see it: sizes, colours, focus, touch, storage, and what is loaded. What needs no browser
// is tested in tests/page. The tests share a browser, and each has its own context. As many run at the same time as there
// are cores.

import { availableParallelism } from "node:os";
import { after, describe } from "node:test";
import { keepsBoards } from "./board.mjs";
import { browser } from "./browser.mjs";
import { playsCompounds } from "./compounds.mjs";
import { hasADesk } from "./desk.mjs";
import { playsDrawings } from "./drawings.mjs";
import { edits } from "./editor.mjs";
import { playsGames } from "./games.mjs";
import { fitsScreens } from "./sizes.mjs";
import { loadsOnce } from "./loading.mjs";
import { looksRight } from "./looks.mjs";
import { playsMatches } from "./match.mjs";
import { explains } from "./panels.mjs";

after(() => browser.close());

/** The number of tests that run at the same time. */
const SIDE_BY_SIDE = Number(process.env.SIDE_BY_SIDE ?? availableParallelism());

describe("the playground", { concurrency: SIDE_BY_SIDE }, () => {
  looksRight();
  playsGames();
  keepsBoards();
  playsDrawings();
  fitsScreens();
  playsMatches();
  playsCompounds();
  explains();
  edits();
  hasADesk();
  loadsOnce();
});
