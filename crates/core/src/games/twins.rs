//! Twins: turn exactly two coins. The right one must turn from heads to tails.
//!
//! A head at place *h* is a heap of *h*. The second coin, at place *u* < *h*, makes it a heap of *u*. A head at place 0
//! is an empty heap.

use crate::game::kinds::coins::{self, HeadsAsHeaps};
use crate::game::shape::Notation;
use crate::game::{Card, Tag};
use crate::theory::sources::FERGUSON;

/// Twins.
#[derive(Clone, Debug)]
pub struct Twins;

impl HeadsAsHeaps for Twins {
    const CARD: Card = Card {
        id: "twins",
        name: "Twins",
        aliases: &["Turning twins"],
        keywords: &["turn two coins", "flip two coins", "coin turning"],
        tags: &[Tag::Coins],
        rules: "A row of coins, numbered from 0: where they are counted from 1, subtract 1 from each. A move turns just two of them, the right one from heads to tails. Who cannot move loses; coin 0 alone can't be turned.",
        position: coins::POSITION,
        notation: Some(Notation::Faces),
        text_form: "head,head,…",
        example: "1,4,6",
        moves: &[("1,4,6", "0,1,4", "turn coin 0 and coin 6")],
        sources: &[FERGUSON],
        normal: "Exact. A head at place h is worth h; the value is the XOR.",
        misere: "Exact, in sums too. Values 0 and 1 swap exactly if the heads' values from 2 on form whole pairs {2m, 2m + \
                 1}.",
        ..Card::BLANK
    };

    const MORE: u64 = 0;

    const THEORY: &str = "A head at place h is a heap of h in nim. Turning a second coin too replaces the heap by any smaller one, since two equal heaps cancel.";
}
