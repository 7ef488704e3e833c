//! One, two or four: G = n mod 3, since 1, 2 and 4 are 1, 2 and 1 modulo 3.

use crate::game::{Card, Game, Rules, Tag};
use crate::number::Natural;

/// Take 1, 2 or 4.
#[derive(Clone, Copy, Debug, Default)]
pub struct OneTwoFour;

impl Rules for OneTwoFour {
    type Position = u64;
    type Option = u64;

    const CARD: Card = Card {
        id: "one-two-four",
        name: "One, two or four",
        tags: &[Tag::Heaps],
        rules: "A heap of stones. A move takes 1, 2 or 4 of them. Who cannot move loses.",
        position: "the stones, below 2^64",
        text_form: "stones",
        example: "10",
        moves: &[("10", "6", "take 4 of 10")],
        normal: "Exact. The value is the heap modulo 3.",
        misere: "By search while the sum is small.",
        max_grundy: Some(2),
        ..Card::BLANK
    };

    fn options(&self, stones: &u64) -> impl Iterator<Item = u64> {
        [1, 2, 4].into_iter().filter_map(|taken| stones.checked_sub(taken))
    }

    fn describe(&self, stones: &u64, to: &u64) -> String {
        format!("take {} of {stones}", stones - to)
    }
}

impl Game for OneTwoFour {
    type Solved = Natural;

    fn solve(&self, stones: &u64) -> Natural {
        (stones % 3).into()
    }
}
