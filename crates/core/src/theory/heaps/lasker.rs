//! Lasker's Nim, 4.333...: a move removes any number of tokens from a heap, or splits the heap without removing any.
//!
//! *g*(4*q*+1) = 4*q*+1, *g*(4*q*+2) = 4*q*+2, *g*(4*q*+3) = 4*q*+4, *g*(4*q*+4) = 4*q*+3 (Berlekamp, Conway and Guy
//! 1982). So *g* changes a number by at most one, and *g* is its own inverse. Let *I* = *g*(*a*) and *J* = *g*(*b*).
//! For a split *a* + *b* = *n* with the value *v*, *I* ⊕ *J* = *v*. The sum *N* = *I* + *J* depends only on *n* and on
//! *a* modulo 4. *D* = *I* & *J* = (*N* − *v*)/2 has no bit in common with *v*. *I* has all bits of *D* and any of the
//! bits of *v*, and no other bits.

use dashu_int::UBig;

use super::moves::LeftHeaps;
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::ranks::last_not_after;
use crate::theory::sequence::{Repetition, Sequence};

/// The values of all heaps.
pub(super) const VALUES: Sequence<'_> = Sequence {
    table: &[0, 1, 2, 4, 3],
    repetition: Some(Repetition { from: 1, length: 4, shift: 4, constant_below: 0 }),
};

/// The splits of a heap into two heaps *a* ≤ *b*, in ascending order of *a*. The value of each split is one of the
/// given values.
#[derive(Debug)]
pub(super) struct Splits {
    heap: Natural,
    classes: Vec<Class>,
    count: Natural,
}

impl Splits {
    pub(super) fn new(heap: &Natural, values: &[Natural]) -> Self {
        let values = values.iter().enumerate().filter(|(at, value)| !values[..*at].contains(value));
        let classes = values.flat_map(|(_, value)| Class::all(heap, value)).collect();
        let mut splits = Self { heap: heap.clone(), classes, count: Natural::ZERO };
        splits.count = splits.up_to(&heap.shift_right(1));
        splits
    }

    pub(super) fn count(&self) -> &Natural {
        &self.count
    }

    /// Returns the split with this rank, which must be below the count.
    pub(super) fn nth(&self, rank: &Natural) -> LeftHeaps {
        let a = &last_not_after(Natural::ZERO, self.heap.shift_right(1), |a| self.up_to(a) <= *rank) + &Natural::ONE;
        let b = &self.heap - &a;
        vec![a, b]
    }

    /// Returns the number of splits whose smaller heap has at most `most` tokens. `most` must not exceed half of the
    /// heap that is split.
    fn up_to(&self, most: &Natural) -> Natural {
        self.classes.iter().map(|class| class.up_to(most)).sum()
    }
}

/// The splits *a* + *b* of one heap that have a given value and a given residue of *a* modulo 4.
#[derive(Debug)]
struct Class {
    residue: u64,
    /// The bits that the values of both heaps have.
    both: Natural,
    /// The bits that the value of only one heap has. Together they are the value of the split.
    either: Natural,
    /// The two lowest bits of the value of the heap *a*, which `residue` determines.
    fixed: u64,
}

impl Class {
    /// Returns the splits *a* + *b* of `heap` that have the value `value`, as one class for each residue of *a* modulo
    /// 4.
    fn all(heap: &Natural, value: &Natural) -> impl Iterator<Item = Self> {
        let four = Natural::from(4_u64);
        let heap_residue = heap.low_bits(2).to_u64().unwrap_or(0);
        (0..4_u64).filter_map(move |residue| {
            let other = (heap_residue + 4 - residue) % 4;
            // The value of a heap minus its size, given the residue of the size: −1, 0, 0 or 1. To keep the numbers
            // positive, 4 is added.
            let moved = |residue: u64| [3, 4, 4, 5][usize::try_from(residue).unwrap_or(0)];
            let sum = (&(heap + &moved(residue).into()) + &moved(other).into()).checked_sub(&(&four + &four))?;
            let twice_both = sum.checked_sub(value)?;
            let both = twice_both.shift_right(1);
            let disjoint = (&both + value) == (&both ^ value);
            if !twice_both.is_even() || !disjoint {
                return None;
            }
            let fixed = (residue + moved(residue)) % 4;
            // The value of the heap a has all bits of `both`, perhaps some bits of `value`, and no other bits.
            let low = |n: &Natural| n.low_bits(2).to_u64().unwrap_or(0);
            let possible = fixed & low(&both) == low(&both) && fixed & !(low(&both) | low(value)) == 0;
            possible.then(|| Self { residue, both, either: value.clone(), fixed })
        })
    }

    /// Returns the number of splits *a* + *b* in this class for which *a* is at least 1 and at most `most`.
    fn up_to(&self, most: &Natural) -> Natural {
        // `largest` is the largest a ≤ `most` with this residue, and the new `most` is the value of the heap `largest`.
        // Among the heaps with this residue, a smaller heap has a smaller value. So the values up to the new `most` are
        // counted.
        let Some(turns) = most.checked_sub(&self.residue.into()).map(|rest| rest.shift_right(2)) else {
            return Natural::ZERO;
        };
        let largest = &turns.shift_left(2) + &self.residue.into();
        let Some(most) = VALUES.value(&largest).filter(|_| !largest.is_zero()) else { return Natural::ZERO };
        // With residue 3, the value of the heap a is a + 1. The value 0 would belong to a = −1, so it is not counted.
        // With residue 0, the value is a − 1. The heap a = 0 would have the value −1, so it is never counted.
        let below_nothing = self.residue == 3 && self.both.is_zero();
        self.up_to_value(&most).saturating_sub(&below_nothing.into())
    }

    /// Returns how many numbers up to `most` have certain bits. The two lowest bits are those of `fixed`. Above them, a
    /// number has all bits of `both`, any bits of `either`, and no other bits.
    fn up_to_value(&self, most: &Natural) -> Natural {
        let bits = most.bit_len().max(self.both.bit_len()).max(self.either.bit_len());
        // The numbers below `most` are counted by the highest place at which they differ from `most`. At this place,
        // `most` has a 1 and the number has a 0. The number's lower bits in `either` are arbitrary, so the count for
        // one place is a power of 2. The counts for the places in `either` are different powers, so they are set as
        // bits in `powers`. At a place outside `either`, all numbers have the same bit. If `most` has the opposite bit
        // there, all numbers differ from `most`, and the loop ends.
        meter::charge_each(bits, cost::BYTE);
        let mut free = self.either.shift_right(2).count_ones();
        let mut powers = vec![0_u8; free / 8 + 1];
        let mut last = Natural::ONE;
        for bit in (0..bits).rev() {
            let mine = if bit < 2 { self.fixed >> bit & 1 == 1 } else { self.both.bit(bit) };
            let most = most.bit(bit);
            if bit >= 2 && self.either.bit(bit) {
                free -= 1;
                if most {
                    powers[free / 8] |= 1 << (free % 8);
                }
            } else if most != mine {
                last = if most { Natural::ONE.shift_left(free) } else { Natural::ZERO };
                break;
            }
        }
        &Natural::from(UBig::from_le_bytes(&powers)) + &last
    }
}
