// npm runs this before it links, packs or publishes this folder, and not when it installs the package from a registry.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

if (!existsSync(new URL("wasm/inline.js", import.meta.url))) {
  console.error(`The engine is not built. Run ${fileURLToPath(new URL("build", import.meta.url))}, which needs Rust, and then npm again.`);
  process.exit(1);
}
