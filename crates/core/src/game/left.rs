//! [`Left`]: what a move leaves of a component.

use smallvec::SmallVec;

use super::Illegal;

/// What a move leaves of a component: one position, or where a game splits any number of them.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Left<P>(SmallVec<[P; 1]>);

impl<P> Left<P> {
    /// Returns the positions, the smallest first.
    #[must_use]
    pub fn sorted(parts: Vec<P>) -> Self
    where
        P: Ord,
    {
        Self(SmallVec::from_vec(parts)).into_sorted()
    }

    /// Returns the same positions, the smallest first: a client may write them in any order.
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

    /// Returns the positions.
    #[must_use]
    pub fn into_parts(self) -> SmallVec<[P; 1]> {
        self.0
    }

    /// Returns the one position that is left.
    ///
    /// # Errors
    /// It is no position or several.
    pub fn whole(&self) -> Result<&P, Illegal> {
        match self.parts() {
            [whole] => Ok(whole),
            _ => Err("a component stays a position of its game".into()),
        }
    }
}

impl<P> From<P> for Left<P> {
    fn from(whole: P) -> Self {
        Self(SmallVec::from_buf([whole]))
    }
}

impl<P: Clone> From<&[P]> for Left<P> {
    fn from(parts: &[P]) -> Self {
        Self(parts.iter().cloned().collect())
    }
}
