//! Octal games, given by their code (Guy and Smith 1956).

use crate::game::kinds::heaps::{HEAPS, Heaps, Spelled};
use crate::game::shape::Notation;
use crate::game::{Card, Parameters};
use crate::theory::heaps::rules::HeapRules;
use crate::theory::sources::{GUY_SMITH, WINNING_WAYS};

/// Octal games.
pub(crate) const OCTAL: Heaps = Heaps {
    card: &Card {
        id: "octal",
        name: "Octal games",
        aliases: &["Guy–Smith games", "Taking-and-breaking games"],
        keywords: &["digits", "code", "octal code", "take and break"],
        rules: "A code d0.d1d2…: the digit dk says what a move that removes k tokens from a heap may leave of it. It \
                adds up 1 for nothing (the heap is exactly k), 2 for one heap, 4 for two heaps. Who cannot move \
                loses. A last digit that repeats for ever is followed by three dots, and a block of digits that \
                repeats stands in parentheses: 0.(05) is 0.050505….",
        notation: Some(Notation::Pins),
        example: "17",
        moves: &[("6", "1 2", "take 3 of 6, leaving 1 and 2")],
        sources: &[GUY_SMITH, WINNING_WAYS],
        normal: "Exact for heaps of any size where the values are proved to repeat; the proof is found while the \
                 table grows. Else exact as far as the table goes.",
        parameters: Some(Parameters {
            text: "the code: a digit 0 or 4, a point, digits 0 to 7, the last of them in parentheses if they repeat for ever",
            form: "d0.d1d2d3…",
            example: "0.137",
        }),
        ..HEAPS
    }
    .complete(),
    rules: Spelled::ByParameters(HeapRules::octal),
};
