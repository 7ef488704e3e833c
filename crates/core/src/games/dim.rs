//! Dim: subtract a divisor, the number itself too, and end at 0.
//!
//! As in [aliquot](super::aliquot), but the move to 0 adds the value 0 below all others: G = v₂(*n*) + 1, and G(0) = 0
//! (Ferguson, who calls it Dim⁺).

use super::aliquot::FERGUSON;
use crate::game::{Card, Class, Game, Illegal, Rules, Step, Tag};
use crate::natural::Natural;
use crate::shape::{Shape, Written};
use crate::theory::divisors::{self, Divided};

/// Dim.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dim;

fn grundy(number: u64) -> u64 {
    if number == 0 { 0 } else { u64::from(number.trailing_zeros()) + 1 }
}

impl Dim {
    /// The options of a kind, by the divisors that are subtracted, ascending.
    fn those(number: u64, solved: &Divided, is_one: impl Fn(u64) -> bool) -> impl Iterator<Item = u64> {
        let divisors = if number == 0 { &[] } else { solved.divisors(number) };
        divisors.iter().map(move |divisor| number - divisor.number).filter(move |left| is_one(*left))
    }
}

impl Rules for Dim {
    type Position = u64;
    type Option = u64;

    const CARD: Card = Card {
        id: "dim",
        name: "Dim",
        aliases: &["Dim+", "Divisor game that ends at 0"],
        tags: &[Tag::Arithmetic],
        rules: "An integer. A move subtracts one of its divisors, 1 and the number itself included. Who cannot move, at 0, \
                loses. If the number itself may not be subtracted, it is aliquot.",
        shape: Shape::Integer,
        position: "the number, at least 0 and below 2^64",
        text_form: "number",
        example: "12",
        sources: &[FERGUSON],
        normal: "Exact below 2^64. The value is the exponent of 2 in the number, plus 1; that of 0 is 0.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        max_grundy: Some(64),
        parameters: None,
    };

    fn read(&self, written: Written) -> Result<u64, Illegal> {
        divisors::read(written, 0)
    }

    fn write(&self, number: &u64) -> Written {
        Written::Integer((*number).into())
    }

    /// Subtracts the divisors, ascending.
    fn options(&self, number: &u64) -> Vec<u64> {
        (1..=*number).filter(|divisor| number.is_multiple_of(*divisor)).map(|divisor| number - divisor).collect()
    }

    fn check(&self, number: &u64, to: &u64) -> Result<(), String> {
        match number.checked_sub(*to) {
            None | Some(0) => Err(format!("the number must get smaller than {number}")),
            Some(taken) if number.is_multiple_of(taken) => Ok(()),
            Some(taken) => Err(format!("what is subtracted, {taken}, must be a divisor of {number}")),
        }
    }

    fn describe(&self, number: &u64, to: &u64) -> String {
        let taken = number - to;
        if *to == 0 {
            format!("subtract {taken}")
        } else {
            format!("subtract {taken} ({number} = {} × {taken})", number / taken.max(1))
        }
    }

    fn small(&self) -> Vec<u64> {
        (0..=240).collect()
    }
}

impl Game for Dim {
    type Solved = Divided;

    fn solve(&self, number: &u64) -> Divided {
        Divided::new(grundy(*number).into())
    }

    fn option_count(&self, number: &u64, solved: &Divided) -> Natural {
        Self::those(*number, solved, |_| true).count().into()
    }

    fn option(&self, number: &u64, solved: &Divided, rank: &Natural) -> Option<u64> {
        Self::those(*number, solved, |_| true).nth(rank.to_usize()?)
    }

    fn count_to(&self, number: &u64, solved: &Divided, value: &Natural) -> Natural {
        Self::those(*number, solved, |left| *value == grundy(left)).count().into()
    }

    /// First the smallest divisor: 2ᵛ⁻¹ for 0 < *v* below the number's own value.
    fn option_to(&self, number: &u64, solved: &Divided, value: &Natural, rank: &Natural) -> Option<u64> {
        Self::those(*number, solved, |left| *value == grundy(left)).nth(rank.to_usize()?)
    }

    fn explain(&self, number: &u64, solved: &Divided) -> Vec<Step> {
        if *number == 0 {
            return vec![Step::new("From 0 there is no move."), Step::value(solved.grundy())];
        }
        let twos = number.trailing_zeros();
        let theory = "Subtracting all leaves 0; subtracting a divisor with fewer 2s than the number leaves a number with just \
                      the 2s of the divisor. So the value is 1 more than the exponent of 2 in the number.";
        let here = format!("Here {number} = 2^{twos} × {}.", number >> twos);
        vec![Step::by(FERGUSON, theory), Step::new(here), Step::value(solved.grundy())]
    }

    /// Only 0 has the value 0, so no position with moves has it: then, by induction on mex, 0 and 1 swap and the rest stays.
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
        laws::check_words(&Dim, &[("12", "8", "subtract 4 (12 = 3 × 4)"), ("12", "0", "subtract 12")]);
    }
}
