// The entry of the package for Node.

import { readFileSync } from "node:fs";
import { initSync } from "./wasm/grundy.js";

initSync({ module: readFileSync(new URL("./wasm/grundy_bg.wasm", import.meta.url)) });

export * from "./calls.js";
