//! Kenyon's game: the hexadecimal game 0.3f. Its values seem to be arithmetic-periodic (period 6, saltus 3), but no
//! theorem that is used here proves this.

use crate::game::Card;
use crate::game::kinds::heaps::{HEAPS, Heaps, Spelled};
use crate::theory::heaps::rules::HeapRules;
use crate::theory::sources::KENYON;

/// Kenyon's game.
pub(crate) const KENYONS_GAME: Heaps = Heaps {
    card: &Card {
        id: "kenyons-game",
        name: "Kenyon's game",
        aliases: &["0.3f", "0.3F", "hexadecimal 0.3f"],
        rules: "A move takes one token from a heap, or takes two and leaves the rest as it is or split into two or three heaps. Who cannot move loses. It is the hexadecimal game 0.3f.",
        example: "9",
        moves: &[("8", "1 2 3", "take 2 of 8, leaving 1, 2 and 3")],
        sources: &[KENYON],
        normal: "Exact as far as its table goes. Values seem to grow by 3 every 6 heaps, which is not proved.",
        ..HEAPS
    }
    .complete(),
    rules: Spelled::Once(|| HeapRules::of_digits(0, &[3, 15], 0)),
};
