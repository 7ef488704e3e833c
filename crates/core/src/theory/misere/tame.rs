//! [`Tame`]: what behaves in misère sums as heaps of nim do (Conway 1976, chapter 12).

/// A tame position or sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tame {
    /// Its Grundy value.
    pub(crate) value: u64,
    /// Does it behave as heaps of at most one each? Its genus is (0, 1) or (1, 0), then, and else it is (g, g).
    pub(crate) is_swap: bool,
}

impl Tame {
    /// A position without moves.
    pub(crate) const NOTHING: Self = Self { value: 0, is_swap: true };

    /// The sum of two.
    pub(crate) fn beside(self, other: Self) -> Self {
        Self { value: self.value ^ other.value, is_swap: self.is_swap && other.is_swap }
    }

    /// What has these options; none where that is not tame, since its genus is not one of a heap.
    pub(crate) fn over(options: &[Self]) -> Option<Self> {
        if options.is_empty() {
            return Some(Self::NOTHING);
        }
        let misere = |tame: &Self| if tame.is_swap { tame.value ^ 1 } else { tame.value };
        match (mex(options.iter().map(|tame| tame.value)), mex(options.iter().map(misere))) {
            (value, misere) if value < 2 && misere == value ^ 1 => Some(Self { value, is_swap: true }),
            (value, misere) if value == misere => Some(Self { value, is_swap: false }),
            _ => None,
        }
    }

    /// Does the player to move win?
    pub(crate) fn wins(self) -> bool {
        if self.is_swap { self.value != 1 } else { self.value != 0 }
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
