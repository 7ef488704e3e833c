//! Functions of integers. The library of games has some of the same names for other numbers: its nim product is that of
//! machine words, by a table, and its prime factors come from Pollard's method, which charges a meter. Formulas need small
//! signed integers, and few steps for each. So these few lines are no crate of their own.

use std::sync::LazyLock;

/// Primes are numbered below this limit.
const PRIMES_BELOW: i64 = 1 << 16;

/// Returns a length or an index as an integer.
pub(crate) fn integer(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Returns how often a base divides a number, and 0 if the number is not positive.
pub(crate) fn exponent(base: i64, number: i64) -> i64 {
    integer(digits(base, number).take_while(|digit| *digit == 0).count())
}

/// Returns the largest power of 2 up to a number, and 0 if there is none.
pub(crate) fn high_bit(number: i64) -> i64 {
    number.max(0).checked_ilog2().map_or(0, |log| 1 << log)
}

/// Returns the logarithm, rounded down, and -1 if the number is not positive.
pub(crate) fn log(base: i64, number: i64) -> i64 {
    number.max(0).checked_ilog(base).map_or(-1, i64::from)
}

/// Returns the digits of a number, the lowest first.
pub(crate) fn digits(base: i64, number: i64) -> impl Iterator<Item = i64> {
    let rests = std::iter::successors(Some(number.max(0)), move |rest| Some(rest / base));
    rests.take_while(|rest| *rest > 0).map(move |rest| rest % base)
}

/// Returns the primes that divide a number, the least first, and their exponents.
pub(crate) fn exponents(number: i64) -> impl Iterator<Item = (i64, i64)> {
    let (mut rest, mut prime) = (number, 2_i64);
    std::iter::from_fn(move || {
        if rest < 2 {
            return None;
        }
        while rest % prime != 0 {
            prime = if prime.saturating_mul(prime) > rest { rest } else { prime + 1 + prime % 2 };
        }
        let count = exponent(prime, rest);
        rest /= prime.pow(u32::try_from(count).ok()?);
        Some((prime, count))
    })
}

/// Returns the place of the least prime factor among the primes, from 1. Returns `None` if the prime is too large.
pub(crate) fn prime_index(number: i64) -> Option<i64> {
    static PRIMES: LazyLock<Vec<i64>> =
        LazyLock::new(|| (2..PRIMES_BELOW).filter(|number| exponents(*number).next() == Some((*number, 1))).collect());
    let Some((prime, _)) = exponents(number).next() else { return Some(0) };
    i64::try_from(PRIMES.binary_search(&prime).ok()? + 1).ok()
}

/// Returns the greatest common divisor of two numbers. As in Python, it is not negative.
pub(crate) fn gcd(one: i64, other: i64) -> i64 {
    if other == 0 { one.abs() } else { gcd(other, one % other) }
}

/// Returns the nim product of numbers below 2^32; `None` for others.
pub(crate) fn nim_product(one: i64, other: i64) -> Option<i64> {
    [one, other].iter().all(|number| (0..1 << 32).contains(number)).then(|| nim_product_of(one, other, 16))
}

/// Returns the nim product of numbers with twice `half` bits at most.
fn nim_product_of(one: i64, other: i64, half: u32) -> i64 {
    if one < 2 || other < 2 {
        return one * other;
    }
    let product = |one, other| nim_product_of(one, other, half / 2);
    let [[high, low], [other_high, other_low]] =
        [one, other].map(|number| [number >> half, number & ((1 << half) - 1)]);
    if high | other_high == 0 {
        return product(low, other_low);
    }
    let (highs, lows) = (product(high, other_high), product(low, other_low));
    ((product(high ^ low, other_high ^ other_low) ^ lows) << half) ^ lows ^ product(highs, 1 << (half - 1))
}
