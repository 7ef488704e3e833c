//! [`Growth`]: a table of Grundy values while it grows, and the search for its period.

mod linear;
mod plain;
mod sparse;

use linear::Linear;
use plain::Plain;
use sparse::Sparse;

use super::moves::Moves;
use super::period::{self, Period};
use crate::number::meter;

/// The heaps of the longest table.
pub const MAX_HEAPS: usize = 5_000_000;
/// Steps that a table may take in all: about a second of one core of 2024.
pub const DEFAULT_MAX_STEPS: u64 = 1_000_000_000;

/// The first length at which a period is looked for.
const FIRST_LOOK: usize = 64;
/// The largest value of a table whose heaps split: sums of such values stay below 2^16.
const MAX_SPLIT_VALUE: u32 = 0xFFFF;

/// The steps of a table, which are charged to whoever grows it, and end it for good where there are too many: how far it
/// reaches depends on nothing but its rules.
///
/// A step is one split looked at, or a dozen compared in a vector.
#[derive(Debug)]
pub(super) struct Steps {
    spent: u64,
    most: u64,
}

impl Steps {
    fn spend(&mut self, steps: usize) {
        let steps = meter::steps_of(steps, 1);
        self.spent = self.spent.saturating_add(steps);
        meter::charge(steps);
    }

    fn left(&self) -> bool {
        self.spent < self.most && meter::go_on(0).is_ok()
    }
}

/// A table of Grundy values that can grow.
///
/// How far it gets for a number of steps depends on the rules alone, not on the calls that it grew in.
#[derive(Debug)]
pub struct Growth {
    moves: Moves,
    method: Method,
    spent: u64,
    /// The length at which a period is next looked for.
    next_look: usize,
    /// Where one was looked for so far.
    looks: Vec<Look>,
    period: Option<Period>,
    /// Can it never grow again, whatever the steps?
    ended: bool,
}

/// How long a table was when a period was looked for, and the steps until then.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) heaps: usize,
    pub(super) spent: u64,
}

#[derive(Debug)]
enum Method {
    Linear(Linear),
    Narrow(Sparse<u8>),
    Wide(Sparse<u16>),
    Plain(Plain),
}

impl Growth {
    /// A table of heap 0 alone.
    #[must_use]
    pub fn new(moves: &Moves) -> Self {
        let method = if !moves.splits() {
            Method::Linear(Linear::new())
        } else if moves.splits_into_three() || moves.tail() > 1 {
            Method::Plain(Plain::new())
        } else {
            Method::Narrow(Sparse::new(moves))
        };
        let next_look = FIRST_LOOK;
        Self { moves: moves.clone(), method, spent: 0, next_look, looks: Vec::new(), period: None, ended: false }
    }

    /// A table that first looks for a period when it has `heaps` heaps: for measuring the work of reaching them.
    #[doc(hidden)]
    #[must_use]
    pub fn measured(moves: &Moves, heaps: usize) -> Self {
        Self { next_look: heaps, ..Self::new(moves) }
    }

    /// Grows until the table has at least `heaps` heaps, a period is proved, `max_steps` are spent in all, or the meter is.
    pub fn grow(&mut self, heaps: usize, max_steps: u64) {
        let mut steps = Steps { spent: self.spent, most: max_steps };
        while !self.ended && self.len() < heaps && steps.left() {
            let look = self.next_look.min(MAX_HEAPS);
            self.extend(look, &mut steps);
            if self.len() == look {
                // The Z-function and the walk over all lengths.
                steps.spend(look.saturating_mul(4));
                self.period = period::find(&self.moves, &self.values());
                self.next_look = look + look / 4;
                self.ended = self.period.is_some() || look == MAX_HEAPS;
                self.looks.push(Look { heaps: look, spent: steps.spent });
            }
        }
        self.spent = steps.spent;
    }

    /// Where a period was looked for, in order.
    pub(super) fn looks(&self) -> &[Look] {
        &self.looks
    }

    /// Adds heaps up to a length, or until the steps are spent or a value is too large.
    fn extend(&mut self, heaps: usize, steps: &mut Steps) {
        match &mut self.method {
            Method::Linear(table) => table.grow(&self.moves, heaps, steps),
            Method::Plain(table) => {
                table.grow(&self.moves, heaps, steps);
                self.ended |= table.values().last().is_some_and(|value| *value > MAX_SPLIT_VALUE);
            }
            Method::Wide(table) => self.ended |= !table.grow(&self.moves, heaps, steps),
            Method::Narrow(table) => {
                if !table.grow(&self.moves, heaps, steps) {
                    let narrow = std::mem::replace(table, Sparse::new(&self.moves));
                    self.method = Method::Wide(narrow.widen());
                    self.extend(heaps, steps);
                }
            }
        }
    }

    /// The heaps whose values are known: 0 to this − 1.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "heap 0 is always there")]
    pub fn len(&self) -> usize {
        match &self.method {
            Method::Linear(table) => table.values().len(),
            Method::Plain(table) => table.values().len(),
            Method::Narrow(table) => table.values().len(),
            Method::Wide(table) => table.values().len(),
        }
    }

    /// The values of the heaps 0, 1, 2, ….
    #[must_use]
    pub fn values(&self) -> Vec<u32> {
        match &self.method {
            Method::Linear(table) => table.values().to_vec(),
            Method::Plain(table) => table.values().to_vec(),
            Method::Narrow(table) => table.values().iter().map(|value| u32::from(*value)).collect(),
            Method::Wide(table) => table.values().iter().map(|value| u32::from(*value)).collect(),
        }
    }

    /// The period, if one is proved.
    #[must_use]
    pub fn period(&self) -> Option<&Period> {
        self.period.as_ref()
    }

    /// The steps spent so far.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Can the table never grow again: because its period is proved, or because it is as long as tables get?
    #[must_use]
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// Bytes that the table holds, about.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.method {
            Method::Linear(table) => 16 * table.values().len(),
            Method::Plain(table) => table.bytes(),
            Method::Narrow(table) => table.bytes(),
            Method::Wide(table) => table.bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::theory::heaps::by_the_rules::{any_rules, values};
    use crate::theory::heaps::rules::HeapRules;

    fn grown(moves: &Moves, heaps: usize) -> Growth {
        let mut growth = Growth::new(moves);
        growth.grow(heaps, u64::MAX);
        growth
    }

    /// The values of a table, extended by its period.
    fn extended(growth: &Growth, heaps: usize) -> Vec<u32> {
        let table = growth.values();
        (0..heaps)
            .map(|heap| match growth.period() {
                Some(period) if heap >= table.len() => {
                    let low = period.preperiod + (heap - period.preperiod) % period.length;
                    table[low] + period.saltus * u32::try_from((heap - low) / period.length).unwrap()
                }
                _ => table[heap],
            })
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 60 } else { 3000 }))]

        #[test]
        fn tables_and_periods_follow_the_rules(rules in any_rules()) {
            let heaps = if rules.moves().splits_into_three() || rules.moves().splits() && rules.moves().tail() != 0 { 90 } else { 300 };
            let growth = grown(rules.moves(), heaps);
            prop_assert_eq!(extended(&growth, heaps), values(rules.moves(), heaps), "{:?} {}", rules.family(), rules);
        }

        #[test]
        fn how_far_a_table_reaches_depends_on_the_steps_alone(rules in any_rules(), steps in 100_u64..200_000, cuts in proptest::collection::vec(1_usize..2000, 0..4)) {
            let mut whole = Growth::new(rules.moves());
            whole.grow(usize::MAX, steps);
            let mut parts = Growth::new(rules.moves());
            for cut in cuts {
                parts.grow(cut, steps);
            }
            parts.grow(usize::MAX, steps);
            prop_assert_eq!(whole.len(), parts.len());
            prop_assert_eq!(whole.spent(), parts.spent());
            prop_assert_eq!(whole.period(), parts.period());
        }
    }

    #[test]
    fn every_way_of_splitting_is_searched_far_beyond_the_first_mask() {
        // Dense and sparse rare heaps, wide values, position types, and splits that must differ.
        for code in ["0.77", "0.104", "0.165", "0.6", "0.007", "0.76", "0.07", "4.04", "0.127", "0.71..."] {
            let rules = HeapRules::octal(code).unwrap();
            let heaps = if cfg!(debug_assertions) { 600 } else { 6000 };
            assert_eq!(extended(&grown(rules.moves(), heaps), heaps), values(rules.moves(), heaps), "{code}");
        }
        for rules in [HeapRules::grundys_game(), HeapRules::couples_are_forever()] {
            assert_eq!(grown(rules.moves(), 1200).values()[..1200], values(rules.moves(), 1200));
        }
    }
}
