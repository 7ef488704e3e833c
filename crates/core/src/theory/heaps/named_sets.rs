//! [`NamedSet`]: infinite sets of numbers that have a name, such as the primes.

use std::iter;

use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::kept::Tabled;
use crate::theory::primes::Primes;

/// The largest integer in a set. By default, a table may have five times this number of heaps. So every allowed
/// integer changes some moves within the table.
pub(super) const MAX_ELEMENT: usize = 1_000_000;

/// An infinite set of positive integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamedSet {
    Primes,
    /// 1, 4, 9, ….
    Squares,
    /// 1, 3, 6, 10, ….
    Triangular,
    /// 1, 2, 3, 5, 8, ….
    Fibonacci,
    /// 1, 2, 6, 24, ….
    Factorials,
    /// 1, b, b², … for a number b of at least 2.
    Powers(usize),
    /// m, 2m, 3m, … for a number m of at least 1.
    Multiples(usize),
}

/// The names of the sets, for messages.
pub(super) const NAMES: &str =
    "primes, squares, triangular, fibonacci, factorials, powers-of-b and multiples-of-m, such as powers-of-2";

impl NamedSet {
    /// Reads the name of a set.
    pub(crate) fn read(name: &str) -> Option<Self> {
        let number = |text: &str| {
            let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
            text.parse().ok().filter(|number| is_plain && *number <= MAX_ELEMENT)
        };
        match name {
            "primes" => Some(Self::Primes),
            "squares" => Some(Self::Squares),
            "triangular" => Some(Self::Triangular),
            "fibonacci" => Some(Self::Fibonacci),
            "factorials" => Some(Self::Factorials),
            _ => match (name.strip_prefix("powers-of-"), name.strip_prefix("multiples-of-")) {
                (Some(base), _) => number(base).filter(|base| *base > 1).map(Self::Powers),
                (_, Some(of)) => number(of).map(Self::Multiples),
                (None, None) => None,
            },
        }
    }

    /// The largest number up to which the numbers of the set are listed. Sets with many numbers are listed less far,
    /// since the work for each heap grows with their number.
    pub(super) const fn largest(self) -> usize {
        match self {
            Self::Primes | Self::Multiples(_) => MAX_ELEMENT / 10,
            _ => MAX_ELEMENT,
        }
    }

    /// Returns the numbers of the set up to `most`, ascending.
    ///
    /// # Errors
    /// The meter is spent.
    pub(super) fn up_to(self, most: usize) -> Result<Vec<usize>, Spent> {
        let numbers: Box<dyn Iterator<Item = usize>> = match self {
            Self::Primes => {
                let primes = Primes::make(most.saturating_add(1).next_power_of_two())?;
                Box::new(primes.0.into_iter().filter_map(|prime| usize::try_from(prime).ok()))
            }
            Self::Squares => Box::new((1_usize..).map(|n| n.saturating_mul(n))),
            Self::Triangular => Box::new((1_usize..).map(|n| n.saturating_mul(n.saturating_add(1)) / 2)),
            Self::Fibonacci => {
                let pairs = iter::successors(Some((1_usize, 2_usize)), |(a, b)| Some((*b, a.saturating_add(*b))));
                Box::new(pairs.map(|(a, _)| a))
            }
            Self::Factorials => {
                let pairs = iter::successors(Some((1_usize, 1_usize)), |(n, factorial)| {
                    Some((n.saturating_add(1), factorial.saturating_mul(n.saturating_add(1))))
                });
                Box::new(pairs.map(|(_, factorial)| factorial))
            }
            Self::Powers(base) => {
                Box::new(iter::successors(Some(1_usize), move |power| Some(power.saturating_mul(base))))
            }
            Self::Multiples(of) => {
                Box::new(iter::successors(Some(of), move |multiple| Some(multiple.saturating_add(of))))
            }
        };
        let numbers = meter::each(numbers.take_while(|number| *number <= most), cost::VALUE).collect();
        meter::go_on(0).map(|()| numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_have_the_numbers_that_their_names_say() {
        for (name, first) in [
            ("primes", [2, 3, 5, 7, 11, 13]),
            ("squares", [1, 4, 9, 16, 25, 36]),
            ("triangular", [1, 3, 6, 10, 15, 21]),
            ("fibonacci", [1, 2, 3, 5, 8, 13]),
            ("factorials", [1, 2, 6, 24, 120, 720]),
            ("powers-of-3", [1, 3, 9, 27, 81, 243]),
            ("multiples-of-7", [7, 14, 21, 28, 35, 42]),
        ] {
            let set = NamedSet::read(name).unwrap();
            assert_eq!(set.up_to(1_000).unwrap()[..6], first, "{name}");
            let largest = set.largest();
            assert!(set.up_to(largest).unwrap().iter().is_sorted_by(|one, next| one < next && **next <= largest));
        }
        for wrong in
            ["", "prime", "powers-of-1", "powers-of-02", "multiples-of-", "multiples-of-0", "powers-of-9999999"]
        {
            assert_eq!(NamedSet::read(wrong), None, "{wrong}");
        }
    }
}
