// A row of lessons, each a position and a thing to find out. The games are those of the first chapters of any course.

import { h, replace } from "./element.js";
import { readLink } from "./link.js";

const LESSONS = [
  ["Nim, two heaps", "nim=4&nim=4", "Two equal heaps: let the oracle begin, and copy what it does in the other heap. Why do you win?"],
  ["Nim", "nim=3&nim=4&nim=5", "Three heaps. Which single move wins? Then show every move, and look at the odd columns under “Why”."],
  ["Sums", "nim=2&euclid=5,13", "Two different games on one table, one move a turn in one of them. Each is as good as a Nim heap."],
  ["Grundy values", "kayles=5&nim=3", "Rows of pins: knock down one or two neighbours, and the row may fall apart. Which Nim heap equals 5 pins?"],
  ["Misère", "nim=1&nim=2&nim=3&play=misere", "Now the last move loses. Play as before until only heaps of 1 are left: then leave an odd number of them."],
];

/** Draws the row, with the task of the lesson that a link is; a lesson is there if the service has its games. */
export function drawLessons(section, catalogue, link, start) {
  const known = ([, text]) => readLink(text).rows.every(({ game }) => catalogue.games.some(({ id }) => id === game));
  const lessons = LESSONS.filter(known);
  const current = lessons.findIndex(([, text]) => text === link);
  replace(section,
    h("ol", { class: "lessons" }, lessons.map(([name, text], place) =>
      h("li", {}, h("a", { href: `#${text}`, "aria-current": place === current ? "true" : undefined, onclick: (event) => {
        event.preventDefault();
        start(text);
      } }, `${place + 1} ${name}`)))),
    current >= 0 && h("p", { class: "task", id: "task" }, lessons[current][2], " ",
      current + 1 < lessons.length && h("a", { href: `#${lessons[current + 1][1]}`, onclick: (event) => {
        event.preventDefault();
        start(lessons[current + 1][1]);
      } }, "Next lesson")));
}
