//! A game that is given as a graph without cycles. A move may leave several vertices, whose sum is the new position.

use std::collections::HashSet;
use std::sync::Arc;

use super::{GraphGame, NamedGraph};
use crate::game::search::{BY_SEARCH, Found};
use crate::game::shape::{PlainValue, Shape};
use crate::game::{
    Card, Follower, Game, Goal, Illegal, Moves, Play, Rules, Step, Tameness, Theory, Unsolved, left_is_the_move,
};
use crate::number::{cost, meter};
use crate::theory::Caches;
use crate::theory::graphs::graph::index;
use crate::theory::graphs::reached::reached;
use crate::theory::graphs::splitting::{NoValues, SplittingGraph};
use crate::theory::sources::WINNING_WAYS;

/// The rules of a game on a graph without cycles, in which a move may leave several vertices.
#[derive(Clone, Debug)]
pub(crate) struct SplittingGame {
    graph: Arc<NamedGraph<SplittingGraph>>,
    /// The results for all vertices, if they were found beforehand.
    found: Option<Arc<Vec<Found>>>,
}

/// The theory of the game: the results for all vertices, from the ends of play upwards.
#[derive(Clone, Debug)]
pub(crate) struct SplittingTheory {
    game: SplittingGame,
    found: Arc<Vec<Found>>,
}

impl SplittingGame {
    pub(crate) fn new(graph: Arc<NamedGraph<SplittingGraph>>) -> Self {
        Self { graph, found: None }
    }

    /// Creates the game if the results for all vertices are known.
    pub(crate) fn solved(graph: Arc<NamedGraph<SplittingGraph>>, found: Arc<Vec<Found>>) -> Self {
        Self { graph, found: Some(found) }
    }
}

/// Finds the result for a vertex. `found` must have the results for the parts of its options.
pub(crate) fn result(graph: &SplittingGraph, v: u32, found: &[Found]) -> Found {
    Found::over(graph.options(v).map(|parts| Found::of_sum(parts.iter().map(|part| found[index(*part)]))))
}

/// Finds the results for all vertices.
fn results(graph: &SplittingGraph) -> Result<Vec<Found>, NoValues> {
    let mut found = vec![Found::of_sum(std::iter::empty()); index(graph.vertices())];
    for v in graph.bottom_up()? {
        meter::go_on(cost::COMPONENT)?;
        meter::charge_each(graph.below().options(v).len() + graph.option_count(v), cost::NUMBER);
        found[index(v)] = result(graph, v, &found);
    }
    Ok(found)
}

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
        self.graph.shape()
    }

    fn read(&self, written: PlainValue) -> Result<u32, Illegal> {
        self.graph.read(&written)
    }

    fn write(&self, v: &u32) -> PlainValue {
        self.graph.written(*v)
    }

    fn definition(&self, most: usize) -> Option<String> {
        self.graph.definition(most, |v| self.graph.graph.options(v).map(<[u32]>::to_vec).collect())
    }

    /// The options in the order of the vertex's list. An option that occurs several times in the list is one move.
    fn moves(&self, v: &u32) -> impl Iterator<Item = Follower<u32>> {
        let mut seen = HashSet::new();
        self.graph.graph.options(*v).filter_map(move |parts| {
            meter::charge_each(parts.len() + 1, cost::OPTION);
            let mut sorted = parts.to_vec();
            sorted.sort_unstable();
            let left = if self.graph.keeps_order() { parts.into() } else { sorted.as_slice().into() };
            seen.insert(sorted).then_some(left)
        })
    }

    fn all(&self, starts: &[u32]) -> Option<Vec<u32>> {
        let graph = &self.graph.graph;
        let mut all = reached(graph.vertices(), starts, |v| graph.below().options(v).iter().copied());
        // Positions of rules have no order of their own, and their numbers depend on earlier requests.
        if !self.graph.keeps_order() {
            all.sort_unstable();
        }
        Some(all)
    }

    fn why_not(&self, v: &u32, left: &Follower<u32>) -> String {
        format!("no move leads from {} to {}", self.graph.short(*v), self.graph.sum(left.parts()))
    }

    left_is_the_move!();

    fn describe(&self, v: &u32, left: &Follower<u32>) -> String {
        self.graph.describe(*v, left.parts())
    }
}

impl Game for SplittingGame {
    type Theory = SplittingTheory;

    fn theory(&self, _: &[u32], _: Play, _: &Caches) -> Result<SplittingTheory, Unsolved> {
        let found = match &self.found {
            Some(found) => Arc::clone(found),
            None => Arc::new(results(&self.graph.graph).map_err(|unsolved| match unsolved {
                NoValues::Spent(spent) => Unsolved::from(spent),
                NoValues::Cycle { .. } => Unsolved { index: 0, too_costly: false, reason: unsolved.to_string() },
            })?),
        };
        Ok(SplittingTheory { game: self.clone(), found })
    }
}

impl Theory<SplittingGame> for SplittingTheory {
    type Solved = Found;

    fn solve(&self, v: &u32) -> Found {
        self.found[index(*v)]
    }

    fn moves_to<'a>(&'a self, v: &'a u32, _: &'a Found, goal: &Goal) -> Option<Moves<'a, Follower<u32>>> {
        let Goal::Wins(Play::Misere) = goal else { return None };
        // The results for the parts of a sum do not determine who wins the sum.
        let wins = |left: &Follower<u32>| if let [part] = left.parts() { self.solve(part).misere_wins } else { None };
        let moves = self.game.listed(v);
        let wins: Vec<bool> = moves.iter().map(wins).collect::<Option<_>>()?;
        Some(Moves::list(moves.into_iter().zip(wins).filter(|(_, wins)| !wins).map(|(left, _)| left).collect()))
    }

    fn explain(&self, _: &u32, _: &Found) -> Vec<Step> {
        vec![Step::new(BY_SEARCH)]
    }

    fn shows_options(&self, _: &u32, _: &Found) -> bool {
        true
    }

    fn tameness(&self, _: &u32, found: &Found) -> Tameness {
        found.tameness
    }
}
