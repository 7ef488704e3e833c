// The package in browsers and their workers: the engine is in a module, so that bundlers need to know nothing of it, and
// it is there at once. To wait for it here would lose the messages that a worker is sent meanwhile.

import { initSync } from "./wasm/grundy.js";
import bytes from "./wasm/inline.js";

initSync({ module: bytes() });

export * from "./calls.js";
