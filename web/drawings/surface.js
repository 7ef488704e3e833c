// The common parts of drawings: a picture with touchable places over it, arrow keys, and parts that are chosen one by
// one.

import { h, svg } from "../element.js";

const percent = (part, whole) => `${((part / whole) * 100).toFixed(3)}%`;

/**
 * Returns a function that makes the style of an element over a picture of `width` × `height` units. The arguments of
 * the function are the upper left corner of the element and its size, in units.
 */
export const placing = (width, height) => (x, y, wide = 1, high = 1) =>
  ({ left: percent(x, width), top: percent(y, height), width: percent(wide, width), height: percent(high, height) });

/**
 * A picture of `width` × `height` units. `shapes` are SVG, and `spots` lie over them. A unit is `unit` em, and at least
 * `least` rem. If a picture of this size does not fit, it is scrolled. `live` pictures have touchable shapes. A board that
 * is `numbered` has the numbers of its columns above it, and of its rows at the left.
 */
export function surface({ width, height, unit = 2.5, least = 1.2, name = "", live = false, numbered = false }, shapes, spots = []) {
  const numbers = (count, at) => (numbered ? Array.from({ length: count }, (_, nth) => label(...at(nth), nth + 1)) : []);
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, ...(!live && { "aria-hidden": "true" }) }, shapes, numbers(width, (x) => [x + 0.5, -0.25]), numbers(height, (y) => [-0.28, y + 0.5]));
  const style = { width: `${width * unit}em`, "aspect-ratio": `${width} / ${height}` };
  return arrows(h("div", { class: "surface" }, h("div", { class: `plane ${name}${numbered ? " with-axes" : ""}`, style, "data-least": (least / unit).toFixed(3) }, picture, spots)));
}

/** The width of a picture in the gallery (em). */
const PICTURE = 20;

/** The largest scale that is useful. No lines are added to make things larger than this. */
const MOST = 2.2;

/**
 * Returns the number of columns for `count` things of `wide` × `high` em in a room (em). The things get more lines if
 * this makes them larger. But no lines are added once the things are wide enough to be touched and at least `enough` em
 * wide.
 */
export function columnsFor(count, room, [wide, high], enough = 0) {
  if (!room) return Math.max(1, Math.min(count, Math.floor(PICTURE / wide)));
  const { width, height, least } = room;
  let best = { scale: 0 };
  for (let lines = 1; lines <= Math.max(1, count); lines += 1) {
    const columns = Math.ceil(count / lines);
    const scale = Math.min(width / (columns * wide), height / (lines * high), MOST);
    if (scale > 1.001 * best.scale) best = { scale, columns };
    if (best.scale * wide >= Math.max(least, enough)) return best.columns;
  }
  if (best.scale * wide >= least) return best.columns;
  // The things would be too small in this room. So they get more lines, and the page is scrolled.
  return Math.max(1, Math.min(count, Math.floor(width / Math.max(least, wide / 2))));
}

/** For each arrow key, converts a difference of places to the distance ahead and the distance aside. */
const WAYS = {
  ArrowRight: (x, y) => [x, y], ArrowLeft: (x, y) => [-x, y], ArrowDown: (x, y) => [y, x], ArrowUp: (x, y) => [-y, x],
};

/** An arrow key ignores each control that is at most this distance (px) ahead in the direction of the key. */
const APART = 4;

/** The arrow keys lead to the nearest control in their direction. Distances at right angles count three times. */
export function arrows(root) {
  const centre = (control) => {
    const { x, y, width, height } = control.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  root.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
    const [x, y] = centre(event.target);
    let best = { far: Infinity };
    for (const control of root.querySelectorAll("button, [role=button]")) {
      const [toX, toY] = centre(control);
      const [ahead, aside] = way(toX - x, toY - y);
      const far = ahead + 3 * Math.abs(aside);
      if (ahead > APART && far < best.far) best = { control, far };
    }
    if (!best.control) return;
    event.preventDefault();
    event.stopPropagation();
    best.control.focus();
  });
  return root;
}

/** The class that a drawing adds to a move that leads to a lost position. */
export const lostClass = (lost, to) => (lost?.(to) ? " lost" : "");

/**
 * Makes a line touchable, also in the space around it, and returns the elements that draw it. The star in the middle of
 * the line, at `x` and `y`, marks a move that wins.
 */
export function touchable(line, x, y) {
  const star = svg("text", { class: "star", x, y, "font-size": 0.6, "text-anchor": "middle", "dominant-baseline": "central" }, "★");
  // The box of a straight line may have no area, and the tests of the page find no such box. So a circle is added.
  return [svg("path", { class: "reach", d: line.getAttribute("d") }), svg("circle", { class: "reach", cx: x, cy: y, r: 0.15 }), line, star];
}

/**
 * Makes the controls for moves that change several parts at once. The player chooses parts one by one. Of the moves
 * that change all chosen parts, the move that changes the fewest parts is offered. `changes(move)` returns the keys of
 * the parts that a move changes. `part(key, handlers)` makes a part. `handlers` are the properties of its control, or
 * null if no move changes the part. Returns the elements of the parts by key, and the element of the offered move.
 */
export function chooser(moves, keys, changes, part, { pick, wins, isReply }) {
  const sets = moves.map((move) => ({ move, keys: new Set(changes(move).map(String)) })).sort((one, other) => one.keys.size - other.keys.size);
  const can = new Set(sets.flatMap(({ keys: changed }) => [...changed]));
  const fitting = (chosen) => sets.find(({ keys: changed }) => chosen.every((key) => changed.has(key)));
  const offer = h("div", { class: "offer-place" });
  let chosen = [];
  const parts = new Map();
  const show = (found) => {
    for (const [key, element] of parts) {
      element.classList.toggle("chosen", found?.keys.has(key) ?? false);
      if (can.has(key)) element.setAttribute("aria-pressed", String(found?.keys.has(key) ?? false));
    }
    const made = found && pick(found.move, { class: "offer" }, found.move.text, () => [...found.keys].map((key) => parts.get(key)));
    offer.replaceChildren(...(made ? [made] : []));
  };
  const touch = (key) => {
    const offered = fitting(chosen);
    // If a chosen part is touched again, it is no longer chosen, unless the offered move changes only this part. If no
    // move changes all chosen parts, the parts that were chosen first are dropped.
    if (offered?.keys.has(key) && offered.keys.size > 1 && chosen.includes(key)) chosen = chosen.filter((other) => other !== key);
    else chosen = [...chosen, key];
    while (!fitting(chosen)) chosen = chosen.slice(1);
    show(fitting(chosen));
  };
  for (const key of keys.map(String)) {
    const handlers = { type: "button", class: "choose", onclick: () => touch(key) };
    parts.set(key, part(key, can.has(key) ? handlers : null));
  }
  // Before the first touch, nothing is chosen, unless the oracle's move or a winning move is shown.
  const first = isReply ? sets[0] : sets.find(({ move }) => wins(move));
  if (first) chosen = [...first.keys];
  show(first);
  return { parts, offer };
}

/** A square of a board or a strip, as an SVG rectangle. */
export const square = (x, y, look = "") => svg("rect", { class: `field ${look}`, x: x + 0.02, y: y + 0.02, width: 0.96, height: 0.96, rx: 0.06 });

/** A vertex with its name. */
export const node = ([x, y], name, look, radius) => svg("g", { class: `node ${look}` }, svg("circle", { cx: x, cy: y, r: radius }), label(x, y, name.length > 4 ? `${name.slice(0, 3)}…` : name));

/** A line between two vertices. */
export const link = (from, to, look) => svg("path", { class: `link ${look}`, d: `M${from.join(" ")}L${to.join(" ")}` });

export const label = (x, y, text, look = "") => svg("text", { class: `axis-label ${look}`, x, y, "text-anchor": "middle", "dominant-baseline": "central" }, String(text));

/**
 * Lets things in `root` be dragged to controls. `begin(target)` is given the pressed element, and returns the thing and
 * its controls, `{element, controls}`, if it can be dragged. A control under the thing is treated as if the pointer
 * were on it. If the thing is dropped on a control, the control is clicked.
 */
export function drag(root, begin) {
  const point = (control, name) => control?.dispatchEvent(new PointerEvent(name, { pointerType: "mouse" }));
  const holds = ({ left, right, top, bottom }, { clientX, clientY }) => clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  root.addEventListener("pointerdown", (down) => {
    const { element, controls } = (down.button === 0 && begin(down.target)) || {};
    if (!element) return;
    let [over, moved] = [null, false];
    const follow = (event) => {
      const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!moved && Math.hypot(dx, dy) < APART) return;
      moved = true;
      element.classList.add("dragged");
      element.style.setProperty("translate", `${dx}px ${dy}px`);
      const here = controls.find((control) => holds(control.getBoundingClientRect(), event)) ?? null;
      if (here === over) return;
      point(over, "pointerleave");
      point(here, "pointerenter");
      over = here;
    };
    const end = ({ type }) => {
      for (const [name, handler] of handlers) removeEventListener(name, handler);
      element.style.removeProperty("translate");
      element.classList.remove("dragged");
      if (!moved) return;
      // When the dragged element is released, a browser may click the element below it. That click would make a second
      // move, so it is stopped.
      const swallow = (event) => event.isTrusted && event.stopPropagation();
      addEventListener("click", swallow, { capture: true });
      setTimeout(() => {
        removeEventListener("click", swallow, { capture: true });
        if (type === "pointerup" && over?.isConnected) over.click();
      });
    };
    const handlers = [["pointermove", follow], ["pointerup", end], ["pointercancel", end]];
    for (const [name, handler] of handlers) addEventListener(name, handler);
  });
  return root;
}

/**
 * Lets a pointer sweep over the places in `root`, once it is pressed on an element with the class `handle`. Each place
 * that the pointer passes is treated as hovered. The place where the pointer is released is clicked.
 */
export function swept(root, handle) {
  root.addEventListener("pointerdown", (down) => {
    if (down.button !== 0 || !down.target.closest(`.${handle}`)) return;
    down.target.releasePointerCapture(down.pointerId);
    const first = down.target.closest(".spot");
    let over = first;
    const follow = ({ clientX, clientY }) => {
      const spot = document.elementFromPoint(clientX, clientY)?.closest(".spot");
      if (!spot || spot === over || !root.contains(spot)) return;
      over?.dispatchEvent(new PointerEvent("pointerleave", { pointerType: "mouse" }));
      spot.dispatchEvent(new PointerEvent("pointerenter", { pointerType: "mouse" }));
      over = spot;
    };
    const end = ({ type, pointerType }) => {
      for (const [name, handler] of handlers) removeEventListener(name, handler);
      // If the pointer is released on the element where it was pressed, the browser itself makes the click.
      if (type === "pointerup" && over !== first) over.dispatchEvent(new PointerEvent("click", { bubbles: true, pointerType }));
    };
    const handlers = [["pointermove", follow], ["pointerup", end], ["pointercancel", end]];
    for (const [name, handler] of handlers) addEventListener(name, handler);
  });
  return root;
}
