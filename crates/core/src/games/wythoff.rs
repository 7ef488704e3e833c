//! Wythoff's game: take any number from one of two heaps, or the same number from both. Its theory is in
//! [`crate::theory::t_wythoff`].

use crate::game::kinds::two_heaps::TwoHeapsVariant;
use crate::game::{Card, Source, Tag};
use crate::theory::sources::WYTHOFF;

/// Wythoff's game, which is *t*-Wythoff with *t* = 1: a move that takes from both heaps takes the same number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wythoff;

impl TwoHeapsVariant for Wythoff {
    const T: Option<u64> = Some(1);

    const CARD: Card = Card {
        id: "wythoff",
        name: "Wythoff's game",
        aliases: &["Wythoff Nim", "Corner the queen", "Tsyan-shizi", "Stone Game (POJ 1067)", "Luogu P2252"],
        problems: &["HDU 1527", "HDU 2177", "POJ 1067", "Luogu P2252"],
        keywords: &[
            "queen",
            "chess queen",
            "chess",
            "two piles",
            "golden ratio",
            "two heaps",
            "the same number from both",
        ],
        tags: &[Tag::Heaps, Tag::Boards, Tag::Contest],
        rules: "Two heaps. A move takes any number of stones from one of them, or the same number from both. Who \
                cannot move loses. It is a queen that goes left, down or both on a board.",
        position: "[a, b], both at least 0, in either order",
        text_form: "a,b",
        example: "3,8",
        moves: &[("3,8", "3,5", "take 3 of 8"), ("8,3", "8,1", "take 2 of 3"), ("3,8", "1,6", "take 2 from both")],
        sources: &[WYTHOFF, Source { author: "POJ", year: 2002, title: "1067. Stone Game" }],
        normal: "Alone exact for any size, by the golden ratio. In sums exact up to 2047, by a table: no closed form is known.",
        misere: "Exact where normal play is. The lost pairs are the same, except that (0, 1) and (2, 2) replace (0, \
                 0) and (1, 2). Only these four pairs swap.",
        ..Card::BLANK
    };
}
