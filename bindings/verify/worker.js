// The thread in which a browser checks a certificate. Its policy allows it to compile WebAssembly, which the page may not.

onmessage = async ({ data: { certificate, rules } }) => {
  try {
    const { instance: { exports } } = await WebAssembly.instantiate(await (await fetch("verify.wasm")).arrayBuffer());
    for (const byte of new TextEncoder().encode([certificate, ...rules].join("\0"))) exports.give(byte);
    const isProved = exports.check() === 1;
    const said = [];
    for (let byte; (byte = exports.said(said.length)) >= 0;) said.push(byte);
    postMessage({ isProved, text: new TextDecoder().decode(Uint8Array.from(said)) });
  } catch (error) {
    postMessage({ isProved: false, text: String(error) });
  }
};
