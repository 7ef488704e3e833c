//! A game given as a graph without cycles in which a move may leave several vertices, the sum of them.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::{GraphGame, NamedGraph};
use crate::game::shape::{PlainValue, Shape};
use crate::game::{After, Card, Illegal, Rules, STEPS_AN_OPTION};
use crate::number::meter;
use crate::theory::graphs::reached::reached;
use crate::theory::graphs::splitting::SplittingGraph;
use crate::theory::sources::WINNING_WAYS;

/// The rules of such a game; [`crate::game::search::Searched`] solves it.
#[derive(Clone, Debug)]
pub(crate) struct SplittingGame(pub(crate) Arc<NamedGraph<SplittingGraph>>);

/// The vertices that a move leaves, in the order in which answers have them. Moves that leave the same ones are equal.
#[derive(Clone, Debug)]
pub(crate) struct Sum(Vec<u32>);

impl Sum {
    fn sorted(&self) -> Vec<u32> {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted
    }
}

impl PartialEq for Sum {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || self.0.len() == other.0.len() && self.sorted() == other.sorted()
    }
}

impl Eq for Sum {}

impl Hash for Sum {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.sorted().hash(state);
    }
}

impl After<u32> for Sum {
    const SPLITS: bool = true;

    fn parts(&self) -> &[u32] {
        &self.0
    }

    fn from_parts(parts: &[u32]) -> Option<Self> {
        Some(Self(parts.to_vec()))
    }
}

impl Rules for SplittingGame {
    type Position = u32;
    type Option = Sum;

    const CARD: Card = Card {
        rules: "A token on a vertex of a graph. A move replaces it by those of one of the vertex's options. Who cannot move loses.",
        sources: &[WINNING_WAYS],
        normal: "Exact, by search.",
        misere: "Exact where it is tame, or the sum is small enough to be searched.",
        ..GraphGame::CARD
    };

    fn shape(&self) -> Shape {
        self.0.shape()
    }

    fn read(&self, written: PlainValue) -> Result<u32, Illegal> {
        self.0.read(&written)
    }

    fn write(&self, v: &u32) -> PlainValue {
        self.0.written(*v)
    }

    /// Those of the vertex's list, each at its first occurrence.
    fn options(&self, v: &u32) -> impl Iterator<Item = Sum> {
        let mut seen = HashSet::new();
        self.0.graph.options(*v).filter_map(move |parts| {
            meter::charge_each(parts.len() + 1, STEPS_AN_OPTION);
            let sum = Sum(parts.to_vec());
            let sum = if self.0.keeps_order() { sum } else { Sum(sum.sorted()) };
            seen.insert(sum.clone()).then_some(sum)
        })
    }

    fn all(&self, starts: &[u32]) -> Option<Vec<u32>> {
        let graph = &self.0.graph;
        Some(reached(graph.vertices(), starts, |v| graph.options(v).flatten().copied()))
    }

    fn why_not(&self, v: &u32, to: &Sum) -> String {
        format!("no move leads from {} to {}", self.0.short(*v), self.0.sum(&to.0))
    }

    fn describe(&self, v: &u32, to: &Sum) -> String {
        self.0.describe(*v, &to.0)
    }
}
