// Tests the package, packed and installed into an empty folder, in each environment in which people use it: Node by
// import and by require, Bun, Deno, and a browser. In the browser it runs on the page and in a worker, as plain modules
// and with Vite, webpack and esbuild.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, describe, test } from "node:test";

/** The time (ms) after which a page counts as broken. It is long, since the machine may be busy. */
const PATIENCE = 180_000;

const here = new URL("./", import.meta.url).pathname;
const tools = join(here, "doors/node_modules");
// The browser comes from the tests of the playground, since this package does not install one.
const { chromium } = createRequire(join(here, "../../../tests/browser/browser.mjs"))("playwright-core");

const app = mkdtempSync(join(tmpdir(), "grundy-doors-"));
const put = (path, text) => {
  mkdirSync(join(app, path, ".."), { recursive: true });
  writeFileSync(join(app, path), text);
};
const run = (program, args, options = {}) => execFileSync(program, args, { cwd: app, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], ...options });

put("package.json", '{"private": true, "type": "module"}');
const packed = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", app], { cwd: join(here, "..") }))[0].filename;
run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${packed}`]);
// Bundlers resolve the packages that they need from the folder where they run.
for (const name of ["vite", "webpack", "esbuild"]) symlinkSync(join(tools, name), join(app, "node_modules", name));

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
after(async () => {
  await browser.close();
  rmSync(app, { recursive: true });
});

/** The expected answers: for a sum of games of the catalogue, for a BigInt, and for a game that is a function. */
const ANSWER = "first 2 1000000000000000000000000000000 1";
const ASK = `[analyze({ position: { nim: [3, 4, 5] } }).winner, analyze({ position: { nim: [3, 4, 5] } }).grundy,
  analyze({ position: { nim: [10n ** 30n] } }).grundy, solve((n) => (n > 0 ? [n - 1] : []), 7).grundy()].join(" ")`;

describe("runtimes", () => {
  put("ask.mjs", `import { analyze, solve } from "@grundy/engine";\nconsole.log(${ASK});\n`);
  put("ask.cjs", `const { analyze, solve } = require("@grundy/engine");\nconsole.log(${ASK});\n`);
  put("init.mjs", `import { readFileSync } from "node:fs";
    import { analyze, init, solve } from "@grundy/engine/init";
    const wasm = new URL(import.meta.resolve("@grundy/engine/grundy.wasm"));
    await init(readFileSync(wasm));
    console.log(${ASK});\n`);
  put("thread.mjs", `import { Worker, isMainThread, parentPort } from "node:worker_threads";
    import { analyze, solve } from "@grundy/engine";
    if (isMainThread) {
      const worker = new Worker(new URL(import.meta.url));
      worker.once("message", (answer) => { console.log(answer); worker.terminate(); });
      worker.postMessage("ask");
    } else parentPort.once("message", () => parentPort.postMessage(${ASK}));\n`);
  const bun = join(tools, "@oven/bun-linux-x64/bin/bun");
  const deno = join(tools, "@deno/linux-x64-glibc/deno");
  const programs = { Node: [process.execPath, []], Bun: [bun, []], Deno: [deno, ["run", "--allow-read", "--allow-env", "--no-prompt", "--node-modules-dir=manual"]] };
  for (const [name, [program, args]] of Object.entries(programs)) {
    const skip = existsSync(program) ? false : `there is no ${name} for this machine`;
    for (const file of ["ask.mjs", "ask.cjs", "init.mjs", "thread.mjs"]) {
      test(`${name}: ${file}`, { skip }, () => assert.equal(run(program, [...args, file]).trim(), ANSWER));
    }
  }
});

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/octet-stream" };

/** The text that a page in a folder shows. A plain file server serves the folder. */
async function said(folder) {
  const server = createServer((request, response) => {
    const path = join(app, folder, new URL(request.url, "http://x").pathname.replace(/\/$/, "/index.html"));
    if (!existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  try {
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    // Waits for the results of the page and of the worker.
    await page.waitForFunction(() => document.title.split("|").length === 3, null, { timeout: PATIENCE }).catch(() => {});
    return [...(await page.title()).split("|").slice(1), ...errors];
  } finally {
    await page.close();
    server.close();
  }
}

describe("browsers", () => {
  const worker = (from) => `import { analyze, solve } from "${from}";\nonmessage = () => postMessage(${ASK});\n`;
  // The message is sent at once, before the worker can have loaded anything.
  const main = (from, url) => `import { analyze, solve } from "${from}";
    const worker = new Worker(${url}, { type: "module" });
    worker.onmessage = ({ data }) => { document.title += "|" + data; };
    worker.postMessage("ask");
    document.title += "|" + (${ASK});\n`;
  const html = '<!doctype html><meta charset="utf-8"><title></title><link rel="icon" href="data:,"><script type="module" src="./main.js"></script>';
  const own = 'new URL("./worker.js", import.meta.url)';
  const write = (folder, from, url = own) => {
    put(`${folder}/index.html`, html);
    put(`${folder}/main.js`, main(from, url));
    put(`${folder}/worker.js`, worker(from));
  };
  const check = async (folder) => assert.deepEqual(await said(folder), [ANSWER, ANSWER]);

  test("plain modules", async () => {
    write("plain", "./engine/browser.js");
    cpSync(join(app, "node_modules/@grundy/engine"), join(app, "plain/engine"), { recursive: true });
    await check("plain");
  });

  test("Vite", async () => {
    write("vite", "@grundy/engine");
    run(process.execPath, [join(tools, "vite/bin/vite.js"), "build", "vite", "--logLevel", "error"]);
    await check("vite/dist");
  });

  test("webpack", async () => {
    write("webpack", "@grundy/engine");
    const { default: webpack } = await import(join(tools, "webpack/lib/index.js"));
    const output = { path: join(app, "webpack/dist"), filename: "main.js" };
    const stats = await new Promise((resolve, reject) => {
      webpack({ context: app, mode: "production", entry: "./webpack/main.js", output, performance: { hints: false } }, (error, stats) => (error ? reject(error) : resolve(stats)));
    });
    assert.deepEqual([stats.toJson().errors, stats.toJson().warnings], [[], []]);
    put("webpack/dist/index.html", html);
    await check("webpack/dist");
  });

  test("esbuild", async () => {
    write("esbuild", "@grundy/engine", '"./worker.js"');
    run(join(tools, "esbuild/bin/esbuild"), ["esbuild/main.js", "esbuild/worker.js", "--bundle", "--minify", "--format=esm", "--outdir=esbuild/dist", "--log-level=error"]);
    put("esbuild/dist/index.html", html);
    await check("esbuild/dist");
  });

  test("esbuild, with the wasm as a file of its own", async () => {
    const load = 'import { analyze, init, solve } from "@grundy/engine/init";\nimport wasm from "@grundy/engine/grundy.wasm";\n';
    put("own/index.html", html);
    put("own/main.js", `${load}await init(new URL(wasm, import.meta.url));\ndocument.title = "||" + (${ASK});\n`);
    run(join(tools, "esbuild/bin/esbuild"), ["own/main.js", "--bundle", "--format=esm", "--loader:.wasm=file", "--outdir=own/dist", "--log-level=error"]);
    put("own/dist/index.html", html);
    assert.deepEqual(await said("own/dist"), ["", ANSWER]);
  });
});
