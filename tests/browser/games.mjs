// Matches of every game of the catalogue, as they look. Whether they are played right is tested without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { firstOf } from "../../web/starts.js";
import { playOut, put, ready, shifts, show, SIZES, visit } from "./browser.mjs";
import { games } from "./positions.mjs";

/** Returns elements that cover a text of the board, and texts that are cut off. It runs in the page. */
function covered() {
  const boxOf = (element) => element.getBoundingClientRect();
  const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const found = [];
  const things = [...document.querySelectorAll("#board :is(.stone, .chip, .pin, .pawns, .bead, .square, .plane, .power, .takes:not(.idle *), .words, .offer)")];
  for (const text of document.querySelectorAll("#board .card :is(.numbers:not(.unseen), .value)")) {
    const over = things.find((thing) => meet(boxOf(text), boxOf(thing)));
    if (over) found.push(`${over.className} over “${text.textContent}”`);
  }
  for (const spot of document.querySelectorAll("#board .spot.named.wins")) {
    const [box, star] = [boxOf(spot), getComputedStyle(spot, "::after")];
    const [left, top] = [box.left + parseFloat(star.left), box.top + parseFloat(star.top)];
    const all = { left, top, right: left + parseFloat(star.width), bottom: top + parseFloat(star.height) };
    const name = [...spot.closest(".plane").querySelectorAll(".node text")].find((text) => meet(boxOf(text), all));
    if (name) found.push(`a star over “${name.textContent}”`);
  }
  for (const caption of document.querySelectorAll("#board .caption")) if (caption.scrollHeight > caption.clientHeight + 1) found.push(`“${caption.textContent}” is cut off`);
  return found;
}

export function playsGames() {
  SIZES.forEach(([width, height], size) => {
    const mine = games.filter((_, at) => at % SIZES.length === size);
    test(`nothing lies over a text, and nothing shifts, while games are played to their ends: ${width} × ${height}`, () => visit(`#${firstOf(mine[0])}`, async (page) => {
      await ready(page);
      await show(page, "all");
      for (const game of mine) {
        await put(page, firstOf(game));
        await shifts(page);
        const { title, found } = await playOut(page, { look: "covered" });
        assert.match(title, /won$/, game.id);
        assert.deepEqual(found, [], game.id);
        assert.deepEqual(await shifts(page), [], `${game.id}: nothing shifts`);
      }
    }, { viewport: { width, height }, prepare: (page) => page.addInitScript(`window.covered = ${covered}`) }));
  });
}
