// Calls of the API. The last exchange of each kind is kept, so that the page can show it.

import { queryOf, rangeOf } from "./link.js";
import { call } from "./service.js";
import { answers, choose, chosen, keepAnswer } from "./store.js";

/** A failed call, in the words of the service if it sent any. The status 0 means that the service was not reached. */
class Problem extends Error {
  constructor({ status = 0, code = "unreachable", detail, errors = [] }) {
    super(detail);
    Object.assign(this, { status, code, errors });
  }
}

/** Waits for a script that is loaded on demand. */
export async function loaded(script) {
  try {
    return await script;
  } catch {
    throw new Problem({ detail: "No connection to the service, and this part of the page was not needed before." });
  }
}

async function ask(path, request, signal) {
  let answer;
  try {
    answer = await call(path, request && JSON.stringify(request), signal);
  } catch {
    if (signal?.aborted) throw new Problem({ code: "aborted", detail: "It is asked for no longer." });
    throw new Problem({ detail: "No connection to the service. Your game is kept, and goes on when it is back." });
  }
  const { status, body } = answer;
  try {
    return { ok: status < 400, status, body: JSON.parse(body) };
  } catch {
    throw new Problem({ status, detail: `The service answered ${status} and no JSON.` });
  }
}

function bodyOf({ ok, body }) {
  if (!ok) throw new Problem(body);
  return body;
}

/** Calls the service, and keeps the last exchanges. */
export class Api {
  /** The last exchange of each path, the oldest first. */
  exchanges = new Map();

  /** Sends a GET to a path. The signal, if there is one, ends the call. */
  async get(path, signal) {
    return bodyOf(await ask(path, undefined, signal));
  }

  /** The catalogue of the last visit, so that nothing waits for a slow service. `fresh(catalogue)` is called later. */
  async catalogue(fresh = () => {}) {
    const asked = this.get("v1/games").then((now) => (choose("catalogue", now), now));
    const last = chosen("catalogue", null);
    if (last) asked.then(fresh, () => {});
    return last ?? asked;
  }

  /** Posts a request, and does not keep the exchange. The signal, if there is one, ends the call. */
  async ask(path, request, signal) {
    return bodyOf(await ask(path, request, signal));
  }

  /** Asks for values. The browser keeps the answer to a GET, which is for games of the catalogue. The page keeps others. */
  async values(request, signal) {
    const query = rangeOf(request);
    if (query !== null) return this.get(`v1/values?${query}`, signal);
    const asked = JSON.stringify(request);
    const [, known] = answers().find(([each]) => each === asked) ?? [];
    const answer = known ?? (await this.ask("v1/values", request, signal));
    if (!known) keepAnswer(asked, answer);
    return answer;
  }

  /** Posts a request, and keeps the exchange. */
  async post(path, request) {
    return this.#keep(path, request, await ask(path, request));
  }

  /**
   * Sends a request whose answer depends on the request alone, and keeps the exchange. A short request is sent as a
   * URL, so that the browser caches the answer.
   */
  async look(path, request) {
    const link = queryOf(request);
    const answer = link === null ? null : await ask(`${path}?${link}`);
    // A refused request is posted again. The fault then names a place in the position, and not a parameter of the URL.
    return this.#keep(path, request, answer?.ok ? answer : await ask(path, request));
  }

  #keep(path, request, answer) {
    this.exchanges.delete(path);
    this.exchanges.set(path, { path, request, status: answer.status, answer: answer.body });
    return bodyOf(answer);
  }
}
