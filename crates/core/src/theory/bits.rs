//! Spreads the bits of a number to given places, and counts the numbers that have no bit in common with a mask.

use dashu_int::UBig;

use crate::number::Natural;
use crate::number::{cost, meter};

/// Returns the number with these bits, given from the lowest bit to the highest.
pub(crate) fn of_bits(bits: impl Iterator<Item = bool>) -> Natural {
    // The bits are collected in bytes, not in words, because the size of a word depends on the machine.
    let mut bytes = Vec::new();
    for (place, bit) in meter::each(bits.enumerate(), cost::ENTRY) {
        if place.is_multiple_of(8) {
            bytes.push(0_u8);
        }
        if let Some(byte) = bytes.last_mut() {
            *byte |= u8::from(bit) << (place % 8);
        }
    }
    UBig::from_le_bytes(&bytes).into()
}

/// Writes the bits of a number, in order, to the places at which `mask` has a 0. All other bits of the result are 0.
pub(crate) fn spread_beside(number: &Natural, mask: &Natural) -> Natural {
    spread(number, |place| !mask.bit(place))
}

/// Writes the bits of a number, in order, to the places at which `mask` has a 1. All other bits of the result are 0. If
/// `mask` has too few ones, the highest bits of the number are dropped.
pub(crate) fn spread_into(number: &Natural, mask: &Natural) -> Natural {
    let places = mask.count_ones();
    spread(&number.low_bits(places), |place| mask.bit(place))
}

/// Writes the bits of a number, in order, to the places that `is_place` accepts. There must be at least as many such
/// places as bits.
fn spread(number: &Natural, is_place: impl Fn(usize) -> bool) -> Natural {
    let (length, mut next) = (number.bit_len(), 0);
    let bits = (0..).map_while(|place| {
        if next == length {
            return None;
        }
        let is_place = is_place(place);
        let bit = is_place && number.bit(next);
        next += usize::from(is_place);
        Some(bit)
    });
    of_bits(bits)
}

/// Returns how many numbers below `end` have no bit in common with `mask`. In the ascending list of all numbers that
/// have no bit in common with `mask`, the result is the index of the first number that is at least `end`.
pub(crate) fn count_beside(end: &Natural, mask: &Natural) -> Natural {
    meter::charge_each(end.bit_len(), cost::VALUE);
    // Let `from` be the highest place at which `end` and `mask` both have a 1. Every counted number has a 0 there. If a
    // counted number has the same bits as `end` above this place, it is below `end`, because `end` has a 1 there.
    let common = (0..end.bit_len()).rev().find(|place| end.bit(*place) && mask.bit(*place));
    let from = common.unwrap_or(0);
    let free = (0..end.bit_len()).filter(|place| !mask.bit(*place));
    let kept = of_bits(free.map(|place| place >= from && end.bit(place)));
    match common {
        None => kept,
        Some(common) => {
            let below = (0..common).filter(|place| !mask.bit(*place)).count();
            &kept + &Natural::ONE.shift_left(below)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_without_common_bits_are_counted_and_reached_by_rank() {
        for mask in 0..40_usize {
            let beside: Vec<usize> = (0..300).filter(|number| number & mask == 0).collect();
            for end in 0..200 {
                let expected = beside.iter().filter(|number| **number < end).count();
                assert_eq!(count_beside(&end.into(), &mask.into()), Natural::from(expected), "{end} {mask}");
            }
            for (rank, number) in beside.iter().enumerate() {
                assert_eq!(spread_beside(&rank.into(), &mask.into()), Natural::from(*number), "{rank} {mask}");
            }
            let inside = (0..=mask).filter(|number| number & mask == *number);
            for (rank, number) in inside.enumerate() {
                assert_eq!(spread_into(&rank.into(), &mask.into()), Natural::from(number), "{rank} {mask}");
            }
        }
    }

    #[test]
    fn numbers_of_many_words_too() {
        let ones = Natural::ONE.shift_left(130).saturating_sub(&Natural::ONE);
        let mask = Natural::ONE.shift_left(64);
        let spread = spread_beside(&ones, &mask);
        assert_eq!((spread.bit_len(), spread.count_ones(), spread.bit(64)), (131, 130, false));
        assert_eq!(count_beside(&(&spread + &Natural::ONE), &mask), &ones + &Natural::ONE);
    }
}
