//! [`NearlyAll`]: the options of a heap from which a move may leave nearly any smaller heap.

use std::slice;

use super::moves::{HeapCode, LeftHeaps};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::sequence::Sequence;

/// The values of a game in which all removals except finitely many may leave a heap, and in which no removal splits a
/// heap. In Lasker's Nim, a move may also split a heap without removing tokens. The values grow without bound. So each
/// value is the value of only a few heaps, which are listed one by one.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearlyAll<'a> {
    pub(super) moves: &'a HeapCode,
    pub(super) values: Sequence<'a>,
}

impl NearlyAll<'_> {
    /// Returns the options of a heap that have a value in `wanted`, without the splits of the whole heap. The options
    /// are in ascending order of their removals, so those that leave the largest heaps come first.
    pub(super) fn options(&self, heap: &Natural, wanted: &[Natural]) -> Vec<LeftHeaps> {
        let mut left: Vec<Natural> = wanted.iter().flat_map(|value| self.values.of_value(value)).collect();
        left.retain(|left| self.moves.check(heap, slice::from_ref(left)).is_ok());
        left.sort_unstable();
        left.dedup();
        let mut options: Vec<LeftHeaps> = left.into_iter().rev().map(|left| vec![left]).collect();
        if wanted.contains(&Natural::ZERO) && self.moves.check(heap, &[]).is_ok() {
            options.push(Vec::new());
        }
        options
    }

    /// Returns the option with the number `rank` among all options. Splits of the whole heap come first. Only Lasker's
    /// Nim has such splits.
    pub(super) fn nth(&self, heap: &Natural, rank: &Natural) -> Option<LeftHeaps> {
        let splits = if self.moves.digit(0) & 4 != 0 { heap.shift_right(1) } else { Natural::ZERO };
        let next = rank + &Natural::ONE;
        if next <= splits {
            let other = heap - &next;
            return Some(vec![next, other]);
        }
        // At first, this is the rank of the removal, counted from 1, among the removals that may leave a heap. The loop
        // turns it into the number of removed tokens.
        let mut removal = &next - &splits;
        meter::charge_each(self.moves.exceptions().len(), cost::ENTRY);
        for (k, digit) in self.moves.exceptions() {
            if digit & 2 == 0 && removal >= (*k).into() {
                removal = &removal + &Natural::ONE;
            }
        }
        if removal < *heap {
            return Some(vec![heap - &removal]);
        }
        // If there is one more option, this option takes the whole heap.
        (*rank < self.moves.count(heap)).then(Vec::new)
    }
}
