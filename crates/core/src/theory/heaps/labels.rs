//! [`HeapLabels`]: a label for each heap, which says all that sums need.

use crate::number::Natural;

/// A commutative monoid of labels of heaps: Grundy values under XOR, or classes of misère play.
pub trait LabelProduct {
    /// The label of the empty sum.
    const NOTHING: u32;

    /// Returns the label of two positions side by side.
    fn product(&self, a: u32, b: u32) -> u32;
}

/// Grundy values (Sprague 1935, Grundy 1939).
#[derive(Clone, Copy, Debug)]
pub struct Nimbers;

impl LabelProduct for Nimbers {
    const NOTHING: u32 = 0;

    fn product(&self, a: u32, b: u32) -> u32 {
        a ^ b
    }
}

/// Labels that repeat from heap `from` on, with period `length`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The first heap that repeats.
    pub from: usize,
    /// The period.
    pub length: usize,
}

/// The labels of all heaps, or of those in a table. If there is a cycle, they repeat beyond the table.
#[derive(Clone, Copy, Debug)]
pub struct HeapLabels<'a> {
    table: &'a [u32],
    cycle: Option<Cycle>,
}

impl<'a> HeapLabels<'a> {
    /// Labels of the heaps 0, 1, 2, …. With a cycle the table must reach to the end of its first turn from heap 1 on.
    #[must_use]
    pub fn new(table: &'a [u32], cycle: Option<Cycle>) -> Self {
        debug_assert!(cycle.is_none_or(|cycle| cycle.length > 0 && table.len() >= cycle.from.max(1) + cycle.length));
        // Heap 0 is not part of a split, so no cycle begins there, which makes the rest simpler.
        let cycle = cycle.map(|cycle| Cycle { from: cycle.from.max(1), ..cycle });
        Self { table, cycle }
    }

    /// Returns the cycle, from heap 1 on or later.
    pub(super) fn cycle(&self) -> Option<Cycle> {
        self.cycle
    }

    /// Returns the label of a heap, if it is known.
    #[must_use]
    pub fn of(&self, heap: &Natural) -> Option<u32> {
        let place = match self.cycle.and_then(|cycle| Some((cycle, heap.checked_sub(&cycle.from.into())?))) {
            Some((cycle, past)) => cycle.from + remainder(&past, cycle.length),
            None => heap.to_usize()?,
        };
        self.table.get(place).copied()
    }

    /// Returns the label at a place of the table.
    pub(super) fn at(&self, place: usize) -> u32 {
        self.table[place]
    }
}

/// Converts a label or a heap to an index.
#[expect(clippy::as_conversions, reason = "u32 to usize loses nothing on any platform that this library knows")]
pub(crate) fn index(number: u32) -> usize {
    number as usize
}

/// Returns `n` mod `divisor`, which is not 0.
pub(super) fn remainder(n: &Natural, divisor: usize) -> usize {
    // A remainder is below a usize.
    n.div_rem(&divisor.into()).1.to_usize().unwrap_or(0)
}
