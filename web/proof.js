// Lets the reader's browser verify the answer. It checks a certificate by the rules of the game alone.

import { fold, h, replace } from "./element.js";

/** Shows in a box what the browser has proved of the position on the table, or why it has proved nothing. */
export async function verify(box, api, match) {
  const say = (...parts) => replace(box, h("p", { id: "verified", role: "status" }, parts));
  say("Verifying …");
  const { certificate } = await api.ask("v1/analyze", { ...match.request(), brief: true, certificate: true });
  if (certificate.refused) return say(`There is no certificate of this answer: ${certificate.refused}.`);
  const worker = new Worker(new URL("./verify.js", import.meta.url));
  const { isProved, text } = await new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => resolve({ isProved: false, text: message });
    worker.postMessage({ certificate: JSON.stringify(certificate), rules: Object.values(match.games).flatMap(({ rules }) => (rules ? [[rules].flat().join("\n")] : [])) });
  });
  worker.terminate();
  const [statement, ...rules] = text.split("\n\n\n");
  say(h("b", {}, isProved ? "✓ Your browser has proved: " : "✗ Your browser has not proved it: "), statement);
  if (rules.length) box.append(fold("proof-rules", {}, "The rules by which it was proved", h("pre", { tabindex: "0", role: "region", "aria-label": "The rules" }, h("code", {}, rules.join("\n\n")))));
}
