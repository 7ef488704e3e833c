//! Treblecross: three in a row on a strip wins. As a game of heaps it is the octal game 0.007; whether its values are
//! periodic is open.

use crate::game::kinds::heaps::{HEAPS, Heaps, Spelled};
use crate::game::{Card, Tag};
use crate::theory::heaps::rules::HeapRules;
use crate::theory::sources::WINNING_WAYS;

/// Treblecross.
pub(crate) const TREBLECROSS: Heaps = Heaps {
    card: &Card {
        id: "treblecross",
        name: "Treblecross",
        aliases: &["One-dimensional tic-tac-toe", "0.007", "octal 0.007"],
        tags: &[Tag::Strips],
        rules: "A row of squares; a turn marks one, and who makes three in a row wins. Marking next to a mark, or two away, lets the other win at once, so a mark takes its square and two on either side: a heap of n loses three tokens and may split. Who cannot move loses. It is the octal game 0.007, where a strip of m squares is a heap of m + 2.",
        position: "the squares of one free strip and 2 more, at least 0",
        example: "11",
        moves: &[("9", "3 3", "take 3 of 9, leaving 3 and 3")],
        sources: &[WINNING_WAYS],
        normal: "Exact as far as its table goes: no period is known.",
        ..HEAPS
    }
    .complete(),
    rules: Spelled::Once(|| HeapRules::of_digits(0, &[0, 0, 7], 0)),
};
