// The calls of the last step, as anyone may make them: request, answer, and the same in other languages.

import { choice, copyButton, h, replace } from "./element.js";
import { textOf } from "./position.js";
import { root } from "./service.js";

/** The longest line of JSON that is shown. */
const LINE = 64;

/** Longer texts are cut: a sum of a million components would stop the page. */
const MOST = 20_000;

let chosen = "v1/analyze";
let language = "curl";

/** The answer that was uncovered, where answers are hidden. */
let uncovered = null;

export function drawCalls(section, api, { show }) {
  const exchanges = [...api.exchanges.values()];
  const exchange = api.exchanges.get(chosen) ?? exchanges.at(-1);
  const again = () => drawCalls(section, api, { show });
  const cut = (text) => (text.length > MOST ? `${text.slice(0, MOST)}\n…` : text);
  const block = (id, label, text) => h("pre", { id, tabindex: "0", role: "region", "aria-label": label }, h("code", {}, cut(text)));
  replace(section,
    h("h2", { id: "calls-title" }, "The API"),
    h("p", { class: "muted" }, "Every step of this page is a call that your program can make, too. ", root && [h("a", { href: "docs/" }, "Try the others"), "."]),
    exchange && body());

  function body() {
    const ways = WAYS.filter(([, , write]) => write(exchange) !== null);
    const [way, , write] = ways.find(([id]) => id === language) ?? ways[0];
    const code = block("command", "The call", write(exchange));
    // The answer names the winner and the move.
    const hidden = show !== "all" && uncovered !== exchange;
    return [
      choice("call", "Call", exchanges.map(({ path }) => [path, root ? `POST /${path}` : nameOf(path)]).sort(), exchange.path, (path) => {
        chosen = path;
        again();
      }),
      h("div", { class: "call" },
        h("div", {},
          h("h3", {}, "Request"), block("request", "The request", pretty(exchange.request)),
          choice("language", "Language", ways.map(([id, label]) => [id, label]), way, (id) => {
            language = id;
            again();
          }),
          code, copyButton("Copy", () => write(exchange), () => code)),
        h("div", {},
          h("h3", {}, `Answer, status ${exchange.status}`),
          hidden
            ? h("button", { type: "button", id: "uncover", onclick: () => {
              uncovered = exchange;
              again();
            } }, "Show the answer, which tells who wins")
            : block("answer", "The answer", pretty(exchange.answer)))),
    ];
  }
}

const href = (path) => new URL(path, root).href;
const json = ({ request }) => JSON.stringify(request);

/** The same as a GET, where it has one. */
function link({ path, request: { position, play, games, move, ...rest } }) {
  if (games || move) return null;
  const parts = Object.entries(position).flatMap(([game, pieces]) => pieces.map((piece) => [game, textOf(piece)]));
  const more = Object.entries({ ...(play === "misere" && { play }), ...rest });
  const plain = (text) => encodeURIComponent(text).replace(/%2C|%28|%29/g, decodeURIComponent);
  return `${href(path)}?${[...parts, ...more].map(([name, value]) => `${plain(name)}=${plain(value)}`).join("&")}`;
}

/** The command that asks the same. */
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

const nameOf = (path) => path.replace("v1/", "");

/** The same without a service. */
function engine(exchange) {
  const name = nameOf(exchange.path);
  return `import { ${name} } from "@grundy/engine";\n\nconst question = ${pretty(exchange.request)};\nconsole.log(${name}(question));\n`;
}

const WAYS = root
  ? [["curl", "curl", curl], ["link", "GET link", link], ["python", "Python", python], ["javascript", "JavaScript", javascript]]
  : [["engine", "JavaScript", engine]];

/** JSON with short lists and objects on one line. */
function pretty(value, indent = "") {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const [open, close] = isList ? "[]" : "{}";
  const parts = (at) => Object.entries(value).map(([name, part]) => (isList ? "" : `${JSON.stringify(name)}: `) + pretty(part, at));
  const flat = `${open}${parts("").join(", ")}${close}`;
  if (flat.length + indent.length <= LINE && !flat.includes("\n")) return flat;
  return `${open}\n${parts(inner).map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}
