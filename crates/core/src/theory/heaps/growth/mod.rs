//! [`Growth`]: a table of Grundy values that grows, and the search for its period.

mod classes;
mod linear;
mod plain;
mod sparse;
mod steps;

use std::sync::Arc;

pub(super) use classes::Classes;
use linear::Linear;
use plain::Plain;
use sparse::Sparse;
use steps::TableSteps;

use super::mixed;
use super::moves::HeapCode;
use super::period::{self, ProvedPeriod};
use crate::number::cost;
use crate::theory::cache::allocated;

/// The largest size of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableLimits {
    /// The largest number of heaps in a table.
    pub max_heaps: usize,
    /// The largest number of steps to compute a table, in all calls together.
    pub max_steps: u64,
}

impl TableLimits {
    /// The default of `max_heaps`. A table of this length needs some tens of megabytes.
    pub const DEFAULT_MAX_HEAPS: usize = 5_000_000;
}

impl Default for TableLimits {
    /// Allows about as many steps as one processor core of the year 2024 makes in one second.
    fn default() -> Self {
        Self { max_heaps: Self::DEFAULT_MAX_HEAPS, max_steps: 1_000_000_000 }
    }
}

/// The length of the table at the first search for a period.
const FIRST_LOOK: usize = 64;
/// The largest value in a table of a game that splits heaps. With this limit, the XOR of two values is also below 2^16.
const MAX_SPLIT_VALUE: u32 = 0xFFFF;

/// A table of Grundy values that can grow.
///
/// The length of the table after a number of steps depends only on the rules, not on how the steps were divided among
/// calls.
#[derive(Debug)]
pub struct Growth {
    moves: HeapCode,
    method: Method,
    spent: u64,
    /// The length of the table at the next search for a period.
    next_look: usize,
    /// The searches for a period so far, the earliest first. The list begins with [`PeriodSearch::OF_NOTHING`], which
    /// stands for no search. If the table grew after its last search and can grow no more, one further entry has its
    /// final length.
    looks: Vec<PeriodSearch>,
    period: Option<ProvedPeriod>,
    /// `true` if the table can never grow again.
    ended: bool,
}

/// A search for a period, with the length of the table and the number of steps spent when the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PeriodSearch {
    pub(super) heaps: usize,
    pub(super) spent: u64,
}

impl PeriodSearch {
    /// The first entry of `Growth::looks`: a table with only heap 0, which needs no work.
    pub(super) const OF_NOTHING: Self = Self { heaps: 1, spent: 0 };
}

#[derive(Debug)]
enum Method {
    Classes(Classes),
    Linear(Linear),
    Narrow(Sparse<u8>),
    Wide(Sparse<u16>),
    Plain(Plain),
}

impl Growth {
    /// Creates a table with only heap 0.
    #[must_use]
    pub fn new(moves: &HeapCode) -> Self {
        let method = if !moves.splits() {
            if moves.tail().is_none() && moves.leave_for_ever(1) {
                Method::Classes(Classes::new(moves))
            } else {
                Method::Linear(Linear::new())
            }
        } else if moves.splits_into_three() || moves.leave_heaps_for_ever() {
            Method::Plain(Plain::new())
        } else {
            Method::Narrow(Sparse::new(moves))
        };
        let looks = vec![PeriodSearch::OF_NOTHING];
        Self { moves: moves.clone(), method, spent: 0, next_look: FIRST_LOOK, looks, period: None, ended: false }
    }

    /// Creates a table whose first search for a period happens when the table has `heaps` heaps. This is used to
    /// measure the work until that length.
    #[doc(hidden)]
    #[must_use]
    pub fn measured(moves: &HeapCode, heaps: usize) -> Self {
        Self { next_look: heaps, ..Self::new(moves) }
    }

    /// Grows the table until a search for a period happens at a length of at least `heaps`, until the table can never
    /// grow again, or until the meter is spent. Results use a table only up to its length at the last search. Later
    /// heaps do not count as known.
    pub fn grow(&mut self, heaps: usize, limits: TableLimits) {
        let mut steps = TableSteps { spent: self.spent, most: limits.max_steps };
        let known = self.moves.known_to().map_or(usize::MAX, |heap| heap.saturating_add(1));
        let max_heaps = limits.max_heaps.min(known);
        while !self.ended && self.last_look().heaps < heaps && steps.left() {
            let look = self.next_look.min(max_heaps);
            self.extend(look, &mut steps);
            if self.len() >= look {
                // The steps of the search for a period. A plain search needs the Z-function and one pass over all
                // lengths, and a search for a mixed period needs comparisons.
                let is_mixed = matches!(self.method, Method::Classes(_));
                steps.spend(look, if is_mixed { mixed::steps_a_heap(&self.moves) } else { cost::ENTRY });
                self.period = self.find_period();
                self.next_look = look + look / 4;
                self.ended = self.period.is_some() || look >= max_heaps;
                self.looks.push(PeriodSearch { heaps: look, spent: steps.spent });
            }
        }
        self.spent = steps.spent;
        if !self.ended && self.spent >= limits.max_steps {
            self.ended = true;
        }
        if self.ended && self.last_look().heaps < self.len() {
            self.looks.push(PeriodSearch { heaps: self.len(), spent: self.spent });
        }
    }

    fn find_period(&self) -> Option<ProvedPeriod> {
        match &self.method {
            Method::Classes(table) => mixed::find(&self.moves, table.values(), 0),
            Method::Linear(table) => period::find(&self.moves, table.values()),
            Method::Plain(table) => period::find(&self.moves, table.values()),
            Method::Narrow(table) => period::find(&self.moves, table.values()),
            Method::Wide(table) => period::find(&self.moves, table.values()),
        }
    }

    /// Returns the last entry of `looks`.
    pub(super) fn last_look(&self) -> PeriodSearch {
        self.looks.last().copied().unwrap_or(PeriodSearch::OF_NOTHING)
    }

    /// Returns the searches for a period, the earliest first: see the field `looks`.
    pub(super) fn looks(&self) -> &[PeriodSearch] {
        &self.looks
    }

    /// Adds heaps until the table has `heaps` heaps, the steps are spent, or a value is too large.
    fn extend(&mut self, heaps: usize, steps: &mut TableSteps) {
        match &mut self.method {
            Method::Classes(table) => self.ended |= !table.grow(&self.moves, heaps, steps),
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

    /// Returns how many heaps the table has, including heap 0.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "heap 0 is always there")]
    pub fn len(&self) -> usize {
        match &self.method {
            Method::Classes(table) => table.values().len(),
            Method::Linear(table) => table.values().len(),
            Method::Plain(table) => table.values().len(),
            Method::Narrow(table) => table.values().len(),
            Method::Wide(table) => table.values().len(),
        }
    }

    /// Returns the values of the heaps 0, 1, 2, ….
    #[must_use]
    pub fn values(&self) -> Vec<u32> {
        self.first_values(self.len()).to_vec()
    }

    /// Returns the values of the first heaps, at most `heaps` of them.
    pub(super) fn first_values(&self, heaps: usize) -> Arc<[u32]> {
        match &self.method {
            Method::Classes(table) => table.values().iter().take(heaps).copied().collect(),
            Method::Linear(table) => table.values().iter().take(heaps).copied().collect(),
            Method::Plain(table) => table.values().iter().take(heaps).copied().collect(),
            Method::Narrow(table) => table.values().iter().take(heaps).copied().map(u32::from).collect(),
            Method::Wide(table) => table.values().iter().take(heaps).copied().map(u32::from).collect(),
        }
    }

    /// Returns the period, if it is proved.
    #[must_use]
    pub fn period(&self) -> Option<&ProvedPeriod> {
        self.period.as_ref()
    }

    /// Returns the number of steps spent so far.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Returns whether the table can never grow again, because its period is proved or a limit is reached.
    #[must_use]
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// Returns the bytes that the table has allocated.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let table = match &self.method {
            Method::Classes(table) => table.bytes(),
            Method::Linear(table) => table.bytes(),
            Method::Plain(table) => table.bytes(),
            Method::Narrow(table) => table.bytes(),
            Method::Wide(table) => table.bytes(),
        };
        self.moves.bytes() - size_of::<HeapCode>() + allocated::<PeriodSearch>(self.looks.capacity()) + table
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::number::meter;
    use crate::theory::heaps::by_the_rules::{any_rules, values};
    use crate::theory::heaps::rules::HeapRules;

    fn grown(moves: &HeapCode, heaps: usize) -> Growth {
        let mut growth = Growth::new(moves);
        growth.grow(heaps, TableLimits { max_steps: u64::MAX, ..TableLimits::default() });
        growth
    }

    /// Returns the values of a table, continued by its period.
    fn extended(growth: &Growth, heaps: usize) -> Vec<u32> {
        let table = growth.values();
        (0..heaps)
            .map(|heap| match growth.period() {
                Some(period) if heap >= table.len() => {
                    let low = period.preperiod + (heap - period.preperiod) % period.length;
                    let turns = u32::try_from((heap - low) / period.length).unwrap();
                    table[low] + if table[low] < period.constant_below { 0 } else { period.saltus * turns }
                }
                _ => table[heap],
            })
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 60 } else { 3000 }))]

        #[test]
        fn tables_and_periods_follow_the_rules(rules in any_rules()) {
            let heaps = if rules.moves().splits_into_three() || rules.moves().splits() && rules.moves().tail() != Some(0) { 90 } else { 300 };
            let growth = grown(rules.moves(), heaps);
            let expected = values(rules.moves(), heaps);
            prop_assert_eq!(&extended(&growth, heaps), &expected, "{:?} {}", rules.family(), rules);
            if let Some(period) = growth.period().filter(|period| period.saltus == 0 && period.preperiod + 2 * period.length <= heaps) {
                let repeats = |shorter: &usize| (period.preperiod..heaps - shorter).all(|heap| expected[heap] == expected[heap + shorter]);
                prop_assert_eq!((1..period.length).find(repeats), None, "{} has a shorter period", rules);
            }
        }

        #[test]
        fn how_far_a_table_reaches_depends_on_the_steps_alone(rules in any_rules(), steps in 100_u64..200_000, cuts in proptest::collection::vec(1_usize..2000, 0..4)) {
            let limits = TableLimits { max_steps: steps, ..TableLimits::default() };
            let mut whole = Growth::new(rules.moves());
            whole.grow(usize::MAX, limits);
            let mut parts = Growth::new(rules.moves());
            for cut in cuts {
                // The table first grows to a given number of heaps. Then it grows further, until the meter stops it on
                // the way.
                parts.grow(cut, limits);
                let _ = meter::Meter::new(meter::steps_of(cut, 7)).run(|| parts.grow(usize::MAX, limits));
            }
            parts.grow(usize::MAX, limits);
            prop_assert_eq!(whole.looks(), parts.looks());
            prop_assert_eq!(whole.len(), parts.len());
            prop_assert_eq!(whole.spent(), parts.spent());
            prop_assert_eq!(whole.period(), parts.period());
        }
    }

    #[test]
    fn every_way_of_splitting_is_searched_far_beyond_the_first_mask() {
        // The games cover these cases: many or few rare heaps, values of 16 bits, masks that depend on the parity of
        // the heap, and splits into unequal heaps.
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
