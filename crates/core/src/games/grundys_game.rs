//! Grundy's game: split a heap into two heaps of different sizes. Nobody knows whether its values are periodic.

use crate::game::Card;
use crate::game::kinds::heaps::{HEAPS, Heaps, Spelled};
use crate::theory::heaps::rules::HeapRules;
use crate::theory::sources::{GRUNDY, WINNING_WAYS};

/// Grundy's game.
pub(crate) const GRUNDYS_GAME: Heaps = Heaps {
    card: &Card {
        id: "grundys-game",
        name: "Grundy's game",
        aliases: &["Unequal splits"],
        problems: &["CSES Grundy's Game"],
        keywords: &["unequal piles", "split into two different heaps", "divide a pile unequally"],
        rules: "A move splits a heap into two of different sizes. Who cannot move, all heaps being 1 or 2, loses.",
        example: "9",
        moves: &[("7", "3 4", "split 7 into 3 and 4")],
        sources: &[GRUNDY, WINNING_WAYS],
        normal: "Exact as far as its table goes: no period is known.",
        ..HEAPS
    }
    .complete(),
    rules: Spelled::Once(HeapRules::grundys_game),
};
