// The service, over HTTP. In a page without a service, site/service.js replaces this file.

/** If the service does not answer for this time (ms), the request fails. */
const PATIENCE = 20_000;

/**
 * The largest number of times that a request to a busy service is repeated. Before each repetition, the page waits for
 * the time that the service names.
 */
const RETRIES = 5;

/** The root of the service. A proxy may put it at any path, so the page has the relative path to the root. */
export const root = new URL(document.documentElement.dataset.root ?? "./", document.baseURI);

/** True, since this page belongs to a service, which other programs can call, too. In site/service.js it is false. */
export const isService = true;

/** The path of the page that other pages show in a frame. */
export const FRAME = "embed";

/**
 * Sends a GET to a path, or posts a JSON text. Returns the status and the text of the answer. Throws if there is no
 * answer, or if the signal ends the request.
 */
export async function call(path, body, signal, retries = RETRIES) {
  const posted = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body };
  const response = await fetch(new URL(path, root), { ...posted, signal: signal ? AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]) : AbortSignal.timeout(PATIENCE) });
  if (response.status === 503 && retries) {
    const seconds = Number(response.headers.get("Retry-After")) || 1;
    await new Promise((done) => setTimeout(done, 1000 * seconds));
    return call(path, body, signal, retries - 1);
  }
  return { status: response.status, body: await response.text() };
}
