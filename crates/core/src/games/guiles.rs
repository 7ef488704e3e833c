//! Guiles: the octal game 0.15 (Winning Ways, chapter 4). Its values have the period 10.

use crate::game::Card;
use crate::game::kinds::heaps::{HEAPS, Heaps, Spelled};
use crate::theory::heaps::rules::HeapRules;
use crate::theory::sources::WINNING_WAYS;

/// Guiles.
pub(crate) const GUILES: Heaps = Heaps {
    card: &Card {
        id: "guiles",
        name: "Guiles",
        aliases: &["0.15", "octal 0.15"],
        rules: "A move takes away a heap of 1 or of 2, or takes two from a heap and splits the rest into two heaps. Who cannot move loses. It is the octal game 0.15.",
        example: "11",
        moves: &[("6", "1 3", "take 2 of 6, leaving 1 and 3")],
        sources: &[WINNING_WAYS],
        normal: "Exact for heaps of any size: the values repeat after 10 from heap 1 on.",
        max_grundy: Some(2),
        ..HEAPS
    }
    .complete(),
    rules: Spelled::Once(|| HeapRules::of_digits(0, &[1, 5], 0)),
};
