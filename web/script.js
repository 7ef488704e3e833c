// The editor of rules. It is a plain text area with line numbers, and it marks the place of an error.

import { h } from "./element.js";

/** The least and the largest number of lines that are shown, if there is more than one line. */
const [FEWEST, MOST] = [5, 16];

/**
 * Makes an editor, `{element, area, value, mark(error), insert(text)}`. `mark` marks the place of an error, `{line,
 * column}`, or removes the mark. `typed(text)` is called while the user types. `describedBy` is the id of the element that describes
 * the error.
 */
export function scriptEditor(id, label, typed, describedBy = `${id}-fault`) {
  const numbers = h("pre", { class: "numbers-of-lines", "aria-hidden": "true" });
  const marks = h("pre", { class: "marks", "aria-hidden": "true" });
  const area = h("textarea", { id, rows: "1", wrap: "off", spellcheck: "false", autocapitalize: "off", autocomplete: "off", autocorrect: "off", "aria-label": label, "aria-describedby": describedBy });
  const element = h("div", { class: "script" }, numbers, h("div", { class: "lines-of-script" }, marks, area));
  let error = null;

  const show = () => {
    const lines = area.value.split("\n");
    const isLong = lines.length > 1;
    element.classList.toggle("long", isLong);
    area.rows = isLong ? Math.min(MOST, Math.max(FEWEST, lines.length)) : 1;
    numbers.replaceChildren(...lines.flatMap((_, at) => [h("span", { class: error?.line === at + 1 ? "wrong" : "" }, String(at + 1)), "\n"]));
    const text = lines[error?.line - 1];
    // Columns count characters. In JavaScript, some characters are two units of a string.
    const before = text === undefined ? "" : [...text].slice(0, error.column - 1).join("");
    const at = text === undefined ? "" : ([...text.slice(before.length)][0] ?? " ");
    marks.replaceChildren(...(text === undefined ? [] : ["\n".repeat(error.line - 1), before, h("mark", {}, at)]));
    follow();
  };
  const follow = () => {
    marks.scrollLeft = area.scrollLeft;
    marks.style.setProperty("translate", `${-area.scrollLeft}px ${-area.scrollTop}px`);
    numbers.style.setProperty("translate", `0 ${-area.scrollTop}px`);
  };
  /** Types a text at the cursor, so that Undo in the browser works. */
  const insert = (text) => {
    area.focus();
    document.execCommand("insertText", false, text);
  };
  const mark = (wrong) => {
    error = wrong?.line ? wrong : null;
    if (wrong) area.setAttribute("aria-invalid", "true");
    else area.removeAttribute("aria-invalid");
    show();
  };
  area.addEventListener("input", () => {
    // Typing may move the place of the error. So the mark is removed until the next answer.
    error = null;
    show();
    typed(area.value);
  });
  area.addEventListener("scroll", follow);
  area.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const line = area.value.slice(0, area.selectionStart).split("\n").at(-1);
    const indent = line.match(/^ */)[0] + (/:\s*$/.test(line) ? "    " : "");
    if (!indent) return;
    event.preventDefault();
    insert(`\n${indent}`);
  });
  show();
  return {
    element, area, mark, insert,
    get value() { return area.value; },
    set value(text) {
      area.value = text;
      error = null;
      show();
    },
    /** Puts the cursor at the place of an error. */
    goTo: ({ line, column }) => {
      const before = area.value.split("\n").slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
      area.focus();
      area.setSelectionRange(before + column - 1, before + column);
    },
  };
}
