// The kinds of compounds, by the two questions that tell them apart: in how many components a turn is made, and when the
// match ends.

/** In how many components a turn is made. */
export const MOVED = [["one", "one of them"], ["all", "all of them"], ["any", "one or more"]];

/** When the match ends. */
export const ENDED = [["all", "no move is left"], ["any", "one has no move left"]];

/** The kinds as the service calls them, by both answers. A sum has no name. */
const KINDS = new Map([
  ["one all", undefined], ["all any", "conjunctive"], ["all all", "continued-conjunctive"], ["any all", "selective"], ["any any", "shortened-selective"], ["one any", "diminished-disjunctive"],
]);

/** The name of a kind; undefined of a sum. */
export const compoundOf = (moved, ended) => KINDS.get(`${moved} ${ended}`);

/** Both answers for a kind. */
export function answersOf(kind) {
  const [key] = [...KINDS].find(([, name]) => name === kind) ?? ["one all"];
  const [moved, ended] = key.split(" ");
  return { moved, ended };
}
