// Positions: the JSON of the API, and the text form of its URLs. Numbers are never computed with as floating point:
// up to 2^53 − 1 they are JSON numbers as the API writes them, beyond that strings of digits.

/** The parameter of URLs that is no game. */
const PLAY = "play";

/** The text of one component, as in `5,26`, `RBBR` or `3`. */
export function textOf(piece) {
  return Array.isArray(piece) ? piece.join(",") : String(piece);
}

function integerOf(text) {
  return /^(0|[1-9][0-9]*)$/.test(text) && BigInt(text) <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(text) : text;
}

/** The component that a text writes, in the shape of its game's example. What is no number is left for the API to refuse. */
export function pieceOf(text, game) {
  const example = game && Object.values(game.example.position)[0][0];
  if (Array.isArray(example)) return text.split(",").map((part) => integerOf(part.trim()));
  return typeof example === "string" ? text : integerOf(text.trim());
}

/** Are the positions of a game two numbers? */
export function isPair(game) {
  const example = Object.values(game.example.position)[0][0];
  return Array.isArray(example) && example.length === 2;
}

/** All components, in the order of the position. */
export function componentsOf(position) {
  return Object.entries(position).flatMap(([game, pieces]) => pieces.map((piece, index) => ({ game, index, piece })));
}

/** The position of these `{game, piece}`, in the order of the catalogue. */
export function positionOf(components, games) {
  const ids = new Set([...games.map((game) => game.id), ...components.map((component) => component.game)]);
  const lists = [...ids].map((id) => [id, components.filter(({ game }) => game === id).map(({ piece }) => piece)]);
  return Object.fromEntries(lists.filter(([, list]) => list.length > 0));
}

/** The query string of a position: the same in links of this page and in URLs of the API. */
export function queryOf(position, play) {
  const plain = (text) => encodeURIComponent(text).replaceAll("%2C", ",");
  const parts = componentsOf(position).map(({ game, piece }) => `${plain(game)}=${plain(textOf(piece))}`);
  return [...parts, ...(play === "misere" ? [`${PLAY}=misere`] : [])].join("&");
}

/** Reads a query string: its components as `{game, text}`, and the play. */
export function readQuery(query) {
  const parameters = [...new URLSearchParams(query.trim().replace(/^[#?]/, ""))];
  const rows = parameters.filter(([name]) => name !== PLAY).map(([game, text]) => ({ game, text }));
  return { rows, play: new URLSearchParams(query.replace(/^[#?]/, "")).get(PLAY) ?? "normal" };
}

/** A long text with its middle left out. */
export function short(text, most = 28) {
  if (text.length <= most) return text;
  const side = Math.floor((most - 1) / 2);
  return `${text.slice(0, side)}…${text.slice(-side)}`;
}

/** A component for eyes: numbers apart, long ones shortened. */
export function shown(piece) {
  return Array.isArray(piece) ? piece.map((part) => short(String(part))).join(", ") : short(String(piece), 40) || "(empty)";
}

/** An integer with its thousands apart. */
export function grouped(integer) {
  const text = String(integer);
  return text.length > 40 ? `${short(text)} (${text.length} digits)` : text.replace(/\B(?=(\d{3})+$)/g, " ");
}
