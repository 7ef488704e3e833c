//! Division game: divide by a number from 2 to 6 and round down, until the number is 0. The theory is in
//! [`crate::theory::leading`].

use crate::game::{Card, Follower, Rules, Source, Step, Tag, Tameness, Theory, small};
use crate::number::Natural;
use crate::theory::leading;

/// Division game.
#[derive(Clone, Copy, Debug, Default)]
pub struct FloorDivide;

/// The largest divisor.
const LARGEST: u8 = 6;

const CODECHEF: Source = Source { author: "CodeChef", year: 2022, title: "FDIVGAME, Floor Division Game" };

fn quotient(number: &Natural, divisor: u8) -> Natural {
    number.div_rem(&u64::from(divisor).into()).0
}

impl Rules for FloorDivide {
    type Position = Natural;
    /// The divisor. If several divisors leave the same number, the move is the smallest of these divisors.
    type Move = u8;

    const CARD: Card = Card {
        id: "floor-divide",
        name: "Floor division game",
        aliases: &["Floor Division Game (CodeChef FDIVGAME)", "Divide and round down"],
        problems: &["CodeChef FDIVGAME"],
        keywords: &["divide by any number", "round down"],
        tags: &[Tag::Arithmetic, Tag::Contest],
        rules: "An integer. A move divides it by 2, 3, 4, 5 or 6 and rounds down. Who cannot move, at 0, loses.",
        position: "the number, at least 0",
        text_form: "number",
        example: "247",
        moves: &[("247", "82", "divide 247 by 3 to 82"), ("2", "0", "divide 2 by 3 to 0")],
        sources: &[CODECHEF],
        normal: "Exact. The leading digit in base 12 decides: from 6 on the value is 0, else it is the digit's number \
                 of bits.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        max_grundy: Some(3),
        ..Card::BLANK
    };

    /// The moves divide by 2, 3, …. A divisor that leaves the same number as an earlier one is omitted.
    fn moves(&self, number: &Natural) -> impl Iterator<Item = u8> {
        let divisors = if number.is_zero() { 0..0 } else { 2..LARGEST + 1 };
        let is_first = |divisor: &u8| *divisor == 2 || quotient(number, *divisor) < quotient(number, divisor - 1);
        divisors.filter(is_first)
    }

    fn why_not(&self, number: &Natural, left: &Follower<Natural>) -> String {
        if number.is_zero() {
            return "from 0 there is no move".to_owned();
        }
        let left = left.parts().first().unwrap_or(&Natural::ZERO).short();
        format!("{left} is {} divided by none of 2 to {LARGEST}", number.short())
    }

    fn after(&self, number: &Natural, divisor: &u8) -> Follower<Natural> {
        quotient(number, *divisor).into()
    }

    fn describe(&self, number: &Natural, divisor: &u8) -> String {
        format!("divide {} by {divisor} to {}", number.short(), quotient(number, *divisor).short())
    }

    fn small(&self) -> Vec<Natural> {
        small::numbers(0..=400)
    }
}

impl Theory<Self> for FloorDivide {
    type Solved = u8;

    fn solve(&self, number: &Natural) -> u8 {
        leading::grundy(number, LARGEST)
    }

    fn explain(&self, number: &Natural, _: &u8) -> Vec<Step> {
        let [theory, here] = leading::explained(number, LARGEST);
        vec![Step::by(CODECHEF, theory), Step::new(here)]
    }

    /// The value depends only on the leading digit of the number in base 12. It is 0 for the digits 6 to 11, and 1 for
    /// the digit 1. The divisor 6 turns a leading digit from 6 to 11 into 1. So a number with the value 0 has no moves,
    /// or an option with the value 1. Therefore every number is tame. It is fickle iff its value is 0 or 1.
    fn tameness(&self, _: &Natural, value: &u8) -> Tameness {
        Tameness::tame(*value <= 1)
    }
}
