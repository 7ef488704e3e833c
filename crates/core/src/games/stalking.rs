//! Stalking: the octal game 0.31 (Winning Ways, chapter 4). Its values have the period 2.

use crate::game::Card;
use crate::game::kinds::heaps::{HEAPS, Heaps, Spelled};
use crate::theory::heaps::rules::HeapRules;
use crate::theory::sources::WINNING_WAYS;

/// Stalking.
pub(crate) const STALKING: Heaps = Heaps {
    card: &Card {
        id: "stalking",
        name: "Stalking",
        aliases: &["0.31", "octal 0.31"],
        rules: "A move takes one token from a heap, or takes away a heap of two. Who cannot move loses. It is the octal game 0.31.",
        example: "5",
        moves: &[("5", "4", "take 1 of 5"), ("2", "", "take all 2")],
        sources: &[WINNING_WAYS],
        normal: "Exact for heaps of any size: heaps 1 and 2 have the values 1 and 2, and from 3 on they are 0, 1, 0, 1, ….",
        max_grundy: Some(2),
        ..HEAPS
    }
    .complete(),
    rules: Spelled::Once(|| HeapRules::of_digits(0, &[3, 1], 0)),
};
