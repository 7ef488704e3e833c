//! [`Pairs`]: the splits of some tokens into two heaps whose labels have a wanted product.

use super::labels::{Cycle, HeapLabels, LabelProduct, remainder};
use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};

/// The wanted splits *a* + *b* = `left` with *a* ≤ *b*, in order of *a*. The product of the labels of *a* and *b*
/// decides whether a split is wanted.
///
/// If labels repeat from *m* on with period *p*, then for *a* ≥ *m* only *a* mod *p* decides whether a split is wanted.
/// The reason is that *b* ≥ *a* is in the repeating part, too. So heaps of any size need only *m* + *p* steps.
#[derive(Debug)]
pub(super) struct Pairs {
    /// The smaller heaps of the wanted splits, as far as they are below `from`, ascending.
    low: Vec<usize>,
    /// The size of the smaller heap at which the repeating pattern of the wanted splits begins.
    from: usize,
    /// The period of the pattern.
    length: usize,
    /// The smaller heaps of the wanted splits in the first period, each minus `from`, ascending.
    pattern: Vec<usize>,
    /// The largest size that the smaller heap of a split can have.
    last: Natural,
}

impl Pairs {
    /// Finds the splits of `left` tokens into two heaps for which `wanted` accepts the product of the heaps' labels. If
    /// `unequal` is `true`, a split into two equal heaps is left out. `None` if a label is not known, or if the meter
    /// is spent.
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
            // There is no cycle, so all labels must be in the table. The code below then works as if labels repeated
            // after the table.
            labels.of(&left.saturating_sub(&Natural::ONE))?;
            Cycle { from: left.to_usize()?.max(1), length: 1 }
        };
        // If `left` is at least 2 · `from`, the larger heap of each split is in the cycle. Then the label of this heap
        // stays the same if `left` changes by whole periods.
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

    /// Returns how many splits are wanted.
    pub(super) fn count(&self) -> Natural {
        self.before(&(&self.last + &Natural::ONE))
    }

    /// Returns the number of wanted splits whose smaller heap is below `a`. `a` may be at most `last` + 1.
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

    /// Returns the number of wanted splits in each period of the pattern.
    pub(super) fn density(&self) -> usize {
        self.pattern.len()
    }

    /// Returns the smaller heap of the wanted split with the number `rank`, counted from 0; `None` if there is none.
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

/// Charges the steps for looking at `splits` splits.
fn look_at(splits: usize) -> Result<(), Spent> {
    meter::charge(cost::COMPONENT);
    meter::go_on_each(splits, cost::ENTRY)
}
