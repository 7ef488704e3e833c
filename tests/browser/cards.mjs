// The pictures that other sites show with links to the page: `web/card.png`, and one for each game in `web/cards/`.
// Such sites accept no SVG and run no script. `tests/anew` draws the pictures.

import { mkdir, rm, writeFile } from "node:fs/promises";
import { browser, url } from "./browser.mjs";
import { indexed } from "./png.mjs";

const web = new URL("../../web/", import.meta.url);

/**
 * The size at which all pictures are laid out. Pictures of games are stored at half of this size, 600 × 315. This is
 * enough, since sites enlarge them.
 */
const SIZE = { width: 1200, height: 630 };
const open = (deviceScaleFactor) => browser.newPage({ viewport: SIZE, deviceScaleFactor, colorScheme: "light", reducedMotion: "reduce", bypassCSP: true });

/** Heaps, each with its size after the winning move: 3 ⊕ 5 ⊕ 6 = 0. */
const STONES = [[3, 3], [5, 5], [8, 6]];

async function drawWhole() {
  const page = await open(1);
  const rows = STONES.map(([size, kept]) => `<p>${Array.from({ length: size }, (_, at) => `<i class="${at < kept ? "" : "taken"}"></i>`).join("")}</p>`);
  await page.setContent(`<style>
    body { margin: 0; height: 630px; display: grid; grid-template-columns: 1fr auto; align-items: center; background: #f8f7f4; color: #1b1d22; font: 30px/1.5 "DejaVu Sans", sans-serif; }
    div { padding-left: 80px; } h1 { font-size: 62px; line-height: 1.1; margin: 0 0 24px; letter-spacing: -2px; } b { color: #0b6e63; }
    section { padding-right: 64px; } p { margin: 16px 0 0; display: flex; } section p { margin: 0; } i { width: 50px; height: 50px; margin: 8px; border-radius: 50%; background: #d9d5cb; border: 4px solid #8a8f98; box-sizing: border-box; }
    .taken { background: #0b6e63; border-color: #0b6e63; transform: scale(0.86); }
  </style><div><h1>Play a perfect opponent</h1>Nim and its relatives: every move, every value, and why.<p><b>grundy</b></p></div><section>${rows.join("")}</section>`);
  await writeFile(new URL("card.png", web), await indexed(page, await page.screenshot()));
}

async function drawGames() {
  const folder = new URL("cards/", web);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const page = await open(0.5);
  await page.goto(`${url}games/`);
  await page.waitForSelector(".tile");
  // The stones are drawn without shades, since shades would take half of the file.
  await page.addStyleTag({ content: `
    body > :not(#picture) { display: none; }
    #picture { position: fixed; inset: 0; padding: 40px 60px; background: var(--paper); display: grid; grid-template-rows: auto minmax(0, 1fr) auto; gap: 28px; }
    #picture h1 { font-size: 68px; }
    #picture > div { position: relative; }
    #picture .pictured { position: absolute; overflow: visible; padding: 0; transform-origin: 0 0; font-size: 26px; }
    #picture .pictured * { overflow: visible; }
    #picture .stone:not(.touched, .gold)::before { background: var(--stone); }
    #picture .stone.gold::before { background: var(--gold); }
    #picture footer { display: flex; justify-content: space-between; font-size: 30px; line-height: 1.2; color: var(--muted); }
    #picture footer b { color: var(--accent); }
  ` });
  for (const id of await page.locator(".tile").evaluateAll((tiles) => tiles.map((tile) => tile.dataset.game))) {
    await page.evaluate(show, id);
    await writeFile(new URL(`${id}.png`, folder), await indexed(page, await page.screenshot()));
  }
}

/**
 * Shows the name of a game and its drawing from the gallery. The drawing has the width at which its parts are the
 * largest. This runs in the page.
 */
function show(id) {
  const made = (tag, ...content) => {
    const element = document.createElement(tag);
    element.append(...content);
    return element;
  };
  const tile = document.querySelector(`.tile[data-game="${id}"]`);
  const drawing = tile.querySelector(".pictured").cloneNode(true);
  const place = made("div", drawing);
  const card = made("section", made("h1", tile.querySelector(":scope > b").textContent), place, made("footer", "Play a perfect opponent", made("b", "grundy")));
  card.id = "picture";
  document.getElementById("picture")?.remove();
  document.body.append(card);
  const room = place.getBoundingClientRect();
  const isLeaf = (part) => part.children.length === 0;
  const isSeen = (part) => isLeaf(part) || ["top", "bottom"].some((side) => getComputedStyle(part).getPropertyValue(`border-${side}-style`) !== "none");
  /** The extent of the drawing, which differs from the extent of its element. */
  const extent = () => {
    const parts = [...drawing.querySelectorAll("*")];
    const area = parts.filter(isLeaf).map((part) => part.getBoundingClientRect()).reduce((sum, box) => sum + box.width * box.height, 0);
    const boxes = parts.filter(isSeen).map((part) => part.getBoundingClientRect()).filter(({ width, height }) => width || height);
    const [left, top] = ["left", "top"].map((side) => Math.min(...boxes.map((box) => box[side])));
    const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...boxes.map((box) => box[side])));
    return { x: (left + right) / 2 - room.left, y: (top + bottom) / 2 - room.top, width: right - left, height: bottom - top, area };
  };
  let best = { area: 0 };
  for (let width = 260; width <= 800; width += 20) {
    drawing.style.width = `${width}px`;
    const own = extent();
    const scale = Math.min(room.width / own.width, room.height / own.height, 4);
    const area = scale * scale * own.area;
    // If two widths show the parts in nearly the same size, the width that gives fewer rows is preferred.
    if (area > 1.02 * best.area || (area > 0.98 * best.area && own.height < 0.98 * best.own.height)) best = { area, scale, own, width };
  }
  const { scale, own, width } = best;
  drawing.style.width = `${width}px`;
  drawing.style.transform = `translate(${room.width / 2 - scale * own.x}px, ${room.height / 2 - scale * own.y}px) scale(${scale})`;
}

await drawWhole();
await drawGames();
await browser.close();
