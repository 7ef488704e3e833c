//! One, two or four: G = n mod 3, since 1, 2 and 4 are 1, 2 and 1 modulo 3.

use crate::game::{Card, Follower, Rules, Tag, Theory};
use crate::number::Natural;

/// Take 1, 2 or 4.
#[derive(Clone, Copy, Debug, Default)]
pub struct OneTwoFour;

impl Rules for OneTwoFour {
    type Position = Natural;
    /// The stones taken.
    type Move = Natural;

    const CARD: Card = Card {
        id: "one-two-four",
        name: "One, two or four",
        tags: &[Tag::Heaps],
        rules: "A heap of stones. A move takes 1, 2 or 4 of them. Who cannot move loses.",
        position: "the stones",
        text_form: "stones",
        example: "10",
        moves: &[("10", "6", "take 4 of 10")],
        normal: "Exact. The value is the heap modulo 3.",
        misere: "By search while the sum is small.",
        max_grundy: Some(2),
        ..Card::BLANK
    };

    fn moves(&self, stones: &Natural) -> impl Iterator<Item = Natural> {
        [1_u64, 2, 4].into_iter().map(Natural::from).filter(move |taken| taken <= stones)
    }

    fn after(&self, stones: &Natural, taken: &Natural) -> Follower<Natural> {
        (stones - taken).into()
    }

    fn describe(&self, stones: &Natural, taken: &Natural) -> String {
        format!("take {} of {}", taken.short(), stones.short())
    }
}

impl Theory<Self> for OneTwoFour {
    type Solved = Natural;

    fn solve(&self, stones: &Natural) -> Natural {
        stones.div_rem(&3_u64.into()).1
    }
}
