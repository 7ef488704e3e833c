//! Tower breakers: replace a height by a proper divisor of it.
//!
//! A move takes away some of the prime factors, at least one: G = Ω(*n*), their number with multiplicity.

use crate::game::{Card, Class, Game, Illegal, Rules, Source, Step, Tag};
use crate::natural::Natural;
use crate::shape::{Shape, Written};
use crate::step;
use crate::theory::divisors::{self, Divided};
use crate::theory::factors::{self, Divisor};

/// Tower breakers.
#[derive(Clone, Copy, Debug, Default)]
pub struct TowerBreakers;

const HACKERRANK: Source =
    Source { author: "HackerRank", year: 2016, title: "Game Theory: Tower Breakers, Revisited!" };

/// The divisors with so many prime factors, the largest first: it is left by dividing by the smallest primes.
fn with_primes(number: u64, solved: &Divided, value: &Natural) -> impl Iterator<Item = u64> {
    let primes = value.to_u64();
    let divisors = solved.proper(number).iter().rev();
    divisors.filter(move |divisor| Some(u64::from(divisor.primes)) == primes).map(|divisor| divisor.number)
}

impl Rules for TowerBreakers {
    type Position = u64;
    type Option = u64;

    const CARD: Card = Card {
        id: "tower-breakers",
        name: "Tower breakers",
        aliases: &["Tower Breakers, Revisited! (HackerRank)", "Divide by a divisor"],
        tags: &[Tag::Arithmetic, Tag::Contest],
        rules: "A tower. A move reduces its height to a proper divisor of it. Who cannot move, at height 1, loses.",
        shape: Shape::Integer,
        position: "the height, at least 1 and below 2^64",
        text_form: "height",
        example: "60",
        sources: &[HACKERRANK],
        normal: "Exact below 2^64. The value is the number of prime factors, with multiplicity.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        max_grundy: Some(63),
        parameters: None,
    };

    fn read(&self, written: Written) -> Result<u64, Illegal> {
        divisors::read(written, 1)
    }

    fn write(&self, height: &u64) -> Written {
        Written::Integer((*height).into())
    }

    /// To the divisors, the largest first.
    fn options(&self, height: &u64) -> Vec<u64> {
        (1..*height).rev().filter(|divisor| height.is_multiple_of(*divisor)).collect()
    }

    fn check(&self, height: &u64, to: &u64) -> Result<(), String> {
        if *to > 0 && to < height && height.is_multiple_of(*to) {
            return Ok(());
        }
        Err(format!("what is left, {to}, must be a proper divisor of {height}"))
    }

    fn describe(&self, height: &u64, to: &u64) -> String {
        format!("divide {height} by {} to {to}", height / to)
    }

    fn small(&self) -> Vec<u64> {
        (1..=300).collect()
    }
}

impl Game for TowerBreakers {
    type Solved = Divided;

    fn solve(&self, height: &u64) -> Divided {
        Divided::new(factors::prime_factors(*height).len().into())
    }

    /// A factorization, by Pollard's rho.
    fn cost(&self, heights: &[u64], _: &crate::theory::Tables) -> u64 {
        /// Up to here trial division is all.
        const SMALL: u64 = 1_000_000;
        const STEPS: u64 = 2_000_000;
        let large = heights.iter().filter(|height| **height > SMALL).count();
        u64::try_from(large).unwrap_or(u64::MAX).saturating_mul(STEPS)
    }

    fn option_count(&self, height: &u64, solved: &Divided) -> Natural {
        solved.proper(*height).len().into()
    }

    fn option(&self, height: &u64, solved: &Divided, rank: &Natural) -> Option<u64> {
        solved.proper(*height).iter().rev().nth(rank.to_usize()?).map(|Divisor { number, .. }| *number)
    }

    fn count_to(&self, height: &u64, solved: &Divided, value: &Natural) -> Natural {
        with_primes(*height, solved, value).count().into()
    }

    fn option_to(&self, height: &u64, solved: &Divided, value: &Natural, rank: &Natural) -> Option<u64> {
        with_primes(*height, solved, value).nth(rank.to_usize()?)
    }

    fn explain(&self, height: &u64, solved: &Divided) -> Vec<Step> {
        let theory = "A move takes some of the prime factors away, so the value is their number, with multiplicity.";
        let primes = factors::prime_factors(*height);
        let here = match step::joined(&primes, u64::to_string, " × ") {
            shown if shown.is_empty() => "Here there is none in 1.".to_owned(),
            shown => format!("Here {height} = {shown}."),
        };
        vec![Step::by(HACKERRANK, theory), Step::new(here), Step::value(solved.grundy())]
    }

    /// All smaller values are options, and no other: as a heap of nim.
    fn class(&self, _: &u64, solved: &Divided) -> Class {
        if *solved.grundy() <= Natural::ONE { Class::Swap } else { Class::Fixed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;

    #[test]
    fn moves_in_words() {
        laws::check_words(&TowerBreakers, &[("60", "15", "divide 60 by 4 to 15")]);
    }
}
