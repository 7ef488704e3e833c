// The package in a browser, and wherever there is fetch.

import { initSync } from "./wasm/grundy.js";

const url = new URL("./wasm/grundy_bg.wasm", import.meta.url);
const response = await fetch(url);
if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
// Not compileStreaming, which wants a media type that not every file server knows.
initSync({ module: await WebAssembly.compile(await response.arrayBuffer()) });

export * from "./calls.js";
