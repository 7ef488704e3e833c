// Shows where a value comes from. The user uncovers the values of the options of a component one by one. The least
// number that is missing among them is the value of the component.

import { h } from "./element.js";
import { grouped, isInteger, leavings, shown, textOf } from "./position.js";

/** The largest number of options that are shown. */
const MOST = 40;

/** The component that is shown, and its uncovered options. */
const view = { root: null, at: 0, key: "", open: new Set() };

/** Shows where the value of the chosen component comes from, if the values of all its options are known. */
export function drawMex(match, ways) {
  const { analysis, components, listing } = match;
  if (view.root !== match.root) Object.assign(view, { root: match.root, at: 0 });
  view.at = Math.min(view.at, Math.max(0, components.length - 1));
  const component = components[view.at];
  if (!component) return [];
  const { game, index, piece } = component;
  const own = analysis.values?.[game]?.[index];
  const { moves, count } = listing.options(game, index);
  const valued = moves.map((move) => ({ ...move, own: valueAfter(match, move, own) }));
  if (!isInteger(own) || count === null || count > MOST || moves.length < count || valued.some((move) => move.own === null)) return [];
  const key = `${game} ${textOf(piece)}`;
  if (view.key !== key) Object.assign(view, { key, open: new Set() });
  const again = () => {
    const { id } = document.activeElement;
    place.replaceWith(...[drawMex(match, ways)].flat());
    document.getElementById(id)?.focus({ preventScroll: true });
  };
  const entry = match.entry(game);
  const values = new Set(valued.filter((move) => view.open.has(textOf(move.to))).map((move) => Number(move.own)));
  const isWhole = view.open.size >= new Set(valued.map(({ to }) => textOf(to))).size;
  const top = Math.max(Number(own), ...valued.map((move) => Number(move.own)), 0);
  const chips = valued.map((move) => {
    const isOpen = view.open.has(textOf(move.to));
    return h("button", { type: "button", class: `option${isOpen ? " open" : ""}`, id: `option-${textOf(move.to)}`, title: move.text, onclick: () => {
      view.open.add(textOf(move.to));
      again();
    }, onpointerenter: () => ways.point(move, true, "why"), onpointerleave: () => ways.point(move, false, "why") },
    h("span", {}, leavings(move, entry, piece)), h("b", {}, isOpen ? String(move.own) : "?"));
  });
  const line = Array.from({ length: top + 2 }, (_, value) => {
    const isGap = isWhole && value === Number(own);
    return h("li", { class: values.has(value) ? "had" : isGap ? "gap" : "" }, String(value));
  });
  const said = isWhole
    ? `The least number that no option has is ${grouped(own)}: that is the value of ${entry.name} ${shown(piece)} (the mex, for “minimum excluded”).`
    : "Uncover the values of what a move can leave. The least number that is missing among them is the component's own value.";
  const place = h("div", { class: "mex" },
    h("h3", {}, "Where a value comes from"),
    components.length > 1 && h("label", { class: "field", for: "mex-of" }, h("span", {}, "Of"), h("select", { id: "mex-of", onchange: (event) => {
      view.at = Number(event.target.value);
      again();
    } }, components.slice(0, MOST).map((each, at) => h("option", { value: String(at), selected: at === view.at }, `${match.entry(each.game).name} ${shown(each.piece)}`)))),
    h("div", { class: "options" }, chips.length ? chips : h("p", { class: "muted" }, "There is no option, so nothing is missing before 0.")),
    h("ol", { class: "numbers-line", start: "0", "aria-label": "Numbers from 0" }, line),
    h("p", { id: "mex-said" }, said),
    !isWhole && h("button", { type: "button", id: "uncover-all", onclick: () => {
      valued.forEach(({ to }) => view.open.add(textOf(to)));
      again();
    } }, "Uncover all"));
  return place;
}

/**
 * The value of the option to which a move changes its component. It is the XOR of the sum's value after the move and
 * the values of all other components. `own` is the component's value before the move. Null if a value is not known.
 */
function valueAfter({ analysis, listing }, move, own) {
  const after = move.grundy ?? listing.find(move)?.grundy;
  return isInteger(after) && isInteger(analysis.grundy) && isInteger(own) ? BigInt(after) ^ BigInt(analysis.grundy) ^ BigInt(own) : null;
}
