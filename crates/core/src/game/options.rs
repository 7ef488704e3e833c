//! The options of a component that meet a [`Goal`]: counted, and reached by rank.

use crate::game::also::Swaps;
use crate::game::run::Run;
use crate::game::{Class, Goal, List, ListOf, STEPS_AN_OPTION};
use crate::number::Natural;
use crate::number::meter;

impl dyn Run {
    /// How many options of a component meet a goal.
    #[must_use]
    pub fn count(&self, index: usize, goal: &Goal) -> Natural {
        self.by_class(index, goal).map_or_else(|| self.count_one_by_one(index, goal), |list| list.count())
    }

    /// The option of a rank among those that meet a goal. Rank 0 is the game's choice.
    #[must_use]
    pub fn nth(&self, index: usize, goal: &Goal, rank: &Natural) -> Option<Box<dyn Run>> {
        match self.by_class(index, goal) {
            Some(list) => list.nth(rank),
            None => self.nth_one_by_one(index, goal, rank),
        }
    }

    /// The options that meet a goal, to take one after the other.
    #[must_use]
    pub fn list<'a>(&'a self, index: usize, goal: &Goal) -> ListOf<'a, Box<dyn Run>> {
        let one_by_one = || Box::new(OfGoal { run: self, index, goal: goal.clone() });
        self.together(index, goal).unwrap_or_else(|| one_by_one())
    }

    /// The options of one class or element, or that win alone, where the game finds them together: it need not tell how many
    /// are swap positions. To count the others, or to find one, is less work than a list.
    fn by_class<'a>(&'a self, index: usize, goal: &Goal) -> Option<ListOf<'a, Box<dyn Run>>> {
        matches!(goal, Goal::ToClass(..) | Goal::Elements(_) | Goal::Alone(_)).then(|| self.together(index, goal))?
    }

    fn count_one_by_one(&self, index: usize, goal: &Goal) -> Natural {
        match goal {
            Goal::Any => self.option_count(index),
            Goal::To(value) => self.count_to(index, value),
            Goal::ToClass(value, Class::Swap) => self.swap_count(index, value),
            // When the meter is spent on the way, either may be anything.
            Goal::ToClass(value, _) => self.count_to(index, value).saturating_sub(&self.swap_count(index, value)),
            Goal::Ranks(ranks) => ranks.len().into(),
            Goal::Alone(_) | Goal::Elements(_) => Natural::ZERO,
        }
    }

    fn nth_one_by_one(&self, index: usize, goal: &Goal, rank: &Natural) -> Option<Box<dyn Run>> {
        match goal {
            Goal::Any => self.option(index, rank),
            Goal::To(value) => self.option_to(index, value, rank),
            Goal::ToClass(value, class) => match self.swap_ranks(index, value) {
                None => {
                    let mut option = self.option_to(index, value, rank)?;
                    (class_of(&mut *option) == *class).then_some(option)
                }
                Some(swaps) if *class == Class::Swap => self.option_to(index, value, swaps.get(rank.to_usize()?)?),
                Some(swaps) => self.option_to(index, value, &rank_beside(&swaps, rank)),
            },
            Goal::Ranks(ranks) => self.option(index, &(*ranks.get(rank.to_usize()?)?).into()),
            Goal::Alone(_) | Goal::Elements(_) => None,
        }
    }

    /// How many options of a value are swap positions.
    fn swap_count(&self, index: usize, value: &Natural) -> Natural {
        if let Some(swaps) = self.swap_ranks(index, value) {
            return swaps.len().into();
        }
        let class = self.option_to(index, value, &Natural::ZERO).map(|mut option| class_of(&mut *option));
        if class == Some(Class::Swap) { self.count_to(index, value) } else { Natural::ZERO }
    }

    /// The ranks of the swap positions among the options of a value, ascending; none where these are of one class.
    fn swap_ranks(&self, index: usize, value: &Natural) -> Option<Vec<Natural>> {
        match self.swaps(index, value) {
            Swaps::AllOrNone => return None,
            Swaps::At(ranks) => return Some(ranks),
            Swaps::Each => {}
        }
        let options = (0_u64..).map(Natural::from).map_while(|rank| {
            meter::go_on(STEPS_AN_OPTION).ok()?;
            let mut option = self.option_to(index, value, &rank)?;
            Some((rank, class_of(&mut *option)))
        });
        Some(options.filter(|(_, class)| *class == Class::Swap).map(|(rank, _)| rank).collect())
    }
}

/// The class of an option, which is solved for it.
fn class_of(option: &mut dyn Run) -> Class {
    // What was made once the meter was spent may be no position.
    if option.solve().is_err() { Class::Unknown } else { option.sum_class() }
}

/// The rank among all of the one that has a rank among those that are not in a list of ranks.
fn rank_beside(left_out: &[Natural], rank: &Natural) -> Natural {
    meter::charge_each(left_out.len(), 5);
    left_out.iter().fold(rank.clone(), |rank, out| if *out <= rank { &rank + &Natural::ONE } else { rank })
}

/// The options that meet one goal, each found by itself.
struct OfGoal<'a> {
    run: &'a dyn Run,
    index: usize,
    goal: Goal,
}

impl List<Box<dyn Run>> for OfGoal<'_> {
    fn count(&self) -> Natural {
        self.run.count_one_by_one(self.index, &self.goal)
    }

    fn nth(&self, rank: &Natural) -> Option<Box<dyn Run>> {
        self.run.nth_one_by_one(self.index, &self.goal, rank)
    }
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
