// Tests that the first board of every game fits on the first screen, and that a finger can touch each of its controls.
// The tests run for each size in `SIZES`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { firstOf } from "../../web/starts.js";
import { put, ready, SIZES, visit } from "./browser.mjs";
import { games } from "./positions.mjs";

/** The least size (px) of a touchable part (WCAG 2.2, 2.5.8). */
const TARGET = 24;

/** Returns what is wrong with the board. It runs in the page. */
function faults(target) {
  const found = [];
  scrollTo(0, 0);
  const bar = document.getElementById("status");
  const end = getComputedStyle(bar).position === "fixed" ? bar.getBoundingClientRect().top : innerHeight;
  if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  for (const drawn of document.querySelectorAll("#board .drawn")) {
    const { left, right, bottom } = drawn.getBoundingClientRect();
    if (left < 0 || right > innerWidth || bottom > end + 1) found.push(`the board ends at ${Math.round(right)}, ${Math.round(bottom)}, and the first screen at ${innerWidth}, ${Math.round(end)}`);
  }
  for (const part of document.querySelectorAll("#board :is(.caption, .figure, .surface, .powers, .list, .rectangle)")) {
    const [wide, high] = [part.scrollWidth - part.clientWidth, part.scrollHeight - part.clientHeight];
    if (getComputedStyle(part).overflowX !== "visible" && (wide > 1 || high > 1)) found.push(`“${part.className}” is cut off by ${wide}, ${high} px`);
  }
  const controls = [...document.querySelectorAll("#board :is(.pick, .choose)")].map((control) => {
    const { left, top, width, height } = control.getBoundingClientRect();
    // The box of a line does not include the stroke around the line, which can be touched, too.
    const reach = control.querySelector(".reach");
    const stroke = reach ? parseFloat(getComputedStyle(reach).strokeWidth) * reach.getScreenCTM().a : 0;
    return { control, left, top, width, height, size: Math.min(width, height) + stroke, x: left + width / 2, y: top + height / 2 };
  });
  const name = ({ control }) => control.getAttribute("aria-label");
  const STEPS = [0.5, 0.05, 0.25, 0.75, 0.95];
  for (const each of controls) {
    const { control, left, top, width, height, size, x, y } = each;
    // A smaller control is allowed if the nearest control is far enough away.
    const isNear = controls.some((other) => other !== each && Math.hypot(other.x - x, other.y - y) < target);
    if (size < target - 0.5 && isNear) found.push(`${name(each)}: ${size.toFixed(1)} px`);
    // Where lines cross, one of them is on top. So several places of a control are tried.
    const isTouched = (across, down) => control.contains(document.elementFromPoint(left + across * width, top + down * height));
    if (!STEPS.some((across) => STEPS.some((down) => isTouched(across, down)))) found.push(`${name(each)}: covered`);
  }
  return found;
}

export function fitsScreens() {
  for (const [width, height] of SIZES) {
    test(`the first board of every game is in the first screen, whole and large enough to be touched: ${width} × ${height}`, () => visit(`#${firstOf(games[0])}`, async (page) => {
      await ready(page);
      for (const game of games) {
        await put(page, firstOf(game));
        assert.deepEqual(await page.evaluate(faults, TARGET), [], game.id);
      }
    }, { viewport: { width, height }, hasTouch: true }));
  }
}
