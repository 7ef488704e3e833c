// Writes the static playground, serves it with a plain file server, and drives a browser through it:
// node tests/site.mjs [options of node --test]

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { program } from "./service.mjs";

const here = new URL("../", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "grundy-site-"));
let server;
try {
  execFileSync(program, ["site", folder, "--module", here], { stdio: "inherit" });
  server = spawn("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder], { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = await once(createInterface(server.stdout), "line");
  const url = `http://127.0.0.1:${line.match(/port (\d+)/)[1]}/`;
  const tests = spawn(process.execPath, ["--test", "--test-reporter=tap", ...process.argv.slice(2), "site.test.mjs"], {
    cwd: join(here, "../../tests/browser"), env: { ...process.env, PLAYGROUND: url }, stdio: "inherit",
  });
  const [code] = await once(tests, "exit");
  assert.equal(code, 0, "the page does not do what it should");
} finally {
  server?.kill();
  rmSync(folder, { recursive: true });
}
