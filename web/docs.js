// The page of the contract, at /docs/. It lists the calls of the service, says what their fields mean, and sends them.
// A call is drawn when it is unfolded, since the whole contract would block the page.

import { copyButton, filled, h } from "./element.js";
import { block, pretty, WAYS } from "./languages.js";
import { call, root } from "./service.js";

let contract;

/** A text with paragraphs and `code`. */
const prose = (text = "") => text.split("\n\n").map((part) => h("p", {}, part.split(/\x60/).map((piece, at) => (at % 2 ? h("code", {}, piece) : piece))));

const resolved = (schema) => (schema.$ref ? contract.components.schemas[schema.$ref.split("/").at(-1)] : schema);

/** The type of a schema in a few words, such as `list of integer`. */
function typeOf(schema) {
  const { type, enum: words, items, oneOf, anyOf, pattern } = resolved(schema);
  if (words) return words.map((word) => JSON.stringify(word)).join(" | ");
  if (type === "array" && items) return `list of ${typeOf(items)}`;
  const many = oneOf ?? anyOf;
  if (many) return [...new Set(many.map(typeOf))].slice(0, 4).join(" or ");
  return `${[type ?? "anything"].flat().join(" or ")}${pattern && pattern.length < 40 ? ` ${pattern}` : ""}`;
}

/** The schema with the fields: that of the items of a list, or of the only alternative that has any. */
function inner(schema) {
  const { type, items, oneOf, anyOf, allOf } = resolved(schema);
  if (type === "array" && items) return inner(items);
  const parts = oneOf ?? anyOf ?? allOf;
  return parts ? (parts.map(inner).find(({ properties }) => properties) ?? {}) : resolved(schema);
}

/** The fields of a schema. The fields of a field are drawn when it is unfolded. */
function fieldsOf(schema) {
  const { properties = {}, required = [] } = inner(schema);
  return h("ul", { class: "fields" }, Object.entries(properties).map(([name, field]) => {
    const head = [h("code", {}, name), " ", h("span", { class: "muted small" }, typeOf(field), required.includes(name) ? ", required" : "")];
    const about = prose(field.description ?? resolved(field).description);
    return h("li", {}, inner(field).properties ? unfolding({}, head, () => [about, fieldsOf(field)]) : [head, about]);
  }));
}

const unfolding = (properties, summary, content) => filled(h("details", properties, h("summary", {}, summary)), content);

/** The example of a call by GET as a path with its query. */
function exampleOf(path, parameters) {
  const given = parameters.filter(({ example }) => example !== undefined);
  const filled = given.filter((each) => each.in === "path").reduce((text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(example)), path);
  const query = given.filter((each) => each.in === "query").map(({ name, example }) => `${name}=${[example].flat().join(",")}`).join("&");
  return query ? `${filled}?${query}` : filled;
}

/** The content of a call: its description, a form that sends it, and its fields. */
function drawCall(path, method, { operationId: id, description, parameters = [], requestBody, responses }) {
  const [request] = Object.entries(requestBody?.content ?? {});
  const name = request ? "The body of the request" : "The path with its query";
  const text = request ? pretty(request[1].example) : exampleOf(path, parameters);
  const field = h(request ? "textarea" : "input", { id: `${id}-text`, "aria-label": `${name} of ${id}`, spellcheck: "false", autocomplete: "off", value: text, ...(request && { rows: text.split("\n").length + 1 }) });
  const answer = h("div", { class: "answer", role: "status" });
  const send = async (event) => {
    event.preventDefault();
    const shown = await (request ? call(path.slice(1), field.value) : call(field.value.replace(/^\//, ""))).catch(() => ({ status: "none", body: "No connection to the service." }));
    answer.replaceChildren(h("p", {}, `Status ${shown.status}`), block(null, `The answer of ${id}`, /^[{[]/.test(shown.body) ? pretty(JSON.parse(shown.body)) : shown.body));
  };
  const curl = () => (request ? WAYS[0][2]({ path: path.slice(1), request: JSON.parse(field.value) }) : `curl -s '${new URL(field.value.replace(/^\//, ""), root).href}'`);
  const answers = Object.entries(responses["200"].content ?? {}).filter(([type]) => type.endsWith("json"));
  return [
    prose(description),
    h("form", { onsubmit: send }, field, h("div", { class: "buttons" }, h("button", { type: "submit", class: "main" }, "Send"), copyButton("Copy as curl", curl))), answer,
    parameters.length > 0 && [h("h3", {}, "Parameters"), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `The parameters of ${id}` }, h("ul", { class: "fields" }, parameters.map((each) => h("li", {}, h("code", {}, each.name), " ", h("span", { class: "muted small" }, typeOf(each.schema), each.required ? ", required" : ""), prose(each.description)))))],
    request && [h("h3", {}, "Request"), fieldsOf(request[1].schema)],
    answers.length > 0 && [h("h3", {}, "Answer"), fieldsOf(answers[0][1].schema)],
    h("p", { class: "muted small" }, `Other answers: ${Object.entries(responses).filter(([status]) => status !== "200").map(([status, each]) => `${status} ${each.description ?? ""}`).join(" · ")}`),
  ].flat(2).filter(Boolean);
}

async function open() {
  contract = JSON.parse((await call("openapi.json")).body);
  const calls = Object.entries(contract.paths).flatMap(([path, ways]) => Object.entries(ways).map(([method, of]) => ({ path, method, of })));
  const [about, ...rules] = prose(contract.info.description);
  document.getElementById("api").replaceChildren(about, unfolding({}, "What holds for all calls", () => rules),
    h("p", {}, `Version ${contract.info.version}: `, h("a", { href: new URL("openapi.yaml", root).href }, "openapi.yaml"), ", ", h("a", { href: new URL("openapi.json", root).href }, "openapi.json"), ", ", h("a", { href: new URL("problems", root).href }, "what errors mean"), "."),
    ...contract.tags.flatMap(({ name, description }) => [h("h2", {}, description), ...calls.filter(({ of }) => of.tags.includes(name)).map(({ path, method, of }) =>
      unfolding({ class: "panel call-of", id: of.operationId }, [h("b", { class: method }, method.toUpperCase()), " ", h("code", {}, path), " ", h("span", { class: "muted" }, of.summary)], () => drawCall(path, method, of)))]));
  document.body.classList.add("ready");
  document.getElementById(location.hash.slice(1))?.setAttribute("open", "");
}

await open();
