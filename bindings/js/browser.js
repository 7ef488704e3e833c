// The package in browsers and their workers. The engine is inside a module, so that bundlers need no settings for it,
// and it is loaded synchronously: waiting for it here would lose messages that a worker is sent meanwhile.

import { initSync } from "./wasm/grundy.js";
import bytes from "./wasm/inline.js";

initSync({ module: bytes() });

export * from "./calls.js";
