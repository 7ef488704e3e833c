// Makes elements without a framework. The page is redrawn section by section.

/**
 * Makes an element. Properties whose names begin with `on` are handlers. `style` is an object, which is set through the
 * CSSOM, since the policy of the page refuses style attributes. All other properties are attributes. True means that
 * the attribute is present, and false means that it is absent.
 */
export function h(tag, properties = {}, ...children) {
  return made(document.createElement(tag), properties, children);
}

function made(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Makes an element of an SVG picture. The parameters are the same as those of `h`. */
export function svg(tag, properties = {}, ...children) {
  return made(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);
}

/** Replaces the content of a section. The focus stays on the element with the same id, or near it. */
export function replace(section, ...children) {
  const ids = [];
  for (let at = document.activeElement; at && section.contains(at) && at !== section; at = at.parentElement) {
    if (at.id) ids.push(at.id);
  }
  const active = document.activeElement;
  const hadFocus = section !== active && section.contains(active);
  section.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (!hadFocus) return;
  const next = ids.map((id) => document.getElementById(id)).find((found) => found && !found.disabled);
  (next ?? section).focus({ preventScroll: true });
}

/** Fills a fold with `content()` when it is unfolded for the first time. */
export function filled(details, content) {
  details.addEventListener("toggle", () => details.open && details.children.length === 1 && details.append(...[content()].flat(2)));
  return details;
}

/** The `id`s of the summaries of all open folds. */
const unfolded = new Set();

/**
 * Makes a fold that stays open when it is drawn again. The click records whether it is open. The toggle event of the
 * browser would be too late: a fold that is drawn again before this event would be closed.
 */
export function fold(id, properties, summary, ...content) {
  const details = h("details", { ...properties, open: unfolded.has(id) },
    h("summary", { id, onclick: () => unfolded[details.open ? "delete" : "add"](id) }, summary), content);
  return details;
}

/** Makes a group of controls one tab stop, with arrow keys inside. With `columns`, the group is a grid. */
export function roving(group, controls, columns = 0) {
  const stop = (control) => controls.forEach((each) => each.setAttribute("tabindex", each === control ? 0 : -1));
  stop(controls[0]);
  group.addEventListener("focusin", (event) => controls.includes(event.target) && stop(event.target));
  group.addEventListener("keydown", (event) => {
    const at = controls.indexOf(event.target);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns || 1, ArrowUp: -(columns || 1) };
    const to = { Home: 0, End: controls.length - 1 }[event.key] ?? (event.key in steps ? at + steps[event.key] : -1);
    if (to < 0 || to >= controls.length) return;
    event.preventDefault();
    controls[to].focus();
  });
}

/** Copies a text. If the browser refuses, selects the text in the element that shows it. */
export async function copy(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    return "Copied";
  } catch {
    if (shown) getSelection().selectAllChildren(shown);
    return shown ? "Selected: copy it" : "Copy it from the address bar";
  }
}

/** A button that copies `text()`, if it is not null. For a moment, its label says whether the text was copied. */
export function copyButton(label, text, shown = () => null) {
  const button = h("button", { type: "button", class: "quiet", onclick: async () => {
    const copied = text();
    button.textContent = copied === null ? "Too long for a link" : await copy(copied, shown());
    setTimeout(() => (button.textContent = label), 2000);
  } }, label);
  return button;
}

/** The choice of one of a few values. */
export function choice(name, legend, values, chosen, onchange) {
  const options = values.map(([value, label]) => {
    const id = `${name}-${value}`;
    const input = h("input", { type: "radio", name, id, value, checked: value === chosen, onchange: () => onchange(value) });
    return h("label", { for: id }, input, h("span", {}, label));
  });
  return h("fieldset", { class: "choice" }, h("legend", { class: "unseen" }, legend), options);
}
