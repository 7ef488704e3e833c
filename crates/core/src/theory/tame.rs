//! [`TameGenus`]: what behaves in misère sums as heaps of nim do (Conway 1976, chapter 12).

use std::ops::BitXor;

/// A tame position or sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TameGenus<V = u64> {
    /// Its Grundy value.
    pub value: V,
    /// Does it behave as heaps of at most one each? Its genus is (0, 1) or (1, 0), then, and else it is (g, g).
    pub is_fickle: bool,
}

impl<V: PartialEq + From<bool>> TameGenus<V>
where
    for<'v> &'v V: BitXor<Output = V>,
{
    /// A position without moves.
    #[must_use]
    pub fn nothing() -> Self {
        Self { value: V::from(false), is_fickle: true }
    }

    /// What has this genus; none where it is not one of heaps.
    #[must_use]
    pub fn of_genus(value: V, misere: &V) -> Option<Self> {
        let is_fickle = value != *misere;
        let is_small = value == V::from(false) || value == V::from(true);
        let fits = !is_fickle || is_small && *misere == &value ^ &V::from(true);
        fits.then_some(Self { value, is_fickle })
    }

    /// The Grundy value in misère play.
    #[must_use]
    pub fn misere(&self) -> V {
        &self.value ^ &V::from(self.is_fickle)
    }

    /// The sum of two.
    #[must_use]
    pub fn beside(self, other: &Self) -> Self {
        Self { value: &self.value ^ &other.value, is_fickle: self.is_fickle && other.is_fickle }
    }

    /// Does the player to move win?
    #[must_use]
    pub fn wins(self) -> bool {
        self.value != V::from(self.is_fickle)
    }
}

impl TameGenus {
    /// What has these options; none where that is not tame.
    pub(crate) fn over(options: &[Self]) -> Option<Self> {
        if options.is_empty() {
            return Some(Self::nothing());
        }
        Self::of_genus(mex(options.iter().map(|tame| tame.value)), &mex(options.iter().map(Self::misere)))
    }
}

/// The least integer that is not there.
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
