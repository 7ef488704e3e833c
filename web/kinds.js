// The kinds of compounds. Two questions distinguish them: in how many components a player moves in a turn, and when the
// match ends.

/** The answers to "In how many components does a player move in a turn?". */
export const MOVED = [["one", "one of them"], ["all", "all of them"], ["any", "one or more"]];

/** The answers to "When does the match end?". */
export const ENDED = [["all", "no move is left"], ["any", "one has no move left"]];

/** The service's name of each kind of compound. A key is an answer of `MOVED` and one of `ENDED`. A sum has no name. */
const KINDS = new Map([
  ["one all", undefined], ["all any", "conjunctive"], ["all all", "continued-conjunctive"], ["any all", "selective"], ["any any", "shortened-selective"], ["one any", "diminished-disjunctive"],
]);

/** The service's name of the kind of compound with the answers `moved` and `ended`; undefined for a sum. */
export const compoundOf = (moved, ended) => KINDS.get(`${moved} ${ended}`);

/** The answers that distinguish a kind: in how many components a player moves, and when the match ends. */
export function answersOf(kind) {
  const [key] = [...KINDS].find(([, name]) => name === kind) ?? ["one all"];
  const [moved, ended] = key.split(" ");
  return { moved, ended };
}
