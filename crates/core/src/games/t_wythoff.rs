//! *t*-Wythoff: take any number from one of two heaps, or take from both heaps two numbers that differ by less than
//! *t*. Its theory is in [`crate::theory::t_wythoff`].

use crate::game::kinds::two_heaps::{FRAENKEL, FRAENKEL_1984, TwoHeapsVariant};
use crate::game::{Card, Tag};

/// *t*-Wythoff. A move that takes from both heaps takes numbers that differ by less than *t*, and each position states
/// its *t*.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TWythoff;

impl TwoHeapsVariant for TWythoff {
    const T: Option<u64> = None;

    const CARD: Card = Card {
        id: "t-wythoff",
        name: "t-Wythoff",
        aliases: &["Generalised Wythoff", "Fraenkel's Wythoff game", "Slime and Stones"],
        problems: &["HDU 6869"],
        keywords: &["nearly the same from both", "two heaps", "two piles"],
        tags: &[Tag::Heaps],
        rules: "A number t and two heaps. A move takes any number of stones from one of them, or k from one and l \
                from the other, both at least 1, if k and l differ by less than t. Who cannot move loses. t = 1 is \
                Wythoff's game.",
        position: "[t, a, b]: t at least 1, the heaps at least 0, in either order",
        text_form: "t,a,b",
        example: "2,4,9",
        moves: &[
            ("2,4,9", "2,4,6", "take 3 of 9"),
            ("2,4,9", "2,2,7", "take 2 from both"),
            ("2,4,9", "2,1,5", "take 3 of 4 and 4 of 9"),
        ],
        sources: &[FRAENKEL, FRAENKEL_1984],
        normal: "Alone exact for any size, by the square root of t² + 4. In sums exact up to 2047 for t up to 16, by a table: no \
                 closed form is known.",
        misere: "Exact where normal play is. For t ≥ 2 the values 0 and 1 swap; for t = 1 as in Wythoff's game.",
        ..Card::BLANK
    };
}
