//! Hexadecimal games, given by their code. A move may split a heap into up to three heaps (Kenyon 1967).

use crate::game::kinds::heaps::{HEAPS, Heaps, Spelled};
use crate::game::shape::Notation;
use crate::game::{Card, Parameters};
use crate::theory::heaps::rules::HeapRules;
use crate::theory::sources::{GUY_SMITH, KENYON};

/// Hexadecimal games.
pub(crate) const HEXADECIMAL: Heaps = Heaps {
    card: &Card {
        id: "hexadecimal",
        name: "Hexadecimal games",
        aliases: &["Games by hexadecimal code"],
        problems: &["HDU 5795"],
        keywords: &["digits", "code", "hexadecimal code", "split into three"],
        rules: "A code d0.d1d2…: the digit dk, from 0 to f, which is 15, says what a move that removes k tokens from a heap may leave of it. \
                It adds up 1 for nothing (the heap is exactly k), 2 for one heap, 4 for two heaps and 8 for three heaps. Who \
                cannot move loses.",
        notation: Some(Notation::Pins),
        example: "9",
        moves: &[("8", "1 2 3", "take 2 of 8, leaving 1, 2 and 3")],
        sources: &[KENYON, GUY_SMITH],
        normal: "Exact for heaps of any size where the values are proved to repeat; the proof is found while the \
                 table grows. Else exact as far as the table goes.",
        parameters: Some(Parameters {
            text: "the code: a digit 0, 4, 8 or c, a point, digits 0 to f, the last of them in parentheses if they repeat for ever",
            form: "d0.d1d2d3…",
            example: "0.3f",
        }),
        ..HEAPS
    }
    .complete(),
    rules: Spelled::ByParameters(HeapRules::hexadecimal),
};
