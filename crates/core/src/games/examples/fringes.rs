//! Fringes: the octal game 0.207.

use crate::game::Card;
use crate::game::kinds::heaps::{HEAPS, Heaps, Spelled};
use crate::theory::heaps::rules::HeapRules;

/// Fringes.
pub(crate) const FRINGES: Heaps = Heaps {
    card: &Card {
        id: "fringes",
        name: "Fringes",
        rules: "A heap of stones. A move takes 1 of them, if others are left, or 3, and may then split the rest. Who cannot \
                move loses.",
        example: "12",
        moves: &[("12", "4 5", "take 3 of 12, leaving 4 and 5")],
        normal: "Exact as far as the values are worked out.",
        ..HEAPS
    }
    .complete(),
    rules: Spelled::Once(|| HeapRules::of_digits(0, &[2, 0, 7], 0)),
};
