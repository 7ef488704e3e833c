//! The least prime factors of the numbers below a length, and the primes among them.

use crate::number::meter::{self, Spent};

/// A sieve.
#[derive(Debug)]
pub(crate) struct Primes {
    /// The primes, ascending.
    pub(crate) all: Vec<u32>,
    /// Those ≡ 1 modulo 4.
    pub(crate) one: Vec<u32>,
    /// Those ≡ 3 modulo 4.
    pub(crate) three: Vec<u32>,
}

impl Primes {
    /// The primes below a length (Eratosthenes, odd numbers only).
    ///
    /// # Errors
    /// The meter is spent.
    pub(crate) fn below(length: usize) -> Result<Self, Spent> {
        meter::charge_each(length, 5);
        meter::go_on(0)?;
        let half = length / 2;
        // Whether 2i + 1 is composite.
        let mut composite = vec![false; half];
        let mut index = 1;
        while 2 * index * (index + 1) < half {
            if !composite[index] {
                // From the square on, in steps of twice the prime.
                for multiple in composite[2 * index * (index + 1)..].iter_mut().step_by(2 * index + 1) {
                    *multiple = true;
                }
            }
            index += 1;
        }
        let odd = composite.iter().enumerate().skip(1).filter(|(_, composite)| !**composite);
        let odd = || odd.clone().filter_map(|(index, _)| u32::try_from(2 * index + 1).ok());
        Ok(Self {
            all: (length > 2).then_some(2).into_iter().chain(odd()).collect(),
            one: odd().filter(|prime| prime % 4 == 1).collect(),
            three: odd().filter(|prime| prime % 4 == 3).collect(),
        })
    }
}

/// How many of ascending numbers are at most `most`.
pub(crate) fn up_to(primes: &[u32], most: u32) -> usize {
    primes.partition_point(|prime| *prime <= most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::factors::is_prime;

    #[test]
    fn primes_are_prime() {
        for length in (0..150).chain([5000, 5001]) {
            let expected: Vec<u32> = (0..length).filter(|number| is_prime(u64::from(*number))).collect();
            let primes = Primes::below(usize::try_from(length).unwrap()).unwrap();
            assert_eq!(primes.all, expected);
            assert_eq!(primes.one.len() + primes.three.len() + usize::from(length > 2), expected.len());
            assert!(primes.one.iter().all(|prime| prime % 4 == 1));
        }
        assert_eq!([1, 2, 3, 4, 28, 29].map(|most| up_to(&Primes::below(40).unwrap().all, most)), [0, 1, 2, 2, 9, 10]);
    }
}
