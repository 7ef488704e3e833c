//! Finds all primes below a number, and counts the primes with each residue modulo 4. Also finds the primes from 2 on,
//! one stretch of numbers after the other.

use super::cache::allocated;
use super::kept::{Kept, Tabled};
use crate::number::cost;
use crate::number::meter::{self, Spent};

/// The primes below a certain number, ascending.
#[derive(Debug)]
pub(crate) struct Primes(pub(crate) Vec<u32>);

impl Tabled for Primes {
    /// Finds the primes below `length` by the sieve of Eratosthenes, which stores only odd numbers.
    fn make(length: usize) -> Result<Self, Spent> {
        meter::go_on_each(length, cost::ENTRY)?;
        let half = length / 2;
        // `true` at place i if 2i + 1 is composite.
        let mut composite = vec![false; half];
        let mut index = 1;
        while 2 * index * (index + 1) < half {
            if !composite[index] {
                // The loop starts at the square of the prime and goes on in steps of twice the prime.
                for multiple in composite[2 * index * (index + 1)..].iter_mut().step_by(2 * index + 1) {
                    *multiple = true;
                }
            }
            index += 1;
        }
        let odd = composite.iter().enumerate().skip(1).filter(|(_, composite)| !**composite);
        let odd = odd.filter_map(|(index, _)| u32::try_from(2 * index + 1).ok());
        Ok(Self((length > 2).then_some(2).into_iter().chain(odd).collect()))
    }
}

impl Kept for Primes {
    fn bytes(&self) -> usize {
        allocated::<u32>(self.0.capacity())
    }
}

impl Primes {
    /// Returns how many primes are at most `most`. The list must contain all primes up to `most`.
    pub(crate) fn up_to(&self, most: u64) -> usize {
        self.0.partition_point(|prime| u64::from(*prime) <= most)
    }
}

/// The numbers of odd primes up to a bound, by their residue modulo 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Residues {
    /// The number of primes ≡ 1 modulo 4.
    pub(crate) one: u64,
    /// The number of primes ≡ 3 modulo 4.
    pub(crate) three: u64,
}

impl Residues {
    /// Returns the number of steps that [`Self::up_to`] charges, or somewhat more. For each of the primes up to the fourth
    /// root, it passes twice over all places, and for the others over about as many places together.
    pub(crate) fn steps(number: u64) -> u64 {
        let root = number.isqrt();
        let bits = u64::from(u64::BITS - number.leading_zeros()).max(1);
        let passes = root.isqrt().saturating_add(1).saturating_mul(17).saturating_mul(cost::NUMBER) / bits;
        root.saturating_mul(passes.saturating_add(root.isqrt()).saturating_add(cost::BYTE))
    }

    /// Counts the odd primes up to n = `number`. Only the primes up to the square root of n are found one by one.
    ///
    /// This is the method of Legendre and Meissel, in the form by Lucy (Project Euler 10, 2013). For each number ⌊n/i⌋,
    /// the method counts the odd numbers from 3 up to ⌊n/i⌋ that are prime or that none of the primes so far divides.
    /// Let χ(m) be 1 if m ≡ 1, −1 if m ≡ 3 modulo 4, and 0 if m is even. This function is multiplicative. With each
    /// count, the sum of χ over the counted numbers is stored. The count and the sum together give the number of primes
    /// with each residue.
    pub(crate) fn up_to(number: u64) -> Result<Self, Spent> {
        let root = number.isqrt();
        let places = usize::try_from(root).unwrap_or(usize::MAX);
        // The steps are charged before memory is allocated. About n^(3/4) rounds of the loops follow, and at least one
        // round for each place.
        meter::go_on(root.saturating_mul(root.isqrt().saturating_add(cost::BYTE)))?;
        // Each entry counts the odd numbers from 3 up to a bound, and has the sum of χ over these numbers. At place i,
        // `small` has the bound i, and `large` has the bound ⌊n/i⌋.
        let start = |most: u64| match most.checked_sub(1) {
            Some(less) => (less / 2, if matches!(most % 4, 0 | 3) { -1 } else { 0_i64 }),
            None => (0, 0),
        };
        let mut small: Vec<(u64, i64)> = (0..=root).map(start).collect();
        let mut large: Vec<(u64, i64)> = (0..=root).map(|i| number.checked_div(i).map_or((0, 0), start)).collect();
        for (prime, place) in (3..=root).zip(3..=places).step_by(2) {
            if small[place].0 == small[place - 1].0 {
                continue;
            }
            let (below, sign) = (small[place - 1], if prime % 4 == 1 { 1 } else { -1 });
            let square = prime * prime;
            let less = |(count, sum): (u64, i64), (of_quotient, sum_of_quotient): (u64, i64)| {
                (count - (of_quotient - below.0), sum - sign * (sum_of_quotient - below.1))
            };
            let last = root.min(number / square);
            meter::go_on(last.saturating_add(root.saturating_sub(square)).saturating_mul(cost::NUMBER))?;
            for i in (1..=last).zip(1..) {
                let (i, at): (u64, usize) = i;
                let quotient = i * prime;
                let of_quotient = if quotient <= root {
                    large[at * place]
                } else {
                    small[usize::try_from(number / quotient).unwrap_or_default()]
                };
                large[at] = less(large[at], of_quotient);
            }
            let first = usize::try_from(square).unwrap_or(usize::MAX);
            for at in (first..=places).rev() {
                small[at] = less(small[at], small[at / place]);
            }
        }
        let (count, sum) = if root == 0 { (0, 0) } else { large[1] };
        // `count` is `one` + `three`, and `sum` is `one` − `three`. So `one` is half of `count` + `sum`.
        let one = count.saturating_add_signed(sum) / 2;
        Ok(Self { one, three: count - one })
    }
}

/// All primes from 2 on. The primes are found in stretches that become longer, so the first primes are found quickly.
#[derive(Debug)]
pub(crate) struct Stretches {
    /// The primes of the present stretch, ascending.
    primes: Vec<u64>,
    /// The first number after the present stretch.
    end: u64,
}

/// The number of integers in the first stretch of [`Stretches`].
const FIRST_STRETCH: u64 = 64;

/// The length of the longest stretches.
const LONGEST_STRETCH: u64 = 1 << 20;

impl Stretches {
    /// Finds the first stretch.
    pub(crate) fn new() -> Self {
        let mut stretches = Self { primes: Vec::new(), end: 2 };
        stretches.go_on();
        stretches
    }

    /// Returns the primes of the present stretch, ascending.
    pub(crate) fn primes(&self) -> &[u64] {
        &self.primes
    }

    /// Goes on to the next stretch. If the meter is spent, the stretch has no primes.
    pub(crate) fn go_on(&mut self) {
        let (from, length) = (self.end, self.end.clamp(FIRST_STRETCH, LONGEST_STRETCH));
        self.primes.clear();
        let root = from.saturating_add(length).isqrt();
        let steps = length.saturating_add(root).saturating_mul(cost::ENTRY);
        if meter::go_on(steps).is_err() {
            return;
        }
        self.end = from.saturating_add(length);
        let mut composite = vec![false; usize::try_from(length).unwrap_or_default()];
        let Ok(tried) = Primes::make(usize::try_from(root).unwrap_or_default().saturating_add(1)) else { return };
        for prime in tried.0.into_iter().map(u64::from) {
            let first = (prime * prime).max(from.next_multiple_of(prime)) - from;
            let step = usize::try_from(prime).unwrap_or(usize::MAX);
            let first = usize::try_from(first).unwrap_or(usize::MAX).min(composite.len());
            for multiple in composite[first..].iter_mut().step_by(step) {
                *multiple = true;
            }
        }
        let numbers = (from..).zip(composite).filter(|(_, composite)| !composite);
        self.primes.extend(numbers.map(|(number, _)| number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::factors::is_prime;

    #[test]
    fn primes_are_prime() {
        for length in (0..150).chain([5000, 5001]) {
            let expected: Vec<u32> = (0..length).filter(|number| is_prime(u64::from(*number))).collect();
            assert_eq!(Primes::make(usize::try_from(length).unwrap()).unwrap().0, expected);
        }
        let primes = Primes::make(40).unwrap();
        assert_eq!([1, 2, 3, 4, 28, 29].map(|most| primes.up_to(most)), [0, 1, 2, 2, 9, 10]);
    }

    #[test]
    fn residues_are_counted() {
        let mut expected = Residues { one: 0, three: 0 };
        for number in 0..3_000 {
            if is_prime(number) {
                expected.one += u64::from(number % 4 == 1);
                expected.three += u64::from(number % 4 == 3);
            }
            assert_eq!(Residues::up_to(number).unwrap(), expected, "{number}");
        }
        // These numbers are OEIS A091098 and A091099.
        for (number, one, three) in [(1_000_000, 39_175, 39_322), (10_000_000, 332_180, 332_398)] {
            assert_eq!(Residues::up_to(number).unwrap(), Residues { one, three }, "{number}");
        }
    }

    #[test]
    fn stretches_have_all_primes() {
        let (mut stretches, mut found) = (Stretches::new(), Vec::new());
        while stretches.end < 3_000_000 {
            found.extend_from_slice(stretches.primes());
            stretches.go_on();
        }
        let expected = Primes::make(usize::try_from(*found.last().unwrap() + 1).unwrap()).unwrap();
        assert_eq!(found, expected.0.into_iter().map(u64::from).collect::<Vec<_>>());
    }
}
