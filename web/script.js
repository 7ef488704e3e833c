// The editor of rules. It is a plain text area with line numbers, and it marks the place of an error.

import { h } from "./element.js";

/**
 * Makes an editor, `{element, area, value, mark(error), insert(text)}`. `mark` marks the place of an error, `{line,
 * column}`, or removes the mark. `typed(text)` is called while the user types. `describedBy` is the id of the element that describes
 * the error.
 */
export function scriptEditor(id, label, typed, describedBy = `${id}-fault`) {
  const marks = h("div", { class: "marks", "aria-hidden": "true" });
  const area = h("textarea", { id, rows: "1", spellcheck: "false", autocapitalize: "off", autocomplete: "off", autocorrect: "off", "aria-label": label, "aria-describedby": describedBy });
  const element = h("div", { class: "script" }, marks, area);
  let error = null;

  const show = () => {
    const lines = area.value.split("\n");
    element.classList.toggle("long", lines.length > 1);
    marks.replaceChildren(...lines.map((text, at) => {
      if (error?.line !== at + 1) return h("div", {}, `${text}\n`);
      // Columns count characters. In JavaScript, some characters are two units of a string.
      const before = [...text].slice(0, error.column - 1).join("");
      const [wrong = " "] = text.slice(before.length);
      return h("div", { class: "wrong" }, before, h("mark", {}, wrong), `${text.slice(before.length + wrong.length)}\n`);
    }));
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
