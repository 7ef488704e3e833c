//! [`Pairs`]: the splits of some tokens into two heaps whose labels have a product that is wanted.

use super::labels::{Cycle, HeapLabels, LabelProduct, remainder};
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
    pub(super) fn new<P: LabelProduct>(
        labels: HeapLabels,
        product: &P,
        left: &Natural,
        unequal: bool,
        wanted: impl Fn(u32) -> bool,
    ) -> Option<Self> {
        let whole = if unequal { left.saturating_sub(&Natural::ONE) } else { left.clone() };
        let last = whole.shift_right(1);
        let Cycle { from, length } = if let Some(cycle) = labels.cycle() {
            cycle
        } else {
            // All labels must be known, and it is as if they repeated past these.
            labels.of(&left.saturating_sub(&Natural::ONE))?;
            Cycle { from: left.to_usize()?.max(1), length: 1 }
        };
        // Where the other heap repeats whatever *a* is, so many tokens are worth as many as are whole turns fewer.
        let past = left.checked_sub(&(2 * from).into());
        let fewest = match &past {
            Some(past) => 2 * from + length + remainder(past, length),
            None => left.to_usize()?,
        };
        let place = |heap: usize| if heap < from + length { heap } else { from + (heap - from) % length };
        let is_wanted = |a: &usize| wanted(product.product(labels.at(*a), labels.at(place(fewest - a))));
        let low_end = last.to_usize().map_or(from, |last| from.min(last + 1));
        look_at(low_end).ok()?;
        let low = (1..low_end).filter(is_wanted).collect();
        let mut pattern = Vec::new();
        if past.is_some() {
            look_at(length).ok()?;
            pattern.extend((from..from + length).filter(is_wanted).map(|a| a - from));
        }
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
