// Compares the package's answers and problems with those of the service, byte for byte. The requests are made from the
// vectors, from the catalogue and from lists of unusual requests.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, describe, test } from "node:test";
import { call } from "../node.js";
import { ask, start } from "./service.mjs";

const service = await start();
after(service.stop);

/** The number of requests that the service answers in one stream. */
const STREAM = 1000;

/** The service's answer to a call, in the form of `call`. The request id is removed, since only the service has one. */
async function served(path, body) {
  const options = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body };
  const response = await ask(service.url + path, options);
  return { status: response.status, body: (await response.text()).replace(/,"request_id":"[^"]*"/, "") };
}

async function assertSame(path, body) {
  assert.deepEqual(call(path, body), await served(path, body), `${path} ${body?.slice(0, 500)}`);
}

const folder = new URL("../../../tests/vectors/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));

/** The requests for a vector, in normal and in misère play. They ask for everything that the vector has. */
function requestsOf({ position, games, remoteness, genus, misere_winner: misere }) {
  const plays = misere === undefined ? ["normal"] : ["normal", "misere"];
  const more = { explain: true, ...(remoteness !== undefined && { remoteness: true }), ...(genus && { genus: true }) };
  return plays.map((play) => ({ position, ...(games && { games }), play, ...more }));
}

/**
 * True if a request about misère play has a game with parameters, such as a code. Without optimization, the search for
 * the game's quotient may take seconds.
 */
const isSlow = ({ position, play }) => play === "misere" && Object.keys(position).some((key) => key.includes("("));

describe("the vectors", () => {
  assert.ok(files.length >= 10);
  for (const file of files) {
    const vectors = readFileSync(new URL(file, folder), "utf8").trim().split("\n").map((line) => JSON.parse(line));
    test(`${file}: analyses`, async () => {
      const requests = vectors.flatMap(requestsOf).filter((request) => !isSlow(request)).map((request) => JSON.stringify(request));
      assert.ok(requests.length > 100);
      let refused = 0;
      for (let at = 0; at < requests.length; at += STREAM) {
        const some = requests.slice(at, at + STREAM);
        const options = { method: "POST", headers: { "content-type": "application/x-ndjson" }, body: some.join("\n") };
        const lines = (await (await ask(`${service.url}v1/batch`, options)).text()).trim().split("\n");
        assert.equal(lines.length, some.length);
        some.forEach((request, index) => {
          const { status, body } = call("v1/analyze", request);
          refused += status !== 200;
          // In a stream, an error has the number of its line.
          assert.equal(status === 200 ? body : `{"line":${index + 1},"error":${body}}`, lines[index], request);
        });
      }
      assert.ok(refused < requests.length / 2, `${refused} of ${requests.length} were refused`);
    });
    test(`${file}: moves and turns`, async () => {
      for (const vector of vectors.filter((_, at) => at % 20 === 0)) {
        const { position, games } = vector;
        const request = { position, ...(games && { games }) };
        await assertSame("v1/moves", JSON.stringify({ ...request, limit: 3 }));
        const misere = { ...request, only: "winning", play: "misere", limit: 2 };
        if (!isSlow(misere)) await assertSame("v1/moves", JSON.stringify(misere));
        const { move } = JSON.parse(call("v1/analyze", JSON.stringify(request)).body);
        // If the position has no moves, this move is illegal. The package must refuse it in the service's words.
        const { game, index, to } = move ?? { game: "nim", index: 0, to: 1 };
        await assertSame("v1/play", JSON.stringify({ ...request, move: { game, index, to }, seed: 7, mistakes: 0.5 }));
      }
    });
  }
});

test("integers of thousands of digits", async () => {
  let state = 1;
  const digits = (count) => Array.from({ length: count }, () => String((state = (state * 48271) % 2147483647) % 9 + 1)).join("");
  for (const count of [19, 20, 21, 38, 39, 40, 77, 78, 200, 1000, 5000]) {
    const [a, b] = [digits(count), digits(count + 3)];
    for (const position of [{ euclid: [[a, b]] }, { wythoff: [[a, b]], nim: [a, b] }, { "empty-and-divide": [[a, b]] }, { "euclid-zero": [[a, b]] }, { "octal(0.77)": [a] }, { wizards: [[a, b]] }]) {
      await assertSame("v1/analyze", JSON.stringify({ position, explain: true }));
    }
    await assertSame("v1/moves", JSON.stringify({ position: { euclid: [[a, b]] }, limit: 2 }));
  }
});

test("calls with a URL", async () => {
  const { games } = JSON.parse(call("v1/games").body);
  for (const { id, example, map } of games) {
    await assertSame(`v1/analyze?${new URLSearchParams(example.text)}`);
    await assertSame(`v1/moves?${new URLSearchParams(example.text)}&limit=2`);
    if (map) await assertSame(map.slice(1));
    else await assertSame(`v1/games/${id}/map`);
  }
  for (const path of ["v1/games/nim/map?n=5..20", "v1/games/nim/map?a=1..2", "v1/games/euclid/map?a=3..4&b=1000000000000000000000..1000000000000000000007",
    "v1/games/octal(0.07)/map?n=0..300", "v1/games/octal%280.77%29/map", "v1/games/octal(9)/map", "v1/games/nothing", "v1/games/nothing/map", "v1/games?q=a&q=b", "v1/games?tag=none",
    "v1/analyze?nim=3&nim=-4", "v1/analyze?", "v1/moves?nim=3&limit=0", "v1/games/nimm"]) {
    await assertSame(path);
  }
});

test("the catalogue, but for the limits of HTTP", async () => {
  const isOfHttp = (name) => /body|gzip|batch|line|url|max_states/.test(name);
  const withoutHttp = (text) => JSON.stringify(JSON.parse(text, (name, value) => (isOfHttp(name) ? undefined : value)));
  for (const path of ["v1/games", "v1/games?q=heap&tag=heaps", "v1/games/kayles", "v1/games/octal", "v1/games/octal(0.77)", "v1/games/octal(0.007)"]) {
    const [here, there] = [call(path), await served(path)];
    assert.equal(here.status, 200);
    assert.equal(here.body, withoutHttp(there.body), path);
  }
});

test("problems", async () => {
  for (const body of ["", "[", "null", "{}", '{"position": {}}', '{"position": {"nimm": [3]}}', '{"position": {"euclid": [5, 26]}}', '{"position": {"nim": [-1, 2.5, "07", ""]}}',
    '{"position": {"nim": [1], "nim": [2]}}', '{"position": {"wythoff": [[1]]}, "play": "other", "more": true}', '{"position": {"nim": [3]}, "move": {"game": "nim", "index": 0, "to": 5}}',
    '{"position": {"nim": ["\ud800"]}}', `{"position": {"nim": ["${"1".repeat(100001)}"]}}`, JSON.stringify({ position: { nim: Array(100).fill("x") } }),
    '{"position": {"moore": [[1, 2, 3]]}, "play": "misere"}', "[".repeat(1000), '{"position": {"café": [1]}}']) {
    for (const path of ["v1/analyze", "v1/moves", "v1/play"]) await assertSame(path, body);
  }
});
