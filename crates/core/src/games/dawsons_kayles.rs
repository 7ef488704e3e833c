//! Dawson's Kayles: knock down two adjacent pins. This is the octal game 0.07. Its values have the period 34, with
//! exceptions up to 52 (Guy and Smith 1956). A row of n has the same value as a row of n − 1 in Dawson's Chess.

use crate::game::kinds::heaps::{HEAPS, Heaps, Spelled};
use crate::game::shape::Notation;
use crate::game::{Card, Tag};
use crate::theory::heaps::rules::HeapRules;
use crate::theory::sources::{GUY_SMITH, WINNING_WAYS};

/// Dawson's Kayles.
pub(crate) const DAWSONS_KAYLES: Heaps = Heaps {
    card: &Card {
        id: "dawsons-kayles",
        name: "Dawson's Kayles",
        aliases: &["0.07", "octal 0.07", "Cram on a strip", "Domino covering"],
        problems: &["Project Euler 306", "LeetCode 294"],
        keywords: &["Flip Game", "Flip Game II", "flip two adjacent plus signs", "take two adjacent", "paper strip", "dominoes on a strip"],
        tags: &[Tag::Strips, Tag::Contest],
        rules: "A row of n pins. A move knocks down exactly two adjacent ones, which may split the row in two. Who cannot move loses. It is the octal game 0.07, and Cram on a strip of one row.",
        position: "the pins of one row, at least 0",
        notation: Some(Notation::Pins),
        example: "14",
        moves: &[("5", "1 2", "take 2 of 5, leaving 1 and 2")],
        sources: &[GUY_SMITH, WINNING_WAYS],
        normal: "Exact for rows of any length: the values repeat after 34 from row 53 on.",
        max_grundy: Some(9),
        ..HEAPS
    }
    .complete(),
    rules: Spelled::Once(|| HeapRules::of_digits(0, &[0, 7], 0)),
};
