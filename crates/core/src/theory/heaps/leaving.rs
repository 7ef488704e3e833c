//! [`Leaving`]: the options of a heap in a game whose moves leave at most one heap. If the values have a mixed period
//! (see `mixed.rs`), the heap may have any size.

use super::moves::{HeapCode, LeftHeaps};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::sequence::{Repetition, Sequence};

/// The options of a heap that have one of the wanted values. This type is for games in which no move splits a heap and
/// whose codes end in a repeating block of digits. The options are in ascending order of their removals, so those that
/// leave the largest heaps come first.
///
/// In a mixed period, each residue modulo the period has either a value that stays constant or values that grow. If the
/// value stays constant, all heaps with this residue have the same value. The digits of the block allow moves to all of
/// these heaps or to none of them, so a pattern of residues describes the wanted heaps. If the values grow, each value
/// occurs only once at this residue. So the wanted heaps with growing values are listed one by one. The wanted heaps
/// before the period are also listed one by one, and so are those that a removal in [`HeapCode::exceptions`] leaves.
#[derive(Debug)]
pub(super) struct Leaving {
    /// The heaps that are listed one by one, in descending order.
    listed: Vec<Natural>,
    /// The pattern holds for the heaps from `from` to `last`.
    from: usize,
    last: Option<Natural>,
    /// The wanted heaps of the pattern are `from` + *p* + *k* · `period`, for each *p* in this list and *k* = 0, 1, 2,
    /// …. The list is ascending.
    pattern: Vec<usize>,
    /// The length after which the pattern repeats.
    period: usize,
    /// `true` if taking the whole heap is a wanted option.
    gone: bool,
}

impl Leaving {
    /// Finds the options of a heap that have one of the wanted values. `gone` is the value of the empty position.
    pub(super) fn new(
        moves: &HeapCode,
        values: Sequence<'_>,
        heap: &Natural,
        wanted: &[Natural],
        gone: &Natural,
    ) -> Self {
        let last_exception = Natural::from(moves.last_exception());
        let has_value = |left: &Natural| values.value(left).is_some_and(|value| wanted.contains(&value));
        let is_option = |left: &Natural| heap > left && moves.digit_of(&(heap - left)) & 2 != 0;
        let mut listed = Vec::new();
        let add = |left: Natural, listed: &mut Vec<Natural>| {
            meter::charge(cost::NUMBER);
            if !left.is_zero() && is_option(&left) && has_value(&left) {
                listed.push(left);
            }
        };
        for (k, _) in meter::each(moves.exceptions(), 0) {
            if let Some(left) = heap.checked_sub(&(*k).into()) {
                add(left, &mut listed);
            }
        }
        // The digits repeat for removals past the last exception. These removals leave at most `last` tokens.
        let last = heap.checked_sub(&(&last_exception + &Natural::ONE)).filter(|last| !last.is_zero());
        let (from, period) = values.repetition.map_or((usize::MAX, 1), |Repetition { from, length, .. }| {
            // The values repeat with `length`, and the digits of the code with the length of its block. If no value
            // grows, `length` need not be a multiple of the block's length.
            (from.max(1), lcm(length, moves.block().len()))
        });
        let mut pattern = Vec::new();
        if let Some(last) = &last {
            let grown = wanted.iter().flat_map(|value| values.growing_of_value(value));
            let mut grown: Vec<Natural> = grown.filter(|left| left >= &from.into() && left <= last).collect();
            grown.sort_unstable();
            grown.dedup();
            grown.into_iter().rev().for_each(|left| add(left, &mut listed));
            if *last >= from.into() {
                for place in meter::each(0..period, cost::NUMBER) {
                    let left = Natural::from(from + place);
                    // Adds periods to the removal until it is past the last exception. There, all removals with the
                    // same residue have the same digit.
                    let removed = &(heap + &Natural::from(period).shift_left(1)) - &left;
                    let allowed = {
                        let removed = raised(&removed, &last_exception, period);
                        moves.digit_of(&removed) & 2 != 0
                    };
                    if allowed && values.stays(from + place) && has_value(&left) {
                        pattern.push(place);
                    }
                }
            }
            let before = last.to_usize().map_or(from, |last| from.min(last.saturating_add(1)));
            for left in meter::each((1..before).rev(), 0) {
                add(left.into(), &mut listed);
            }
        }
        let gone = wanted.contains(gone) && moves.digit_of(heap) & 1 != 0 && !heap.is_zero();
        Self { listed, from, last, pattern, period, gone }
    }

    /// Returns the number of heaps below `heap` that belong to the pattern.
    fn pattern_before(&self, heap: &Natural) -> Natural {
        let Some(above) = heap.checked_sub(&self.from.into()) else { return Natural::ZERO };
        let (periods, rest) = above.div_rem(&self.period.into());
        let rest = rest.to_usize().unwrap_or_default();
        let rest = self.pattern.partition_point(|place| *place < rest);
        &(&periods * &self.pattern.len().into()) + &rest.into()
    }

    fn pattern_count(&self) -> Natural {
        match &self.last {
            Some(last) if !self.pattern.is_empty() => self.pattern_before(&(last + &Natural::ONE)),
            _ => Natural::ZERO,
        }
    }

    /// Returns how many options there are.
    pub(super) fn count(&self) -> Natural {
        let others = self.listed.len() + usize::from(self.gone);
        &self.pattern_count() + &others.into()
    }

    /// Returns the option with this rank; `None` if there is none.
    pub(super) fn nth(&self, rank: &Natural) -> Option<LeftHeaps> {
        let in_pattern = self.pattern_count();
        let heaps = &in_pattern + &self.listed.len().into();
        if *rank >= heaps {
            return (self.gone && *rank == heaps).then(Vec::new);
        }
        // Returns how many options come before a listed heap.
        let place = |index: usize| {
            let above = match &self.last {
                Some(last) if self.listed[index] <= *last => &in_pattern - &self.pattern_before(&self.listed[index]),
                _ => Natural::ZERO,
            };
            &above + &index.into()
        };
        let (mut low, mut high) = (0, self.listed.len());
        while low < high {
            let middle = low.midpoint(high);
            if place(middle) <= *rank {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if let Some(index) = low.checked_sub(1).filter(|index| place(*index) == *rank) {
            return Some(vec![self.listed[index].clone()]);
        }
        let from_below = in_pattern.checked_sub(&(&(rank - &low.into()) + &Natural::ONE))?;
        let (periods, rest) = from_below.div_rem(&self.pattern.len().into());
        let place = self.from + self.pattern.get(rest.to_usize()?)?;
        Some(vec![&(&periods * &self.period.into()) + &place.into()])
    }
}

/// Adds periods to a removal until it is larger than the last exception.
fn raised(removed: &Natural, last_exception: &Natural, period: usize) -> Natural {
    match last_exception.checked_sub(removed) {
        None => removed.clone(),
        Some(short) => {
            let period = Natural::from(period);
            let periods = &short.div_rem(&period).0 + &Natural::ONE;
            removed + &(&periods * &period)
        }
    }
}

/// Returns the least common multiple of two lengths.
pub(super) fn lcm(a: usize, b: usize) -> usize {
    let (mut divisor, mut rest) = (a, b);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    a / divisor * b
}
