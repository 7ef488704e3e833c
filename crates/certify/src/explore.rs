//! [`explore`]: finds everything that play can reach.

use std::collections::HashSet;
use std::hash::Hash;

use crate::source::TooMuch;

/// The most positions, or sums, that are explored.
pub(crate) const MOST: usize = 200_000;

/// Returns all that `starts` lead to, each after what it leads to itself unless play can come back. `next` returns what
/// moves lead to.
pub(crate) fn explore<T: Clone + Eq + Hash>(
    starts: impl IntoIterator<Item = T>,
    mut next: impl FnMut(&T) -> Result<Vec<T>, TooMuch>,
) -> Result<Vec<T>, TooMuch> {
    let (mut seen, mut order) = (HashSet::new(), Vec::new());
    for start in starts {
        if !seen.insert(start.clone()) {
            continue;
        }
        let to = next(&start)?;
        let mut path = vec![(start, to)];
        while let Some((_, to)) = path.last_mut() {
            let Some(after) = to.pop() else {
                order.extend(path.pop().map(|(left, _)| left));
                continue;
            };
            if seen.insert(after.clone()) {
                if seen.len() > MOST {
                    return Err(TooMuch);
                }
                let to = next(&after)?;
                path.push((after, to));
            }
        }
    }
    Ok(order)
}
