// Checks the contents of the package, and its size.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

/** The largest number of bytes that are loaded, after gzip. They include the code that runs the rules in requests. */
const MOST = 1_450_000;

const folder = new URL("../", import.meta.url);
const [{ files }] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: folder, encoding: "utf8" }));
const paths = files.map(({ path }) => path);
const engine = ["calls.js", "graphs.js", "wasm/grundy.js"];
const ways = {
  "in browsers": ["browser.js", "wasm/inline.js", ...engine],
  "with a wasm of one's own": ["init.js", "wasm/grundy_bg.wasm", ...engine],
};
const others = ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "contract.d.ts", "index.d.cts", "index.d.ts", "init.d.cts", "init.d.ts", "node.js", "package.json"];

test("the package has the files that are loaded, and no others", () => {
  assert.deepEqual(paths.toSorted(), [...new Set([...others, ...Object.values(ways).flat()])].sort());
});

for (const [way, loaded] of Object.entries(ways)) {
  test(`the package is small ${way}`, (t) => {
    const size = loaded.reduce((sum, path) => sum + gzipSync(readFileSync(new URL(path, folder)), { level: 9 }).length, 0);
    t.diagnostic(`${size} bytes of gzip, of at most ${MOST}`);
    assert.ok(size <= MOST, `${size} bytes of gzip`);
  });
}
