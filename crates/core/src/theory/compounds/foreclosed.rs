//! Closed forms for the foreclosed values of one component. These values decide diminished disjunctive compounds. The
//! *foreclosed value* of a position is the mex of the values of its options. Options that end the game do not count. In
//! normal play, options that let the opponent end the game do not count either.

use super::Label;
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::graphs::Play;

/// The label of a position, and the labels of its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreclosed {
    /// The label of the position.
    pub here: Label,
    /// The labels of the options, in the order of the rules. Each entry stands for consecutive options with the same
    /// label. The entry has the count of these options, then their label.
    pub options: Vec<(Natural, Label)>,
}

/// Returns the foreclosed values for a heap from which 1 to `most` stones may be removed. The move that removes 1 stone
/// comes first. `None` if too many options have a value, or if the meter is spent.
///
/// In normal play, a heap of n > 0 stones can be ended by one move if n ≤ k, where k is `most`. The value of a larger
/// heap is (n − k − 1) mod (k + 1). In misère play the value of every heap of n > 0 stones is (n − 1) mod (k + 1).
pub(crate) fn of_bachet(most: &Natural, heap: &Natural, play: Play) -> Option<Foreclosed> {
    /// The largest number of options that are listed with their values.
    const MOST: u64 = 1_000_000;
    let one = Natural::ONE;
    let period = most + &one;
    // Heaps of at most this size have no value.
    let ends = if play == Play::Normal { most.clone() } else { Natural::ZERO };
    let label = |heap: &Natural| match heap.checked_sub(&ends).and_then(|rest| rest.checked_sub(&one)) {
        Some(rest) => Label::Value(rest.div_rem(&period).1),
        None if heap.is_zero() => Label::Over,
        None => Label::AtOnce,
    };
    let lowest = heap.saturating_sub(most);
    let valued = heap.saturating_sub(&lowest.clone().max(&ends + &one));
    if valued > MOST.into() {
        return None;
    }
    let mut options = Vec::new();
    let mut next = heap.checked_sub(&one).filter(|_| !most.is_zero());
    while let Some(option) = next.filter(|option| *option >= lowest) {
        meter::go_on(cost::OPTION).ok()?;
        let label = label(&option);
        // If one move can end this option, one move can also end each smaller option that is not empty.
        let last = if label == Label::AtOnce { lowest.clone().max(one.clone()) } else { option.clone() };
        options.push((&(&option - &last) + &one, label));
        next = last.checked_sub(&one);
    }
    Some(Foreclosed { here: label(heap), options })
}
