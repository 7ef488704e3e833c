// Graphs are edited in their own drawings. A vertex is dragged to its place, or onto another vertex to join them. A
// touch on an empty place adds a vertex. The ✕ on an edge deletes this edge. A chosen vertex can be deleted. In the
// user's own games, a vertex is free, deleted, or has the coin.

import { standing } from "../drawings/floors.js";
import * as graph from "../drawings/graph.js";
import { heldPlaces, hold, placesOf } from "../drawings/layout.js";
import { framed } from "../drawings/network.js";
import { ends } from "../drawings/order.js";
import { pictured, soil, standingAt } from "../drawings/hackenbush.js";
import { placing, surface } from "../drawings/surface.js";
import { h, svg } from "../element.js";
import { button } from "./numbers.js";

/** Larger graphs are edited as text. */
const VERTICES = 40;

/** The room for a new vertex beside the picture, and the sizes of a vertex and of a cross on an edge. */
const [ASIDE, DOT, CUT] = [1.5, 0.85, 0.6];

/** Sets with more members are edited as text. */
const MEMBERS = 4;

/** The distance (px) that a pointer may move during a click. */
const STILL = 5;

/**
 * Maps the id of a game to the chosen vertex. The vertex stays chosen when the editor is drawn again. The choice ends
 * when the user joins the vertex, removes it, puts the token on it, or touches it again.
 */
const from = new Map();

const isEdges = (piece) => Array.isArray(piece) && piece.every((edge) => [edge].flat().length <= 2 && [edge].flat().every((vertex) => typeof vertex === "number"));
const isOrder = (piece) => Array.isArray(piece) && piece.every((part) => typeof part === "string" && ends(part).length <= 2);

/** The edges that are connected to the ground. */
function hanging(all) {
  const held = new Set(["0"]);
  for (const vertex of held) for (const edge of all) if (edge.includes(vertex)) edge.forEach((other) => held.add(other));
  return all.filter(([vertex]) => held.has(vertex));
}

/** A name that no vertex has. Among *V* + 1 names, at least one is not a name of the *V* vertices. */
function nextLetter(vertices) {
  const names = [..."abcdefghijklmnopqrstuvwxyz", ...Array.from({ length: vertices.length + 1 }, (_, number) => `e${number}`)];
  return names.find((name) => !vertices.includes(name));
}

/** The length of an arrow's head, its distance from its vertices, and how far it is moved to the right. */
const [HEAD, AWAY, ASIDE_OF] = [0.22, 0.5, 0.09];

/** An edge as an arrow. It is moved a little to the right, so that two opposite arrows lie apart. */
function arrow([x, y], [toX, toY]) {
  const length = Math.hypot(toX - x, toY - y) || 1;
  const [over, down] = [(toX - x) / length, (toY - y) / length];
  const at = (way) => [x + way * over - down * ASIDE_OF, y + way * down + over * ASIDE_OF];
  const [start, end, middle] = [at(AWAY), at(length - AWAY), at(length * 0.42)];
  const head = [0.45, -0.45].map((turn) => {
    const angle = Math.atan2(down, over) + Math.PI + turn;
    return `M${end.join(" ")}l${HEAD * Math.cos(angle)} ${HEAD * Math.sin(angle)}`;
  });
  return { d: `M${start.join(" ")}L${end.join(" ")}${head.join("")}`, x: middle[0], y: middle[1] };
}

const numbered = (edges) => edges.map((edge) => edge.map(Number));

/** A kind of graphs of numbers: how a position is read, written and drawn, and which vertices may be joined. */
const NUMBERS = {
  line: "link",
  read: (piece) => piece.map((part) => [part].flat().map(String)),
  write: (vertices, edges) => [...numbered(edges), ...vertices.filter((vertex) => !edges.flat().includes(vertex)).map(Number)],
  next: (vertices) => String(Math.max(-1, ...vertices.map(Number)) + 1),
  canJoin: (one, other) => one !== other,
  look(vertices, edges) {
    const { places, width, height, left, top } = framed(placesOf(vertices, edges));
    const ends = ([one, other]) => [places.get(one), places.get(other)];
    return { width, height, places, lines: edges.map((edge) => {
      const [[x1, y1], [x2, y2]] = ends(edge);
      return { d: `M${x1} ${y1}L${x2} ${y2}`, x: (x1 + x2) / 2, y: (y1 + y2) / 2 };
    }), shapes: [], held: ([x, y]) => [x + left, y + top] };
  },
};

/** A graph whose first vertex has the token. Each edge is listed only once. */
const TOKEN = { ...NUMBERS, token: true, canJoin: (one, other, all) => one !== other && !all.some((edge) => edge.includes(one) && edge.includes(other)), write: ([token], edges) => [Number(token), ...numbered(edges)] };

const KIND = new Map([
  ["vertex-geography", TOKEN],
  ["edge-geography", TOKEN],
  ["node-kayles", { ...NUMBERS, alone: true }],
  ["arc-kayles", NUMBERS],
  ["grim", NUMBERS],
  ["hackenbush", {
    ...NUMBERS, line: "twig", ground: "0", canJoin: () => true,
    write: (_, edges) => numbered(hanging(edges)),
    look(_, edges) {
      const frame = pictured(numbered(edges), numbered(edges));
      const places = new Map([["0", [frame.wide / 2, frame.ground]], ...[...frame.places.keys()].map((vertex) => [String(vertex), frame.at(vertex)])]);
      return { width: frame.wide, height: frame.high, places, lines: frame.stalks, shapes: soil(frame), held: (spot) => standingAt(spot, frame) };
    },
  }],
  ["arrows", {
    line: "link way", alone: true,
    read: (piece) => piece,
    write: (vertices, edges) => [...edges, ...vertices.filter((vertex) => !edges.flat().includes(vertex)).map((vertex) => [vertex])],
    next: nextLetter,
    canJoin: (one, other, edges) => one !== other && !edges.some(([from, to]) => from === one && to === other),
    look(vertices, edges) {
      const pairs = new Map(edges.map((edge) => [[...edge].sort().join("\n"), edge]));
      const { places, width, height, left, top } = framed(heldPlaces(vertices, edges) ?? placesOf(vertices, [...pairs.values()]));
      return { width, height, places, shapes: [], lines: edges.map(([from, to]) => arrow(places.get(from), places.get(to))), held: ([x, y]) => [x + left, y + top] };
    },
  }],
  ["poset", {
    line: "link", alone: true,
    read: (piece) => piece.map(ends),
    write: (vertices, edges) => [...edges.map((edge) => edge.join("<")), ...vertices.filter((vertex) => !edges.flat().includes(vertex))],
    next: nextLetter,
    /** An edge that would close a cycle is refused, since an order has no cycles. */
    canJoin: (one, other, edges) => {
      const above = new Set([other]);
      for (const element of above) for (const [below, next] of edges) if (below === element) above.add(next);
      return !above.has(one);
    },
    look(vertices, edges) {
      const { places, ways, width, height } = standing(vertices, edges);
      return { width, height, places, shapes: [], lines: ways.map((way) => {
        const [x, y] = [0, 1].map((axis) => (way[0][axis] + way[1][axis]) / 2);
        return { d: `M${way.map((spot) => spot.join(" ")).join("L")}`, x, y };
      }) };
    },
  }],
]);

/** The editor of a graph. */
function edges(written, write, { id }) {
  const kind = KIND.get(id);
  const parts = kind.read(written);
  const all = parts.filter(({ length }) => length === 2);
  const vertices = [...new Set([...(kind.ground ? [kind.ground] : []), ...parts.flat()])];
  const next = kind.next(vertices);
  const chosen = vertices.includes(from.get(id)) ? from.get(id) : null;
  const look = kind.look(vertices, all);
  const [width, height] = [look.width + ASIDE, Math.max(look.height, 3)];
  const spotOf = (vertex) => look.places.get(vertex) ?? [look.width + ASIDE / 2 - 0.2, height / 2];

  /** Makes a change. Vertices that remain keep their places. `moved` has the new places of dragged vertices. */
  const set = (nextVertices, nextEdges, moved = new Map()) => {
    const kept = kind.write(nextVertices, nextEdges);
    const now = kind.read(kept);
    const names = [...new Set([...(kind.ground ? [kind.ground] : []), ...now.flat()])];
    if (look.held && (moved.size > 0 || nextEdges !== all)) {
      const spots = names.map((vertex) => [vertex, moved.get(vertex) ?? look.places.get(vertex)]).filter(([vertex, spot]) => spot && vertex !== kind.ground);
      if (spots.length === names.filter((vertex) => vertex !== kind.ground).length) hold(kind.ground ? names.filter((vertex) => vertex !== kind.ground) : names, now.filter(({ length }) => length === 2), spots.map(([vertex, spot]) => [vertex, look.held(spot)]));
    }
    write(kept);
  };
  const join = (one, other, at) => {
    from.delete(id);
    const isNew = !vertices.includes(other);
    if (!kind.canJoin(one, other, all)) return write(written);
    set(isNew ? [...vertices, other] : vertices, [...all, [one, other]], new Map(isNew && at ? [[other, at]] : []));
  };
  const add = (at) => {
    if (chosen !== null) return join(chosen, next, at);
    if (kind.alone) return set([...vertices, next], [...all], new Map([[next, at]]));
    const nearest = vertices.map((vertex) => [Math.hypot(at[0] - spotOf(vertex)[0], at[1] - spotOf(vertex)[1]), vertex]).sort(([one], [other]) => one - other)[0];
    // The new vertex is joined to the nearest vertex. If the graph has no vertex yet, nothing is added.
    if (nearest) join(nearest[1], next, at);
  };
  const touch = (vertex) => {
    if (chosen === vertex && !kind.ground) {
      from.delete(id);
      return write(written);
    }
    if (chosen !== null) return join(chosen, vertex);
    if (vertex === next && vertices.length > 0) return join(vertices.at(-1), next);
    from.set(id, vertex);
    write(written);
  };
  const remove = () => {
    from.delete(id);
    set(vertices.filter((vertex) => vertex !== chosen), all.filter((edge) => !edge.includes(chosen)));
  };
  const carry = () => {
    from.delete(id);
    set([...new Set([chosen, ...vertices])], [...all]);
  };
  const place = placing(width, height);
  const shapes = [...look.shapes, ...look.lines.map(({ d }) => svg("path", { class: kind.line, d }))];
  const cuts = look.lines.map(({ x, y }, at) => button(`edge ${at}`, `Remove the edge from ${all[at][0]} to ${all[at][1]}`, () => set(vertices, all.toSpliced(at, 1)), "✕", { class: "edit-cut", style: place(x - CUT / 2, y - CUT / 2, CUT, CUT) }));
  const dots = [...vertices, next].map((vertex) => {
    const [x, y] = spotOf(vertex);
    const name = vertex === next ? "a new vertex" : vertex === kind.ground ? "the ground" : `vertex ${vertex}`;
    const style = `edit-vertex${vertex === next ? " new" : ""}${vertex === chosen ? " chosen" : ""}${vertex === kind.ground ? " ground-vertex" : ""}${kind.token && vertex === vertices[0] ? " token" : ""}`;
    return button(`vertex ${vertex}`, chosen === null ? `An edge from ${name}` : `An edge from ${chosen} to ${name}`, () => touch(vertex), vertex === next ? "+" : vertex,
      { class: style, style: place(x - DOT / 2, y - DOT / 2, DOT, DOT), "aria-pressed": String(vertex === chosen), "data-vertex": vertex });
  });
  const plane = surface({ width, height, unit: 3.2, least: 2 }, shapes, [cuts, dots]);
  const unitsOf = ({ clientX, clientY }) => {
    const box = plane.querySelector(".plane").getBoundingClientRect();
    return [((clientX - box.x) / box.width) * width, ((clientY - box.y) / box.height) * height];
  };
  handled(plane, { join, add: (event) => add(unitsOf(event)), move: (vertex, event) => look.held && vertex !== kind.ground && vertex !== next && set(vertices, all, new Map([[vertex, unitsOf(event)]])) });
  return [
    h("p", { class: "said" }, chosen === null ? "Drag a vertex to its place, or onto another one to join them. Touch an empty place for a new one. ✕ takes an edge away." : `${chosen} is chosen: touch what to join it to.`),
    plane, chosen !== null && chosen !== kind.ground && h("div", { class: "buttons" }, button("remove", `Remove ${chosen}`, remove), kind.token && button("token", `Put the token on ${chosen}`, carry)),
  ];
}

/** Follows a pointer on a graph. It drags a vertex onto another vertex or to an empty place, or touches a vertex. */
function handled(root, { join, add, move }) {
  const vertexAt = ({ clientX, clientY }, dragged) => document.elementsFromPoint(clientX, clientY).map((element) => element.closest("[data-vertex]")).find((dot) => dot && dot !== dragged) ?? null;
  root.addEventListener("pointerdown", (down) => {
    const dot = down.target.closest("[data-vertex]");
    const isEmpty = !dot && !down.target.closest("button");
    if (down.button !== 0 || (!dot && !isEmpty)) return;
    down.target.releasePointerCapture?.(down.pointerId);
    let isMoved = false;
    const follow = (event) => {
      const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
      isMoved ||= Math.hypot(dx, dy) > STILL;
      if (isMoved && dot) dot.style.setProperty("translate", `${dx}px ${dy}px`);
    };
    const end = (event) => {
      for (const [name, handler] of handlers) removeEventListener(name, handler);
      if (event.type !== "pointerup") return dot?.style.removeProperty("translate");
      if (isEmpty) return !isMoved && root.contains(event.target) && add(event);
      if (!isMoved) return;
      // The click that ends a drag chooses nothing.
      const swallow = (click) => click.isTrusted && click.stopPropagation();
      addEventListener("click", swallow, { capture: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }));
      const onto = vertexAt(event, dot);
      dot.style.removeProperty("translate");
      if (onto) join(dot.dataset.vertex, onto.dataset.vertex);
      else move(dot.dataset.vertex, event);
    };
    const handlers = [["pointermove", follow], ["pointerup", end], ["pointercancel", end]];
    for (const [name, handler] of handlers) addEventListener(name, handler);
  });
  return root;
}

/** Edits which names are free and which are removed. The names of a graph or an order are shown in its drawing. */
function names(piece, set, { edges: links, vertices = [], order, elements = [], cells }) {
  const listed = typeof cells === "number" ? Array.from({ length: cells }, (_, cell) => cell) : cells;
  const all = listed ?? [...new Set([...(links ?? order).flat(), ...(order ? elements : vertices)])];
  const free = piece === "start" ? all : piece;
  const has = (name) => free.some((other) => String(other) === String(name));
  const toggle = (name, look) => button(`name ${name}`, `${name}: ${has(name) ? "free" : "gone"}`,
    () => set(all.filter((other) => (String(other) === String(name) ? !has(name) : has(other)))), String(name), { "aria-pressed": String(has(name)), ...look });
  if (listed || all.length > VERTICES) return h("div", { class: "buttons" }, all.map((name) => toggle(name, { class: "edit-name" })));
  const [texts, pairs] = [all.map(String), (links ?? order).map((pair) => pair.map(String))];
  const { width, height, places, lines } = (order ? KIND.get("poset") : NUMBERS).look(texts, pairs);
  const place = placing(width, height);
  const dots = all.map((name) => {
    const [x, y] = places.get(String(name));
    return toggle(name, { class: `edit-vertex edit-name`, style: place(x - DOT / 2, y - DOT / 2, DOT, DOT) });
  });
  return surface({ width, height, unit: 3.2, least: 2 }, lines.map(({ d }) => svg("path", { class: "link", d })), dots);
}

/** Edits a family of sets. Shows all non-empty sets of the members. A click adds a set to the family, or removes it. */
function sets(piece, set) {
  const members = [...new Set(piece.flat())].sort((one, other) => one - other);
  const all = Array.from({ length: 2 ** members.length - 1 }, (_, at) => members.filter((_, bit) => (at + 1) & (1 << bit)));
  const names = all.map((one) => one.join("."));
  const pairs = all.flatMap((one, at) => all.flatMap((other, to) => (other.length === one.length + 1 && one.every((member) => other.includes(member)) ? [[names[at], names[to]]] : [])));
  const has = new Set(piece.map((one) => one.join(".")));
  const { width, height, places, ways } = standing(names, pairs);
  const place = placing(width, height);
  const dots = all.map((one, at) => {
    const [[x, y], name] = [places.get(names[at]), `{${one.join(", ")}}`];
    const toggle = () => set(all.filter((_, other) => has.has(names[other]) !== (other === at)));
    return button(`set ${names[at]}`, `${name}: ${has.has(names[at]) ? "in the family" : "not in it"}`, toggle, one.join(""),
      { class: "edit-vertex edit-name", "aria-pressed": String(has.has(names[at])), style: place(x - DOT / 2, y - DOT / 2, DOT, DOT) });
  });
  const next = Math.max(0, ...members) + 1;
  return [
    surface({ width, height, unit: 3.2, least: 2 }, ways.map((way) => svg("path", { class: "link", d: `M${way.map((spot) => spot.join(" ")).join("L")}` })), dots),
    members.length < MEMBERS && h("div", { class: "buttons" }, button("member", `Add {${next}}`, () => set([...piece, [next]]))),
  ];
}

/** Edits the place of the coin on the user's own graph. */
function coin(piece, set, entry) {
  const pick = (move, look, content) => button(`vertex ${move.to}`, `Put the coin on ${move.to}`, () => set(move.to), content, look);
  return graph.draw(piece, [], { find: (to) => (String(to) === String(piece) ? undefined : { to }), pick, entry, past: [] });
}

export const KINDS = [
  { suits: (entry, piece) => graph.fits(piece, [], entry), draw: coin },
  { suits: ({ own, edges: links, order, cells }) => Boolean(own && (links ?? order ?? cells)), draw: names },
  { suits: ({ id }, piece) => id === "subset-take-away" && Array.isArray(piece) && piece.every(Array.isArray) && new Set(piece.flat()).size <= MEMBERS, draw: sets },
  { suits: ({ id }, piece) => KIND.has(id) && (id === "arrows" || (id === "poset" ? isOrder(piece) : isEdges(piece))) && new Set(piece.flat()).size <= VERTICES, draw: edges },
];
