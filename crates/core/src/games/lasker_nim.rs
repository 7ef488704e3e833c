//! Lasker's Nim: take any number, or split a heap without taking. This is the octal game 4.333…. Its values are G(n) =
//! n, except G(4k + 3) = 4k + 4 and G(4k + 4) = 4k + 3 (Winning Ways, chapter 4).

use crate::game::kinds::heaps::{HEAPS, Heaps, Spelled};
use crate::game::{Card, Source, Tag};
use crate::theory::heaps::rules::HeapRules;
use crate::theory::sources::WINNING_WAYS;

/// Lasker's Nim.
pub(crate) const LASKER_NIM: Heaps = Heaps {
    card: &Card {
        id: "lasker-nim",
        name: "Lasker's Nim",
        aliases: &["Nim with splitting", "4.333...", "HDU 3032"],
        problems: &["HDU 3032", "BOJ 11872"],
        keywords: &["take or split", "split a pile", "take stones or split into two"],
        tags: &[Tag::Heaps, Tag::Contest],
        rules: "A move takes any number of stones from a heap, or splits a heap into two without taking any. Who cannot move loses.",
        position: "the stones of one heap, at least 0",
        example: "7",
        moves: &[("7", "3 4", "split 7 into 3 and 4"), ("7", "2", "take 5 of 7")],
        sources: &[Source { author: "E. Lasker", year: 1931, title: "Brettspiele der Völker" }, WINNING_WAYS],
        normal: "Exact for heaps of any size: 4k + 3 and 4k + 4 are exchanged, other heaps have the value of their size.",
        misere: "Exact, in sums too: heaps of 0 and 1 swap, others stay.",
        ..HEAPS
    }
    .complete(),
    rules: Spelled::Once(|| HeapRules::of_digits(4, &[], 3)),
};
