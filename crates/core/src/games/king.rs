//! The king in the corner: a king goes one step left, down, or both.
//!
//! By induction. Both numbers even: no option is such a square, and all have other values than 0, so G = 0. Both odd: the
//! diagonal leads to 0, left and down to squares with one odd number; not both of these have the larger number even, so a
//! 1 is among their values, and G = 2. One odd: lowering it leads to 0, lowering the even one to 2, and the diagonal to a
//! square where the odd number is the larger one iff it was not; so of the values 1 and 3 the square has 3 iff the even
//! number is the larger, and 1 otherwise.

use crate::game::{Card, Class, Game, Illegal, Rules, Source, Step, Tag};
use crate::natural::Natural;
use crate::shape::{Pair, Shape, Written};

/// The king in the corner.
#[derive(Clone, Copy, Debug, Default)]
pub struct King;

const HDU: Source = Source { author: "HDU", year: 2008, title: "2147. kiki's game" };

/// The steps in their order: does a step lower the first number, and the second?
const STEPS: [(bool, bool); 3] = [(true, false), (false, true), (true, true)];

fn after(square: &Pair, (left, down): (bool, bool)) -> Option<Pair> {
    let lower = |number: &Natural, is_lowered: bool| number.checked_sub(&is_lowered.into());
    Some(Pair::new(lower(&square.first, left)?, lower(&square.second, down)?))
}

impl Rules for King {
    type Position = Pair;
    type Option = Pair;

    const CARD: Card = Card {
        id: "king",
        name: "King in the corner",
        aliases: &["Kiki's game (HDU 2147)", "Cornering the king"],
        tags: &[Tag::Boards, Tag::Contest],
        rules: "A king on a chessboard. A move takes it one square left, down, or diagonally left and down. Who cannot move, \
                the king standing in the lower left corner, loses.",
        shape: Shape::Pair,
        position: "[columns right of the corner, rows above it], both at least 0; on an n × m board HDU's king starts at \
                   [m − 1, n − 1]",
        text_form: "right,up",
        example: "9,2",
        sources: &[HDU],
        normal: "Exact. Both even: 0; both odd: 2; else 3 if the even number is the larger, 1 if the odd one is.",
        misere: "Exact, in sums too. Values 0 and 1 swap iff one of the numbers is 0.",
        max_grundy: Some(3),
        parameters: None,
    };

    fn read(&self, written: Written) -> Result<Pair, Illegal> {
        written.into_pair().ok_or_else(Illegal::shape)
    }

    fn write(&self, square: &Pair) -> Written {
        Written::Pair(square.clone())
    }

    /// Left, down, and both.
    fn options(&self, square: &Pair) -> Vec<Pair> {
        STEPS.iter().filter_map(|step| after(square, *step)).collect()
    }

    fn check(&self, square: &Pair, to: &Pair) -> Result<(), String> {
        if self.options(square).contains(to) {
            return Ok(());
        }
        let [right, up] = [&square.first, &square.second].map(Natural::short);
        Err(format!("from [{right}, {up}] the king goes one square left, down, or both, and stays on the board"))
    }

    fn describe(&self, square: &Pair, to: &Pair) -> String {
        let way = match (square.first == to.first, square.second == to.second) {
            (false, true) => "left",
            (true, _) => "down",
            (false, false) => "left and down",
        };
        format!("go {way} to [{}, {}]", to.first.short(), to.second.short())
    }

    fn small(&self) -> Vec<Pair> {
        (0..=14_u64).flat_map(|right| (0..=14_u64).map(move |up| Pair::new(right, up))).collect()
    }
}

impl Game for King {
    type Solved = u8;

    fn solve(&self, square: &Pair) -> u8 {
        match (square.first.is_even(), square.second.is_even()) {
            (true, true) => 0,
            (false, false) => 2,
            (first_is_even, _) if (square.first > square.second) == first_is_even => 3,
            _ => 1,
        }
    }

    fn explain(&self, square: &Pair, value: &u8) -> Vec<Step> {
        let theory = "Squares with two even numbers have the value 0 and those with two odd ones 2. Of the others, those where \
                      the even number is the larger have the value 3, and 1 where it is the smaller.";
        let parity = |number: &Natural| if number.is_even() { "even" } else { "odd" };
        let [right, up] = [&square.first, &square.second].map(Natural::short);
        let here = format!("Here {right} is {} and {up} is {}.", parity(&square.first), parity(&square.second));
        vec![Step::by(HDU, theory), Step::new(here), Step::value(&u64::from(*value).into())]
    }

    /// On the border (0, 1) and (1, 0) follow each other. Next to it every square has one option of either and else fixed
    /// ones, so both entries of its genus see 0 and 1 and are equal; further in all options are fixed.
    fn class(&self, square: &Pair, _: &u8) -> Class {
        if square.zero().is_some() { Class::Swap } else { Class::Fixed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;

    #[test]
    fn moves_in_words() {
        laws::check_words(
            &King,
            &[
                ("9,2", "8,2", "go left to [8, 2]"),
                ("9,2", "9,1", "go down to [9, 1]"),
                ("9,2", "8,1", "go left and down to [8, 1]"),
            ],
        );
    }
}
