// Streams requests to grundy, one JSON object on each line, and prints one line for each answer, in the same order:
//     node stream.js http://localhost:8080 < requests.ndjson > answers.ndjson
// This uses http.request and not fetch. The standard of fetch says that the whole request is sent before the answer is
// read. But the service stops reading if nobody reads its answers. Node's fetch still reads the answer earlier, but a
// later version may follow the standard.
import { once } from "node:events";
import * as http from "node:http";
import * as https from "node:https";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

/** Passes blocks on, and counts their lines. Blank lines are not counted, since they have no answer. */
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
  // This is not awaited, so that it writes while the rest of main reads. If the connection is lost, main fails.
  pipeline(process.stdin, (blocks) => counted(blocks, requests), post).catch(() => {});
  const [response] = (await once(post, "response")) as [http.IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${await text(response)}`);
  // This fails if the answer ends without its last chunk. But a proxy may end an answer properly although it was cut
  // off. So the answers are counted as well.
  await pipeline(response, (blocks) => counted(blocks, answers), process.stdout);
  if (!post.writableEnded || answers.lines !== requests.lines) throw new Error(`cut after ${answers.lines} answers`);
}

main(process.argv[2] ?? "").catch((error: Error) => {
  console.error(`stream.ts: ${error.message}`);
  process.exit(1); // standard input may still be open
});
