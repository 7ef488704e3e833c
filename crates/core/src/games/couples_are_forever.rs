//! Couples-are-Forever: split any heap except a heap of 2. A heap of n ≥ 2 has the same value as a heap of n − 1 in
//! Officers, the octal game 0.6.

use crate::game::kinds::heaps::{HEAPS, Heaps, Spelled};
use crate::game::{Card, Source};
use crate::theory::heaps::rules::HeapRules;

/// Couples-are-Forever.
pub(crate) const COUPLES_ARE_FOREVER: Heaps = Heaps {
    card: &Card {
        id: "couples-are-forever",
        name: "Couples-are-Forever",
        aliases: &["Couples are forever"],
        keywords: &["split any heap but of two"],
        rules: "A move splits a heap into two, but a heap of 2 is a couple and stays. Who cannot move loses.",
        example: "9",
        moves: &[("6", "2 4", "split 6 into 2 and 4")],
        sources: &[Source {
            author: "R. J. Nowakowski",
            year: 1998,
            title: "Unsolved problems in combinatorial games",
        }],
        normal: "Exact as far as its table goes: no period is known. A heap of n has the value of n − 1 in Officers.",
        ..HEAPS
    }
    .complete(),
    rules: Spelled::Once(HeapRules::couples_are_forever),
};
