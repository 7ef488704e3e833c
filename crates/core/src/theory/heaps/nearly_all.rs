//! [`NearlyAll`]: the options of a heap that may become nearly any smaller one.

use super::moves::{Moves, Parts};
use super::period::Period;
use crate::number::Natural;
use crate::number::meter;

/// Values of a game without splits in which all removals but finitely many may leave a heap. They grow without bound: a
/// value is that of few heaps, which are listed one by one.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearlyAll<'a> {
    pub(super) moves: &'a Moves,
    pub(super) values: &'a [u32],
    pub(super) period: Option<&'a Period>,
}

/// What a place of a period takes, beside the arithmetic of its heap.
const STEPS_A_PLACE: u64 = 10;

impl NearlyAll<'_> {
    /// The value of a heap, if it is known.
    pub(super) fn value(&self, heap: &Natural) -> Option<Natural> {
        let Some(period) = self.period else {
            return heap
                .to_usize()
                .and_then(|heap| self.values.get(heap))
                .map(|value| Natural::from(u64::from(*value)));
        };
        let known = |place: usize| Natural::from(u64::from(self.values[place]));
        match heap.checked_sub(&period.preperiod.into()) {
            None => Some(known(heap.to_usize()?)),
            Some(above) => {
                let (turns, rest) = above.div_rem(&period.length.into());
                let first = known(period.preperiod + rest.to_usize()?);
                Some(&first + &(&turns * &u64::from(period.saltus).into()))
            }
        }
    }

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
        let mut left: Vec<Natural> = wanted.iter().flat_map(|value| self.heaps_of(value)).collect();
        left.retain(|left| self.may_leave(heap, left));
        left.sort_unstable();
        left.dedup();
        let mut options: Vec<Parts> = left.into_iter().rev().map(|left| vec![left]).collect();
        if self.may_go(heap) && wanted.contains(&Natural::ZERO) {
            options.push(Vec::new());
        }
        options
    }

    /// All heaps of a value, as far as values are known.
    pub(super) fn heaps_of(&self, value: &Natural) -> Vec<Natural> {
        let end = self.period.map_or(self.values.len(), |period| period.preperiod);
        let at = |place: usize| Natural::from(u64::from(self.values[place]));
        meter::charge_each(self.values.len(), 10);
        let mut heaps: Vec<Natural> = (0..end).filter(|heap| at(*heap) == *value).map(Natural::from).collect();
        if let Some(period) = self.period {
            // A period may be long, and each place of it takes arithmetic of long integers.
            let places = period.preperiod..period.preperiod + period.length;
            for place in places.take_while(|_| meter::go_on(STEPS_A_PLACE).is_ok()) {
                let Some(above) = value.checked_sub(&at(place)) else { continue };
                // The saltus of a game whose values grow is not 0.
                let (turns, rest) = above.div_rem(&u64::from(period.saltus.max(1)).into());
                if rest.is_zero() {
                    heaps.push(&(&turns * &period.length.into()) + &place.into());
                }
            }
        }
        heaps
    }

    /// The option of number `rank` among all.
    pub(super) fn nth(&self, heap: &Natural, rank: &Natural) -> Option<Parts> {
        // The removal of this number among those that may leave a heap.
        let mut removal = rank + &Natural::ONE;
        if self.moves.tail() & 2 == 0 {
            return None;
        }
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
