// Tests what npm says of a folder that is not built. The import could only name a file that is missing.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

test("a folder that is not built says how to build it, when it is installed", () => {
  const app = mkdtempSync(join(tmpdir(), "grundy-unbuilt-"));
  const sources = join(app, "sources");
  const install = () => spawnSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "./sources"], { cwd: app, encoding: "utf8" });
  try {
    mkdirSync(join(sources, "wasm"), { recursive: true });
    copyFileSync(new URL("../prepare.js", import.meta.url), join(sources, "prepare.js"));
    // The tools for development would be downloaded.
    const { devDependencies, ...manifest } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    writeFileSync(join(sources, "package.json"), JSON.stringify(manifest));
    writeFileSync(join(app, "package.json"), '{"private": true}');
    const refused = install();
    assert.notEqual(refused.status, 0);
    assert.match(refused.stderr, /not built\. Run \S+sources\/build,/);
    writeFileSync(join(sources, "wasm/inline.js"), "");
    assert.equal(install().status, 0);
  } finally {
    rmSync(app, { recursive: true });
  }
});
