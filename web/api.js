// Calls of the API, and what was said in the last of each kind, for the page to show.

/** The longest line of JSON that is shown. */
const LINE = 64;

/** What a call failed with, in the words of the service where it has any. */
export class Problem extends Error {
  constructor({ status = 0, code = "unreachable", detail, errors = [] }) {
    super(detail);
    Object.assign(this, { status, code, errors });
  }
}

/** Where the service is: this page lies at its root, wherever a proxy puts that. */
const root = new URL("./", document.baseURI);

async function call(path, options) {
  let response;
  try {
    response = await fetch(new URL(path, root), options);
  } catch {
    throw new Problem({ detail: "The service does not answer. Nothing is lost, try again in a moment." });
  }
  let body;
  try {
    body = await response.json();
  } catch {
    throw new Problem({ status: response.status, detail: `The service answered ${response.status} and no JSON.` });
  }
  return { ok: response.ok, status: response.status, body };
}

function bodyOf({ ok, body }) {
  if (!ok) throw new Problem(body);
  return body;
}

/** The service, with what was last said. */
export class Api {
  /** The last exchanges by path, in the order in which they were. */
  exchanges = new Map();

  /** Asks for what is in a URL. */
  async get(path) {
    return bodyOf(await call(path));
  }

  /** Posts a request that is not worth showing. */
  async ask(path, request) {
    const headers = { "Content-Type": "application/json" };
    return bodyOf(await call(path, { method: "POST", headers, body: JSON.stringify(request) }));
  }

  /** Posts a request, and keeps the exchange. */
  async post(path, request) {
    const headers = { "Content-Type": "application/json" };
    const answer = await call(path, { method: "POST", headers, body: JSON.stringify(request) });
    this.exchanges.delete(path);
    this.exchanges.set(path, { path, request, status: answer.status, answer: answer.body });
    return bodyOf(answer);
  }
}

/** The command that asks the same. */
export function curl({ path, request }) {
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  return `curl -s --json ${quoted(JSON.stringify(request))} ${quoted(new URL(path, root).href)}`;
}

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
