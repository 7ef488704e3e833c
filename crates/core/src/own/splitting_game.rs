//! A game that is given as a graph without cycles. A move may leave several vertices, whose sum is the new position.

use std::collections::HashSet;
use std::sync::Arc;

use super::{GraphGame, NamedGraph};
use crate::game::shape::{PlainValue, Shape};
use crate::game::{Card, Follower, Illegal, Rules, left_is_the_move};
use crate::number::{cost, meter};
use crate::theory::graphs::reached::reached;
use crate::theory::graphs::splitting::SplittingGraph;
use crate::theory::sources::WINNING_WAYS;

/// The rules of a game on a graph without cycles, in which a move may leave several vertices.
/// [`crate::game::search::Searched`] solves the game.
#[derive(Clone, Debug)]
pub(crate) struct SplittingGame(pub(crate) Arc<NamedGraph<SplittingGraph>>);

impl Rules for SplittingGame {
    type Position = u32;
    type Move = Follower<u32>;

    const SPLITS: bool = true;
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

    fn definition(&self, most: usize) -> Option<String> {
        self.0.definition(most, |v| self.0.graph.options(v).map(<[u32]>::to_vec).collect())
    }

    /// The options in the order of the vertex's list. An option that occurs several times in the list is one move.
    fn moves(&self, v: &u32) -> impl Iterator<Item = Follower<u32>> {
        let mut seen = HashSet::new();
        self.0.graph.options(*v).filter_map(move |parts| {
            meter::charge_each(parts.len() + 1, cost::OPTION);
            let mut sorted = parts.to_vec();
            sorted.sort_unstable();
            let left = if self.0.keeps_order() { parts.into() } else { sorted.as_slice().into() };
            seen.insert(sorted).then_some(left)
        })
    }

    fn all(&self, starts: &[u32]) -> Option<Vec<u32>> {
        let graph = &self.0.graph;
        Some(reached(graph.vertices(), starts, |v| graph.options(v).flatten().copied()))
    }

    fn why_not(&self, v: &u32, left: &Follower<u32>) -> String {
        format!("no move leads from {} to {}", self.0.short(*v), self.0.sum(left.parts()))
    }

    left_is_the_move!();

    fn describe(&self, v: &u32, left: &Follower<u32>) -> String {
        self.0.describe(*v, left.parts())
    }
}
