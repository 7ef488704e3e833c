// The package for users who load the engine's wasm themselves: by a fetch of their own, from a cache, from another
// place.

import { initSync } from "./wasm/grundy.js";

/** Loads the engine from its bytes, a compiled module, a response, or where it can be fetched; or what becomes one. */
export async function init(source) {
  let engine = await source;
  if (typeof engine === "string" || engine instanceof URL) engine = await fetch(engine);
  if (engine instanceof Response) {
    if (!engine.ok) throw new Error(`${engine.url}: ${engine.status} ${engine.statusText}`);
    // compileStreaming was rejected: it needs a media type that not every file server knows.
    engine = await engine.arrayBuffer();
  }
  initSync({ module: engine instanceof WebAssembly.Module ? engine : await WebAssembly.compile(engine) });
}

export * from "./calls.js";
