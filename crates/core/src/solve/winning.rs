//! [`Goals`]: the moves of one component that win a sum, as a set that is counted and reached by rank, not listed.

use smallvec::SmallVec;

use crate::game::{Class, Convention};
use crate::natural::Natural;
use crate::run::Run;

/// Some of the options of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Those that have a Grundy value.
    To(Natural),
    /// The swap positions among those, or the others.
    ToClass(Natural, Class),
    /// Those that win the component as a game of its own.
    Alone(Convention),
}

/// Some of the options of a component: those of one goal after those of the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Goals(pub(crate) SmallVec<[Goal; 1]>);

impl Goals {
    pub(crate) fn none() -> Self {
        Self::default()
    }

    pub(crate) fn one(goal: Goal) -> Self {
        Self(SmallVec::from_iter([goal]))
    }

    /// How many options these are.
    pub(crate) fn count(&self, run: &dyn Run, index: usize) -> Natural {
        self.0.iter().map(|goal| goal.count(run, index)).fold(Natural::ZERO, |sum, count| &sum + &count)
    }

    /// The one of a rank, none from [`Goals::count`] on. Rank 0 is the game's own choice.
    pub(crate) fn option(&self, run: &dyn Run, index: usize, rank: &Natural) -> Option<Box<dyn Run>> {
        let mut rank = rank.clone();
        for goal in &self.0 {
            if let Some(option) = goal.option(run, index, &rank) {
                return Some(option);
            }
            rank = rank.checked_sub(&goal.count(run, index))?;
        }
        None
    }

    /// Is a solved option one of these?
    pub(crate) fn contains(&self, option: &dyn Run) -> bool {
        self.0.iter().any(|goal| goal.contains(option))
    }
}

impl Goal {
    fn count(&self, run: &dyn Run, index: usize) -> Natural {
        match self {
            Self::To(value) => run.count_to(index, value),
            Self::ToClass(value, Class::Swap) => swap_count(run, index, value),
            Self::ToClass(value, _) => &run.count_to(index, value) - &swap_count(run, index, value),
            Self::Alone(convention) => run.alone_count(index, *convention).unwrap_or(Natural::ZERO),
        }
    }

    fn option(&self, run: &dyn Run, index: usize, rank: &Natural) -> Option<Box<dyn Run>> {
        match self {
            Self::To(value) => run.option_to(index, value, rank),
            Self::ToClass(value, class) => match run.swap_ranks(index, value) {
                None => run.option_to(index, value, rank).filter(|option| class_of(&**option) == *class),
                Some(swaps) if *class == Class::Swap => run.option_to(index, value, swaps.get(rank.to_usize()?)?),
                Some(swaps) => run.option_to(index, value, &rank_beside(&swaps, rank)),
            },
            Self::Alone(convention) => run.alone_option(index, *convention, rank),
        }
    }

    fn contains(&self, option: &dyn Run) -> bool {
        let (value, class) = option.sum();
        match self {
            Self::To(wanted) => value.as_ref() == Some(wanted),
            Self::ToClass(wanted, wanted_class) => value.as_ref() == Some(wanted) && class == *wanted_class,
            // The other player then moves, and has no move that wins; in misère play some move there must be.
            Self::Alone(convention) => {
                let stuck = option.is_stuck();
                match convention {
                    Convention::Normal if stuck => true,
                    Convention::Misere if stuck => false,
                    _ => option.alone_count(0, *convention) == Some(Natural::ZERO),
                }
            }
        }
    }
}

/// How many options of a value are swap positions.
fn swap_count(run: &dyn Run, index: usize, value: &Natural) -> Natural {
    match run.swap_ranks(index, value) {
        Some(swaps) => swaps.len().into(),
        None => match run.option_to(index, value, &Natural::ZERO) {
            Some(option) if class_of(&*option) == Class::Swap => run.count_to(index, value),
            _ => Natural::ZERO,
        },
    }
}

/// The class of an option that is not solved yet.
fn class_of(option: &dyn Run) -> Class {
    let mut option = option.copy();
    option.solve();
    option.sum().1
}

/// The rank among all of the one that has a rank among those that are not in a list of ranks.
fn rank_beside(left_out: &[Natural], rank: &Natural) -> Natural {
    left_out.iter().fold(rank.clone(), |rank, out| if *out <= rank { &rank + &Natural::ONE } else { rank })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_beside_others_leave_them_out() {
        let left_out = [0_u64, 3, 4].map(Natural::from);
        let beside: Vec<Natural> = (0..4_u64).map(|rank| rank_beside(&left_out, &rank.into())).collect();
        assert_eq!(beside, [1_u64, 2, 5, 6].map(Natural::from));
    }
}
