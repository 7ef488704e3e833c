// Asks about the caller's own games, and prints the answers:
//     npm run games && node ../target/clients/games.js http://localhost:8080
// The types of requests and answers are made from openapi.yaml. So this compiles only if it agrees with the contract.
import type { components, paths } from "../target/clients/api.js";

type Question = "/v1/analyze" | "/v1/moves" | "/v1/play";
type Asked<Q extends Question> = paths[Q]["post"]["requestBody"]["content"]["application/json"];
type Answer<Q extends Question> = paths[Q]["post"]["responses"][200]["content"]["application/json"];
type Problem = components["schemas"]["Problem"];

const url = process.argv[2] ?? "http://localhost:8080";

async function post<Q extends Question>(path: Q, asked: Asked<Q>): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(url + path, { method: "POST", headers, body: JSON.stringify(asked) });
}

async function ask<Q extends Question>(path: Q, asked: Asked<Q>): Promise<Answer<Q>> {
  const response = await post(path, asked);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer<Q>;
}

async function main(): Promise<void> {
  const games: Asked<"/v1/analyze">["games"] = {
    named: { graph: { a: ["b", "c"], b: ["a"], c: [] } },
    ring: { graph: [[1], [0]] },
    queen: { rides: [[1, 0], [0, 1], [1, 1]] },
  };
  const position = { named: ["a"], queen: [[3, 6]], nim: [3] };

  const analysis = await ask("/v1/analyze", { games, position, remoteness: true, line: 3 });
  console.log(analysis.winner, analysis.grundy, analysis.remoteness, analysis.line?.length);

  const draw = await ask("/v1/analyze", { games, position: { ring: [0] } });
  console.log(draw.winner, JSON.stringify(draw.grundy), draw.drawing_count);

  const { moves, winning_count } = await ask("/v1/moves", { games, position, only: "winning" });
  console.log(winning_count, moves.length);

  // In a compound other than a sum, a move has combined_move instead of these three fields.
  const { game, index, to } = moves[0] ?? {};
  if (game === undefined || index === undefined || to === undefined) throw new Error("no winning move");
  const turn = await ask("/v1/play", { games, position, move: { game, index, to } });
  console.log(turn.winning, turn.winner);

  const broken = await post("/v1/analyze", { games: { mine: { graph: { a: ["b"] } } }, position: {} });
  const problem = (await broken.json()) as Problem;
  console.log(broken.status, problem.code, problem.errors?.[0]?.pointer);
}

main().catch((error: unknown) => {
  console.error(`games.js: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
