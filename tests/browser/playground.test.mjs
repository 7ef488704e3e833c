// The playground, as its users find it. The tests share a browser and run side by side, each with a context of its own: most
// of their time is waiting for the next frame.

import { after, describe } from "node:test";
import { browser } from "./browser.mjs";
import { playsGames } from "./games.mjs";
import { looksRight } from "./looks.mjs";
import { playsMatches } from "./match.mjs";
import { explains } from "./panels.mjs";

after(() => browser.close());

describe("the playground", { concurrency: Number(process.env.SIDE_BY_SIDE ?? 4) }, () => {
  looksRight();
  playsGames();
  playsMatches();
  explains();
});
