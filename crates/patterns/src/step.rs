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

/// How far a formula was tested by its options. Positions are integers or pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepTest<P = u64> {
    /// How many positions were tested.
    pub tested: u64,
    /// The largest number in them.
    pub largest: u64,
    /// The first tested position at which the formula is not what follows from its options.
    pub fails: Option<StepFailure<P>>,
}

/// A position at which the formula does not follow from its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepFailure<P = u64> {
    /// The position.
    pub at: P,
    /// The formula at the position; `None` if it is not defined there.
    pub formula: Option<u64>,
    /// The value that follows from the formula at the options.
    pub follows: u64,
}

/// Near positions and far ones, and what the larger number of a position is.
pub type StepPositions<P> = ([Vec<P>; 2], fn(P) -> u64);

/// Returns integers beyond `known`: the next ones, and some that are far away.
#[must_use]
pub fn integers_beyond(known: u64) -> StepPositions<u64> {
    ([(known.saturating_add(1)..=known.saturating_add(NEXT)).collect(), far(known).collect()], |n| n)
}

/// Returns pairs of numbers from `least` on, the larger of which is beyond `known`: some next
/// ones, and some far ones.
#[must_use]
pub fn pairs_beyond(least: u64, known: u64) -> StepPositions<[u64; 2]> {
    let ring = |most| (least..=most).flat_map(move |other| [[other, most], [most, other]]);
    let next = (known.saturating_add(1)..u64::MAX).flat_map(ring).take(usize::try_from(NEXT).unwrap_or(usize::MAX));
    let pair = |(index, most): (usize, u64)| {
        let other = least + (most ^ (most >> 7)).wrapping_mul(0x9e37_79b9_7f4a_7c15) % (most - least + 1);
        if index % 2 == 0 { [other, most] } else { [most, other] }
    };
    ([next.collect(), far(known.max(least)).enumerate().map(pair).collect()], |[a, b]| a.max(b))
}

impl<P: Copy> StepTest<P> {
    /// Tests a formula at near and far positions. `number` returns the larger number of a position. `options` returns the
    /// options of a position, each as the list of its components, or `None` if they are too many to be listed. Positions
    /// are left out if this or the formula returns `None`.
    ///
    /// # Errors
    /// The work is spent.
    pub fn of(
        (positions, number): StepPositions<P>,
        meaning: FormulaMeaning,
        mut options: impl FnMut(P) -> Option<Vec<Vec<P>>>,
        formula: impl Fn(P) -> Option<u64>,
        charge: Charge,
    ) -> Result<Self, OutOfWork> {
        let mut test = Self { tested: 0, largest: 0, fails: None };
        for (positions, is_near) in positions.into_iter().zip([true, false]) {
            let (mut left, mut missing) = (OPTIONS, 0);
            for at in positions {
                if missing == MISSING {
                    break;
                }
                missing += 1;
                charge(500)?;
                let formula_at = formula(at);
                // Far away, a formula may meet a number that is too large. Near by, it is not defined.
                let Some(options) = options(at).filter(|_| formula_at.is_some() || is_near) else { continue };
                charge(u64::try_from(options.len()).unwrap_or(u64::MAX).saturating_mul(50))?;
                let Some(follows) = meaning.follows(&options, &formula) else { continue };
                missing = 0;
                test.tested += 1;
                test.largest = test.largest.max(number(at));
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
    /// Returns what follows for a position with these options, each as the list of its components. Returns `None` if the
    /// formula says too little about them.
    #[must_use]
    pub fn follows<P: Copy>(self, options: &[Vec<P>], formula: impl Fn(P) -> Option<u64>) -> Option<u64> {
        let single = |option: &Vec<P>| match option[..] {
            [only] => formula(only),
            _ => None,
        };
        match self {
            Self::Value => {
                let sum = |option: &Vec<P>| option.iter().try_fold(0, |sum, part| Some(sum ^ formula(*part)?));
                let mut values: Vec<u64> = options.iter().map(sum).collect::<Option<_>>()?;
                values.sort_unstable();
                values.dedup();
                let mex = values.iter().zip(0..).take_while(|(value, n)| **value == *n).count();
                u64::try_from(mex).ok()
            }
            Self::Lost { is_misere } => {
                let is_lost = |option: &Vec<P>| match option[..] {
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
        StepTest::of(integers_beyond(100), claim, options, formula, &mut |_| Ok(())).unwrap()
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
        let none = FormulaMeaning::Lost { is_misere: true }.follows(&[], |_: u64| None);
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
    fn pairs_are_tested() {
        let options = |[a, b]: [u64; 2]| {
            let left = (0..a).map(|a| vec![[a, b]]).chain((0..b).map(|b| vec![[a, b]])).collect();
            (a.max(b) < 500).then_some(left)
        };
        let test = |formula: fn([u64; 2]) -> Option<u64>| {
            StepTest::of(pairs_beyond(0, 20), FormulaMeaning::Value, options, formula, &mut |_| Ok(())).unwrap()
        };
        let holds = test(|[a, b]| Some(a ^ b));
        assert!(holds.fails.is_none() && holds.tested > 1_000, "{holds:?}");
        let fails = test(|[a, b]| Some(if b == 21 { 3 } else { a ^ b })).fails.unwrap();
        assert_eq!((fails.at, fails.formula, fails.follows), ([0, 21], Some(3), 21));
        let far = pairs_beyond(3, 50).0.concat();
        assert!(far.iter().all(|[a, b]| *a.min(b) >= 3 && *a.max(b) >= 50));
    }

    #[test]
    fn work_that_is_spent_ends_the_test() {
        let mut left = 10_000_u64;
        let mut charge = |steps| {
            left = left.checked_sub(steps).ok_or(OutOfWork)?;
            Ok(())
        };
        assert_eq!(StepTest::of(integers_beyond(100), FormulaMeaning::Value, nim, Some, &mut charge), Err(OutOfWork));
    }
}
