// Lessons: each sets a task on two positions, checks whether both were won without a hint of the move, and remembers.

import { h, replace } from "./element.js";
import { readLink } from "./link.js";
import { choose, chosen } from "./store.js";

const LESSONS = [
  { id: "mirror", name: "Nim in two heaps", links: ["nim=3&nim=5", "nim=4&nim=4"],
    tasks: ["You begin. Make the two heaps equal, and then do in one what the oracle does in the other. Take the last stone.",
      "The heaps are equal already. So let the oracle begin, and mirror it again."] },
  { id: "xor", name: "Nim", links: ["nim=3&nim=4&nim=5", "nim=2&nim=5&nim=6"],
    tasks: ["Write the heaps in binary, one above the other: 011, 100, 101. Make the number of 1s even in each column, each time you move.",
      "Again: 010, 101, 110. Which heap can remove the odd column?"] },
  { id: "values", name: "Grundy values", links: ["kayles=5&nim=7", "kayles=6&nim=6"],
    tasks: ["Kayles: knock down one pin or two neighbours. A row of 5 pins is as good as one certain Nim heap: leave just that heap beside it.",
      "And a row of 6 pins? Try heaps, go back, and try others: “Values” has the numbers."] },
  { id: "sum", name: "Sums", links: ["nim=3&kayles=4", "wythoff=2,3&nim=7"],
    tasks: ["Two different games, one move a turn in one of them. Each is as good as a Nim heap: make the two equal.",
      "Now a queen that goes left, down or both, beside a heap. Its square has a value: the map under “Values” shows it."] },
  { id: "periods", name: "Periods", links: ["subtraction(1,2,3)=21", "subtraction(1,3,4)=19"],
    tasks: ["Take 1, 2 or 3. Which heaps are lost for who must move? They come again and again: leave one of them each time.",
      "Take 1, 3 or 4. The lost heaps repeat with another period. Find it: begin with small heaps."] },
  { id: "misere", name: "Misère", links: ["nim=1&nim=1&nim=2&play=misere", "nim=2&nim=3&nim=5&play=misere"],
    tasks: ["Now the last move loses. Play as in Nim until your move would leave only heaps of 1: then leave an odd number of them.",
      "Once more, with larger heaps: first as in Nim, and at the end the other way round."] },
];

/** The heap that the second task lets the oracle begin with. */
const ORACLE_BEGINS = new Set(["nim=4&nim=4"]);

const progress = () => chosen("lessons", {});

/** The number of a lesson's positions that were won. */
const count = ({ id, links }) => links.filter((link) => progress()[id]?.includes(link)).length;

/** The lesson with the number of its position, as it stands in a link: `xor.1`. */
export function lessonOf(text) {
  const [id, at] = text?.split(".") ?? [];
  const lesson = LESSONS.find((each) => each.id === id);
  const place = Number(at) - 1;
  return lesson?.links[place] ? stepOf(lesson, place) : null;
}

function stepOf(lesson, at) {
  return { lesson, at, link: `${lesson.id}.${at + 1}`, position: lesson.links[at] };
}

/** Sees whether the task was done: won, by a player who was told no move. */
export function passed({ lesson, position }, match, helped) {
  if (match.wonBy !== "caller" || helped) return;
  const known = progress();
  if (!known[lesson.id]?.includes(position)) choose("lessons", { ...known, [lesson.id]: [...(known[lesson.id] ?? []), position] });
}

/** Draws the task of the lesson that the match belongs to. */
export function drawTask(section, here, match, ways) {
  section.hidden = !here;
  if (!here) return section.replaceChildren();
  const { lesson, at, position } = here;
  const isDone = progress()[lesson.id]?.includes(position);
  const next = count(lesson) < lesson.links.length
    ? stepOf(lesson, lesson.links.findIndex((link) => !progress()[lesson.id]?.includes(link)))
    : LESSONS.slice(LESSONS.indexOf(lesson) + 1).map((each) => stepOf(each, 0))[0];
  const isOver = match.wonBy !== null;
  const verdict = !isOver ? null
    : match.wonBy === "caller" && isDone ? (count(lesson) === lesson.links.length ? "Done, twice: the lesson is learned. " : "Done. Now once more, with another position. ")
      : match.wonBy === "caller" ? "Won, but you were told a move. Try again without. " : "Not yet: go back to where it was given away, or play again. ";
  replace(section,
    h("p", { class: "lesson" }, h("b", {}, lesson.name), ` ${at + 1} of ${lesson.links.length} `, h("span", { class: "dots", role: "img", "aria-label": `${count(lesson)} of ${lesson.links.length} done` }, lesson.links.map((link) => (progress()[lesson.id]?.includes(link) ? "●" : "○")).join(" "))),
    h("p", { id: "task-text" }, verdict ?? lesson.tasks[at], " ",
      verdict && isDone && next && h("button", { type: "button", class: "quiet", id: "next-task", onclick: () => ways.start(next) }, next.lesson === lesson ? "Next position" : `Next lesson: ${next.lesson.name}`),
      !verdict && ORACLE_BEGINS.has(position) && match.node === match.root && h("button", { type: "button", class: "quiet", id: "oracle-begins", onclick: ways.letBegin }, "Let the oracle begin")));
}

/** The list of lessons; one is there if the service has its games. */
export function openCourse(dialog, catalogue, here, ways) {
  const known = ({ links }) => links.every((link) => readLink(link).rows.every(({ game }) => catalogue.rank(game) < catalogue.games.length));
  replace(dialog, h("h2", { id: "course-title" }, "Lessons"),
    h("p", { class: "muted" }, "Each has two positions to win, without being told a move."),
    h("ol", { class: "course" }, LESSONS.filter(known).map((lesson) => h("li", {},
      h("button", { type: "button", "data-lesson": lesson.id, "aria-current": here?.lesson === lesson ? "true" : undefined, onclick: () => {
        dialog.close();
        const first = lesson.links.findIndex((link) => !progress()[lesson.id]?.includes(link));
        ways.start(stepOf(lesson, Math.max(0, first)));
      } }, h("b", {}, lesson.name), h("span", { class: "muted" }, count(lesson) === lesson.links.length ? "✓ learned" : count(lesson) ? "half done" : ""))))),
    h("div", { class: "buttons end" }, h("button", { type: "button", onclick: () => dialog.close() }, "Close")));
  dialog.showModal();
}
