// The places of the board: each component that the match began with has one and keeps it, and all that it splits into is there.

/**
 * The slots: `{game, number, parts}`, where `parts` are the indices of the components that are there now.
 * Follows the moves from the first position to the one on the table.
 */
export function slotsOf(match) {
  const owners = Object.fromEntries(Object.entries(match.root.position).map(([game, pieces]) => [game, pieces.map((_, number) => number)]));
  for (const { ply: { game, index, to } } of match.plies) {
    if (match.entry(game).splits) owners[game].splice(index, 1, ...to.map(() => owners[game][index]));
  }
  return Object.entries(match.root.position).flatMap(([game, pieces]) => pieces.map((_, number) => ({
    game, number, parts: owners[game].flatMap((owner, index) => (owner === number ? [index] : [])),
  })));
}
