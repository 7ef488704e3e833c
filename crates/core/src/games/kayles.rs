//! Kayles: knock down one pin or two adjacent pins. This is the octal game 0.77. Its values have the period 12, with
//! exceptions up to 70 (Guy and Smith 1956). Sibert and Conway solved its misère play (1992).

use crate::game::kinds::heaps::{HEAPS, Heaps, Spelled};
use crate::game::shape::Notation;
use crate::game::{Card, Source, Tag};
use crate::theory::heaps::rules::HeapRules;
use crate::theory::sources::{GUY_SMITH, WINNING_WAYS};

/// Kayles.
pub(crate) const KAYLES: Heaps = Heaps {
    card: &Card {
        id: "kayles",
        name: "Kayles",
        aliases: &["Rip Van Winkle's game", "0.77", "octal 0.77"],
        problems: &["HackerRank Bowling Pins"],
        keywords: &["bowling", "skittles", "pins", "ninepins", "one or two next to each other"],
        tags: &[Tag::Strips, Tag::Contest],
        rules: "A row of n pins. A move knocks down one pin or two adjacent ones, anywhere in the row, which may split it in two. Who cannot move loses. It is the octal game 0.77.",
        position: "the pins of one row, at least 0",
        notation: Some(Notation::Pins),
        example: "12",
        moves: &[("5", "2 2", "take 1 of 5, leaving 2 and 2"), ("2", "", "take all 2")],
        sources: &[
            Source { author: "H. E. Dudeney", year: 1908, title: "The Canterbury Puzzles" },
            GUY_SMITH,
            WINNING_WAYS,
        ],
        normal: "Exact for rows of any length: the values repeat after 12 from row 71 on.",
        misere: "Exact for rows of any length, and any number of them, by a misère quotient of 40 elements. Sums with \
                 Nim heaps and heaps of codes have a quotient of all together, where one is found and proved. Other \
                 sums are searched while they are small, else refused.",
        max_grundy: Some(8),
        ..HEAPS
    }
    .complete(),
    rules: Spelled::Once(|| HeapRules::of_digits(0, &[7, 7], 0)),
};
