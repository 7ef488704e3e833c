// What the package has inside, and how large it is to load.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

/** What may have to be loaded at most, in bytes of gzip. */
const MOST = 700_000;

const folder = new URL("../", import.meta.url);
const [{ files }] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: folder, encoding: "utf8" }));
const paths = files.map(({ path }) => path);
for (const path of ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "browser.js", "calls.js", "contract.d.ts", "index.d.ts", "node.js", "package.json", "wasm/grundy.js", "wasm/grundy_bg.wasm"]) {
  assert.ok(paths.includes(path), `${path} is not in the package`);
}
assert.equal(paths.length, 11, `what else is in the package: ${paths}`);

const loaded = paths.filter((path) => /\.(js|wasm)$/.test(path));
const size = loaded.reduce((sum, path) => sum + gzipSync(readFileSync(new URL(path, folder)), { level: 9 }).length, 0);
assert.ok(size <= MOST, `${size} bytes of gzip`);
console.log(`${size} bytes of gzip, of at most ${MOST}`);
