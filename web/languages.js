// Writes a call of the API in a form that the user can copy: as a curl command, as a link, or as code in Python or
// JavaScript. If the page runs without a service, writes a call of the npm package instead. An `exchange` contains the
// `path` and the `request` of the call.

import { choice, copyButton, h } from "./element.js";
import { queryOf, rangeOf } from "./link.js";
import { isService, root } from "./service.js";

const href = (path) => new URL(path, root).href;
const json = ({ request }) => JSON.stringify(request);

/** The URL of a GET that has the same answer as the request; null if there is no such URL. */
function link({ path, request }) {
  const query = path === "v1/values" ? rangeOf(request) : queryOf(request);
  return query === null ? null : `${href(path)}?${query}`;
}

/** The curl command that sends the request of `exchange`. */
function curl(exchange) {
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  return `curl -s --json ${quoted(json(exchange))} ${quoted(href(exchange.path))}`;
}

function python(exchange) {
  return `import json\nfrom urllib.request import Request, urlopen\n\nquestion = json.loads(${JSON.stringify(json(exchange))})\n`
    + `request = Request(${JSON.stringify(href(exchange.path))}, json.dumps(question).encode(), {"Content-Type": "application/json"})\n`
    + "with urlopen(request) as answer:\n    print(json.load(answer))\n";
}

function javascript(exchange) {
  return `const question = ${pretty(exchange.request)};\nconst answer = await fetch(${JSON.stringify(href(exchange.path))}, {\n  method: "POST",\n`
    + `  headers: { "Content-Type": "application/json" },\n  body: JSON.stringify(question),\n});\nconsole.log(await answer.json());\n`;
}

/** The name of the npm package's function for a path of the API: `analyze` for `v1/analyze`. */
export const nameOf = (path) => path.replace("v1/", "");

/** JavaScript code that passes the same request to the engine's package, without a service. */
function engine(exchange) {
  const name = nameOf(exchange.path);
  return `import { ${name} } from "@grundy/engine";\n\nconst question = ${pretty(exchange.request)};\nconsole.log(${name}(question));\n`;
}

/** The ways to write a call, `[id, name, write]`. `write(exchange)` returns a text, or null if there is none. */
export const WAYS = isService
  ? [["curl", "curl", curl], ["link", "GET link", link], ["python", "Python", python], ["javascript", "JavaScript", javascript]]
  : [["engine", "JavaScript", engine]];

/** Of a longer text, the rest is cut off, since a sum of a million components would block the page. */
const MOST = 20_000;

/** A text that was sent or received. */
export const block = (id, label, text) => h("pre", { id, tabindex: "0", role: "region", "aria-label": label }, h("code", {}, text.length > MOST ? `${text.slice(0, MOST)}\n…` : text));

/** The language in which calls are copied. */
let language = WAYS[0][0];

/** The choice of a language, the call in it, and the button that copies it. `again()` is called after a choice. */
export function drawCall(exchange, again) {
  const ways = WAYS.filter(([, , write]) => write(exchange) !== null);
  const [way, , write] = ways.find(([id]) => id === language) ?? ways[0];
  const code = block("command", "The call", write(exchange));
  return [choice("language", "Language", ways.map(([id, label]) => [id, label]), way, (id) => {
    language = id;
    again();
  }), code, copyButton("Copy", () => write(exchange), () => code)];
}

/** The largest number of characters of a list or an object on one line, with its indentation. */
const LINE = 64;

/** JSON with short lists and objects on one line. */
export function pretty(value, indent = "") {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const [open, close] = isList ? "[]" : "{}";
  const parts = (at) => Object.entries(value).map(([name, part]) => (isList ? "" : `${JSON.stringify(name)}: `) + pretty(part, at));
  const flat = `${open}${parts("").join(", ")}${close}`;
  if (flat.length + indent.length <= LINE && !flat.includes("\n")) return flat;
  return `${open}\n${parts(inner).map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}
