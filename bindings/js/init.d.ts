// What the package exports for those who bring the engine's wasm themselves: all of it, and what loads that.

export * from "./index.js";

/** What the engine is loaded from. */
export type Source = BufferSource | WebAssembly.Module | Response | URL | string;

/**
 * Loads the engine, which all other calls need: its bytes (`@grundy/engine/grundy.wasm`), a compiled module, a response, or
 * where it can be fetched.
 */
export function init(source: Source | Promise<Source>): Promise<void>;
