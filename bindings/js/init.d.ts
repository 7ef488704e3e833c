// The exports for callers who load the engine's wasm themselves: all exports of the package, and the function that loads it.

export * from "./index.js";

/** The source from which the engine is loaded. */
export type Source = BufferSource | WebAssembly.Module | Response | URL | string;

/**
 * Loads the engine, which all other calls need. The source is the bytes of the engine (`@grundy/engine/grundy.wasm`), a
 * compiled module, a response, or the address from which it can be fetched.
 */
export function init(source: Source | Promise<Source>): Promise<void>;
