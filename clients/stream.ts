// Streams requests to grundy, a JSON object a line, and prints the answers, a line each, in the same order:
//     node stream.js http://localhost:8080 < requests.ndjson > answers.ndjson
// By http.request, not by fetch: that is half-duplex by its standard (first the whole request, then the answer; Node
// does not keep to it, so far), and the service stops reading while nobody takes its answers.
import { once } from "node:events";
import * as http from "node:http";
import * as https from "node:https";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

/** Passes blocks on and counts their lines; not blank ones, which have no answer. */
async function* counted(blocks: AsyncIterable<Buffer>, count: { lines: number }): AsyncGenerator<Buffer> {
  let rest = "";
  for await (const block of blocks) {
    const lines = (rest + block.toString("latin1")).split("\n");
    rest = lines.pop() ?? "";
    count.lines += lines.filter((line) => line.trim()).length;
    yield block;
  }
  if (rest.trim()) count.lines++;
}

async function main(base: string): Promise<void> {
  const [requests, answers] = [{ lines: 0 }, { lines: 0 }];
  const url = new URL(`${base.replace(/\/$/, "")}/v1/batch`);
  const headers = { "Content-Type": "application/x-ndjson" };
  const post = (url.protocol === "https:" ? https : http).request(url, { method: "POST", headers });
  // Not awaited: it writes while the rest of main reads, and notices a lost connection too.
  pipeline(process.stdin, (blocks) => counted(blocks, requests), post).catch(() => {});
  const [response] = (await once(post, "response")) as [http.IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${await text(response)}`);
  // Fails if the answer ends without its last chunk. A proxy may have ended it as if it were whole, so that counts too.
  await pipeline(response, (blocks) => counted(blocks, answers), process.stdout);
  if (!post.writableEnded || answers.lines !== requests.lines) throw new Error(`cut after ${answers.lines} answers`);
}

main(process.argv[2] ?? "").catch((error: Error) => {
  console.error(`stream.ts: ${error.message}`);
  process.exit(1); // standard input may still be open
});
