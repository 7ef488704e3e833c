//! Lasker's Nim, 4.333...: take any number of tokens from a heap, or split it without taking.
//!
//! *g*(4*q*+1) = 4*q*+1, *g*(4*q*+2) = 4*q*+2, *g*(4*q*+3) = 4*q*+4, *g*(4*q*+4) = 4*q*+3 (Berlekamp, Conway and Guy 1982). So *g* moves a
//! heap by at most one, is its own inverse, and what is sought among splits *a* + *b* = *n* becomes *I* + *J* = *N*, *I* ⊕ *J* = *v* for one *N* per residue of
//! *a* modulo 4: *I* & *J* = (*N* − *v*)/2 = *D* has no bit of *v*, and *I* is *D* with any of the bits of *v*.

use dashu_int::UBig;

use super::moves::Parts;
use crate::number::Natural;
use crate::number::meter;
use crate::theory::ranks::last_not_after;

/// The Grundy value of a heap, and the heap of a value.
pub(super) fn value(heap: &Natural) -> Natural {
    match (heap.bit(0), heap.bit(1)) {
        (true, true) => heap + &Natural::ONE,
        (false, false) => heap.saturating_sub(&Natural::ONE),
        _ => heap.clone(),
    }
}

/// The options of a heap that have one of some values.
#[derive(Debug)]
pub(super) struct Options {
    heap: Natural,
    /// For each value wanted, the splits that have it.
    splits: Vec<Splits>,
    /// The other options, in order.
    others: Vec<Parts>,
    split_count: Natural,
}

impl Options {
    /// The splits of some values, and the options of one heap or none of some values.
    pub(super) fn new(heap: &Natural, split_into: &[Natural], wanted: &[Natural]) -> Self {
        let split_into = split_into.iter().enumerate().filter(|(at, value)| !split_into[..*at].contains(value));
        let splits: Vec<Splits> = split_into.map(|(_, value)| Splits::new(heap, value)).collect();
        let half = heap.shift_right(1);
        let split_count = splits.iter().map(|splits| splits.up_to(&half)).sum();
        let mut left: Vec<Natural> = wanted.iter().map(value).filter(|left| !left.is_zero() && left < heap).collect();
        left.sort_unstable();
        left.dedup();
        let mut others: Vec<Parts> = left.into_iter().rev().map(|left| vec![left]).collect();
        if !heap.is_zero() && wanted.contains(&Natural::ZERO) {
            others.push(Vec::new());
        }
        Self { heap: heap.clone(), splits, others, split_count }
    }

    pub(super) fn count(&self) -> Natural {
        &self.split_count + &self.others.len().into()
    }

    pub(super) fn nth(&self, rank: &Natural) -> Option<Parts> {
        if let Some(rank) = rank.checked_sub(&self.split_count) {
            return self.others.get(rank.to_usize()?).cloned();
        }
        let up_to = |a: &Natural| self.splits.iter().map(|splits| splits.up_to(a)).sum::<Natural>();
        let a = &last_not_after(Natural::ZERO, self.heap.shift_right(1), |a| up_to(a) <= *rank) + &Natural::ONE;
        let b = &self.heap - &a;
        Some(vec![a, b])
    }
}

/// The splits of a heap into *a* ≤ *b* of one value.
#[derive(Debug)]
struct Splits {
    classes: Vec<Class>,
}

/// Those with *a* of one residue modulo 4.
#[derive(Debug)]
struct Class {
    residue: u64,
    /// *D*, the bits of both values.
    both: Natural,
    /// *v*, the bits of one of them.
    either: Natural,
    /// The last two bits of *I*, fixed by the residue.
    fixed: u64,
}

impl Splits {
    fn new(heap: &Natural, value: &Natural) -> Self {
        let four = Natural::from(4_u64);
        let heap_residue = heap.low_bits(2).to_u64().unwrap_or(0);
        let classes = (0..4_u64).filter_map(|residue| {
            let other = (heap_residue + 4 - residue) % 4;
            // How g moves a heap of a residue: by −1, 0, 0, 1; 4 more to stay above 0.
            let moved = |residue: u64| [3, 4, 4, 5][usize::try_from(residue).unwrap_or(0)];
            let sum = (&(heap + &moved(residue).into()) + &moved(other).into()).checked_sub(&(&four + &four))?;
            let twice_both = sum.checked_sub(value)?;
            let both = twice_both.shift_right(1);
            let disjoint = (&both + value) == (&both ^ value);
            if !twice_both.is_even() || !disjoint {
                return None;
            }
            let fixed = (residue + moved(residue)) % 4;
            // I has the bits of `both`, and none but those of `value` besides.
            let low = |n: &Natural| n.low_bits(2).to_u64().unwrap_or(0);
            let possible = fixed & low(&both) == low(&both) && fixed & !(low(&both) | low(value)) == 0;
            possible.then(|| Class { residue, both, either: value.clone(), fixed })
        });
        Self { classes: classes.collect() }
    }

    /// How many have 1 ≤ *a* ≤ `most`, itself at most half the heap.
    fn up_to(&self, most: &Natural) -> Natural {
        self.classes.iter().map(|class| class.up_to(most)).sum()
    }
}

impl Class {
    /// How many have 1 ≤ *a* ≤ `most`.
    fn up_to(&self, most: &Natural) -> Natural {
        // The largest a of this residue; then how many I are at most its value.
        let Some(turns) = most.checked_sub(&self.residue.into()).map(|rest| rest.shift_right(2)) else {
            return Natural::ZERO;
        };
        let largest = &turns.shift_left(2) + &self.residue.into();
        if largest.is_zero() {
            return Natural::ZERO;
        }
        // Of residue 3, I = 0 would be the heap −1; of residue 0, the heap 0 would be I = −1, which does not occur.
        let below_nothing = self.residue == 3 && self.both.is_zero();
        self.up_to_value(&value(&largest)).saturating_sub(&below_nothing.into())
    }

    /// How many *I* are at most `most`.
    fn up_to_value(&self, most: &Natural) -> Natural {
        let bits = most.bit_len().max(self.both.bit_len()).max(self.either.bit_len());
        // From the highest bit down while I and `most` agree: where `most` has a 1 and I may have a 0, all below is
        // free. Each such place adds another power of 2, so they are set as bits.
        meter::charge_each(bits, 2);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::heaps::rules::HeapRules;

    #[test]
    fn values_and_options_follow_the_rules() {
        let rules = HeapRules::octal("4.333...").unwrap();
        let heaps = if cfg!(debug_assertions) { 70 } else { 150 };
        let values: Vec<Natural> = (0..heaps).map(|heap: usize| value(&heap.into())).collect();
        for heap in 0..heaps {
            let all: Vec<(Natural, Parts)> = rules
                .moves()
                .options(heap)
                .map(|parts| {
                    let value = parts.iter().fold(Natural::ZERO, |sum, part| &sum ^ &values[*part]);
                    (value, parts.into_iter().map(Natural::from).collect())
                })
                .collect();
            let mex = (0..1000_u64).map(Natural::from).find(|mex| all.iter().all(|(value, _)| value != mex));
            assert_eq!(Some(&values[heap]), mex.as_ref(), "{heap}");
            for wanted in [vec![0_u64], vec![1], vec![3], vec![6], vec![30], vec![64], vec![0, 1], vec![2, 5, 33, 5]] {
                let wanted: Vec<Natural> = wanted.into_iter().map(Natural::from).collect();
                let expected = all.iter().filter(|(value, _)| wanted.contains(value)).map(|(_, parts)| parts);
                let options = Options::new(&heap.into(), &wanted, &wanted);
                let count = options.count().to_usize().unwrap();
                let listed: Vec<Parts> = (0..count).map(|rank| options.nth(&rank.into()).unwrap()).collect();
                assert!(listed.iter().eq(expected), "{heap} {wanted:?} {listed:?}");
                assert_eq!(options.nth(&count.into()), None);
            }
        }
    }
}
