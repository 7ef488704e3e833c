// The calls of the last step, as anyone may make them: request, curl command and answer.

import { curl, pretty } from "./api.js";
import { choice, copyButton, h, replace } from "./element.js";

/** Longer texts are cut: a sum of a million components would stop the page. */
const MOST = 20_000;

let chosen = "v1/analyze";

export function drawCalls(section, api) {
  const exchanges = [...api.exchanges.values()];
  const exchange = api.exchanges.get(chosen) ?? exchanges.at(-1);
  const cut = (text) => (text.length > MOST ? `${text.slice(0, MOST)}\n…` : text);
  const block = (id, label, text) => h("pre", { id, tabindex: "0", role: "region", "aria-label": label }, h("code", {}, cut(text)));
  const command = exchange && block("curl", "The curl command", curl(exchange));
  replace(section,
    h("h2", { id: "calls-title" }, "The API"),
    h("p", { class: "muted" }, "Every step of this page is a call that your program can make, too. ", h("a", { href: "docs/" }, "Try the others"), "."),
    exchange && [
      choice("call", "Call", exchanges.map(({ path }) => [path, `POST /${path}`]).sort(), exchange.path, (path) => {
        chosen = path;
        drawCalls(section, api);
      }),
      h("div", { class: "call" },
        h("div", {}, h("h3", {}, "Request"), block("request", "The request", pretty(exchange.request)),
          h("h3", {}, "As a command"), command, copyButton("Copy command", () => curl(exchange), () => command)),
        h("div", {}, h("h3", {}, `Answer, status ${exchange.status}`), block("answer", "The answer", pretty(exchange.answer)))),
    ]);
}
