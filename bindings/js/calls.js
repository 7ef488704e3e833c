// The calls of the API, answered by the module, which node.js or browser.js has loaded.

import { __wbg_reset_state as restart, call as answer } from "./wasm/grundy.js";

/** A request that was refused: the problem of the API as an error. */
export class GrundyError extends Error {
  constructor({ type, title, status, detail, code, errors = [], errors_omitted = 0 }) {
    super(detail);
    this.name = "GrundyError";
    Object.assign(this, { type, title, status, detail, code, errors, errors_omitted });
  }
}

/** A fault of the code. It left the module in a state that nobody knows, so that is started anew: its tables are lost. */
function failed(reason) {
  restart();
  const detail = `the engine failed: ${reason?.message ?? reason}`;
  return JSON.stringify({ type: "/problems/internal", title: "The service failed", status: 500, detail, code: "internal" });
}

export function call(path, body) {
  try {
    return { status: 200, body: answer(path, body) };
  } catch (thrown) {
    const problem = typeof thrown === "string" ? thrown : failed(thrown);
    return { status: JSON.parse(problem).status, body: problem };
  }
}

function ask(path, request) {
  const { status, body } = call(path, typeof request === "object" ? JSON.stringify(request) : request);
  const json = JSON.parse(body);
  if (status !== 200) throw new GrundyError(json);
  return json;
}

export const analyze = (request) => ask("v1/analyze", request);
export const moves = (request) => ask("v1/moves", request);
export const play = (request) => ask("v1/play", request);

const pathOf = (game) => `v1/games/${encodeURIComponent(game)}`;

export const games = (search = {}) => ask(`v1/games?${new URLSearchParams(search)}`);
export const game = (key) => ask(pathOf(key));
export const map = (game, { a = "1..40", b = "1..40" } = {}) => ask(`${pathOf(game)}/map?${new URLSearchParams({ a, b })}`);
export const values = (game, n = "0..100") => ask(`${pathOf(game)}/map?${new URLSearchParams({ n })}`);
