//! Games with one coordinate: a heap from which certain amounts (steps) and all multiples of other amounts (rides) may
//! be removed.
//!
//! **Rides only.** If there are no steps and m is the least ride, the value of x is ⌊x/m⌋. Proof: a ride makes x
//! smaller by at least m, so ⌊x/m⌋ is smaller for every option. The multiples of the ride m reach each of the smaller
//! quotients.
//!
//! **A proved period.** All values from x on follow from recent values and from sets. The recent values are the last k
//! values before x, where k is the longest step. For each ride r and each class modulo r, there is one set. It has the
//! values of the positions below x in this class. For each residue modulo the least common multiple of the rides,
//! consider the least value to which no ride leads from a position with this residue. The *base* is the minimum of
//! these least values. Values below the base never occur again, so they can be forgotten. All other values are stored
//! relative to the base. Suppose that the resulting *state* is the same at a < b. Let p = b − a, and let s be the
//! difference of the bases. Then the value G(x) of x satisfies G(x + p) = G(x) + s for all x ≥ a, because the same
//! state leads to the same later values relative to the base. Only a period that is proved in this way is called a
//! period here.

use crate::number::{cost, meter};
use crate::theory::factors::gcd;
use crate::theory::sequence::{Repetition, Sequence};
use std::collections::HashMap;

/// The largest number of positions that the search for a period visits.
const SEARCH: usize = 20_000;

/// The largest number of integers that the search may store and compare in total. These integers need 16 MB.
const SEARCH_WORK: usize = 4_000_000;

/// The values of a game with one coordinate, as far as they were computed. If there is a period, all later values are
/// known, too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    values: Vec<u32>,
    /// The period, if the search proved one. Without rides its `shift` is 0.
    period: Option<Repetition>,
}

impl Line {
    /// Computes values until a period is proved. If the search finds no period, at least the values from 0 to
    /// `at_least` are computed. This function stops earlier only if the meter is spent.
    #[must_use]
    pub fn new(steps: &[u64], rides: &[u64], at_least: usize) -> Self {
        let mut growing = Growing::new(steps, rides);
        let mut seen: HashMap<Vec<u32>, (usize, u32)> = HashMap::new();
        let mut work = 0;
        // If the least common multiple of the rides is too large, or a step is too long, the search for a period costs
        // too much.
        let mut search = growing.can_repeat();
        loop {
            let x = growing.values.len();
            if meter::go_on(cost::LOOK_UP).is_err() {
                return Self { values: growing.values, period: None };
            }
            if search {
                let (base, state) = growing.state();
                work += state.len();
                meter::charge_each(state.len(), cost::ENTRY);
                if let Some(&(from, before)) = seen.get(&state) {
                    let mut period = Repetition { from, length: x - from, shift: base - before, constant_below: 0 };
                    let values = growing.values;
                    // The period may begin before the position at which the state occurred first.
                    while let Some(x) = period.from.checked_sub(1)
                        && values[x + period.length] == values[x] + period.shift
                    {
                        period.from = x;
                    }
                    return Self { values, period: Some(period) };
                }
                search = x < SEARCH && work < SEARCH_WORK;
                seen.insert(state, (x, base));
            } else if x > at_least {
                return Self { values: growing.values, period: None };
            }
            growing.next();
        }
    }

    /// Returns the values that were computed. If there is a period, the values include at least the first period.
    pub(super) fn sequence(&self) -> Sequence<'_> {
        Sequence { table: &self.values, repetition: self.period }
    }

    /// Returns the period, if one was proved.
    #[must_use]
    pub const fn period(&self) -> Option<Repetition> {
        self.period
    }
}

/// The values so far. [`Growing::next`] adds one value.
struct Growing {
    steps: Vec<usize>,
    rides: Vec<Ride>,
    values: Vec<u32>,
    /// For each residue modulo the rides' least common multiple, the least value to which no ride leads from a position
    /// with this residue.
    free: Vec<u32>,
    mex: Vec<u64>,
    longest_step: usize,
}

/// A ride. For each residue modulo `length`, `classes` has a set of values, as bits. These are the values of the
/// positions so far that have this residue.
struct Ride {
    length: usize,
    classes: Vec<Vec<u64>>,
}

/// The limit for the least common multiple of all rides, the amounts whose multiples may be removed. Above this limit,
/// no period is searched for.
const MAX_CLASSES: u64 = 10_000;

impl Growing {
    fn new(steps: &[u64], rides: &[u64]) -> Self {
        // An amount that does not fit into a `usize` is larger than every heap whose value is computed.
        let amounts = |all: &[u64]| -> Vec<usize> {
            let mut all: Vec<usize> = all.iter().filter_map(|&amount| usize::try_from(amount).ok()).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let steps = amounts(steps);
        let rides = amounts(rides);
        let multiple = rides.iter().try_fold(1_u64, |multiple, &ride| {
            let ride = u64::try_from(ride).ok()?;
            (multiple / gcd(multiple, ride)).checked_mul(ride).filter(|&multiple| multiple <= MAX_CLASSES)
        });
        Self {
            longest_step: steps.last().copied().unwrap_or(0),
            steps,
            rides: rides.into_iter().map(|length| Ride { length, classes: Vec::new() }).collect(),
            values: Vec::new(),
            free: vec![0; multiple.and_then(|multiple| usize::try_from(multiple).ok()).unwrap_or(0)],
            mex: Vec::new(),
        }
    }

    fn can_repeat(&self) -> bool {
        !self.free.is_empty() && self.longest_step <= SEARCH
    }

    /// Computes the value of the next position.
    fn next(&mut self) {
        let x = self.values.len();
        meter::charge_each(self.steps.len() + self.rides.len(), cost::ENTRY);
        self.mex.clear();
        for &step in &self.steps {
            if let Some(from) = x.checked_sub(step) {
                set(&mut self.mex, self.values[from]);
            }
        }
        let classes = || self.rides.iter().filter_map(|ride| ride.classes.get(x % ride.length));
        let value = least_free(0, || classes().chain([&self.mex]));
        for ride in &mut self.rides {
            let class = x % ride.length;
            if class >= ride.classes.len() {
                // New classes occur in ascending order, so this class gets the next index.
                ride.classes.push(Vec::new());
            }
            set(&mut ride.classes[class], value);
        }
        self.values.push(value);
    }

    /// Returns the *base*, below which no value occurs again, and the *state*, which decides all values from here on.
    /// The state lists the recent values. For each ride and each residue modulo the ride, the state also lists the
    /// values of the positions so far with this residue. For a value *v* from the base on, the state has *v* − *base* +
    /// 1. A 0 stands for a value below the base, or ends the list of a residue.
    fn state(&mut self) -> (u32, Vec<u32>) {
        let x = self.values.len();
        meter::charge_each(self.free.len().saturating_mul(self.rides.len() + 1), cost::ENTRY);
        for (residue, free) in self.free.iter_mut().enumerate() {
            let taken = |value: u32| {
                self.rides
                    .iter()
                    .any(|ride| ride.classes.get(residue % ride.length).is_some_and(|class| has(class, value)))
            };
            while taken(*free) {
                meter::charge_each(self.rides.len(), cost::ENTRY);
                *free += 1;
            }
        }
        let base = self.free.iter().copied().min().unwrap_or(0);
        let mut state = Vec::new();
        for back in 1..=self.longest_step {
            let value = x.checked_sub(back).and_then(|from| (self.values[from] + 1).checked_sub(base));
            state.push(value.unwrap_or(0));
        }
        for ride in &self.rides {
            for ahead in 0..ride.length {
                if let Some(class) = ride.classes.get((x + ahead) % ride.length) {
                    let end = u32::try_from(class.len() * 64).unwrap_or(u32::MAX);
                    meter::charge(u64::from(end.saturating_sub(base)));
                    state.extend((base..end).filter(|&value| has(class, value)).map(|value| value - base + 1));
                }
                state.push(0);
            }
        }
        (base, state)
    }
}

/// Returns the least value that is at least 64 · `word` and in none of these sets. A set has a bit for each value.
pub(super) fn least_free<'s, S: Iterator<Item = &'s Vec<u64>>>(mut word: usize, sets: impl Fn() -> S) -> u32 {
    loop {
        let taken = sets().fold(0, |taken, set| taken | set.get(word).copied().unwrap_or(0));
        if taken != u64::MAX {
            let value = word * 64 + usize::try_from(taken.trailing_ones()).unwrap_or(0);
            return u32::try_from(value).unwrap_or(u32::MAX);
        }
        meter::charge_each(sets().count(), cost::BYTE);
        word += 1;
    }
}

/// Adds a value to a set, which has a bit for each value.
pub(super) fn set(bits: &mut Vec<u64>, value: u32) {
    let word = usize::try_from(value / 64).unwrap_or(usize::MAX);
    if word >= bits.len() {
        bits.resize(word + 1, 0);
    }
    bits[word] |= 1 << (value % 64);
}

fn has(bits: &[u64], value: u32) -> bool {
    let word = usize::try_from(value / 64).unwrap_or(usize::MAX);
    bits.get(word).is_some_and(|word| word >> (value % 64) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::{arb_rules, by_rules};
    use super::*;
    use crate::number::Natural;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn as_the_rules_say_also_far_beyond(rules in arb_rules(1, 7)) {
            let amounts = |vectors: &[Vec<i64>]| vectors.iter().flatten().map(|x| x.unsigned_abs()).collect();
            let (steps, rides): (Vec<u64>, Vec<u64>) = (amounts(rules.steps()), amounts(rules.rides()));
            let line = Line::new(&steps, &rides, 0);
            let mut known = HashMap::new();
            for x in 0..400 {
                let value = Natural::from(by_rules(&rules, &[x], &mut known)[0]);
                let found = line.sequence().value(&x.into());
                prop_assert!(found.as_ref().is_none_or(|found| *found == value));
                prop_assert!(found.is_some() || line.period().is_none());
            }
            if rides.is_empty() {
                prop_assert!(line.period().is_some_and(|period| period.shift == 0));
            }
        }
    }

    #[test]
    fn periods() {
        let line = Line::new(&[1, 2, 3], &[], 0);
        assert_eq!(line.period(), Some(Repetition { from: 0, length: 4, shift: 0, constant_below: 0 }));
        assert_eq!(line.sequence().value(&1_000_003_u64.into()), Some(Natural::from(3_u64)));
        // In Nim the period is 1, and the values grow by 1 with each repetition.
        assert_eq!(
            Line::new(&[], &[1], 0).period(),
            Some(Repetition { from: 0, length: 1, shift: 1, constant_below: 0 })
        );
        // This game has the longest preperiod among thousands of random sets.
        let long = Line::new(&[1, 5, 8, 9], &[7], 0);
        assert_eq!(long.period().map(|period| period.from), Some(3_858));
        // The step is too long for a search for a period, so only values are computed.
        assert_eq!(Line::new(&[30_000], &[], 10).values.len(), 11);
    }
}
