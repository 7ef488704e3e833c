//! Prime nim: take 1 stone or a prime number of them.
//!
//! No prime is 0 modulo 4, and 1, 2 and 3 can be taken: G = *n* mod 4.

use std::sync::Arc;

use crate::game::{Card, Class, Game, Illegal, Rules, Source, Step, Tag, Unsolved};
use crate::natural::Natural;
use crate::shape::{Shape, Written};
use crate::theory::Tables;
use crate::theory::kept::{self, Kept};

/// Prime nim.
#[derive(Clone, Debug, Default)]
pub struct PrimeNim {
    /// The numbers that may be taken, as far as the request needs them; none before that is known.
    takes: Option<Arc<Takes>>,
}

/// 1 and the primes, by what they are modulo 4, ascending.
#[derive(Debug)]
struct Takes {
    all: Vec<usize>,
    classes: [Vec<usize>; 4],
}

/// The largest heap: the primes up to it are sieved in some 50 ms.
const LARGEST: usize = 10_000_000;

static TAKES: Kept<Takes> = Kept::new();

const LUOGU: Source = Source { author: "Luogu", year: 2018, title: "P4860. Roy&October's take stones II" };

impl Takes {
    /// The sieve of Eratosthenes.
    fn below(length: usize) -> Self {
        let mut is_composite = vec![false; length];
        let mut takes = Self { all: vec![1], classes: [vec![], vec![1], vec![], vec![]] };
        for number in 2..length {
            if is_composite[number] {
                continue;
            }
            takes.all.push(number);
            takes.classes[number % 4].push(number);
            for multiple in (number.saturating_mul(number)..length).step_by(number) {
                is_composite[multiple] = true;
            }
        }
        takes
    }
}

/// Those up to a number.
fn up_to(takes: &[usize], most: usize) -> &[usize] {
    &takes[..takes.partition_point(|taken| *taken <= most)]
}

impl PrimeNim {
    pub(super) const fn new() -> Self {
        Self { takes: None }
    }

    fn takes(&self, stones: usize) -> Arc<Takes> {
        self.takes.clone().unwrap_or_else(|| TAKES.reaching(stones, Takes::below))
    }
}

/// What a take is modulo 4 that leaves a value; none if there is no such.
fn class_to(stones: usize, value: &Natural) -> Option<usize> {
    let value = value.to_usize().filter(|value| *value < 4)?;
    Some((stones % 4 + 4 - value) % 4)
}

impl Rules for PrimeNim {
    type Position = usize;
    type Option = usize;

    const CARD: Card = Card {
        id: "prime-nim",
        name: "Prime nim",
        aliases: &["Take one or a prime (Luogu P4860)", "Subtract a prime"],
        tags: &[Tag::Heaps, Tag::Arithmetic, Tag::Contest],
        rules: "A heap of stones. A move takes 1 of them, or a prime number. Who cannot move loses.",
        shape: Shape::Integer,
        position: "the stones, from 0 to 10000000: the primes are counted",
        text_form: "stones",
        example: "30",
        sources: &[LUOGU],
        normal: "Exact up to 10000000 stones. The value is the heap modulo 4.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        max_grundy: Some(3),
        parameters: None,
    };

    fn read(&self, written: Written) -> Result<usize, Illegal> {
        let stones = written.into_integer().ok_or_else(Illegal::shape)?;
        stones.to_usize().filter(|stones| *stones <= LARGEST).ok_or_else(|| {
            Illegal::new(format!("the heap has at most {LARGEST} stones: the primes up to it are counted"))
        })
    }

    fn write(&self, stones: &usize) -> Written {
        Written::Integer((*stones).into())
    }

    /// Takes 1, 2, 3, 5, ….
    fn options(&self, stones: &usize) -> Vec<usize> {
        let is_prime = |number: usize| number > 1 && (2..number).all(|divisor| !number.is_multiple_of(divisor));
        (1..=*stones).filter(|taken| *taken == 1 || is_prime(*taken)).map(|taken| stones - taken).collect()
    }

    fn check(&self, stones: &usize, to: &usize) -> Result<(), String> {
        match stones.checked_sub(*to) {
            None | Some(0) => Err(format!("the heap must get smaller than {stones}")),
            Some(taken) => {
                let number = u64::try_from(taken).unwrap_or(u64::MAX);
                if crate::theory::factors::prime_factors(number).len() <= 1 {
                    return Ok(());
                }
                Err(format!("what is taken, {taken}, must be 1 or a prime"))
            }
        }
    }

    fn describe(&self, stones: &usize, to: &usize) -> String {
        format!("take {} of {stones}", stones - to)
    }

    fn small(&self) -> Vec<usize> {
        (0..=150).collect()
    }
}

impl Game for PrimeNim {
    type Solved = Natural;

    fn prepare(&mut self, positions: &[usize], _: &Tables) -> Result<(), Unsolved> {
        self.takes = Some(TAKES.reaching(positions.iter().copied().max().unwrap_or_default(), Takes::below));
        Ok(())
    }

    fn cost(&self, positions: &[usize], _: &Tables) -> u64 {
        /// For each number of the sieve.
        const STEPS: u64 = 5;
        let largest = positions.iter().copied().max().unwrap_or_default();
        if TAKES.reaches(largest) {
            return 0;
        }
        u64::try_from(kept::length(largest)).unwrap_or(u64::MAX).saturating_mul(STEPS)
    }

    fn solve(&self, stones: &usize) -> Natural {
        (stones % 4).into()
    }

    fn option_count(&self, stones: &usize, _: &Natural) -> Natural {
        up_to(&self.takes(*stones).all, *stones).len().into()
    }

    fn option(&self, stones: &usize, _: &Natural, rank: &Natural) -> Option<usize> {
        stones.checked_sub(*self.takes(*stones).all.get(rank.to_usize()?)?)
    }

    fn count_to(&self, stones: &usize, _: &Natural, value: &Natural) -> Natural {
        let takes = self.takes(*stones);
        class_to(*stones, value).map_or(Natural::ZERO, |class| up_to(&takes.classes[class], *stones).len().into())
    }

    /// First by the smallest take: 1, 2 or 3.
    fn option_to(&self, stones: &usize, _: &Natural, value: &Natural, rank: &Natural) -> Option<usize> {
        let takes = self.takes(*stones);
        stones.checked_sub(*takes.classes[class_to(*stones, value)?].get(rank.to_usize()?)?)
    }

    fn explain(&self, stones: &usize, value: &Natural) -> Vec<Step> {
        let theory = "No prime is 0 modulo 4, and 1, 2 and 3 may be taken: the value is the heap modulo 4.";
        let here = format!("Here {stones} mod 4 = {value}.");
        vec![Step::by(LUOGU, theory), Step::new(here), Step::value(value)]
    }

    /// Every subtraction game has an option of value 1 wherever it has value 0 and a move (Ferguson 1974).
    fn class(&self, _: &usize, value: &Natural) -> Class {
        if *value <= Natural::ONE { Class::Swap } else { Class::Fixed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;

    #[test]
    fn moves_in_words() {
        laws::check_words(&PrimeNim::new(), &[("30", "17", "take 13 of 30")]);
    }
}
