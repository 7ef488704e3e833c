//! Daisies: the octal game 4.7 (Winning Ways, chapter 4). Odd heaps have the value 1, and even heaps have the value 2.
//! Plambeck solved the game in misère play (1992). The misère quotient is infinite.

use crate::game::Card;
use crate::game::kinds::heaps::{HEAPS, Heaps, Spelled};
use crate::theory::heaps::rules::HeapRules;
use crate::theory::sources::WINNING_WAYS;

/// Daisies.
pub(crate) const DAISIES: Heaps = Heaps {
    card: &Card {
        id: "daisies",
        name: "Daisies",
        aliases: &["4.7", "octal 4.7"],
        keywords: &["petals", "flower", "flowers", "she loves me"],
        rules: "A move splits a heap into two, or takes one token from a heap and may split the rest. Who cannot move loses. It is the octal game 4.7.",
        position: "the petals of one daisy, at least 0",
        example: "7",
        moves: &[("6", "2 4", "split 6 into 2 and 4"), ("6", "2 3", "take 1 of 6, leaving 2 and 3")],
        sources: &[WINNING_WAYS],
        normal: "Exact for heaps of any size: odd heaps have the value 1, even ones from 2 on 2.",
        max_grundy: Some(2),
        ..HEAPS
    }
    .complete(),
    rules: Spelled::Once(|| HeapRules::of_digits(4, &[7], 0)),
};
