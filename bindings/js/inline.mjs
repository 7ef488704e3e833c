// Writes wasm/inline.js, which has the engine's bytes as the letters of a string. After gzip, this string is a
// twentieth longer than the bytes themselves. A string in base64 would be a third longer.

import { readFileSync, writeFileSync } from "node:fs";

/** This number is added to each byte, so that frequent bytes, such as 0, become letters that need no escape. */
const SHIFT = 14;

const escaped = { "\0": "\\x00", "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\" };
const shifted = Buffer.from(readFileSync("wasm/grundy_bg.wasm").map((byte) => byte + SHIFT));
const text = shifted.toString("latin1").replace(/[\0\n\r"\\]/g, (letter) => escaped[letter]);
writeFileSync("wasm/inline.js", `const text = "${text}";
export default () => {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at) - ${SHIFT};
  return bytes;
};
`);
