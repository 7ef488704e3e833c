//! [`NearlyAll`]: the options of a heap that may become nearly any smaller one.

use super::moves::{Moves, Parts};
use crate::number::Natural;
use crate::number::meter;
use crate::theory::sequence::Sequence;

/// Values of a game without splits in which all removals but finitely many may leave a heap. They grow without bound: a
/// value is that of few heaps, which are listed one by one.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearlyAll<'a> {
    pub(super) moves: &'a Moves,
    pub(super) values: Sequence<'a>,
}

impl NearlyAll<'_> {
    /// May a heap become `left` tokens in one heap? Not 0: whether a heap may go is another question.
    fn may_leave(&self, heap: &Natural, left: &Natural) -> bool {
        let digit = |k: Natural| k.to_usize().map_or(self.moves.tail(), |k| self.moves.digit(k));
        !left.is_zero() && heap.checked_sub(left).is_some_and(|k| digit(k) & 2 != 0)
    }

    fn may_go(&self, heap: &Natural) -> bool {
        !heap.is_zero() && heap.to_usize().map_or(self.moves.tail(), |heap| self.moves.digit(heap)) & 1 != 0
    }

    /// The options of a heap of known value that have one of the values wanted: by falling heap, as removals grow.
    pub(super) fn options(&self, heap: &Natural, wanted: &[Natural]) -> Vec<Parts> {
        let mut left: Vec<Natural> = wanted.iter().flat_map(|value| self.values.of_value(value)).collect();
        left.retain(|left| self.may_leave(heap, left));
        left.sort_unstable();
        left.dedup();
        let mut options: Vec<Parts> = left.into_iter().rev().map(|left| vec![left]).collect();
        if self.may_go(heap) && wanted.contains(&Natural::ZERO) {
            options.push(Vec::new());
        }
        options
    }

    /// The option of number `rank` among all. Splits of the whole heap, which Lasker's Nim has, come first.
    pub(super) fn nth(&self, heap: &Natural, rank: &Natural) -> Option<Parts> {
        let splits = if self.moves.digit(0) & 4 != 0 { heap.shift_right(1) } else { Natural::ZERO };
        let next = rank + &Natural::ONE;
        if next <= splits {
            let other = heap - &next;
            return Some(vec![next, other]);
        }
        if self.moves.tail() & 2 == 0 {
            return None;
        }
        // The removal of this number among those that may leave a heap.
        let mut removal = &next - &splits;
        meter::charge_each(self.moves.exceptions().len(), 5);
        for (k, digit) in self.moves.exceptions() {
            if digit & 2 == 0 && removal >= (*k).into() {
                removal = &removal + &Natural::ONE;
            }
        }
        if removal < *heap {
            return Some(vec![heap - &removal]);
        }
        (self.may_go(heap) && *rank < self.moves.count(heap)).then(Vec::new)
    }
}
