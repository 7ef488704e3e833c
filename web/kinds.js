// The kinds of compounds. Two questions distinguish them: in how many components a player moves in a turn, and when the
// match ends.

/** The answers to the question in how many components a player moves in a turn. */
export const MOVED = [["one", "one of them"], ["all", "all of them"], ["any", "one or more"]];

/** The answers to the question when the match ends. */
export const ENDED = [["all", "no move is left"], ["any", "one has no move left"]];

/** The service's names of the kinds, by the answers to both questions. A sum has no name. */
const KINDS = new Map([
  ["one all", undefined], ["all any", "conjunctive"], ["all all", "continued-conjunctive"], ["any all", "selective"], ["any any", "shortened-selective"], ["one any", "diminished-disjunctive"],
]);

/** The name of a kind; undefined for a sum. */
export const compoundOf = (moved, ended) => KINDS.get(`${moved} ${ended}`);

/** The answers to both questions for a kind. */
export function answersOf(kind) {
  const [key] = [...KINDS].find(([, name]) => name === kind) ?? ["one all"];
  const [moved, ended] = key.split(" ");
  return { moved, ended };
}
