//! Halves: take 1 stone, or halve an even heap.

use crate::game::{Card, Parts, Rules, Tag};

/// Take 1 stone, or make two equal heaps.
#[derive(Clone, Copy, Debug, Default)]
pub struct Halves;

impl Rules for Halves {
    type Position = u64;
    type Option = Parts<u64>;

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

    fn options(&self, stones: &u64) -> impl Iterator<Item = Parts<u64>> {
        let taken = stones.checked_sub(1).map(|left| Parts::new(vec![left]));
        let half = (*stones > 0 && stones.is_multiple_of(2)).then(|| Parts::new(vec![stones / 2; 2]));
        taken.into_iter().chain(half)
    }

    fn describe(&self, stones: &u64, to: &Parts<u64>) -> String {
        match to.list() {
            [_] => format!("take 1 of {stones}"),
            _ => format!("halve {stones}"),
        }
    }

    fn small(&self) -> Vec<u64> {
        (0..=20).collect()
    }
}
