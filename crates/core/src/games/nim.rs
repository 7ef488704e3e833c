//! Nim with one heap: a heap of *n* has the Grundy value *n*.
//!
//! A move from *n* stones can leave every smaller heap, so G = *n*. A sum of such heaps is Bouton's Nim (1901).

use crate::game::words::sentence;
use crate::game::{
    Card, Follower, Foreclosed, Goal, Illegal, Lengths, Moves, Play, Rules, Source, Step, Tag, Tameness, Theory, taken,
};
use crate::number::Natural;
use crate::theory::compounds::{foreclosed, lengths};

/// Nim with one heap. Any number of its stones may be taken.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nim;

const BOUTON: Source =
    Source { author: "C. L. Bouton", year: 1901, title: "Nim, a game with a complete mathematical theory" };

impl Rules for Nim {
    type Position = Natural;
    /// The stones taken.
    type Move = Natural;

    const CARD: Card = Card {
        id: "nim",
        name: "Nim",
        aliases: &["Bouton's game", "Marienbad"],
        problems: &[
            "HDU 1849",
            "HDU 1850",
            "HDU 1907",
            "HDU 2176",
            "POJ 2234",
            "POJ 2975",
            "POJ 3480",
            "LeetCode 1908",
            "UVa 10165",
            "CSES Nim Game I",
            "HackerRank Misère Nim",
            "HackerRank Introduction to Nim Game",
            "BOJ 11694",
            "BOJ 11868",
            "Luogu P2197",
            "Project Euler 301",
            "Luogu P4279",
        ],
        keywords: &[
            "piles",
            "piles of stones",
            "as many as you like from one pile",
            "heaps",
            "rows",
            "matches",
            "matchsticks",
            "sticks",
            "counters",
            "stones",
            "pebbles",
            "last stone",
            "last stone wins",
            "last match loses",
            "take any number from one pile",
            "xor",
            "nim sum",
            "rook",
            "rook to the corner",
            "rooks",
            "pyramid of matches",
            "Northcott's game",
        ],
        tags: &[Tag::Heaps, Tag::Contest],
        rules: "One heap of stones. A move takes any number of them, at least one. Who cannot move loses. Several heaps \
                are several components.",
        position: "the stones of one heap, at least 0",
        text_form: "stones",
        example: "3",
        moves: &[("5", "2", "take 3 of 5")],
        sources: &[BOUTON],
        normal: "Exact. The value is the heap.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        ..Card::BLANK
    };

    /// The moves take 1, 2, … stones.
    fn moves(&self, stones: &Natural) -> impl Iterator<Item = Natural> {
        (1..=stones.to_u64().unwrap_or_default()).map(Natural::from)
    }

    fn find(&self, stones: &Natural, left: &Follower<Natural>) -> Result<Natural, Illegal> {
        taken("heap", stones, left.whole()?)
    }

    fn after(&self, stones: &Natural, taken: &Natural) -> Follower<Natural> {
        (stones - taken).into()
    }

    fn describe(&self, stones: &Natural, taken: &Natural) -> String {
        sentence(&[&"take ", &taken.short(), &" of ", &stones.short()])
    }
}

impl Theory<Self> for Nim {
    type Solved = Natural;

    fn solve(&self, stones: &Natural) -> Natural {
        stones.clone()
    }

    fn moves_to<'a>(&'a self, stones: &'a Natural, _: &'a Natural, goal: &Goal) -> Option<Moves<'a, Natural>> {
        Some(match goal {
            Goal::All => Moves::counted(stones.clone(), |rank| Some(rank + &Natural::ONE)),
            Goal::Value(value) => stones.checked_sub(value).filter(|taken| !taken.is_zero()).into(),
            _ => return None,
        })
    }

    /// Counts without making the moves, since a request may have a million heaps.
    fn count_to(&self, stones: &Natural, _: &Natural, goal: &Goal) -> Option<Natural> {
        match goal {
            Goal::All => Some(stones.clone()),
            Goal::Value(value) => Some(u64::from(value < stones).into()),
            _ => None,
        }
    }

    fn explain(&self, stones: &Natural, _: &Natural) -> Vec<Step> {
        if stones.is_zero() {
            return Vec::new();
        }
        let heap = stones.short();
        let text = format!("A move leads to any heap smaller than {heap}, and {heap} is the first value beyond them.");
        vec![Step::by(BOUTON, text)]
    }

    fn tameness(&self, stones: &Natural, _: &Natural) -> Tameness {
        Tameness::tame(*stones <= Natural::ONE)
    }

    fn lengths(&self, stones: &Natural, play: Play) -> Option<Lengths> {
        Some(lengths::of_nim(stones, play))
    }

    fn foreclosed(&self, stones: &Natural, play: Play) -> Option<Foreclosed> {
        foreclosed::of_bachet(stones, stones, play)
    }

    /// The winner takes all stones at once. In misère play the winner leaves one stone, which the opponent must take.
    fn remoteness(&self, stones: &Natural, _: &Natural, play: Play) -> Option<u64> {
        Some(match play {
            Play::Normal => u64::from(!stones.is_zero()),
            Play::Misere => stones.to_u64().map_or(2, |stones| stones.min(2)),
        })
    }

    fn explain_misere(&self, _: &Natural, _: &Natural) -> Vec<Step> {
        vec![Step::by(BOUTON, "In misère play the values 0 and 1 of heaps swap, and others stay.")]
    }
}
