//! Positions for [`Rules::small`](crate::game::Rules::small), as lists. The functions return lists and not iterators,
//! because code with iterators would be compiled again for each game.

use std::ops::RangeInclusive;

use crate::game::shape::{Pair, PlainValue, Shape, Unordered};
use crate::number::Natural;

/// Returns small integers or small pairs. For other shapes, the list is empty.
pub(super) fn written(shape: Shape) -> Vec<PlainValue> {
    const MOST: u64 = 130;
    const SIDE: u64 = 14;
    match shape {
        Shape::Integer => numbers(0..=MOST).into_iter().map(PlainValue::Integer).collect(),
        Shape::Pair => pairs(0..=SIDE, 0..=SIDE).into_iter().map(PlainValue::Pair).collect(),
        _ => Vec::new(),
    }
}

/// The integers of a range.
pub(crate) fn numbers(range: RangeInclusive<u64>) -> Vec<Natural> {
    range.map(Natural::from).collect()
}

/// All pairs of an integer of the first range and an integer of the second range.
pub(crate) fn pairs(firsts: RangeInclusive<u64>, seconds: RangeInclusive<u64>) -> Vec<Pair> {
    let of = |first| seconds.clone().map(move |second| Pair::new(first, second));
    firsts.flat_map(of).collect()
}

/// The unordered pairs of integers of a range.
pub(crate) fn unordered(range: RangeInclusive<u64>) -> Vec<Unordered> {
    let least = *range.start();
    range.flat_map(|second| (least..=second).map(move |first| Unordered::new(first, second))).collect()
}

/// All lists of these lengths with numbers up to `most`, the shortest ones first.
pub(crate) fn lists(lengths: RangeInclusive<u32>, most: u64) -> Vec<Vec<Natural>> {
    let base = most + 1;
    let of = |length| (0..base.pow(length)).map(move |code| (length, code));
    let list = |(length, code): (u32, u64)| (0..length).map(|place| (code / base.pow(place) % base).into()).collect();
    lengths.flat_map(of).map(list).collect()
}

/// All increasing lists of at most `longest` numbers, which are all below `past`.
pub(crate) fn increasing(past: u32, longest: u32) -> Vec<Vec<Natural>> {
    let sets = (0..1_u32 << past).filter(|set| set.count_ones() <= longest);
    let list =
        |set: u32| (0..past).filter(|place| set >> place & 1 == 1).map(|place| u64::from(place).into()).collect();
    sets.map(list).collect()
}
