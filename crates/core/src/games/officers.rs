//! Officers: the octal game 0.6. Nobody knows whether its values are periodic.

use crate::game::Card;
use crate::game::kinds::heaps::{HEAPS, Heaps, Spelled};
use crate::theory::heaps::rules::HeapRules;
use crate::theory::sources::WINNING_WAYS;

/// Officers.
pub(crate) const OFFICERS: Heaps = Heaps {
    card: &Card {
        id: "officers",
        name: "Officers",
        aliases: &["0.6", "octal 0.6"],
        keywords: &["soldiers"],
        rules: "A heap of soldiers. A move promotes one, who leaves. The others stay as one heap or are split into \
                two. Some must stay: a single soldier can do nothing. Who cannot move loses. It is the octal game \
                0.6.",
        position: "the soldiers of one heap, at least 0",
        example: "10",
        moves: &[("6", "2 3", "take 1 of 6, leaving 2 and 3")],
        sources: &[WINNING_WAYS],
        normal: "Exact as far as its table goes: no period is known.",
        ..HEAPS
    }
    .complete(),
    rules: Spelled::Once(|| HeapRules::of_digits(0, &[6], 0)),
};
