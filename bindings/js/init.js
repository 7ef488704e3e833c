// The entry of the package for users who load the engine's wasm themselves, for example from a cache or from
// another address.

import { initSync } from "./wasm/grundy.js";

/** Loads the engine from its bytes, a compiled module, a response or a URL, or from a promise of one of these. */
export async function init(source) {
  let engine = await source;
  if (typeof engine === "string" || engine instanceof URL) engine = await fetch(engine);
  if (engine instanceof Response) {
    if (!engine.ok) throw new Error(`${engine.url}: ${engine.status} ${engine.statusText}`);
    // WebAssembly.compileStreaming is not used here: it needs a media type that not every file server sends.
    engine = await engine.arrayBuffer();
  }
  initSync({ module: engine instanceof WebAssembly.Module ? engine : await WebAssembly.compile(engine) });
}

export * from "./calls.js";
