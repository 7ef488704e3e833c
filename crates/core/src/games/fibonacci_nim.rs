//! Fibonacci nim: take at most twice as many stones as the previous move took from the same heap. Its theory is in
//! [`crate::theory::take_away`].

use crate::game::kinds::last_take::{LastTakeVariant, WHINIHAN};
use crate::game::{Card, Source, Tag};

/// Fibonacci nim, which is take-away with the factor 2. A move takes at most twice as many stones as the previous move
/// from the same heap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doubled;

impl LastTakeVariant for Doubled {
    const FACTOR: Option<u64> = Some(2);

    const CARD: Card = Card {
        id: "fibonacci-nim",
        name: "Fibonacci nim",
        aliases: &["Take-away with twice the last", "HDU 2516", "Project Euler 692"],
        problems: &["HDU 2516", "Project Euler 692", "Project Euler 366", "BOJ 2373"],
        keywords: &["at most twice the last", "take at most double"],
        tags: &[Tag::Heaps, Tag::Contest],
        rules: "A heap of stones and a bound q. A move takes 1 to q of the stones; if it takes t, the next move in this heap may \
                take at most 2t. Who cannot move loses. The usual start is q = n − 1, as in HDU 2516: the first move may not take all. The bound belongs to the heap: with several \
                heaps each has its own.",
        position: "[stones, q], both at least 0 and below 2^4096; a bound above the heap means the same as the heap",
        text_form: "stones,q",
        example: "12,11",
        moves: &[("12,11", "11,2", "take 1 of 12")],
        sources: &[WHINIHAN, Source { author: "Project Euler", year: 2019, title: "Problem 692, Siegbert and Jo" }],
        normal: "Alone exact for any size, by Zeckendorf sums. In sums exact up to 4095 stones, by a table: no closed form is \
                 known.",
        misere: "Exact where normal play is. Values 0 and 1 swap, except for heaps [n, 1] where the smallest \
                 Zeckendorf part of n − 1 is 2.",
        ..Card::BLANK
    };
}
