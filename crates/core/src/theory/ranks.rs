//! Ranks among options that come in consecutive blocks, and ranks in the ascending list of all numbers except one.

use crate::number::Natural;
use crate::number::meter;

/// Finds the block that contains the option with this rank, and the rank of the option within that block. `counts` has
/// the number of options of each block. `None` if the rank is not below the number of all options.
pub(crate) fn locate(rank: &Natural, counts: impl IntoIterator<Item = Natural>) -> Option<(usize, Natural)> {
    locate_in(rank, counts.into_iter().enumerate())
}

/// Does the same as [`locate`] for blocks that come with their counts.
pub(crate) fn locate_in<B>(rank: &Natural, blocks: impl IntoIterator<Item = (B, Natural)>) -> Option<(B, Natural)> {
    let mut rank = rank.clone();
    for (block, count) in blocks {
        match rank.checked_sub(&count) {
            None => return Some((block, rank)),
            Some(rest) => rank = rest,
        }
    }
    None
}

/// Returns the XOR of some numbers.
pub(crate) fn xor<'n>(values: impl IntoIterator<Item = &'n Natural>) -> Natural {
    values.into_iter().fold(Natural::ZERO, |xor, value| &xor ^ value)
}

/// Returns the number at a place when all numbers except `left_out` are listed in ascending order.
pub(crate) fn skip(left_out: &Natural, place: &Natural) -> Natural {
    if place < left_out { place.clone() } else { place + &Natural::ONE }
}

/// Returns the place of a number when all numbers except `left_out` are listed in ascending order; `None` for
/// `left_out` itself.
pub(crate) fn unskip(left_out: &Natural, number: &Natural) -> Option<Natural> {
    match number.cmp(left_out) {
        std::cmp::Ordering::Less => Some(number.clone()),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => number.checked_sub(&Natural::ONE),
    }
}

/// Returns the largest number from `low` to `high` − 1 for which `not_after` is true, by bisection. `not_after` must be
/// true for `low`. If `not_after` is false for a number, it must be false for all larger numbers.
pub(crate) fn last_not_after(low: Natural, high: Natural, not_after: impl Fn(&Natural) -> bool) -> Natural {
    let (mut low, mut high) = (low, high);
    // The integers may be long, and there is one comparison for each of their bits. So the loop checks the meter.
    while meter::go_on(0).is_ok() && &low + &Natural::ONE < high {
        let middle = (&low + &high).shift_right(1);
        if not_after(&middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}
