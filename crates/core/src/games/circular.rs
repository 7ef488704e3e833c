//! Octal games in a circle.

use crate::game::kinds::circles::Circles;
use crate::game::{Card, Parameters, Tag};
use crate::theory::sources::{GUY_SMITH, WINNING_WAYS};

/// Octal games in a circle.
pub(crate) const CIRCULAR: Circles = Circles {
    card: &Card {
        id: "circular",
        name: "Octal games in a circle",
        aliases: &["Kayles in a circle", "Circular Nim", "Coin Game", "Node Kayles on a cycle"],
        problems: &["HDU 3951", "POJ 2484"],
        keywords: &["ring", "round table", "cycle", "necklace", "adjacent coins in a circle"],
        tags: &[Tag::Strips, Tag::Contest],
        rules: "Tokens in a circle, and a code as of octal games. A move takes k tokens that touch. These may be \
                fewer than all if the digit dk lets two heaps remain (4), and all if it lets nothing remain (1). What \
                is left is a row, which is played as the octal game of this code. Turns of the circle are one \
                position. Who cannot move loses. circular(0.77) takes one or two adjacent pins of a ring; \
                circular(0.137) is Node Kayles on a cycle.",
        position: "the tokens of a circle from which nothing was taken, at least 0, or {\"row\": n} for a row of n",
        text_form: "n or rown",
        example: "7",
        moves: &[
            ("7", "row6", "take 1 of the circle of 7, leaving a row of 6"),
            ("2", "", "take all 2 of the circle"),
            ("row7", "row2 row3", "take 2 of 7, leaving 2 and 3"),
        ],
        sources: &[GUY_SMITH, WINNING_WAYS],
        normal: "Exact for circles and rows of any size where the values of rows are proved to repeat; else as far as their table goes.",
        misere: "Exact where rows are tame, in sums too; else by search while the sum is small.",
        parameters: Some(Parameters {
            text: "the code of the rows: a digit 0 or 4, a point, digits 0 to 7",
            form: "d0.d1d2d3…",
            example: "0.77",
        }),
        ..Card::BLANK
    }
    .complete(),
};
