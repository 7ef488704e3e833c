// Shows the calls of the last step: the request, the answer, and the same request in several languages. So anyone can
// repeat the calls.

import { choice, copyButton, h, replace } from "./element.js";
import { nameOf, pretty, WAYS } from "./languages.js";
import { isService, root } from "./service.js";

/**
 * The largest number of characters of a text that is shown. The rest of a longer text is cut off, since a sum of a
 * million components would block the page.
 */
const MOST = 20_000;

let chosen = "v1/analyze";
let language = "curl";

/** The answer that the user has uncovered, if answers are hidden. */
let uncovered = null;

export function drawCalls(section, api, { show }) {
  const exchanges = [...api.exchanges.values()];
  const exchange = api.exchanges.get(chosen) ?? exchanges.at(-1);
  const again = () => drawCalls(section, api, { show });
  const cut = (text) => (text.length > MOST ? `${text.slice(0, MOST)}\n…` : text);
  const block = (id, label, text) => h("pre", { id, tabindex: "0", role: "region", "aria-label": label }, h("code", {}, cut(text)));
  replace(section,
    h("h2", { id: "calls-title" }, "The API"),
    h("p", { class: "muted" }, "Every step of this page is a call that your program can make, too. ", isService && [h("a", { href: new URL("docs/", root).href }, "Try the others"), "."]),
    exchange && body());

  function body() {
    const ways = WAYS.filter(([, , write]) => write(exchange) !== null);
    const [way, , write] = ways.find(([id]) => id === language) ?? ways[0];
    const code = block("command", "The call", write(exchange));
    // The answer is hidden at first, since it names the winner and the move.
    const hidden = show !== "all" && uncovered !== exchange;
    return [
      choice("call", "Call", exchanges.map(({ path }) => [path, isService ? `POST /${path}` : nameOf(path)]).sort(), exchange.path, (path) => {
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
