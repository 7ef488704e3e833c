// Calls of the API. It keeps the last exchange of each kind, for the page to show.

import { queryOf } from "./link.js";
import { call } from "./service.js";

/** A failed call, in the words of the service if it sent any. Status 0: the service was not reached. */
class Problem extends Error {
  constructor({ status = 0, code = "unreachable", detail, errors = [] }) {
    super(detail);
    Object.assign(this, { status, code, errors });
  }
}

/** A script that is loaded only now. */
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

/** The service, with what was last said. */
export class Api {
  /** The last exchanges by path, in the order in which they were. */
  exchanges = new Map();

  /** Asks for what is in a URL. */
  async get(path) {
    return bodyOf(await ask(path));
  }

  /** Posts a request that is not worth showing; until the signal, if there is one. */
  async ask(path, request, signal) {
    return bodyOf(await ask(path, request, signal));
  }

  /** Posts a request, and keeps the exchange. */
  async post(path, request) {
    return this.#keep(path, request, await ask(path, request));
  }

  /** Asks what depends on the request alone, and keeps the exchange. A short request is a URL, so that the browser caches the answer. */
  async look(path, request) {
    const link = queryOf(request);
    const answer = link === null ? null : await ask(`${path}?${link}`);
    // A refused question is posted again: the fault then names the position and not the URL's parameters.
    return this.#keep(path, request, answer?.ok ? answer : await ask(path, request));
  }

  #keep(path, request, answer) {
    this.exchanges.delete(path);
    this.exchanges.set(path, { path, request, status: answer.status, answer: answer.body });
    return bodyOf(answer);
  }
}
