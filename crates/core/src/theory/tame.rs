//! [`TameGenus`]: the genus of positions that behave in misère sums as heaps of nim do (Conway 1976, chapter 12).

use std::ops::BitXor;

/// The genus of a tame position or sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TameGenus<V = u64> {
    /// The Grundy value in normal play.
    pub value: V,
    /// `true` if the position behaves like heaps of at most one token each. The genus of such a position is (0, 1) or
    /// (1, 0). Other tame positions have the genus (g, g).
    pub is_fickle: bool,
}

impl<V: PartialEq + From<bool>> TameGenus<V>
where
    for<'v> &'v V: BitXor<Output = V>,
{
    /// Returns the genus of a position without moves.
    #[must_use]
    pub fn nothing() -> Self {
        Self { value: V::from(false), is_fickle: true }
    }

    /// Creates the genus from the values in normal and misère play; `None` if no sum of heaps of nim has this genus.
    #[must_use]
    pub fn of_genus(value: V, misere: &V) -> Option<Self> {
        let is_fickle = value != *misere;
        let is_small = value == V::from(false) || value == V::from(true);
        let fits = !is_fickle || is_small && *misere == &value ^ &V::from(true);
        fits.then_some(Self { value, is_fickle })
    }

    /// Returns the Grundy value in misère play.
    #[must_use]
    pub fn misere(&self) -> V {
        &self.value ^ &V::from(self.is_fickle)
    }

    /// Returns the genus of the sum of two positions.
    #[must_use]
    pub fn beside(self, other: &Self) -> Self {
        Self { value: &self.value ^ &other.value, is_fickle: self.is_fickle && other.is_fickle }
    }

    /// Returns whether the player to move wins in misère play.
    #[must_use]
    pub fn wins(&self) -> bool {
        self.value != V::from(self.is_fickle)
    }
}

impl TameGenus {
    /// Returns the genus of a position, given the genera of its options; `None` if the position is not tame.
    pub(crate) fn over(options: &[Self]) -> Option<Self> {
        if options.is_empty() {
            return Some(Self::nothing());
        }
        Self::of_genus(mex(options.iter().map(|tame| tame.value)), &mex(options.iter().map(Self::misere)))
    }
}

/// Returns the least integer ≥ 0 that is not among the values.
pub(crate) fn mex(values: impl Iterator<Item = u64>) -> u64 {
    let mut values: Vec<u64> = values.collect();
    values.sort_unstable();
    values.dedup();
    (0..)
        .zip(&values)
        .find(|(place, value)| place != *value)
        .map_or_else(|| u64::try_from(values.len()).unwrap_or(u64::MAX), |(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_is_the_least_that_is_not_there() {
        for (values, least) in [(&[][..], 0), (&[0, 1, 3], 2), (&[1, 1], 0), (&[2, 1, 0, 0], 3)] {
            assert_eq!(mex(values.iter().copied()), least, "{values:?}");
        }
    }
}
