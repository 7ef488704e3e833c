// The entry of the package for browsers and their workers. A JavaScript module contains the engine, so that bundlers
// need no settings for it. The engine is loaded synchronously. A worker that waited here would lose the messages that
// arrive in the meantime.

import { initSync } from "./wasm/grundy.js";
import bytes from "./wasm/inline.js";

initSync({ module: bytes() });

export * from "./calls.js";
