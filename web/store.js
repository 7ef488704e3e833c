// Data that outlives a reload: the matches of this tab, the settings, and which lessons are done. A browser may forbid
// storage, as in frames of other pages. Then all data is lost at a reload.

/** The largest number of matches of a tab that are kept. The oldest match is forgotten first. */
const MATCHES = 30;

/** The largest number of answers that are kept, and the length (characters) from which an answer is not kept. */
const [ANSWERS, LONGEST] = [16, 20_000];

const PREFIX = "grundy-match-";

function quietly(action) {
  try {
    return action() ?? null;
  } catch {
    return null;
  }
}

/** Keeps a match under the number of its place in the browser's history. */
export function keepMatch(number, match) {
  quietly(() => {
    sessionStorage.removeItem(`${PREFIX}${number - MATCHES}`);
    sessionStorage.setItem(`${PREFIX}${number}`, JSON.stringify(match));
  });
}

export const keptMatch = (number) => quietly(() => JSON.parse(sessionStorage.getItem(`${PREFIX}${number}`)));

/** A number for a new match. */
export const nextMatch = () => quietly(() => {
  const number = Number(sessionStorage.getItem("grundy-matches") ?? 0) + 1;
  sessionStorage.setItem("grundy-matches", String(number));
  return number;
}) ?? 0;

/** The last answers to requests that the browser does not keep itself, as `[request, answer]`, without long ones. */
export const answers = () => quietly(() => JSON.parse(sessionStorage.getItem("grundy-answers"))) ?? [];

export const keepAnswer = (request, answer) => quietly(() => {
  const kept = [[request, answer], ...answers()].slice(0, ANSWERS);
  if (JSON.stringify(answer).length < LONGEST) sessionStorage.setItem("grundy-answers", JSON.stringify(kept));
});

/** The stored choice with this name; `usual` if there is none. */
export const chosen = (name, usual) => quietly(() => JSON.parse(localStorage.getItem(`grundy-${name}`))) ?? usual;

export const choose = (name, value) => quietly(() => localStorage.setItem(`grundy-${name}`, JSON.stringify(value)));
