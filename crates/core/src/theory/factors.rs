//! The divisors of machine words: trial division by small primes, then Pollard's rho (1975) on what is left, with the
//! deterministic Miller–Rabin test: the first 12 primes as bases are enough below 2⁶⁴ (Sorenson and Webster 2015).

/// A divisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Divisor {
    /// The number.
    pub(crate) number: u64,
    /// How many prime factors it has, with multiplicity.
    pub(crate) primes: u32,
}

/// All divisors of a number ≥ 1, ascending, itself included. A number below 2⁶⁴ has at most 103,680.
pub(crate) fn divisors(number: u64) -> Vec<Divisor> {
    let mut divisors = vec![Divisor { number: 1, primes: 0 }];
    let primes = prime_factors(number);
    for equal in primes.chunk_by(|left, right| left == right) {
        let lower = divisors.clone();
        let mut power = Divisor { number: 1, primes: 0 };
        for prime in equal {
            power = Divisor { number: power.number * prime, primes: power.primes + 1 };
            let product = |divisor: &Divisor| Divisor {
                number: divisor.number * power.number,
                primes: divisor.primes + power.primes,
            };
            divisors.extend(lower.iter().map(product));
        }
    }
    divisors.sort_unstable();
    divisors
}

/// The prime factors of a number ≥ 1, ascending, with multiplicity.
pub(crate) fn prime_factors(number: u64) -> Vec<u64> {
    /// Smaller primes are tried one by one: most numbers have one, and rho is slow for squares of them.
    const TRIED: u64 = 1000;
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
        } else {
            let factor = factor(number);
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

fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if number < 2 {
        return false;
    }
    if let Some(base) = BASES.iter().find(|base| number.is_multiple_of(**base)) {
        return number == *base;
    }
    let twos = (number - 1).trailing_zeros();
    let odd = (number - 1) >> twos;
    BASES.iter().all(|base| {
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

/// A proper factor of a composite number: Pollard's rho with *x*² + *c*, for one *c* after the other.
fn factor(number: u64) -> u64 {
    let step = |x: u64, c: u64| u64::try_from((u128::from(x) * u128::from(x) + u128::from(c)) % u128::from(number));
    for c in 1.. {
        let next = |x: u64| step(x, c).unwrap_or_default();
        let (mut slow, mut fast) = (2, 2);
        loop {
            slow = next(slow);
            fast = next(next(fast));
            match gcd(slow.abs_diff(fast), number) {
                1 => {}
                common if common == number => break,
                common => return common,
            }
        }
    }
    number
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_are_those_that_divide() {
        for number in 1..2000_u64 {
            let found: Vec<u64> = divisors(number).iter().map(|divisor| divisor.number).collect();
            let expected: Vec<u64> = (1..=number).filter(|divisor| number.is_multiple_of(*divisor)).collect();
            assert_eq!(found, expected, "{number}");
        }
    }

    #[test]
    fn large_numbers_fall_apart() {
        assert_eq!(prime_factors(u64::MAX), [3, 5, 17, 257, 641, 65537, 6_700_417]);
        // The largest two primes below 2³², and a square of one.
        assert_eq!(prime_factors(4_294_967_291 * 4_294_967_279), [4_294_967_279, 4_294_967_291]);
        assert_eq!(prime_factors(4_294_967_291 * 4_294_967_291), [4_294_967_291, 4_294_967_291]);
        assert_eq!(prime_factors(18_446_744_073_709_551_557), [18_446_744_073_709_551_557]);
    }
}
