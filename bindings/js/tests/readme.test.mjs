// The examples in the README run, and print the output that is written after them.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../", import.meta.url);
const examples = readFileSync(new URL("README.md", folder), "utf8").matchAll(/\n```js\n(.*?)```/gs);
let printing = 0;

for (const [, program] of examples) {
  const expected = [...program.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line);
  printing += expected.length;
  test(program.split("\n").find((line) => line.startsWith("//")) ?? "the calls", () => {
    const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { cwd: folder, encoding: "utf8" });
    assert.ok(printed.length > 0);
    if (expected.length > 0) assert.deepEqual(printed.trimEnd().split("\n"), expected);
  });
}

test("there are examples that say what they print", () => assert.ok(printing > 5));
