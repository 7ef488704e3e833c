// Makes elements without a framework: the page is redrawn a section at a time.

/**
 * Makes an element. Properties: `on…` are handlers, `style` is an object (set through the CSSOM, since the page's policy
 * refuses style attributes), true and false are the presence of an attribute, all else is an attribute's text.
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

/** Makes an element of a picture. Properties are those of `h`. */
export function svg(tag, properties = {}, ...children) {
  return made(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);
}

/** Replaces the content of a section. The focus stays on the element with the same id, or on the nearest around it. */
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

/** The folds that are open, by the `id` of their summary. */
const unfolded = new Set();

/**
 * Makes a fold that stays open when it is drawn anew. The click records it, because the browser's toggle event comes later, in a
 * task of its own: a fold that is drawn in between would be closed.
 */
export function fold(id, properties, summary, ...content) {
  const details = h("details", { ...properties, open: unfolded.has(id) },
    h("summary", { id, onclick: () => unfolded[details.open ? "delete" : "add"](id) }, summary), content);
  return details;
}

/** One tab stop for a group of controls: the arrow keys move inside. `columns` makes it a grid. */
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

/** Copies a text; where the browser refuses (no secure connection), selects it in the element that shows it. */
export async function copy(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    return "Copied";
  } catch {
    if (shown) getSelection().selectAllChildren(shown);
    return shown ? "Selected: copy it" : "Copy it from the address bar";
  }
}

/** A button that copies `text()`, if it is not null, and says for a while what became of it. */
export function copyButton(label, text, shown = () => null) {
  const button = h("button", { type: "button", class: "quiet", onclick: async () => {
    const copied = text();
    button.textContent = copied === null ? "Too long for a link" : await copy(copied, shown());
    setTimeout(() => (button.textContent = label), 2000);
  } }, label);
  return button;
}

/** One of a few values. */
export function choice(name, legend, values, chosen, onchange) {
  const options = values.map(([value, label]) => {
    const id = `${name}-${value}`;
    const input = h("input", { type: "radio", name, id, value, checked: value === chosen, onchange: () => onchange(value) });
    return h("label", { for: id }, input, h("span", {}, label));
  });
  return h("fieldset", { class: "choice" }, h("legend", { class: "unseen" }, legend), options);
}
