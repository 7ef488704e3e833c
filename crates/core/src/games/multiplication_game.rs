//! The multiplication game: a product starts at 1. Each move multiplies it by 2 to 9, until the product reaches *n*.
//!
//! Let *p* be the product and *m* = ⌊(*n* − 1)/*p*⌋. A factor *d* replaces *m* by ⌊(*n* − 1)/(*p*·*d*)⌋ = ⌊*m*/*d*⌋,
//! and *p*·*d* ≥ *n* iff the new *m* is 0. So a move divides *m* by *d* and rounds down, until *m* is 0. The theory of
//! this game is in [`crate::theory::leading`].

use crate::game::shape::Pair;
use crate::game::{Card, Follower, Illegal, Rules, Source, Step, Tag, Tameness, Theory};
use crate::number::Natural;
use crate::theory::leading;

/// The multiplication game.
#[derive(Clone, Copy, Debug, Default)]
pub struct MultiplicationGame;

/// The largest factor.
const LARGEST: u8 = 9;

const WATERLOO: Source =
    Source { author: "University of Waterloo local contest", year: 2001, title: "A Multiplication Game (UVa 847)" };

/// Returns ⌊(*n* − 1)/*p*⌋ for the product *p* and the goal *n*.
fn room(position: &Pair) -> Natural {
    position.second.saturating_sub(&Natural::ONE).div_rem(&position.first).0
}

fn times(product: &Natural, factor: u8) -> Natural {
    product * &u64::from(factor).into()
}

impl Rules for MultiplicationGame {
    type Position = Pair;
    /// The factor.
    type Move = u8;

    const CARD: Card = Card {
        id: "multiplication-game",
        name: "Multiplication game",
        aliases: &["A Multiplication Game (UVa 847)", "A multiplication game (POJ 2505)"],
        problems: &["HDU 1517", "POJ 2505", "UVa 847", "BOJ 4370"],
        keywords: &["multiply by 2 to 9", "digits 2 to 9"],
        tags: &[Tag::Arithmetic, Tag::Contest],
        rules: "A product p and a goal n. While p < n, a move multiplies p by a number from 2 to 9. Who cannot move, \
                since p has reached n, loses: who reaches n wins. The game starts at p = 1.",
        position: "[p, n], both at least 1",
        text_form: "p,n",
        example: "1,1000",
        moves: &[("4,353", "12,353", "multiply 4 by 3 to 12")],
        sources: &[WATERLOO],
        normal: "Exact. The leading digit of ⌊(n − 1)/p⌋ in base 18 decides: from 9 on the value is 0, else it is the \
                 digit's number of bits.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        max_grundy: Some(4),
        ..Card::BLANK
    };

    fn legal(&self, position: &Pair) -> Result<(), Illegal> {
        match position.zero() {
            None => Ok(()),
            Some(0) => Err(Illegal::part(0, "the product, which comes first, is at least 1")),
            Some(part) => Err(Illegal::part(part, "the goal is at least 1")),
        }
    }

    /// The moves multiply by 2, 3, …, 9.
    fn moves(&self, position: &Pair) -> impl Iterator<Item = u8> {
        if position.first < position.second { 2..LARGEST + 1 } else { 0..0 }
    }

    fn why_not(&self, position: &Pair, left: &Follower<Pair>) -> String {
        let Ok(to) = left.whole() else { return String::new() };
        let [product, goal] = [&position.first, &position.second].map(Natural::short);
        if to.second != position.second {
            return format!("the goal, which comes second, stays {goal}");
        }
        if position.first >= position.second {
            return format!("the product {product} has reached {goal}");
        }
        format!("the product must become 2 to {LARGEST} times {product}, not {}", to.first.short())
    }

    fn after(&self, position: &Pair, factor: &u8) -> Follower<Pair> {
        Pair::new(times(&position.first, *factor), position.second.clone()).into()
    }

    fn describe(&self, Pair { first, .. }: &Pair, factor: &u8) -> String {
        format!("multiply {} by {factor} to {}", first.short(), times(first, *factor).short())
    }

    fn small(&self) -> Vec<Pair> {
        let products = [1_u64, 3].into_iter();
        products.flat_map(|product| (1..=70_u64).map(move |step| Pair::new(product, 5 * step - 4))).collect()
    }
}

impl Theory<Self> for MultiplicationGame {
    type Solved = u8;

    fn solve(&self, position: &Pair) -> u8 {
        leading::grundy(&room(position), LARGEST)
    }

    fn explain(&self, position: &Pair, _: &u8) -> Vec<Step> {
        let room = room(position);
        let [product, goal, short] = [&position.first, &position.second, &room].map(Natural::short);
        let division = format!(
            "Multiplying {product} by d divides m = ⌊({goal} − 1) / {product}⌋ = {short} by d and rounds down, and {goal} is \
             reached when that is 0."
        );
        let [theory, here] = leading::explained(&room, LARGEST);
        vec![Step::new(division), Step::by(WATERLOO, theory), Step::new(here)]
    }

    /// Let *m* be ⌊(*n* − 1)/*p*⌋ for the product *p* and the goal *n*. The value depends only on the leading digit of
    /// *m* in base 18. It is 0 for the digits 9 to 17, and 1 for the digit 1. The factor 9 turns a leading digit from 9
    /// to 17 into 1. So a position with the value 0 has no moves, or an option with the value 1. Therefore every
    /// position is tame.
    fn tameness(&self, _: &Pair, value: &u8) -> Tameness {
        Tameness::tame(*value <= 1)
    }
}
