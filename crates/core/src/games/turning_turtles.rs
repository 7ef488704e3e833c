//! Turning turtles: turn a coin from heads to tails, and if you like also a coin left of it.
//!
//! A head at place *h* is a heap of *h* + 1. If a move also turns a coin at place *u*, the heap becomes a heap of *u* +
//! 1, or cancels with such a heap. So the value is the XOR of the heaps. Because equal heaps cancel, the fickle
//! positions are not the same as in nim: see [`coins::IncompletePairs`].

use crate::game::kinds::coins::{self, HeadsAsHeaps};
use crate::game::shape::Notation;
use crate::game::{Card, Tag};
use crate::theory::sources::FERGUSON;

/// Turning turtles.
#[derive(Clone, Debug)]
pub struct TurningTurtles;

impl HeadsAsHeaps for TurningTurtles {
    const CARD: Card = Card {
        id: "turning-turtles",
        name: "Turning turtles",
        aliases: &["Turtles"],
        keywords: &["flip coins", "turn coins", "heads and tails", "coin turning"],
        tags: &[Tag::Coins],
        rules: "A row of coins, numbered from 0: where they are counted from 1, subtract 1 from each. A move turns a coin from heads to tails, and, if you like, one more coin left of it, either way. Who cannot move, all being tails, loses.",
        position: coins::POSITION,
        notation: Some(Notation::Faces),
        text_form: "head,head,…",
        example: "1,4,6",
        moves: &[("1,4,6", "1,4", "turn coin 6"), ("1,4,6", "1,2,4", "turn coin 2 and coin 6")],
        sources: &[FERGUSON],
        normal: "Exact. A head at place h is worth h + 1; the value is the XOR.",
        misere: "Exact, in sums too. Values 0 and 1 swap exactly if the heads' values from 2 on form whole pairs {2m, 2m + \
                 1}.",
        ..Card::BLANK
    };

    const MORE: u64 = 1;

    const THEORY: &str = "A head at place h is a heap of h + 1 in nim. Turning it alone takes the whole heap. Turning a second coin too replaces the heap by any smaller one, since two equal heaps cancel. The value is the XOR of the heaps.";
}
