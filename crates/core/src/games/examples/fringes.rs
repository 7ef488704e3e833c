//! Fringes: the octal game 0.207.

use crate::game::kinds::heaps::{HeapCard, Named};
use crate::game::shape::Shape;
use crate::game::{Card, Parts, Tag};
use crate::number::Natural;
use crate::theory::heaps::rules::Rules;

/// Fringes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fringes;

impl HeapCard for Fringes {
    type Left = Parts<Natural>;

    const CARD: Card = Card {
        id: "fringes",
        name: "Fringes",
        tags: &[Tag::Heaps],
        rules: "A heap of stones. A move takes 1 of them, if others are left, or 3, and may then split the rest. Who cannot \
                move loses.",
        shape: Shape::Integer,
        position: "the stones, at least 0",
        text_form: "n",
        example: "12",
        moves: &[("12", "4 5", "take 3 of 12, leaving 4 and 5")],
        normal: "Exact as far as the values are worked out.",
        misere: "By a misère quotient, where one is found; else by search while the sum is small.",
        ..Card::BLANK
    };
}

impl Named for Fringes {
    fn rules() -> Rules {
        Rules::of_digits(0, &[2, 0, 7], 0)
    }
}
