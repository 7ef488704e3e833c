//! Aliquot: subtract a proper divisor.
//!
//! Let *n* = 2ᵃ*m*, *m* odd. A divisor with fewer 2s than *n*, *d* = 2ᵛ*e*, leaves a number with just the 2s of *d*, so all
//! values *v* < *a* are there; one with *a* of them leaves an even multiple of 2ᵃ. So G = *a* (Ferguson).

use crate::game::{Card, Class, Convention, Game, Illegal, Rules, Source, Step, Tag};
use crate::natural::Natural;
use crate::shape::{Shape, Written};
use crate::theory::divisors::{self, Divided};

/// Aliquot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Aliquot;

pub(super) const FERGUSON: Source = Source { author: "T. S. Ferguson", year: 2014, title: "Game Theory, part I" };

/// Is it lost for the player to move in misère play, alone?
fn is_lost_in_misere(number: u64) -> bool {
    number == 2 || number >= 5 && !number.is_multiple_of(2)
}

impl Aliquot {
    /// The options of a kind, by the divisors that are subtracted, ascending.
    fn those(number: u64, solved: &Divided, is_one: impl Fn(u64) -> bool) -> impl Iterator<Item = u64> {
        solved.proper(number).iter().map(move |divisor| number - divisor.number).filter(move |left| is_one(*left))
    }
}

fn has(number: u64, value: &Natural) -> bool {
    *value == u64::from(number.trailing_zeros())
}

impl Rules for Aliquot {
    type Position = u64;
    type Option = u64;

    const CARD: Card = Card {
        id: "aliquot",
        name: "Aliquot",
        aliases: &["Divisor Game (LeetCode 1025)", "Divisor Nim (Project Euler 509)"],
        tags: &[Tag::Arithmetic, Tag::Contest],
        rules: "A positive integer. A move subtracts a proper divisor of it, one smaller than itself. Who cannot move, at \
                1, loses. If the number itself may be subtracted, too, it is dim.",
        shape: Shape::Integer,
        position: "the number, at least 1 and below 2^64",
        text_form: "number",
        example: "30",
        sources: &[
            FERGUSON,
            Source { author: "Project Euler", year: 2015, title: "Problem 509, Divisor Nim" },
            Source { author: "LeetCode", year: 2019, title: "1025. Divisor Game" },
        ],
        normal: "Exact below 2^64. The value is the exponent of 2 in the number.",
        misere: "In sums only up to 5, beyond it is not tame; alone exact: the player to move loses 2 and the odd numbers from \
                 5 on.",
        max_grundy: Some(63),
        parameters: None,
    };

    fn read(&self, written: Written) -> Result<u64, Illegal> {
        divisors::read(written, 1)
    }

    fn write(&self, number: &u64) -> Written {
        Written::Integer((*number).into())
    }

    /// Subtracts the divisors, ascending.
    fn options(&self, number: &u64) -> Vec<u64> {
        (1..*number).filter(|divisor| number.is_multiple_of(*divisor)).map(|divisor| number - divisor).collect()
    }

    fn check(&self, number: &u64, to: &u64) -> Result<(), String> {
        match number.checked_sub(*to) {
            None | Some(0) => Err(format!("the number must get smaller than {number}")),
            Some(taken) if number.is_multiple_of(taken) && taken < *number => Ok(()),
            Some(taken) => Err(format!("what is subtracted, {taken}, must be a proper divisor of {number}")),
        }
    }

    fn describe(&self, number: &u64, to: &u64) -> String {
        let taken = number - to;
        format!("subtract {taken} ({number} = {} × {taken})", number / taken.max(1))
    }

    fn small(&self) -> Vec<u64> {
        (1..=240).collect()
    }
}

impl Game for Aliquot {
    type Solved = Divided;

    fn solve(&self, number: &u64) -> Divided {
        Divided::new(u64::from(number.trailing_zeros()).into())
    }

    fn option_count(&self, number: &u64, solved: &Divided) -> Natural {
        solved.proper(*number).len().into()
    }

    fn option(&self, number: &u64, solved: &Divided, rank: &Natural) -> Option<u64> {
        Self::those(*number, solved, |_| true).nth(rank.to_usize()?)
    }

    fn count_to(&self, number: &u64, solved: &Divided, value: &Natural) -> Natural {
        Self::those(*number, solved, |left| has(left, value)).count().into()
    }

    /// First the smallest divisor: 2ᵛ for *v* below the number's own value.
    fn option_to(&self, number: &u64, solved: &Divided, value: &Natural, rank: &Natural) -> Option<u64> {
        Self::those(*number, solved, |left| has(left, value)).nth(rank.to_usize()?)
    }

    fn explain(&self, number: &u64, solved: &Divided) -> Vec<Step> {
        let twos = number.trailing_zeros();
        let theory = "Subtracting a divisor with fewer 2s than the number leaves a number with just the 2s of the divisor; \
                      subtracting one with as many leaves more. So the value is the exponent of 2 in the number.";
        let here = format!("Here {number} = 2^{twos} × {}.", number >> twos);
        vec![Step::by(FERGUSON, theory), Step::new(here), Step::value(solved.grundy())]
    }

    /// Of the numbers that have options like 6 → 5, 4, 3, none is tame.
    fn class(&self, number: &u64, _: &Divided) -> Class {
        match number {
            1..=3 => Class::Swap,
            4 | 5 => Class::Fixed,
            _ => Class::Unknown,
        }
    }

    fn explain_misere(&self, number: &u64, _: &Divided) -> Vec<Step> {
        let text = "Alone in misère play 2 and the odd numbers from 5 on are lost for the player to move: from an odd number \
                    every move leads to an even one, and from an even one from 6 on subtracting 1 leads back.";
        vec![Step::new(text), Step::new(format!("Here it is {number}."))]
    }

    fn alone_count(&self, number: &u64, solved: &Divided, convention: Convention) -> Option<Natural> {
        (convention == Convention::Misere).then(|| Self::those(*number, solved, is_lost_in_misere).count().into())
    }

    fn alone_option(&self, number: &u64, solved: &Divided, convention: Convention, rank: &Natural) -> Option<u64> {
        if convention == Convention::Normal {
            return None;
        }
        Self::those(*number, solved, is_lost_in_misere).nth(rank.to_usize()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;

    #[test]
    fn moves_in_words() {
        laws::check_words(&Aliquot, &[("30", "24", "subtract 6 (30 = 5 × 6)")]);
    }

    #[test]
    fn large_numbers_are_counted() {
        // The largest primes below 2³⁰ and 2³¹.
        let number = 4 * 1_073_741_789 * 2_147_483_647;
        let solved = Aliquot.solve(&number);
        assert_eq!(Aliquot.option_count(&number, &solved), 11);
        assert_eq!(Aliquot.count_to(&number, &solved, &Natural::ONE), 4);
    }
}
