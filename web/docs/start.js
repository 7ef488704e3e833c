// The path is relative, since a proxy may put a prefix before all paths.
SwaggerUIBundle({ url: "../openapi.json", dom_id: "#api", deepLinking: true, tryItOutEnabled: true });

/** The elements that Swagger UI leaves without a name, or that the keyboard can't reach, each with a remedy. */
const MENDED = [
  ["#servers", (each) => (each.ariaLabel = "The service")],
  [".parameters [data-param-name] :is(input, select, textarea)", (each) => named(each, each.closest("[data-param-name]").dataset.paramName)],
  [".body-param__text", (each) => named(each, "The body of the request")],
  ["select", (each) => named(each, "The choice")],
  ["button:empty, .copy-to-clipboard button", (each) => named(each, "Copy")],
  [".responses-table", (each) => named(each, each.classList.contains("live-responses-table") ? "The answer" : `The answers of ${each.id.replace(/_responses$/, "").replaceAll("_", " ")}`)],
  ["pre.microlight", (each) => each.setAttribute("tabindex", "0")],
  // A link inside a button can't be reached by the keyboard. The link is not needed: the button unfolds its target.
  [".opblock-summary-control a[href]", (each) => each.removeAttribute("href")],
  [".opblock-tag, .models > h4", (each) => headed(each, 2)],
  [".opblock-body h4", (each) => headed(each, 3)],
  [".opblock-body h5", (each) => headed(each, 4)],
];

function named(element, name) {
  if (!element.labels?.[0]?.textContent.trim() && !element.ariaLabel) element.ariaLabel = name;
}

function headed(element, level) {
  element.setAttribute("role", "heading");
  element.setAttribute("aria-level", String(level));
}

const mend = () => MENDED.forEach(([selector, way]) => document.querySelectorAll(`#api :is(${selector})`).forEach(way));
let asked = 0;
new MutationObserver(() => {
  cancelAnimationFrame(asked);
  asked = requestAnimationFrame(mend);
}).observe(document.getElementById("api"), { childList: true, subtree: true });
