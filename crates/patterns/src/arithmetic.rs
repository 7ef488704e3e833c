//! Functions of integers.

use std::sync::LazyLock;

/// Primes are numbered below this limit.
const PRIMES_BELOW: i64 = 1 << 16;

pub(crate) fn exponent(base: i64, mut number: i64) -> i64 {
    let mut count = 0;
    while number > 0 && number % base == 0 {
        number /= base;
        count += 1;
    }
    count
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

/// Returns the root, rounded down, and 0 if the number is negative.
pub(crate) fn root(number: i64) -> i64 {
    number.max(0).isqrt()
}

/// Returns the greatest common divisor of numbers that are not negative.
pub(crate) fn gcd(mut one: i64, mut other: i64) -> Option<i64> {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    (one >= 0 && other == 0).then_some(one)
}

/// Returns the nim product of numbers below 2^32; `None` for others.
pub(crate) fn nim_product(one: i64, other: i64) -> Option<i64> {
    if !(0..1 << 32).contains(&one) || !(0..1 << 32).contains(&other) {
        return None;
    }
    if one < 2 || other < 2 {
        return Some(one * other);
    }
    let mut half = 1_u32;
    while 1_i64 << (2 * half) <= one.max(other) {
        half *= 2;
    }
    let mask = (1 << half) - 1;
    let ((high, low), (other_high, other_low)) = ((one >> half, one & mask), (other >> half, other & mask));
    let (highs, lows) = (nim_product(high, other_high)?, nim_product(low, other_low)?);
    let both = nim_product(high ^ low, other_high ^ other_low)?;
    Some(((both ^ lows) << half) ^ lows ^ nim_product(highs, 1 << (half - 1))?)
}
