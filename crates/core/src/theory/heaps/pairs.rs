//! [`Pairs`]: the splits of some tokens into two heaps whose labels have a product that is wanted.

use super::labels::{Labels, Product, remainder};
use crate::number::Natural;
use crate::number::meter::{self, Spent};

/// The splits *a* + *b* = `left`, *a* ≤ *b*, that are wanted, in order of *a*.
///
/// Where labels repeat from *m* on with period *p*, whether a split is wanted depends on *a* mod *p* alone for *a* ≥ *m*, as
/// *b* ≥ *a* repeats too: *m* + *p* steps for heaps of any size.
#[derive(Debug)]
pub(super) struct Pairs {
    /// The wanted *a* below `from`, ascending.
    low: Vec<usize>,
    /// Where the pattern begins.
    from: usize,
    /// The period of the pattern.
    length: usize,
    /// The wanted *a* − `from` of the first period, ascending.
    pattern: Vec<usize>,
    /// The largest *a* of all splits.
    last: Natural,
}

impl Pairs {
    /// Looks at all splits of `left` tokens; `unequal` leaves out the split into halves. None if a label is not known.
    pub(super) fn new<P: Product>(
        labels: Labels,
        product: &P,
        left: &Natural,
        unequal: bool,
        wanted: impl Fn(u32) -> bool,
    ) -> Option<Self> {
        let whole = if unequal { left.saturating_sub(&Natural::ONE) } else { left.clone() };
        let last = whole.shift_right(1);
        let is_wanted = |a: u32, b: u32| wanted(product.product(a, b));
        let Some(cycle) = labels.cycle() else {
            let left = left.to_usize()?;
            let last_place = last.to_usize()?;
            if last_place > 0 {
                labels.of(&(left - 1).into())?;
            }
            look_at(last_place).ok()?;
            let low = (1..=last_place).filter(|a| is_wanted(labels.at(*a), labels.at(left - a))).collect();
            return Some(Self { low, from: last_place + 1, length: 1, pattern: Vec::new(), last });
        };
        let (from, length) = (cycle.from, cycle.length);
        let low_end = last.to_usize().map_or(from, |last| from.min(last + 1));
        look_at(low_end).ok()?;
        let low = if let Some(left) = left.to_usize() {
            let reduce = |heap: usize| if heap < from { heap } else { from + (heap - from) % length };
            (1..low_end).filter(|a| is_wanted(labels.at(*a), labels.at(reduce(left - a)))).collect()
        } else {
            let place = remainder(&left.saturating_sub(&from.into()), length);
            let other = |a: usize| labels.in_cycle(cycle, (place + length - a % length) % length);
            (1..low_end).filter(|a| is_wanted(labels.at(*a), other(*a))).collect()
        };
        let pattern = match left.checked_sub(&(2 * from).into()) {
            None => Vec::new(),
            Some(rest) => {
                look_at(length).ok()?;
                let rest = remainder(&rest, length);
                let other = |i: usize| labels.in_cycle(cycle, if i <= rest { rest - i } else { rest + length - i });
                (0..length).filter(|i| is_wanted(labels.in_cycle(cycle, *i), other(*i))).collect()
            }
        };
        Some(Self { low, from, length, pattern, last })
    }

    /// How many splits are wanted.
    pub(super) fn count(&self) -> Natural {
        self.before(&(&self.last + &Natural::ONE))
    }

    /// How many are wanted whose smaller heap is below `a`, itself at most one above the largest.
    pub(super) fn before(&self, a: &Natural) -> Natural {
        let low = a.to_usize().map_or(self.low.len(), |a| self.low.partition_point(|low| *low < a));
        let Some(above) = a.checked_sub(&self.from.into()) else { return low.into() };
        if self.pattern.is_empty() {
            return low.into();
        }
        let (turns, rest) = above.div_rem(&self.length.into());
        let rest = rest.to_usize().unwrap_or(0);
        let rest = self.pattern.partition_point(|i| *i < rest);
        &(&turns * &self.pattern.len().into()) + &(low + rest).into()
    }

    /// How many of the pattern are wanted in a period.
    pub(super) fn density(&self) -> usize {
        self.pattern.len()
    }

    /// The smaller heap of the wanted split of number `rank`, from 0; none past the last.
    pub(super) fn nth(&self, rank: &Natural) -> Option<Natural> {
        let a = match rank.checked_sub(&self.low.len().into()) {
            None => self.low[rank.to_usize()?].into(),
            Some(_) if self.pattern.is_empty() => return None,
            Some(rank) => {
                let (turns, rest) = rank.div_rem(&self.pattern.len().into());
                let place = self.from + self.pattern[rest.to_usize()?];
                &(&turns * &self.length.into()) + &place.into()
            }
        };
        (a <= self.last).then_some(a)
    }
}

/// What a look at a split takes: labels of long tables, both ends of which are read, wait for memory, and whether a split is
/// wanted is nothing that a processor could guess.
const STEPS_A_SPLIT: u64 = 6;

/// Charges a look at so many splits.
fn look_at(splits: usize) -> Result<(), Spent> {
    meter::go_on_each(splits.saturating_add(25), STEPS_A_SPLIT)
}
