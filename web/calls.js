// Shows the calls of the last step: the request, the answer, and the same request in several languages. So anyone can
// repeat the calls.

import { choice, h, replace } from "./element.js";
import { block, drawCall, nameOf, pretty } from "./languages.js";
import { isService, root } from "./service.js";

let chosen = "v1/analyze";

/** The answer that the user has uncovered, if answers are hidden. */
let uncovered = null;

export function drawCalls(section, api, { show }) {
  const exchanges = [...api.exchanges.values()];
  const exchange = api.exchanges.get(chosen) ?? exchanges.at(-1);
  const again = () => drawCalls(section, api, { show });
  replace(section,
    h("h2", { id: "calls-title" }, "The API"),
    h("p", { class: "muted" }, "Every step of this page is a call that your program can make, too. ", isService && [h("a", { href: new URL("docs/", root).href }, "Try the others"), "."]),
    exchange && body());

  function body() {
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
          drawCall(exchange, again)),
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
