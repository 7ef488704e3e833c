// The tools for language models, called with the official SDK's client: over HTTP at the address in GRUNDY_URL, and on the
// standard input and output of the program in GRUNDY.

import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ask } from "../bindings/js/tests/service.mjs";

const { GRUNDY, GRUNDY_URL } = process.env;

/** A graph with a cycle: neither player can win from `a`. */
const RING = { ring: { graph: { a: ["b"], b: ["a", "c"], c: ["d"], d: [] } } };

/** Posts a request to the HTTP API, and returns the answer. A tool must give the same answer to this request. */
async function posted(path, request) {
  const answer = await ask(new URL(path, GRUNDY_URL), {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request),
  });
  return answer.json();
}

const transports = {
  "over HTTP": () => new StreamableHTTPClientTransport(new URL("mcp", GRUNDY_URL)),
  "on standard input and output": () => new StdioClientTransport({ command: GRUNDY, args: ["mcp"] }),
};

for (const [name, transport] of Object.entries(transports)) {
  describe(name, async () => {
    const client = new Client({ name: "test", version: "0" });
    await client.connect(transport());
    const { tools } = await client.listTools();
    after(() => client.close());

    const call = (name, request) => client.callTool({ name, arguments: request });
    const text = (result) => result.content.map((block) => block.text).join("\n");

    test("there are five tools, which change nothing", () => {
      assert.deepEqual(tools.map((tool) => tool.name), ["grundy_games", "grundy_analyze", "grundy_moves", "grundy_play", "grundy_values", "grundy_quotient"]);
      for (const tool of tools) {
        assert.equal(tool.annotations.readOnlyHint, true);
        assert.ok(tool.description && tool.inputSchema.properties, tool.name);
      }
    });

    test("answers are those of the API, with words that say the most of it", async () => {
      const position = { nim: [3, 4, 5], euclid: [["5", "26"]], "octal(0.77)": [9] };
      for (const [tool, path, request] of [
        ["grundy_analyze", "v1/analyze", { position, explain: true, line: 3 }],
        ["grundy_analyze", "v1/analyze", { position: { nim: [1, 1, 2] }, play: "misere", remoteness: true, genus: true }],
        ["grundy_moves", "v1/moves", { position, only: "winning" }],
        ["grundy_play", "v1/play", { position, move: { game: "nim", index: 1, to: 0 } }],
        ["grundy_values", "v1/values", { game: "kayles", positions: { from: 0, to: 12 }, of: ["grundy", "remoteness"] }],
      ]) {
        const result = await call(tool, request);
        assert.deepEqual(result.structuredContent, await posted(path, request));
        assert.ok(!result.isError);
      }
      const { structuredContent: { move, after } } = await call("grundy_analyze", { position });
      const said = text(await call("grundy_analyze", { position }));
      assert.match(said, /^The player to move wins\. Grundy value: \d+\. Winning moves: \d+\./);
      assert.ok(said.includes(move.text) && said.includes(JSON.stringify(after)), said);
    });

    test("no digit of a long integer is lost", async () => {
      const { structuredContent } = await call("grundy_analyze", { position: { nim: ["123456789012345678901234567890"] } });
      assert.equal(structuredContent.grundy, "123456789012345678901234567890");
    });

    test("what is wrong with a request is told to the model, with the place", async () => {
      const result = await call("grundy_analyze", { position: { euclid: [[5, 0]], nimm: [1] } });
      assert.equal(result.isError, true);
      assert.match(text(result), /^illegal-position at \/position\/euclid\/0\/1: both numbers are at least 1/);
      assert.match(text(result), /unknown-game at \/position\/nimm: .*nim/);
      for (const unknown of [{ tag: "lost" }, { words: "nim" }, { game: "nimm" }, { game: "../healthz" }]) {
        assert.equal((await call("grundy_games", unknown)).isError, true, JSON.stringify(unknown));
      }
      await assert.rejects(call("grundy_win", {}), /there is no tool/);
    });

    test("the catalogue can be read, and an analysis asked for", async () => {
      const { resources: [{ uri }] } = await client.listResources();
      const { contents: [{ text }] } = await client.readResource({ uri });
      assert.ok(JSON.parse(text).games.some(({ id }) => id === "kayles"));
      assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 1);
      const { prompts: [{ name }] } = await client.listPrompts();
      const { messages: [{ content }] } = await client.getPrompt({ name, arguments: { position: "nim=3,4" } });
      assert.match(content.text, /nim=3,4/);
    });

    test("a draw", async () => {
      const result = await call("grundy_analyze", { position: { ring: ["a"] }, games: RING });
      assert.equal(result.structuredContent.winner, "draw");
      assert.match(text(result), /^A draw/);
    });

    test("a game is played to its end", async () => {
      let position = { nim: [3, 4, 5], kayles: [8] };
      for (let turn = 0; turn < 50; turn += 1) {
        const { structuredContent: { move } } = await call("grundy_analyze", { position });
        const result = await call("grundy_play", { position, move });
        const { winning, winner, over, after } = result.structuredContent;
        assert.deepEqual([winning, winner], [true, "caller"]);
        if (over) return assert.match(text(result), /you have won/);
        position = after;
      }
      assert.fail("no end");
    });

    test("moves come page by page", async () => {
      const request = { position: { nim: [150] } };
      const first = await call("grundy_moves", request);
      const second = await call("grundy_moves", { ...request, cursor: first.structuredContent.next });
      assert.equal(first.structuredContent.moves.length + second.structuredContent.moves.length, 150);
      assert.equal(second.structuredContent.next, null);
      assert.ok(text(first).includes(first.structuredContent.next));
    });

    test("games are found: page by page, by words, by kind, by key", async () => {
      const ids = async (request) => (await call("grundy_games", request)).structuredContent.games.map(({ id }) => id);
      const { games } = await (await ask(new URL("v1/games", GRUNDY_URL))).json();
      const found = [];
      for (let from = 0; from !== null;) {
        const { structuredContent } = await call("grundy_games", { from });
        assert.equal(structuredContent.count, games.length);
        found.push(...structuredContent.games);
        from = structuredContent.next;
      }
      assert.deepEqual(found.map(({ id, example }) => [id, example]), games.map(({ id, example }) => [id, example.position]));
      assert.ok((await ids({ q: "kayles" })).includes("dawsons-kayles"));
      assert.ok((await ids({ tag: "boards" })).includes("chomp"));
      assert.match(text(await call("grundy_games", { q: "xyzzy qwertz" })), /No game has these words/);
      const octals = await call("grundy_games", { game: "octal(0.77)" });
      const { games: [octal] } = octals.structuredContent;
      assert.match(text(octals), /g\(n \+ 12\) = g\(n\) was checked/);
      assert.deepEqual([octal.id, octal.known.period.from, octal.known.period.length], ["octal", 71, 12]);
    });
  });
}
