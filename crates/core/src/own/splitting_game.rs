//! A game given as a graph without cycles in which a move may leave several vertices, the sum of them.

use std::sync::Arc;

use super::{GraphGame, NamedGraph};
use crate::game::shape::{PlainValue, Shape};
use crate::game::{Card, Illegal, Parts, Rules, STEPS_AN_OPTION};
use crate::number::meter;
use crate::theory::graphs::reached::reached;
use crate::theory::graphs::splitting::SplittingGraph;
use crate::theory::sources::WINNING_WAYS;
use crate::theory::step::joined;

/// The rules of such a game; [`crate::game::search::Searched`] solves it.
#[derive(Clone, Debug)]
pub(crate) struct SplittingGame(pub(crate) Arc<NamedGraph<SplittingGraph>>);

impl Rules for SplittingGame {
    type Position = u32;
    type Option = Parts<u32>;

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
    fn options(&self, v: &u32) -> impl Iterator<Item = Parts<u32>> {
        let mut seen = std::collections::HashSet::new();
        self.0.graph.options(*v).filter_map(move |parts| {
            meter::charge_each(parts.len() + 1, STEPS_AN_OPTION);
            let parts = Parts::new(parts.to_vec());
            seen.insert(parts.clone()).then_some(parts)
        })
    }

    fn all(&self, starts: &[u32]) -> Option<Vec<u32>> {
        let graph = &self.0.graph;
        Some(reached(graph.vertices(), starts, |v| graph.options(v).flatten().copied()))
    }

    fn why_not(&self, v: &u32, to: &Parts<u32>) -> String {
        format!("no move leads from {} to {}", self.0.short(*v), self.sum(to))
    }

    fn describe(&self, v: &u32, to: &Parts<u32>) -> String {
        format!("move from {} to {}", self.0.short(*v), self.sum(to))
    }
}

impl SplittingGame {
    /// The vertices that a move leaves, in words.
    fn sum(&self, parts: &Parts<u32>) -> String {
        match parts.list() {
            [] => "nothing".to_owned(),
            parts => joined(parts, |v| self.0.short(*v), " + "),
        }
    }
}
