// Lessons. Each lesson sets a task on two positions. It checks whether the player wins both without being told a move,
// and remembers the result.

import { h, replace } from "./element.js";
import { readLink } from "./link.js";
import { componentsOf, saysSize, shown } from "./position.js";
import { choose, chosen } from "./store.js";

const LESSONS = [
  { id: "mirror", name: "Nim in two heaps", links: ["nim=3&nim=5", "nim=4&nim=4"],
    tasks: ["You begin. After which move do you have an answer to each move of the oracle? Think of a mirror between the heaps.",
      "Who wants to begin here? If not you, let the oracle begin."] },
  { id: "xor", name: "Nim", links: ["nim=3&nim=4&nim=5", "nim=2&nim=5&nim=6"],
    tasks: ["Which heaps can you leave so that each reply has an answer? Write them in binary, one above the other: 011, 100, 101. Then count the 1s in each column.",
      "Again: 010, 101, 110. Which heap can remove the odd column?"] },
  { id: "values", name: "Grundy values", links: ["kayles=5&nim=7", "kayles=6&nim=6"],
    tasks: ["Kayles: knock down one pin or two neighbours. A row of 5 pins is as good as one certain Nim heap: leave just that heap beside it.",
      "And a row of 6 pins? Try heaps, go back, and try others: “About the game” has the values."] },
  { id: "sum", name: "Sums", links: ["nim=3&kayles=4", "wythoff=2,3&nim=7"],
    tasks: ["Two different games, one move a turn in one of them. Each is as good as a Nim heap: make the two equal.",
      "Now a queen that goes left, down or both, beside a heap. Its square has a value: “About the game” leads to a map of them."] },
  { id: "periods", name: "Periods", links: ["subtraction(1,2,3)=21", "subtraction(1,3,4)=19"],
    tasks: ["Take 1, 2 or 3. Which heaps are lost for who must move? They come again and again: leave one of them each time.",
      "Take 1, 3 or 4. The lost heaps repeat with another period. Find it: begin with small heaps."] },
  { id: "octal", name: "Octal games", links: ["octal(0.07)=8", "octal(0.137)=11"],
    tasks: ["Each digit of a code says what may be left when so many are taken: 1 nothing, 2 one row, 4 two rows, and their sums. 0.07: never take 1; take 2, and leave what you like. Make both sides equal, and then mirror.",
      "0.137: take 1 only if it is all; take 2 from an end; take 3 wherever you like. Small rows first: which of them are lost?"] },
  { id: "back", name: "Moves that are taken back", links: ["staircase-nim=2,3,1,2", "poker-nim=3,2&poker-nim=5,1"],
    tasks: ["Coins go one step down. Which steps count? What comes to an odd step from an even one can be sent on at once.",
      "Chips can also be added from the bank. Whoever adds some can see them taken again, so play as in Nim with what is on the table."] },
  { id: "thief", name: "The stolen strategy", links: ["chomp=4,4,4,4", "chomp=6,6"],
    tasks: ["Whoever begins wins every full bar: if biting the last square alone were wrong, its right answer could have been bitten at first. That proof names no move. For a square bar, look for a mirror.",
      "A bar of two rows. Which bars of two rows can you always come back to?"] },
  { id: "misere", name: "Misère", links: ["nim=1&nim=1&nim=2&play=misere", "nim=2&nim=3&nim=5&play=misere"],
    tasks: ["Now the last move loses. Play as in Nim until your move would leave only heaps of 1: then leave an odd number of them.",
      "Once more, with larger heaps: first as in Nim, and at the end the other way round."] },
  { id: "compounds", name: "All at once", links: ["subtraction(1,2)=7&subtraction(1,2)=8&subtraction(1,2)=6&compound=selective", "subtraction(1,2)=7&subtraction(1,2)=9&compound=conjunctive"],
    tasks: ["Take 1 or 2, and now in as many heaps as you like in one turn. Each heap is lost or won alone: leave only lost ones. No XOR is needed.",
      "Now in every heap at once, and the first empty heap ends it. So what counts is who moves last there: where you win, hurry; where you lose, delay."] },
];

/** The positions of tasks in which the oracle should begin. */
const ORACLE_BEGINS = new Set(["nim=4&nim=4"]);

const progress = () => chosen("lessons", {});

/** The number of positions of a lesson that were won. */
const count = ({ id, links }) => links.filter((link) => progress()[id]?.includes(link)).length;

/** The lesson and the position for a text in a link, such as `xor.1`. */
export function lessonOf(text) {
  const [id, at] = text?.split(".") ?? [];
  const lesson = LESSONS.find((each) => each.id === id);
  const place = Number(at) - 1;
  return lesson?.links[place] ? stepOf(lesson, place) : null;
}

function stepOf(lesson, at) {
  return { lesson, at, link: `${lesson.id}.${at + 1}`, position: lesson.links[at] };
}

/** Remembers the position if the task is done: the player has won, and was told no move. */
export function passed({ lesson, position }, match, helped) {
  if (match.wonBy !== "caller" || helped) return;
  const known = progress();
  if (!known[lesson.id]?.includes(position)) choose("lessons", { ...known, [lesson.id]: [...(known[lesson.id] ?? []), position] });
}

/** Draws the task of the match. `here` has the lesson and the position of this task, as `lessonOf` returns them. */
export function drawTask(section, here, match, ways) {
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

/** Opens the list of lessons. A lesson is listed if the service has its games. */
export function openCourse(dialog, catalogue, here, ways) {
  const known = ({ links }) => links.every((link) => readLink(link).rows.every(({ game }) => catalogue.rank(game) < catalogue.games.length));
  replace(dialog, h("h2", { id: "course-title" }, "Lessons"),
    h("p", { class: "muted" }, `Each has two positions to win, without being told a move. You have learned ${LESSONS.filter((each) => count(each) === each.links.length).length} of ${LESSONS.length}.`),
    h("ol", { class: "course" }, LESSONS.filter(known).map((lesson) => h("li", {},
      h("button", { type: "button", "data-lesson": lesson.id, "aria-current": here?.lesson === lesson ? "true" : undefined, onclick: () => {
        dialog.close();
        const first = lesson.links.findIndex((link) => !progress()[lesson.id]?.includes(link));
        ways.start(stepOf(lesson, Math.max(0, first)));
      } }, h("b", {}, lesson.name), h("span", { class: "muted" }, count(lesson) === lesson.links.length ? "✓ learned" : count(lesson) ? "half done" : ""))))),
    h("div", { class: "buttons end" },
      h("button", { type: "button", class: "quiet", id: "print-lessons", onclick: () => {
        dialog.close();
        ways.print(LESSONS.filter(known));
      } }, "Print them, the answers apart"),
      h("button", { type: "button", onclick: () => dialog.close() }, "Close")));
  dialog.showModal();
}

/**
 * Makes a printed page of lessons: first the positions with their tasks, then the answers on separate pages.
 * `startOf(link)` reads a position, and `ask(requests)` gets an analysis of each position.
 */
export async function drawSheets(section, lessons, catalogue, startOf, ask) {
  const positions = lessons.flatMap(({ links }) => links.map(startOf));
  const answers = await ask(positions.map(({ position, play, compound }) => ({ position, play, ...(compound && { compound }) })));
  const named = ({ position, play }) => {
    const names = componentsOf(position).map(({ game, piece }) => `${catalogue.entry(game).name} ${shown(piece)}`);
    return `${names.join("; ")}${play === "misere" ? ". Who makes the last move loses" : ""}.`;
  };
  const best = ({ winner, move, combined_move: combined }) => (winner === "first"
    ? `Who begins wins, for example by ${[combined ?? move].flat().map(({ game, from, text }) => `${catalogue.entry(game).name}${saysSize(from, text) ? "" : ` ${shown(from)}`}: ${text}`).join("; ")}.` : "Who begins loses, whatever the move: let the other one begin.");
  const sheet = (title, look, content) => {
    let at = 0;
    return h("section", { class: `sheet${look}` }, h("h2", {}, title), lessons.map((lesson) => [h("h3", {}, lesson.name), h("ol", {}, lesson.links.map((_, nth) => content(lesson, nth, at++)))]));
  };
  replace(section,
    sheet("Lessons", "", (lesson, nth, at) => h("li", {}, h("b", {}, named(positions[at])), " ", lesson.tasks[nth])),
    sheet("Answers", " answers", (lesson, nth, at) => h("li", {}, h("b", {}, named(positions[at])), " ", best(answers[at]))));
}
