// The thread of the engine. It listens before the engine is loaded, so that no request is lost.

const engine = import("./engine/browser.js");

onmessage = async ({ data: { number, path, body } }) => {
  try {
    const { call } = await engine;
    postMessage({ number, answer: call(path, body) });
  } catch (error) {
    postMessage({ number, error: String(error) });
  }
};
