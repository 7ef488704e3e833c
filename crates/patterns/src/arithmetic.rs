//! Functions of integers.

use std::sync::OnceLock;

/// Primes are numbered below this limit.
const PRIMES_BELOW: usize = 1 << 16;

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
    static PLACES: OnceLock<Vec<i64>> = OnceLock::new();
    let Some((prime, _)) = exponents(number).next() else { return Some(0) };
    let places = PLACES.get_or_init(|| {
        let mut is_prime = vec![true; PRIMES_BELOW];
        for step in 2..256 {
            (2 * step..PRIMES_BELOW).step_by(step).for_each(|multiple| is_prime[multiple] = false);
        }
        let count = |count: &mut i64, is_prime: bool| {
            *count += i64::from(is_prime);
            Some(*count)
        };
        // 0 and 1 are no primes, but count as two.
        is_prime.into_iter().scan(-2, count).collect()
    });
    places.get(usize::try_from(prime).ok()?).copied()
}

/// Returns the root, rounded down, and 0 if the number is negative.
pub(crate) fn root(number: i64) -> i64 {
    number.max(0).isqrt()
}

pub(crate) fn is_square(number: i64) -> bool {
    root(number).pow(2) == number
}

pub(crate) fn is_cube(number: i64) -> bool {
    let mut root = high_bit(number).max(1).ilog2().checked_div(3).map_or(0, |log| 1_i64 << log);
    while root.pow(3) < number {
        root += 1;
    }
    number == 0 || root.pow(3) == number
}

/// Returns the largest Fibonacci number up to a number, and at least 1.
pub(crate) fn fibonacci(number: i64) -> i64 {
    fibonacci_and_index(number).0
}

/// Returns the largest Fibonacci number up to a number, and its index: 0 for 1, 1 for 2, 2 for 3.
fn fibonacci_and_index(number: i64) -> (i64, i64) {
    let (mut low, mut high, mut index) = (1_i64, 2_i64, 0);
    while high <= number {
        (low, high, index) = (high, low.saturating_add(high), index + 1);
    }
    (low, index)
}

/// Returns the indices of the Fibonacci numbers, no two of them neighbours, whose sum is a number. The largest is first.
pub(crate) fn parts(number: i64) -> impl Iterator<Item = i64> {
    let mut rest = number;
    std::iter::from_fn(move || {
        let (part, index) = fibonacci_and_index(rest);
        (rest > 0).then(|| rest -= part).map(|()| index)
    })
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
