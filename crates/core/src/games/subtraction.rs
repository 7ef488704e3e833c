//! Subtraction games: take a number of stones that is in the set S. The values are periodic, because each value depends
//! only on a fixed number of values before it (Golomb 1966).

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
        problems: &["HDU 1536", "HDU 1848", "POJ 2960", "AtCoder DP K", "SPOJ MCOINS", "SPOJ HS09GAME", "UVa 10404", "Kattis bachetsgame", "CSES Stick Game", "HackerRank Game of Stones", "Codeforces 1194D", "BOJ 9655", "BOJ 9656", "BOJ 9657", "BOJ 9658", "BOJ 9659", "BOJ 9660"],
        keywords: &["take 1, 3 or 4", "take one of these numbers", "subtract", "s-nim", "fibonacci numbers"],
        rules: "A heap, and the set S of numbers that may be taken. A move takes one of them from the heap. Who cannot move loses.",
        example: "26",
        moves: &[("26", "17", "take 9 of 26"), ("4", "0", "take all 4")],
        sources: &[GOLOMB, FERGUSON_1974, WINNING_WAYS],
        normal: "Exact: the values of a finite set repeat. How soon they do is proved while the table grows, as far \
                 as the table goes.",
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
