//! Ranks and values that leave something out: blocks of options one after the other, and values beside one.

use crate::number::Natural;

/// Of blocks of so many options each, one after the other: which block a rank falls into, and its rank there. None past
/// the end.
pub(crate) fn locate(rank: &Natural, counts: impl IntoIterator<Item = Natural>) -> Option<(usize, Natural)> {
    let mut rank = rank.clone();
    for (block, count) in counts.into_iter().enumerate() {
        match rank.checked_sub(&count) {
            None => return Some((block, rank)),
            Some(rest) => rank = rest,
        }
    }
    None
}

/// The sum of numbers.
pub(crate) fn total(counts: impl IntoIterator<Item = Natural>) -> Natural {
    counts.into_iter().fold(Natural::ZERO, |sum, count| &sum + &count)
}

/// The XOR of numbers.
pub(crate) fn xor<'n>(values: impl IntoIterator<Item = &'n Natural>) -> Natural {
    values.into_iter().fold(Natural::ZERO, |xor, value| &xor ^ value)
}

/// The number of a place among the numbers other than `left_out`.
pub(crate) fn skip(left_out: &Natural, place: &Natural) -> Natural {
    if place < left_out { place.clone() } else { place + &Natural::ONE }
}

/// The place of a number among the numbers other than `left_out`; none for that itself.
pub(crate) fn unskip(left_out: &Natural, number: &Natural) -> Option<Natural> {
    match number.cmp(left_out) {
        std::cmp::Ordering::Less => Some(number.clone()),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => number.checked_sub(&Natural::ONE),
    }
}
