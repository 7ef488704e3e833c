//! Nim multiplication of integers of any size (Conway, On Numbers and Games, chapter 6). Integers are split into halves
//! until the halves are machine words.
//!
//! With F = 2^(2^k), the numbers below F² are *a*₁F + *a*₀, and F ⊗ F = F ⊕ F/2. In the following, numbers with an
//! index are below F, and all products are nim products.
//!
//! **Roots.** (*a*₁F + *a*₀)² = *a*₁²F + *a*₀² + *a*₁²F/2, so the root of each half is found separately. The same
//! method solves *s*² + *s* = *e*. The sum *s*² + *s* takes all values below F²/2, and takes each value for *s* and for
//! *s* + 1.
//!
//! **Factors with given highest bits** (our own method). Let 2^*i* ⊗ 2^*j* have the bit *t*, and let δ be a number
//! whose highest bit is *t*. Then δ = *a* ⊗ *b* for some *a* and *b* whose highest bits are *i* and *j*. Such factors
//! exist, because 2^*i* ⊗ 2^*j* is a mex, and 2^*i* ⊗ 2^*j* ⊕ δ is below this mex. Choose F = 2^*h* such that the
//! larger of *i* and *j* is at least *h* and less than 2*h*. The factors are found as follows:
//!
//! - If only *i* is at least *h*, δ₁ = *a*₁*b*. The factors *a*₁ and *b* of δ₁ are found first, by recursion. The
//!   recursion ends, because the highest bit of *a*₁ is lower than *i*. Then *a*₀ = δ₀/*b*.
//! - If *i* and *j* are at least *h*, let *s* denote the unknown quotient *a*₀/*a*₁. Then *b* = δ/*a* implies
//!   *a*₁*b*₁(*s*² + *s* + F/2) = δ₁*s* + δ₀.
//!   - If δ₁ ≠ 0, choose the *s* whose square is F/2 + δ₀/δ₁. Then *a*₁*b*₁ = δ₁, and the highest bits of *a*₁ and *b*₁
//!     are lower than *i* and *j*.
//!   - If δ₁ = 0, some bit *l* of 2^(*i* − *h*) ⊗ 2^(*j* − *h*) is such that 2^*l* ⊗ F/2 has the bit *t*. Recursion
//!     finds factors *q* and *d* of δ₀ whose highest bits are *l* and *h* − 1. Choose *s* with *s*² + *s* = *d* + F/2.
//!     Then *a*₁*b*₁ = *q*.

use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::nim_product as words;

/// Returns *a* ⊗ *b*.
pub(crate) fn product(a: &Natural, b: &Natural) -> Natural {
    times(a, b, length(a.bit_len().max(b.bit_len())))
}

/// Returns the number whose product with *a* is 1, for *a* ≠ 0.
pub(crate) fn inverse(a: &Natural) -> Natural {
    if let Some(word) = a.to_u64() {
        meter::charge(cost::POSITION);
        return words::inverse(word).into();
    }
    if meter::go_on(cost::NUMBER).is_err() {
        return Natural::ZERO;
    }
    let half = length(a.bit_len()) / 2;
    let (a1, a0) = halves(a, half);
    let sum = &a0 ^ &a1;
    let norm = &product(&a0, &sum) ^ &times_half(&product(&a1, &a1), half);
    let inverse = inverse(&norm);
    join(&product(&a1, &inverse), &product(&sum, &inverse), half)
}

/// Returns *a* and *b* with *a* ⊗ *b* = δ such that *x* has the highest bit of *a* and *y* has the highest bit of *b*.
/// `None` if *x* ⊗ *y* does not have the highest bit of δ.
pub(crate) fn factors_within(delta: &Natural, [x, y]: [&Natural; 2]) -> Option<[Natural; 2]> {
    let top = delta.bit_len().checked_sub(1)?;
    if !product(x, y).bit(top) {
        return None;
    }
    let i = bit_that_makes(x, y, top);
    let j = bit_that_makes(y, &power(i), top);
    Some(factors(delta, i, j))
}

/// Returns the length in bits of the smallest field that contains all numbers of `bits` bits.
const fn length(bits: usize) -> usize {
    bits.next_power_of_two()
}

fn power(exponent: usize) -> Natural {
    Natural::ONE.shift_left(exponent)
}

/// Returns the two halves of a number of 2·`half` bits, the higher half first.
fn halves(a: &Natural, half: usize) -> (Natural, Natural) {
    (a.shift_right(half), a.low_bits(half))
}

fn join(high: &Natural, low: &Natural, half: usize) -> Natural {
    &high.shift_left(half) | low
}

/// Returns *a* ⊗ F/2 for F = 2^`half`.
fn times_half(a: &Natural, half: usize) -> Natural {
    product(a, &power(half.saturating_sub(1)))
}

/// Returns the product of two numbers of `length` bits.
fn times(a: &Natural, b: &Natural, length: usize) -> Natural {
    if let (Some(a), Some(b)) = (a.to_u64(), b.to_u64()) {
        meter::charge(cost::COMPONENT);
        return words::product(a, b).into();
    }
    if a.is_zero() || b.is_zero() || meter::go_on(cost::NUMBER).is_err() {
        return Natural::ZERO;
    }
    let half = length / 2;
    let ((a1, a0), (b1, b0)) = (halves(a, half), halves(b, half));
    let low = times(&a0, &b0, half);
    if a1.is_zero() && b1.is_zero() {
        return low;
    }
    let cross = times(&(&a0 ^ &a1), &(&b0 ^ &b1), half);
    let high = times(&a1, &b1, half);
    join(&(&cross ^ &low), &(&low ^ &times(&high, &power(half - 1), half)), half)
}

/// Returns the number *s* with *s* ⊗ *s* = *a*. Both numbers have at most `length` bits.
fn root(a: &Natural, length: usize) -> Natural {
    if length < 2 || a.is_zero() || meter::go_on(cost::NUMBER).is_err() {
        return a.clone();
    }
    let half = length / 2;
    let (a1, a0) = halves(a, half);
    join(&root(&a1, half), &root(&(&a0 ^ &times_half(&a1, half)), half), half)
}

/// Returns a number *s* of `length` bits with *s*² ⊕ *s* = *e*. The highest of the `length` bits of *e* must be 0.
fn root_of_sum(e: &Natural, length: usize) -> Natural {
    if length < 2 || e.is_zero() || meter::go_on(cost::NUMBER).is_err() {
        return Natural::ZERO;
    }
    let half = length / 2;
    let (e1, e0) = halves(e, half);
    let mut high = root_of_sum(&e1, half);
    let mut rest = &e0 ^ &times_half(&product(&high, &high), half);
    if rest.bit(half - 1) {
        high = &high ^ &Natural::ONE;
        rest = &rest ^ &power(half - 1);
    }
    join(&high, &root_of_sum(&rest, half), half)
}

/// Returns a bit *i* of *x* for which 2^*i* ⊗ *y* has the bit `bit`. *x* ⊗ *y* must have this bit.
fn bit_that_makes(x: &Natural, y: &Natural, bit: usize) -> usize {
    let (mut from, mut to) = (0, x.bit_len());
    while to - from > 1 {
        let middle = from.midpoint(to);
        let part = x.low_bits(middle).shift_right(from).shift_left(from);
        if product(&part, y).bit(bit) {
            to = middle;
        } else {
            from = middle;
        }
    }
    from
}

/// Returns two factors of δ whose highest bits are *i* and *j*, by the method at the top of this file.
fn factors(delta: &Natural, i: usize, j: usize) -> [Natural; 2] {
    if i == 0 || j == 0 || meter::go_on(cost::NUMBER).is_err() {
        let whole = delta.clone();
        return if i == 0 { [Natural::ONE, whole] } else { [whole, Natural::ONE] };
    }
    let half = length(i.max(j) + 1) / 2;
    let (d1, d0) = halves(delta, half);
    let (high, other) = match (i.checked_sub(half), j.checked_sub(half)) {
        (Some(high), Some(other)) => (high, other),
        (Some(high), None) => {
            let [a1, b] = factors(&d1, high, j);
            return [join(&a1, &product(&d0, &inverse(&b)), half), b];
        }
        (None, _) => {
            let [b, a] = factors(delta, j, i);
            return [a, b];
        }
    };
    let top = power(half - 1);
    let (product_of_high, ratio) = if d1.is_zero() {
        let bit = bit_that_makes(&product(&power(high), &power(other)), &top, delta.bit_len().saturating_sub(1));
        let [q, d] = factors(&d0, bit, half - 1);
        (q, root_of_sum(&(&d ^ &top), half))
    } else {
        let square = &top ^ &product(&d0, &inverse(&d1));
        (d1, root(&square, half))
    };
    let [a1, _] = factors(&product_of_high, high, other);
    let a = join(&a1, &product(&a1, &ratio), half);
    let b = product(delta, &inverse(&a));
    [a, b]
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::UBig;
    use dashu_int::ops::BitTest;
    use proptest::prelude::*;

    /// Returns the product by Conway's rules alone, bit by bit, without splitting numbers into halves. Every power of 2
    /// is a product of Fermat powers 2^(2^k). The product of different Fermat powers is the same as for integers, and
    /// the square of a Fermat power F is 3F/2.
    fn by_fermat_powers(a: &UBig, b: &UBig) -> UBig {
        let bits =
            |number: &UBig| (0..number.bit_len()).filter(|bit| number >> *bit & UBig::ONE == UBig::ONE).collect();
        let (left, right): (Vec<usize>, Vec<usize>) = (bits(a), bits(b));
        let pairs = left.iter().flat_map(|i| right.iter().map(move |j| (*i, *j)));
        pairs.fold(UBig::ZERO, |sum, (i, j)| sum ^ of_powers(i, j))
    }

    /// Returns 2^*i* ⊗ 2^*j*. Each of these two powers of 2 is a product of Fermat powers, in which no Fermat power
    /// occurs twice. A Fermat power that occurs in only one of them is multiplied as an integer. If a Fermat power F
    /// occurs in both, F ⊗ F = F ⊕ F/2.
    fn of_powers(i: usize, j: usize) -> UBig {
        if i & j == 0 {
            return UBig::ONE << (i | j);
        }
        let common = 1 << (i & j).ilog2();
        let rest = of_powers(i ^ common, j ^ common);
        let fermat = UBig::ONE << common;
        // `fermat` is F, the largest Fermat power that is a factor of both 2^i and 2^j. No power of 2 in `rest` has the
        // factor F, for two reasons. Products of smaller Fermat powers stay below F. A larger Fermat power is a factor
        // of only one of 2^i and 2^j, so it is never squared.
        by_fermat_powers(&rest, &fermat) ^ by_fermat_powers(&rest, &(fermat >> 1))
    }

    fn numbers(words: usize) -> impl Strategy<Value = Natural> {
        proptest::collection::vec(any::<u64>(), 0..=words).prop_map(|words| UBig::from_words(&words).into())
    }

    #[test]
    fn products_are_those_by_fermat_powers() {
        let power = |exponent: usize| UBig::ONE << exponent;
        let numbers: Vec<UBig> = [0_usize, 1, 5, 31, 63, 64, 65, 127, 128, 130, 200, 256]
            .iter()
            .flat_map(|exponent| [power(*exponent), power(*exponent) + 5_u8])
            .chain([UBig::from(10_u8).pow(30), UBig::from(3_u8).pow(70)])
            .collect();
        for a in &numbers {
            for b in &numbers {
                let found = product(&a.clone().into(), &b.clone().into());
                assert_eq!(found, Natural::from(by_fermat_powers(a, b)), "{a} ⊗ {b}");
            }
        }
    }

    #[test]
    fn factors_with_all_small_highest_bits() {
        for (i, j) in (0..9).flat_map(|i| (0..9).map(move |j| (i, j))) {
            let whole = product(&power(i), &power(j));
            for top in (0..whole.bit_len()).filter(|bit| whole.bit(*bit)) {
                for rest in 0..(1_u64 << top).min(40) {
                    let delta = &power(top) ^ &rest.into();
                    let [a, b] = factors(&delta, i, j);
                    assert_eq!((a.bit_len(), b.bit_len()), (i + 1, j + 1), "{delta:?} by bits {i}, {j}");
                    assert_eq!(product(&a, &b), delta, "{delta:?} by bits {i}, {j}");
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn it_is_a_field(a in numbers(9), b in numbers(5), c in numbers(17)) {
            prop_assert_eq!(product(&a, &b), product(&b, &a));
            prop_assert_eq!(product(&a, &product(&b, &c)), product(&product(&a, &b), &c));
            prop_assert_eq!(product(&a, &(&b ^ &c)), &product(&a, &b) ^ &product(&a, &c));
            prop_assert_eq!(product(&a, &inverse(&a)), u64::from(!a.is_zero()));
            let length = length(a.bit_len());
            let root = root(&a, length);
            prop_assert_eq!(product(&root, &root), a);
        }

        #[test]
        fn factors_have_their_highest_bits_in_given_numbers(x in numbers(9), y in numbers(6), change in numbers(4)) {
            let whole = product(&x, &y);
            for delta in [whole.clone(), &whole.low_bits(whole.bit_len() / 2) ^ &change, change] {
                let Some([a, b]) = factors_within(&delta, [&x, &y]) else { continue };
                prop_assert_eq!(product(&a, &b), delta);
                prop_assert!(x.bit(a.bit_len() - 1) && y.bit(b.bit_len() - 1));
            }
        }
    }
}
