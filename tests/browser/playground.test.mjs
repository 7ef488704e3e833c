// Tests the playground as users see it. The tests share a browser and run at the same time, each in its own context,
// since most of their time is waiting for the next frame.

import { after, describe } from "node:test";
import { keepsBoards } from "./board.mjs";
import { browser } from "./browser.mjs";
import { playsCompounds } from "./compounds.mjs";
import { hasADesk } from "./desk.mjs";
import { playsDrawings } from "./drawings.mjs";
import { edits } from "./editor.mjs";
import { playsGames } from "./games.mjs";
import { leads } from "./gallery.mjs";
import { fitsScreens } from "./sizes.mjs";
import { startsWell } from "./starts.mjs";
import { laysOut } from "./layout.mjs";
import { teaches } from "./lessons.mjs";
import { loadsOnce } from "./loading.mjs";
import { looksRight } from "./looks.mjs";
import { playsMatches } from "./match.mjs";
import { explains } from "./panels.mjs";

after(() => browser.close());

describe("the playground", { concurrency: Number(process.env.SIDE_BY_SIDE ?? 8) }, () => {
  looksRight();
  playsGames();
  keepsBoards();
  playsDrawings();
  fitsScreens();
  playsMatches();
  playsCompounds();
  explains();
  laysOut();
  edits();
  leads();
  startsWell();
  teaches();
  hasADesk();
  loadsOnce();
});
