// Games that are not here.

/** Says why a game is not here, and what there is instead. */
export function notHere({ name, why, impartial, played_by: program }) {
  const relative = impartial && ` An impartial relative is ${impartial}: it is another game, which others may win.`;
  return [`${name}, as it is usually played, is not here. ${why}`, relative, program && ` ${program} plays ${name}.`].filter(Boolean).join("");
}
