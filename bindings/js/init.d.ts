// The exports for callers who bring the engine's wasm themselves: all of the package, and the function that loads the wasm.

export * from "./index.js";

/** The source that the engine is loaded from. */
export type Source = BufferSource | WebAssembly.Module | Response | URL | string;

/**
 * Loads the engine, which all other calls need: its bytes (`@grundy/engine/grundy.wasm`), a compiled module, a response, or
 * where it can be fetched.
 */
export function init(source: Source | Promise<Source>): Promise<void>;
