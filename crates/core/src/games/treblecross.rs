//! Treblecross: the player who makes three crosses in a row on a strip wins. As a game of heaps, it is the octal game
//! 0.007. Nobody knows whether its values are periodic.

use crate::game::kinds::heaps::{HEAPS, Heaps, Spelled};
use crate::game::shape::Notation;
use crate::game::{Card, Tag};
use crate::theory::heaps::rules::HeapRules;
use crate::theory::sources::WINNING_WAYS;

/// Treblecross.
pub(crate) const TREBLECROSS: Heaps = Heaps {
    card: &Card {
        id: "treblecross",
        name: "Treblecross",
        aliases: &["One-dimensional tic-tac-toe", "0.007", "octal 0.007"],
        problems: &["UVa 10561", "LightOJ 1229", "POJ 3537"],
        keywords: &["three in a row", "crosses"],
        tags: &[Tag::Strips],
        rules: "A row of squares; a turn marks one, and who makes three in a row wins. Marking next to a mark, or two \
                away, lets the other win at once. So a mark takes its square and two on either side. Two squares are \
                counted beyond each free strip, so m free squares are the number m + 2, and an empty row of 9 squares is \
                11. Then a mark takes 3 of the number, and may split the rest: it is the octal game 0.007. Who cannot move \
                loses. Or write the row, with its \
                crosses. A row in which the player to move can make three is refused, since that wins at once, \
                whatever else is on the table. The error says where.",
        position: "the squares of one free strip and 2 more, at least 0",
        example: "11",
        moves: &[
            ("9", "3 3", "mark square 4 of 7, leaving free strips of 1 and 1"),
            ("5", "1 1", "mark square 2 of 3"),
            ("11", "8", "mark square 1 of 9, leaving a free strip of 6"),
        ],
        notation: Some(Notation::Crosses),
        sources: &[WINNING_WAYS],
        normal: "Exact as far as its table goes: no period is known.",
        ..HEAPS
    }
    .complete(),
    rules: Spelled::Squares(|| HeapRules::of_digits(0, &[0, 0, 7], 0)),
};
