//! Dim: subtract a divisor, which may be the number itself. The game ends at 0.
//!
//! The proof is as in [aliquot](super::aliquot). But here every number above 0 has a move to 0. So G(0) = 0, and all
//! other values are larger by 1 than in aliquot: G = v₂(*n*) + 1. (Ferguson calls this game Dim⁺.)

use crate::game::kinds::divisors::{self, WithDivisors, is_multiple};
use crate::game::{Card, Follower, Goal, Illegal, Moves, Rules, Step, Tag, Tameness, Theory, small, taken};
use crate::number::Natural;
use crate::theory::sources::FERGUSON;

/// Dim.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dim;

fn grundy(number: &Natural) -> usize {
    number.trailing_zeros().map_or(0, |twos| twos + 1)
}

impl Rules for Dim {
    type Position = Natural;
    /// The divisor that is subtracted.
    type Move = Natural;

    const CARD: Card = Card {
        id: "dim",
        name: "Dim",
        aliases: &["Dim+", "Divisor game that ends at 0"],
        keywords: &["divisors", "subtract a divisor", "factors"],
        tags: &[Tag::Arithmetic],
        rules: "An integer. A move subtracts one of its divisors, 1 and the number itself included. Who cannot move, \
                at 0, loses. If the number itself may not be subtracted, the game is aliquot.",
        position: "the number, at least 0",
        text_form: "number",
        example: "12",
        moves: &[("12", "8", "subtract 4 (12 = 3 × 4)"), ("12", "0", "subtract 12")],
        sources: &[FERGUSON],
        normal: "Exact for numbers of any size: the value is the exponent of 2 in the number, plus 1; that of 0 is 0. \
                 Moves are counted and listed below 2^64. Beyond, a number may have at most 1,000 digits and 103,680 \
                 divisors, and must be below 2^64 when all primes below 1,000 are divided out.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        ..Card::BLANK
    };

    /// The moves subtract the divisors, the smallest first.
    fn moves(&self, number: &Natural) -> impl Iterator<Item = Natural> {
        divisors::by_trying(number)
    }

    fn find(&self, number: &Natural, left: &Follower<Natural>) -> Result<Natural, Illegal> {
        let to = left.whole()?;
        let taken = taken("number", number, to)?;
        if is_multiple(number, &taken) {
            return Ok(taken);
        }
        Err(format!("what is subtracted, {}, must be a divisor of {}", taken.short(), number.short()).into())
    }

    fn after(&self, number: &Natural, divisor: &Natural) -> Follower<Natural> {
        (number - divisor).into()
    }

    fn describe(&self, number: &Natural, divisor: &Natural) -> String {
        if divisor == number {
            return format!("subtract {}", number.short());
        }
        divisors::describe_subtraction(number, divisor)
    }

    fn small(&self) -> Vec<Natural> {
        small::numbers(0..=240)
    }
}

impl Theory<Self> for Dim {
    type Solved = WithDivisors;

    fn solve(&self, number: &Natural) -> WithDivisors {
        WithDivisors::new(grundy(number).into())
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
            Goal::All => divisors::moves(solved.divisors(number)),
            // If v > 0 is below the value of the number, 2ᵛ⁻¹ is the smallest divisor that leads to v, so the moves
            // start with 2ᵛ⁻¹.
            Goal::Value(value) => {
                let value = value.to_usize();
                let first = match value.filter(|value| *value < grundy(number)) {
                    None => None,
                    Some(0) => Some(number.clone()),
                    Some(value) => Some(Natural::ONE.shift_left(value - 1)),
                };
                Moves::late(first, move || {
                    divisors::leaving(number, solved.divisors(number), |left| value == Some(grundy(left)))
                })
            }
            _ => return None,
        })
    }

    fn explain(&self, number: &Natural, _: &WithDivisors) -> Vec<Step> {
        if number.is_zero() {
            return Vec::new();
        }
        let twos = divisors::twos(number);
        let theory = "Subtracting all leaves 0. Subtracting a divisor with fewer factors 2 than the number leaves just as many of them as \
                      the divisor has. Subtracting another one with as many leaves more. So the value is 1 more than the exponent \
                      of 2 in the number.";
        let here = format!("Here {} = 2^{twos} × {}.", number.short(), number.shift_right(twos).short());
        vec![Step::by(FERGUSON, theory), Step::new(here)]
    }

    /// Only the number 0 has the value 0. So, by induction, misère play swaps the values 0 and 1 and keeps all other
    /// values.
    fn tameness(&self, _: &Natural, solved: &WithDivisors) -> Tameness {
        Tameness::tame(*solved.grundy() <= Natural::ONE)
    }
}
