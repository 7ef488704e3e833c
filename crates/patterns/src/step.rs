//! [`StepTest`]: whether a formula at a position follows from the formula at the position's options.
//!
//! No table of values is needed, so positions are tested that are far larger than any that was solved. A failure proves
//! that the formula is wrong, at the position or at one of its options.

use crate::work::{Charge, OutOfWork};

/// How many positions are tested: the next ones, so that the first failure among them is found, and some far ones.
const NEXT: u64 = 1_000;
const FAR: u64 = 300;

/// How many options of the next positions are looked at, and of the far ones.
const OPTIONS: usize = 100_000;

/// After this many positions in a row that can't be tested, larger ones are not tried.
const MISSING: usize = 16;

/// The largest tested position is below this power of two times the largest known one.
const FARTHEST: u64 = 13;

/// The meaning of a number that a formula gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormulaMeaning {
    /// The Grundy value.
    Value,
    /// 1 if the player to move loses, and else 0. In misère play, the player without a move wins.
    Lost {
        /// Whether play is misère.
        is_misere: bool,
    },
    /// How long play lasts, if the winner plays for a short game and the loser for a long one.
    Length,
}

/// How far a formula was tested by its options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepTest {
    /// How many positions were tested.
    pub tested: u64,
    /// The largest of them.
    pub largest: u64,
    /// The first tested position at which the formula is not what follows from its options.
    pub fails: Option<StepFailure>,
}

/// A position at which the formula does not follow from its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepFailure {
    /// The position.
    pub at: u64,
    /// The formula at the position; `None` if it is not defined there.
    pub formula: Option<u64>,
    /// The value that follows from the formula at the options.
    pub follows: u64,
}

impl StepTest {
    /// Tests a formula at positions beyond `known`. `options` returns the options of a position, each as the list of its
    /// components, or `None` if they are too many to be listed. Positions are left out if this or the formula returns
    /// `None`.
    ///
    /// # Errors
    /// The work is spent.
    pub fn of(
        known: u64,
        claim: FormulaMeaning,
        mut options: impl FnMut(u64) -> Option<Vec<Vec<u64>>>,
        formula: impl Fn(u64) -> Option<u64>,
        charge: Charge,
    ) -> Result<Self, OutOfWork> {
        let mut test = Self::default();
        let next: Vec<u64> = (known.saturating_add(1)..=known.saturating_add(NEXT)).collect();
        for positions in [next, far(known).collect()] {
            let (mut left, mut missing) = (OPTIONS, 0);
            for at in positions {
                if missing == MISSING {
                    break;
                }
                missing += 1;
                charge(500)?;
                let (formula_at, is_near) = (formula(at), at <= known.saturating_add(NEXT));
                // Far away, a formula may meet a number that is too large. Near by, it is not defined.
                let Some(options) = options(at).filter(|_| formula_at.is_some() || is_near) else { continue };
                charge(u64::try_from(options.len()).unwrap_or(u64::MAX).saturating_mul(50))?;
                let Some(follows) = claim.follows(&options, &formula) else { continue };
                missing = 0;
                test.tested += 1;
                test.largest = test.largest.max(at);
                if Some(follows) != formula_at {
                    test.fails = Some(StepFailure { at, formula: formula_at, follows });
                    return Ok(test);
                }
                let Some(fewer) = left.checked_sub(options.len()) else { break };
                left = fewer;
            }
        }
        Ok(test)
    }
}

impl FormulaMeaning {
    /// Returns what follows for a position with these options; `None` if the formula says too little about them.
    fn follows(self, options: &[Vec<u64>], formula: impl Fn(u64) -> Option<u64>) -> Option<u64> {
        let single = |option: &Vec<u64>| match option[..] {
            [only] => formula(only),
            _ => None,
        };
        match self {
            Self::Value => {
                let sum = |option: &Vec<u64>| option.iter().try_fold(0, |sum, part| Some(sum ^ formula(*part)?));
                let mut values: Vec<u64> = options.iter().map(sum).collect::<Option<_>>()?;
                values.sort_unstable();
                values.dedup();
                let mex = values.iter().zip(0..).take_while(|(value, n)| **value == *n).count();
                u64::try_from(mex).ok()
            }
            Self::Lost { is_misere } => {
                let is_lost = |option: &Vec<u64>| match option[..] {
                    [] => Some(!is_misere),
                    _ => single(option).map(|lost| lost != 0),
                };
                let any = options.iter().map(is_lost).try_fold(false, |any, lost| Some(any | lost?))?;
                let wins = any || is_misere && options.is_empty();
                Some((!wins).into())
            }
            Self::Length => {
                let lengths: Vec<u64> = options.iter().map(single).collect::<Option<_>>()?;
                let shortest = lengths.iter().filter(|length| **length % 2 == 0).min();
                shortest.or(lengths.iter().max()).map_or(Some(0), |length| length.checked_add(1))
            }
        }
    }
}

/// Returns integers beyond a number, which are spread evenly by their number of digits. They are the same each time.
pub(crate) fn far(known: u64) -> impl Iterator<Item = u64> {
    let known = known.max(8);
    let mut state = known;
    let mut random = move || {
        // SplitMix64 (Steele, Lea and Flood 2014).
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    (0..FAR).map(move |index| {
        let low = known.saturating_mul(1 << (index * FARTHEST / FAR));
        low.saturating_add(random() % low)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nim(n: u64) -> Option<Vec<Vec<u64>>> {
        (n < 5_000).then(|| (0..n).map(|left| vec![left]).collect())
    }

    fn test(
        claim: FormulaMeaning,
        options: fn(u64) -> Option<Vec<Vec<u64>>>,
        formula: fn(u64) -> Option<u64>,
    ) -> StepTest {
        StepTest::of(100, claim, options, formula, &mut |_| Ok(())).unwrap()
    }

    #[test]
    fn a_step_holds_for_a_true_formula_and_fails_for_a_false_one() {
        let holds = test(FormulaMeaning::Value, nim, Some);
        assert!(holds.fails.is_none() && holds.tested > 50 && (2_000..5_000).contains(&holds.largest), "{holds:?}");
        let fails = test(FormulaMeaning::Value, nim, |n| Some(if n < 300 { n } else { n + 1 })).fails.unwrap();
        assert!(fails.at == 300 && fails.formula == Some(301) && fails.follows == 300, "{fails:?}");
    }

    #[test]
    fn lost_positions_are_those_without_a_lost_option() {
        let take_three = |n: u64| Some((1..=3.min(n)).map(|k| vec![n - k]).collect());
        for (is_misere, rest) in [(false, 0), (true, 1)] {
            let claim = FormulaMeaning::Lost { is_misere };
            let formula = if is_misere { |n| Some(u64::from(n % 4 == 1)) } else { |n| Some(u64::from(n % 4 == 0)) };
            assert!(test(claim, take_three, formula).fails.is_none(), "{rest}");
            let other = FormulaMeaning::Lost { is_misere: !is_misere };
            // Far from the end, both plays have the same step.
            assert!(test(other, take_three, formula).fails.is_none());
            assert!(test(claim, take_three, |n| Some(u64::from(n % 5 == 0))).fails.is_some());
        }
        let none = FormulaMeaning::Lost { is_misere: true }.follows(&[], |_| None);
        assert_eq!((none, FormulaMeaning::Value.follows(&[vec![1, 2], vec![]], Some)), (Some(0), Some(1)));
    }

    #[test]
    fn lengths_follow_from_the_winner_who_hurries() {
        let take_two = |n: u64| Some((1..=2.min(n)).map(|k| vec![n - k]).collect());
        let length = |n: u64| Some(n / 3 * 2 + u64::from(!n.is_multiple_of(3)));
        assert!(test(FormulaMeaning::Length, take_two, length).fails.is_none());
        assert!(test(FormulaMeaning::Length, take_two, |n| Some(n / 2)).fails.is_some());
    }

    #[test]
    fn work_that_is_spent_ends_the_test() {
        let mut left = 10_000_u64;
        let mut charge = |steps| {
            left = left.checked_sub(steps).ok_or(OutOfWork)?;
            Ok(())
        };
        assert_eq!(StepTest::of(100, FormulaMeaning::Value, nim, Some, &mut charge), Err(OutOfWork));
    }
}
