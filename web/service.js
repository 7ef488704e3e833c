// The service, over HTTP. In a page without a service, site/service.js replaces this file.

/** A service that says nothing for so long (ms) is as good as gone. */
const PATIENCE = 20_000;

/** The number of times that a busy service is asked again, each after the time that it names. */
const RETRIES = 5;

/** The root of the service, wherever a proxy puts it: the page says how many levels up that is. */
export const root = new URL(document.documentElement.dataset.root ?? "./", document.baseURI);

/** True if there is a service, which other programs can ask. */
export const isService = true;

/** The page for frames in other pages. */
export const FRAME = "embed";

/** Asks for what is in a URL, or posts a JSON text: the status and the text of the answer. Throws where there is none, or after the signal. */
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
