// The engine, which replaces the service. It is the npm package in a separate thread, so that no request blocks the
// page.

/** The folder of the page. */
export const root = new URL(document.documentElement.dataset.root ?? "./", document.baseURI);

/** False, since there is no service. */
export const isService = false;

/** The path of the page that other pages show in a frame. */
export const FRAME = "embed.html";

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });

/** The callers that wait for an answer, by the number of the request. */
const waiting = new Map();
let asked = 0;

worker.onmessage = ({ data: { number, answer, error } }) => {
  const { resolve, reject } = waiting.get(number);
  waiting.delete(number);
  if (error) reject(new Error(error));
  else resolve(answer);
};

/** Sends a GET to a path, or posts a JSON text. Returns the status and the text. Throws if there is no answer. */
export const call = (path, body) => (path === "v1/batch" ? batch(body) : new Promise((resolve, reject) => {
  asked += 1;
  waiting.set(asked, { resolve, reject });
  worker.postMessage({ number: asked, path, body });
}));

/** Answers a batch, request by request. The package has no call for batches, since it would not be faster. */
async function batch(body) {
  const answers = await Promise.all(JSON.parse(body).requests.map((request) => call("v1/analyze", JSON.stringify(request))));
  const results = answers.map(({ status, body: answer }) => (status === 200 ? JSON.parse(answer) : { error: JSON.parse(answer) }));
  return { status: 200, body: JSON.stringify({ results, failed: results.filter(({ error }) => error).length }) };
}
