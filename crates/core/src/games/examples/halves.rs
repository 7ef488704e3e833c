//! Halves: take 1 stone, or halve an even heap.

use crate::game::{Card, Follower, Rules, Tag};

/// Take 1 stone, or make two equal heaps.
#[derive(Clone, Copy, Debug, Default)]
pub struct Halves;

/// A move of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halving {
    /// Takes 1 stone.
    Take,
    /// Makes two equal heaps.
    Halve,
}

impl Rules for Halves {
    type Position = u64;
    type Move = Halving;

    const SPLITS: bool = true;

    const CARD: Card = Card {
        id: "halves",
        name: "Halves",
        tags: &[Tag::Heaps],
        rules: "A heap of stones. A move takes 1 of them, or makes two equal heaps of an even one. Who cannot move loses.",
        position: "the stones",
        text_form: "stones",
        example: "10",
        moves: &[("10", "5 5", "halve 10")],
        normal: "Exact, by search.",
        misere: "By search while the sum is small.",
        ..Card::BLANK
    };

    fn moves(&self, stones: &u64) -> impl Iterator<Item = Halving> {
        let take = (*stones > 0).then_some(Halving::Take);
        let halve = (*stones > 0 && stones.is_multiple_of(2)).then_some(Halving::Halve);
        take.into_iter().chain(halve)
    }

    fn after(&self, stones: &u64, made: &Halving) -> Follower<u64> {
        match made {
            Halving::Take => (stones - 1).into(),
            Halving::Halve => Follower::sorted(vec![stones / 2; 2]),
        }
    }

    fn describe(&self, stones: &u64, made: &Halving) -> String {
        match made {
            Halving::Take => format!("take 1 of {stones}"),
            Halving::Halve => format!("halve {stones}"),
        }
    }

    fn small(&self) -> Vec<u64> {
        (0..=20).collect()
    }
}
