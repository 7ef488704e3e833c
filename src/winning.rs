//! [`Winning`]: the winning moves of one component of a sum, as a set that is counted and reached by rank, not listed.

use crate::games::Component;
use crate::natural::Natural;

/// The moves of one component that win the sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Winning {
    /// Those to these Grundy values, those to the first value first.
    To([Option<Natural>; 2]),
    /// Those that win the component as a misère game of its own.
    Lone,
}

impl Winning {
    /// No move.
    pub const NONE: Self = Self::To([None, None]);

    /// The moves to one value.
    #[must_use]
    pub fn to(value: Natural) -> Self {
        Self::To([Some(value), None])
    }

    /// How many moves of `component` these are.
    #[must_use]
    pub fn count(&self, component: &Component) -> Natural {
        match self {
            Self::To(values) => {
                let counts = values.iter().flatten().map(|value| component.count_to(value));
                counts.fold(Natural::ZERO, |sum, count| &sum + &count)
            }
            Self::Lone => component.lone_misere_count().unwrap_or(Natural::ZERO),
        }
    }

    /// The one of a rank, none from [`Winning::count`] on. Rank 0 is the game's own choice.
    #[must_use]
    pub fn option(&self, component: &Component, rank: &Natural) -> Option<Component> {
        match self {
            Self::To(values) => {
                let mut rank = rank.clone();
                values.iter().flatten().find_map(|value| {
                    let option = component.option_to(value, &rank);
                    if option.is_none() {
                        rank = &rank - &component.count_to(value);
                    }
                    option
                })
            }
            Self::Lone => component.lone_misere_option(rank),
        }
    }

    /// Is the move to `option` one of these?
    #[must_use]
    pub fn contains(&self, option: &Component) -> bool {
        match self {
            Self::To(values) => values.iter().flatten().any(|value| option.grundy() == *value),
            // The other player then has moves, and none of them wins.
            Self::Lone => !option.option_count().is_zero() && option.lone_misere_count() == Some(Natural::ZERO),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Kind;
    use crate::limits::{Limits, Meter};

    #[test]
    fn the_moves_to_one_value_come_before_those_to_the_other() {
        let nim = |stones: &str| Kind::Nim.from_text(stones, &mut Meter::new(&Limits::default())).unwrap();
        let winning = Winning::To([Some(Natural::TWO), Some(Natural::ZERO)]);
        let options = (0..3_u64).map(|rank| winning.option(&nim("5"), &rank.into()));
        assert_eq!(options.collect::<Vec<_>>(), [Some(nim("2")), Some(nim("0")), None]);
        assert_eq!(winning.count(&nim("5")), 2);
        assert_eq!(winning.count(&nim("2")), 1);
    }
}
