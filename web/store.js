// What outlives a reload: the match of this tab. A browser may forbid storage, as in frames of other pages.

const KEY = "grundy-match";

/** Keeps a match under its link. */
export function keep(link, match) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ link, match }));
  } catch {
    // Then the link alone is what a reload finds.
  }
}

/** The match that was kept under this link. */
export function kept(link) {
  try {
    const { link: known, match } = JSON.parse(sessionStorage.getItem(KEY)) ?? {};
    return known === link ? match : null;
  } catch {
    return null;
  }
}
