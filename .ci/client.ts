// Calls each operation of the contract with openapi-fetch, and with the types that openapi-typescript makes from the
// contract. The compiler checks every call, and then the service answers the call. The answers are written to answers.ts as
// literals of their types, and the compiler checks those as well: a field that no type has is an error. The argument is
// the address of the service.

import { writeFileSync } from "node:fs";
import createClient from "openapi-fetch";
import type { paths } from "./api.js";

const [, , baseUrl = ""] = process.argv;
/** How often a call to a busy service is repeated, after a second each time. */
const PATIENCE = 180;

/** Sends a request. A busy service refuses it with 503, and then it is repeated, as clients do. */
async function patiently(request: Request): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(request.clone());
    if (response.status !== 503 || tries > PATIENCE) return response;
    await new Promise((done) => setTimeout(done, 1000));
  }
}

const client = createClient<paths>({ baseUrl, fetch: patiently });
const position = { nim: [3, 4, 5], "octal(0.77)": [9] };

const asText = { parseAs: "text" } as const;
const answers = {
  "GET /healthz": await client.GET("/healthz", asText),
  "GET /readyz": await client.GET("/readyz", asText),
  "GET /metrics": await client.GET("/metrics", asText),
  "GET /problems": await client.GET("/problems", asText),
  "GET /problems/{code}": await client.GET("/problems/{code}", { params: { path: { code: "not-found" } }, ...asText }),
  "GET /v1/analyze": await client.GET("/v1/analyze", { params: { query: { nim: ["3", "4"], euclid: ["5,26"], explain: true } } }),
  "POST /v1/analyze": await client.POST("/v1/analyze", { body: { position, explain: true, genus: true, remoteness: true, line: 2 } }),
  "GET /v1/moves": await client.GET("/v1/moves", { params: { query: { kayles: ["7"], only: "winning" } } }),
  "POST /v1/moves": await client.POST("/v1/moves", { body: { position, limit: 2 } }),
  "POST /v1/play": await client.POST("/v1/play", { body: { position, move: { game: "nim", index: 2, to: 1 } } }),
  "GET /v1/values": await client.GET("/v1/values", { params: { query: { game: "kayles", from: "0", to: "12" } } }),
  "POST /v1/values": await client.POST("/v1/values", { body: { game: "euclid", positions: [[5, 26], [3, 4]], of: ["grundy", "winner"] } }),
  "POST /v1/quotient": await client.POST("/v1/quotient", { body: { game: "kayles", to: 9 } }),
  "GET /v1/games/{game}/quotient": await client.GET("/v1/games/{game}/quotient", { params: { path: { game: "kayles" }, query: { to: 9 } } }),
  "POST /v1/batch": await client.POST("/v1/batch", { body: { requests: [{ position, id: 1 }, { position: { "red-blue": ["RBB"] } }] } }),
  "GET /v1/games": await client.GET("/v1/games", { params: { query: { q: "kayles" } } }),
  "GET /v1/games/{game}": await client.GET("/v1/games/{game}", { params: { path: { game: "octal(0.77)" } } }),
  "GET /v1/games/{game}/map": await client.GET("/v1/games/{game}/map", { params: { path: { game: "euclid" }, query: { a: "1..3" } } }),
};

for (const [call, { response, data, error }] of Object.entries(answers)) {
  if (!response.ok || !data) throw new Error(`${call}: ${response.status} ${JSON.stringify(error)}`);
}
const literals = Object.entries(answers).filter(([, { data }]) => typeof data === "object").map(([call, { data }], index) => {
  const [method = "", path] = call.split(" ");
  const type = `paths["${path}"]["${method.toLowerCase()}"]["responses"][200]["content"]["application/json"]`;
  return `export const answer${index}: ${type} = ${JSON.stringify(data)};\n`;
});
writeFileSync("answers.ts", `import type { paths } from "./api.js";\n${literals.join("")}`);
const { winner, move } = answers["POST /v1/analyze"].data ?? {};
if (winner !== "first" || move?.game !== "nim") throw new Error(`${winner} ${move?.text}`);

// The answers about compounds have the same types as the answers about sums.
const compound = { position, compound: "selective" } as const;
const { data: analysis } = await client.POST("/v1/analyze", { body: compound });
const { data: page } = await client.POST("/v1/moves", { body: { ...compound, limit: 1 } });
const { data: turn } = await client.POST("/v1/play", { body: { ...compound, combined_move: analysis?.combined_move ?? [] } });
const [listed] = page?.moves ?? [];
if (analysis?.combined_move?.[0]?.game !== "nim" || !listed?.combined_move?.[0]?.text) throw new Error(JSON.stringify([analysis, page]));
if (!turn?.winning || !turn.combined_reply?.length) throw new Error(JSON.stringify(turn));

const contract = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as { paths: Record<string, Record<string, unknown>> };
const operations = Object.entries(contract.paths).flatMap(([path, of]) => Object.keys(of).map((method) => `${method.toUpperCase()} ${path}`));
const missing = operations.filter((operation) => !(operation in answers));
if (missing.length > 0) throw new Error(`not called: ${missing}`);
console.log(`A client in TypeScript has called ${operations.length} operations, and ${literals.length} answers are literals.`);
