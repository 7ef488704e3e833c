// Calls of the API, and what was said in the last of each kind, for the page to show.

/** A service that says nothing for so long (ms) is as good as gone. */
const PATIENCE = 20_000;

/** How often a service that has too much to do is asked again, after the time that it says. */
const RETRIES = 5;

/** What a call failed with, in the words of the service where it has any. Status 0: it was not reached. */
class Problem extends Error {
  constructor({ status = 0, code = "unreachable", detail, errors = [] }) {
    super(detail);
    Object.assign(this, { status, code, errors });
  }
}

/** Where the service is: this page lies at its root, wherever a proxy puts that. */
export const root = new URL("./", document.baseURI);

async function call(path, options = {}, retries = RETRIES) {
  let response;
  try {
    response = await fetch(new URL(path, root), { ...options, signal: AbortSignal.timeout(PATIENCE) });
    if (response.status === 503 && retries) {
      const seconds = Number(response.headers.get("Retry-After")) || 1;
      await new Promise((done) => setTimeout(done, 1000 * seconds));
      return call(path, options, retries - 1);
    }
  } catch {
    throw new Problem({ detail: "No connection to the service. Your game is kept, and goes on when it is back." });
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

const posted = (request) => ({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request) });

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
    return bodyOf(await call(path, posted(request)));
  }

  /** Posts a request, and keeps the exchange. */
  async post(path, request) {
    const answer = await call(path, posted(request));
    this.exchanges.delete(path);
    this.exchanges.set(path, { path, request, status: answer.status, answer: answer.body });
    return bodyOf(answer);
  }
}
