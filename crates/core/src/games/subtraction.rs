//! Subtraction games: take a number of the set S. Values are periodic, since each depends on the last max S only (Golomb 1966).

use crate::game::kinds::heaps::{HEAPS, Heaps, Spelled};
use crate::game::{Card, Parameters};
use crate::theory::heaps::rules::HeapRules;
use crate::theory::sources::{FERGUSON_1974, GOLOMB, WINNING_WAYS};

/// Subtraction games.
pub(crate) const SUBTRACTION: Heaps = Heaps {
    card: &Card {
        id: "subtraction",
        name: "Subtraction games",
        aliases: &["Take-away games", "Subtract-a-number", "Chips"],
        rules: "A heap, and the set S of numbers that may be taken. A move takes one of them from the heap. Who cannot move loses.",
        example: "26",
        moves: &[("26", "17", "take 9 of 26"), ("4", "0", "take all 4")],
        sources: &[GOLOMB, FERGUSON_1974, WINNING_WAYS],
        normal: "Exact: the values of a finite set repeat; how soon, is proved while the table grows, as far as that goes.",
        misere: "Exact, in sums too: values 0 and 1 swap (Ferguson 1974).",
        parameters: Some(Parameters {
            text: "the numbers that may be taken, each at least 1",
            form: "s1,s2,…",
            example: "1,4,9",
        }),
        ..HEAPS
    }
    .complete(),
    rules: Spelled::ByParameters(HeapRules::subtraction),
};
