// The entry of the package for browsers and their workers. The engine is inside a module, so that bundlers need no
// settings for it. It is loaded synchronously, since a worker that waits here would lose the messages that it is sent
// in the meantime.

import { initSync } from "./wasm/grundy.js";
import bytes from "./wasm/inline.js";

initSync({ module: bytes() });

export * from "./calls.js";
