//! [`HeapLabels`]: a label for each heap. The label of a sum follows from the labels of its heaps.

use crate::number::Natural;

/// A commutative monoid of labels, for example Grundy values under XOR, or the elements of a misère quotient.
pub trait LabelProduct {
    /// The label of the empty sum.
    const NOTHING: u32;

    /// Returns the label of the sum of two positions, given their labels.
    fn product(&self, a: u32, b: u32) -> u32;
}

/// Grundy values (Sprague 1935, Grundy 1939).
#[derive(Clone, Copy, Debug)]
pub struct NimberLabels;

impl LabelProduct for NimberLabels {
    const NOTHING: u32 = 0;

    fn product(&self, a: u32, b: u32) -> u32 {
        a ^ b
    }
}

/// Labels repeat from heap `from` on with the period `length`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The first heap from which the labels repeat.
    pub from: usize,
    /// The period.
    pub length: usize,
}

/// The labels of the heaps in a table. If there is a cycle, the labels repeat beyond the table, so every heap has a
/// label.
#[derive(Clone, Copy, Debug)]
pub struct HeapLabels<'a> {
    table: &'a [u32],
    cycle: Option<Cycle>,
}

impl<'a> HeapLabels<'a> {
    /// Creates the labels. `table` has the labels of the heaps 0, 1, 2, …. If there is a cycle, the table must have at
    /// least max(`from`, 1) + `length` labels.
    #[must_use]
    pub fn new(table: &'a [u32], cycle: Option<Cycle>) -> Self {
        debug_assert!(cycle.is_none_or(|cycle| cycle.length > 0 && table.len() >= cycle.from.max(1) + cycle.length));
        // A split never contains heap 0, so heap 0 need not belong to the cycle. If the cycle begins at heap 1 or
        // later, the other methods are simpler.
        let cycle = cycle.map(|cycle| Cycle { from: cycle.from.max(1), ..cycle });
        Self { table, cycle }
    }

    /// Returns the cycle. The cycle begins at heap 1 or later.
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

    /// Returns the label at index `place` of the table.
    pub(super) fn at(&self, place: usize) -> u32 {
        self.table[place]
    }
}

/// Converts a label or a heap to an index.
#[expect(clippy::as_conversions, reason = "u32 to usize loses nothing on any platform that this library knows")]
pub(crate) fn index(number: u32) -> usize {
    number as usize
}

/// Returns `n` mod `divisor`. `divisor` must not be 0.
pub(super) fn remainder(n: &Natural, divisor: usize) -> usize {
    // The remainder is smaller than `divisor`, so it fits into a `usize`.
    n.div_rem(&divisor.into()).1.to_usize().unwrap_or(0)
}
