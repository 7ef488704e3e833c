//! Prime factors and divisors of numbers. If a number is longer than a machine word, the part that remains after
//! division by small primes must fit into a machine word. The method is trial division by small primes, then Pollard's
//! rho (1975) on the rest, with the deterministic Miller–Rabin test. The first 12 primes are enough as bases of this
//! test below 2⁶⁴ (Sorenson and Webster 2015).

use std::iter;
use std::ops::Rem;

use crate::number::Natural;
use crate::number::{cost, meter};

/// A divisor of a number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Divisor {
    /// The divisor itself.
    pub(crate) number: Natural,
    /// The number of its prime factors, with multiplicity.
    pub(crate) primes: u32,
}

/// Primes below this number are tried one by one. Most numbers have such a prime factor, and Pollard's rho is slow for
/// the squares of these primes.
pub(crate) const TRIED: u64 = 1000;

/// Returns all divisors of a number with these prime factors, ascending. The number itself is one of them. If the meter
/// is spent, some divisors are missing.
pub(crate) fn divisors(primes: &[u64]) -> Vec<Divisor> {
    let one = Divisor { number: Natural::ONE, primes: 0 };
    let mut divisors = vec![one.clone()];
    for equal in primes.chunk_by(|left, right| left == right) {
        let (lower, mut power) = (divisors.clone(), one.clone());
        for prime in equal {
            power = Divisor { number: &power.number * &Natural::from(*prime), primes: power.primes + 1 };
            let product = |divisor: &Divisor| Divisor {
                number: &divisor.number * &power.number,
                primes: divisor.primes + power.primes,
            };
            divisors = merged(divisors, lower.iter().map(product));
        }
    }
    divisors
}

/// Merges two ascending lists. A sort of all divisors would not stop when the meter is spent.
fn merged(one: Vec<Divisor>, other: impl Iterator<Item = Divisor>) -> Vec<Divisor> {
    let (mut one, mut other) = (one.into_iter().peekable(), other.peekable());
    let least = || match (one.peek(), other.peek()) {
        (Some(left), Some(right)) if left < right => one.next(),
        (Some(_), None) => one.next(),
        _ => other.next(),
    };
    meter::each(iter::from_fn(least), cost::OPTION).collect()
}

/// Returns how many divisors a number with these prime factors has.
pub(crate) fn divisor_count(primes: &[u64]) -> usize {
    primes.chunk_by(|left, right| left == right).fold(1, |count, equal| count.saturating_mul(equal.len() + 1))
}

/// Returns the prime factors of a number ≥ 1, ascending, with multiplicity. `None` if the part without prime factors
/// below [`TRIED`] does not fit into a machine word.
pub(crate) fn factored(number: &Natural) -> Option<Vec<u64>> {
    let (mut rest, mut primes) = (number.clone(), Vec::new());
    for candidate in (2..TRIED).filter(|candidate| is_prime(*candidate)) {
        if rest.to_u64().is_some() {
            break;
        }
        meter::charge(cost::POSITION);
        let divisor = Natural::from(candidate);
        while let (quotient, Natural::ZERO) = rest.div_rem(&divisor) {
            primes.push(candidate);
            rest = quotient;
        }
    }
    primes.extend(prime_factors(rest.to_u64()?));
    primes.sort_unstable();
    Some(primes)
}

/// Returns the prime factors of a number ≥ 1, ascending, with multiplicity. If the meter is spent, some of them are
/// missing.
pub(crate) fn prime_factors(number: u64) -> Vec<u64> {
    meter::charge(cost::ENTRY * TRIED.min(number.isqrt()));
    let (mut rest, mut primes) = (number, Vec::new());
    for candidate in 2..TRIED {
        if candidate * candidate > rest {
            break;
        }
        while rest.is_multiple_of(candidate) {
            primes.push(candidate);
            rest /= candidate;
        }
    }
    let mut composite = vec![rest];
    while let Some(number) = composite.pop() {
        if number == 1 {
            continue;
        }
        if is_prime(number) {
            primes.push(number);
        } else if let Some(factor) = factor(number) {
            composite.extend([factor, number / factor]);
        }
    }
    primes.sort_unstable();
    primes
}

fn times(a: u64, b: u64, modulus: u64) -> u64 {
    u64::try_from(u128::from(a) * u128::from(b) % u128::from(modulus)).unwrap_or_default()
}

fn power(base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let (mut square, mut product) = (base % modulus, 1 % modulus);
    while exponent > 0 {
        if exponent % 2 == 1 {
            product = times(product, square, modulus);
        }
        square = times(square, square, modulus);
        exponent /= 2;
    }
    product
}

/// Returns whether a number is prime.
pub(crate) fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if number < 2 {
        return false;
    }
    if let Some(base) = BASES.iter().find(|base| number.is_multiple_of(**base)) {
        return number == *base;
    }
    let bits = u64::from(u64::BITS - number.leading_zeros());
    let twos = (number - 1).trailing_zeros();
    let odd = (number - 1) >> twos;
    BASES.iter().all(|base| {
        meter::charge(cost::NUMBER * bits);
        let mut square = power(*base, odd, number);
        if square == 1 {
            return true;
        }
        for _ in 0..twos {
            if square == number - 1 {
                return true;
            }
            square = times(square, square, number);
        }
        false
    })
}

/// Returns a proper factor of a composite number: Pollard's rho with *x*² + *c*, for increasing *c*. `None` once the
/// meter is spent.
fn factor(number: u64) -> Option<u64> {
    let step = |x: u64, c: u64| u64::try_from((u128::from(x) * u128::from(x) + u128::from(c)) % u128::from(number));
    for c in 1.. {
        let next = |x: u64| step(x, c).unwrap_or_default();
        let (mut slow, mut fast) = (2, 2);
        loop {
            meter::go_on(cost::POSITION).ok()?;
            slow = next(slow);
            fast = next(next(fast));
            match gcd(slow.abs_diff(fast), number) {
                1 => {}
                common if common == number => break,
                common => return Some(common),
            }
        }
    }
    None
}

/// Returns the greatest common divisor.
pub(crate) fn gcd<N: Copy + Default + Eq + Rem<Output = N>>(a: N, b: N) -> N {
    if b == N::default() { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_are_those_that_divide() {
        for number in 1..2000_u64 {
            let primes = prime_factors(number);
            let found: Vec<Natural> = divisors(&primes).into_iter().map(|divisor| divisor.number).collect();
            let expected = (1..=number).filter(|divisor| number.is_multiple_of(*divisor)).map(Natural::from);
            assert_eq!(found, expected.collect::<Vec<_>>(), "{number}");
            assert_eq!((found.len(), factored(&number.into())), (divisor_count(&primes), Some(primes)), "{number}");
        }
    }

    #[test]
    fn large_numbers_fall_apart() {
        assert_eq!(prime_factors(u64::MAX), [3, 5, 17, 257, 641, 65537, 6_700_417]);
        // The largest two primes below 2³², and the square of the larger one.
        assert_eq!(prime_factors(4_294_967_291 * 4_294_967_279), [4_294_967_279, 4_294_967_291]);
        assert_eq!(prime_factors(4_294_967_291 * 4_294_967_291), [4_294_967_291, 4_294_967_291]);
        assert_eq!(prime_factors(18_446_744_073_709_551_557), [18_446_744_073_709_551_557]);
        let long = &Natural::from(997_u64).pow(40) * &Natural::from(18_446_744_073_709_551_557_u64);
        assert_eq!(factored(&long), Some([vec![997; 40], vec![18_446_744_073_709_551_557]].concat()));
        assert_eq!(factored(&Natural::from(1009_u64).pow(8)), None);
    }
}
