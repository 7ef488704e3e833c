//! Aliquot: subtract a proper divisor.
//!
//! Let *n* = 2ᵃ*m* with *m* odd. Then G = *a* (Ferguson), by induction. If the exponent of 2 in a divisor *d* is below
//! *a*, then *n* − *d* has the same exponent. So all values below *a* are reached. If the exponent of 2 in *d* is *a*,
//! then *n* − *d* is an even multiple of 2ᵃ, so its value is not *a*.

use crate::game::kinds::divisors::{self, WithDivisors, is_multiple, twos};
use crate::game::{
    Card, Follower, Goal, Illegal, Moves, Play, Rules, Source, Step, Tag, Tameness, Theory, small, taken,
};
use crate::number::Natural;
use crate::theory::sources::FERGUSON;

/// Aliquot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Aliquot;

/// True if a number, played alone, is lost for the player to move in misère play.
fn is_lost_in_misere(number: &Natural) -> bool {
    *number == 2 || number.to_u64().is_none_or(|number| number >= 5) && !number.is_even()
}

impl Rules for Aliquot {
    type Position = Natural;
    /// The divisor that is subtracted.
    type Move = Natural;

    const CARD: Card = Card {
        id: "aliquot",
        name: "Aliquot",
        aliases: &["Divisor Game (LeetCode 1025)", "Divisor Nim (Project Euler 509)"],
        problems: &["LeetCode 1025", "Project Euler 509"],
        keywords: &["divisors", "subtract a proper divisor", "factors", "minus a divisor"],
        tags: &[Tag::Arithmetic, Tag::Contest],
        rules: "A positive integer. A move subtracts a proper divisor, which is smaller than the number. Who cannot \
                move, at 1, loses. If the number itself may be subtracted, too, the game is dim.",
        position: "the number, at least 1",
        text_form: "number",
        example: "30",
        moves: &[("30", "24", "subtract 6 (30 = 5 × 6)")],
        sources: &[
            FERGUSON,
            Source { author: "Project Euler", year: 2015, title: "Problem 509, Divisor Nim" },
            Source { author: "LeetCode", year: 2019, title: "1025. Divisor Game" },
        ],
        normal: "Exact for numbers of any size: the value is the exponent of 2 in the number. Moves are counted and \
                 listed below 2^64. Beyond, a number may have at most 1,000 digits and 103,680 divisors, and must be \
                 below 2^64 when all primes below 1,000 are divided out.",
        misere: "Exact alone: the player to move loses 2 and the odd numbers from 5 on. Exact in sums of numbers up \
                 to 5. Larger numbers are not tame; their sums are searched while they are small.",
        ..Card::BLANK
    };

    fn legal(&self, number: &Natural) -> Result<(), Illegal> {
        divisors::at_least(number, 1)
    }

    /// The moves subtract the proper divisors, the smallest first.
    fn moves(&self, number: &Natural) -> impl Iterator<Item = Natural> {
        divisors::by_trying(number).filter(move |divisor| divisor < number)
    }

    fn find(&self, number: &Natural, left: &Follower<Natural>) -> Result<Natural, Illegal> {
        let to = left.whole()?;
        let taken = taken("number", number, to)?;
        if is_multiple(number, &taken) && taken < *number {
            return Ok(taken);
        }
        Err(format!("what is subtracted, {}, must be a proper divisor of {}", taken.short(), number.short()).into())
    }

    fn after(&self, number: &Natural, divisor: &Natural) -> Follower<Natural> {
        (number - divisor).into()
    }

    fn describe(&self, number: &Natural, divisor: &Natural) -> String {
        divisors::describe_subtraction(number, divisor)
    }

    fn small(&self) -> Vec<Natural> {
        small::numbers(1..=240)
    }
}

impl Theory<Self> for Aliquot {
    type Solved = WithDivisors;

    fn solve(&self, number: &Natural) -> WithDivisors {
        WithDivisors::new(twos(number).into())
    }

    fn check_listable(&self, number: &Natural, _: &Goal) -> Result<(), Illegal> {
        divisors::check_listable(number)
    }

    fn moves_to<'a>(
        &'a self,
        number: &'a Natural,
        solved: &'a WithDivisors,
        goal: &Goal,
    ) -> Option<Moves<'a, Natural>> {
        Some(match goal {
            Goal::All => divisors::moves(solved.proper(number)),
            // If the wanted value v is below the value of the number, the smallest divisor that leads to v is 2ᵛ. So
            // this divisor is the first move.
            Goal::Value(value) => {
                let value = value.to_usize();
                let first = value.filter(|value| *value < twos(number));
                Moves::late(first.map(|value| Natural::ONE.shift_left(value)), move || {
                    divisors::leaving(number, solved.proper(number), |left| value == Some(twos(left)))
                })
            }
            Goal::Wins(Play::Misere) => divisors::leaving(number, solved.proper(number), is_lost_in_misere),
            _ => return None,
        })
    }

    fn explain(&self, number: &Natural, _: &WithDivisors) -> Vec<Step> {
        let twos = twos(number);
        let theory = "Subtracting a divisor with fewer factors 2 than the number leaves just as many of them as the divisor has. \
                      Subtracting one with as many leaves more. So the value is the exponent of 2 in the number.";
        let here = format!("Here {} = 2^{twos} × {}.", number.short(), number.shift_right(twos).short());
        vec![Step::by(FERGUSON, theory), Step::new(here)]
    }

    /// Only the numbers up to 5 are known to be tame.
    fn tameness(&self, number: &Natural, _: &WithDivisors) -> Tameness {
        match number.to_u64() {
            Some(..=3) => Tameness::Fickle,
            Some(4 | 5) => Tameness::Firm,
            _ => Tameness::Unknown,
        }
    }

    fn explain_misere(&self, number: &Natural, _: &WithDivisors) -> Vec<Step> {
        let text = "Alone in misère play 2 and the odd numbers from 5 on are lost for the player to move: from an odd number \
                    every move leads to an even one, and from an even one from 6 on subtracting 1 leads back.";
        vec![Step::new(text), Step::new(format!("Here it is {}.", number.short()))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_counted() {
        // The largest primes below 2³⁰ and 2³¹.
        let number = Natural::from(4 * 1_073_741_789 * 2_147_483_647_u64);
        let solved = Aliquot.solve(&number);
        assert_eq!(Aliquot.count_to(&number, &solved, &Goal::All).unwrap(), 11);
        assert_eq!(Aliquot.count_to(&number, &solved, &Goal::Value(Natural::ONE)).unwrap(), 4);
    }
}
