//! [`Follower`]: the positions that remain of a component after a move.

use std::collections::HashMap;
use std::hash::Hash;

use smallvec::SmallVec;

use super::Illegal;

/// The positions that remain of a component after a move. There is exactly one position, except in games in which a
/// move may split a component. The order of the positions does not matter.
#[derive(Clone, Debug)]
pub struct Follower<P>(SmallVec<[P; 1]>);

impl<P> Follower<P> {
    /// Creates the list of these positions, and sorts it, the smallest first.
    #[must_use]
    pub fn sorted(parts: Vec<P>) -> Self
    where
        P: Ord,
    {
        Self(SmallVec::from_vec(parts)).into_sorted()
    }

    /// Sorts the positions, the smallest first. This is needed because a client may write them in any order.
    #[must_use]
    pub fn into_sorted(mut self) -> Self
    where
        P: Ord,
    {
        self.0.sort_unstable();
        self
    }

    /// Returns the positions.
    #[must_use]
    pub fn parts(&self) -> &[P] {
        &self.0
    }

    /// Returns the positions, and consumes `self`.
    #[must_use]
    pub fn into_parts(self) -> SmallVec<[P; 1]> {
        self.0
    }

    /// Returns the remaining position, if there is exactly one.
    ///
    /// # Errors
    /// No position remains, or several do.
    pub fn whole(&self) -> Result<&P, Illegal> {
        match self.parts() {
            [whole] => Ok(whole),
            _ => Err("a component stays a position of its game".into()),
        }
    }
}

impl<P: Eq + Hash> PartialEq for Follower<P> {
    fn eq(&self, other: &Self) -> bool {
        if self.0.len() != other.0.len() || self.0.len() == 1 || self.0 == other.0 {
            return self.0 == other.0;
        }
        let mut counts: HashMap<&P, usize> = HashMap::new();
        for part in &self.0 {
            *counts.entry(part).or_default() += 1;
        }
        other.0.iter().all(|part| match counts.get_mut(part) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        })
    }
}

impl<P: Eq + Hash> Eq for Follower<P> {}

impl<P> From<P> for Follower<P> {
    fn from(whole: P) -> Self {
        Self(SmallVec::from_buf([whole]))
    }
}

impl<P: Clone> From<&[P]> for Follower<P> {
    fn from(parts: &[P]) -> Self {
        Self(parts.iter().cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_means_nothing() {
        let left = |parts: &[u64]| -> Follower<u64> { parts.into() };
        assert_eq!(left(&[1, 2, 2]), left(&[2, 1, 2]));
        assert_ne!(left(&[1, 2, 2]), left(&[1, 1, 2]));
        assert_ne!(left(&[1, 2]), left(&[1, 2, 2]));
        assert_eq!(left(&[]), left(&[]));
    }
}
