//! A game that is given as a graph: a position is a vertex, and a move is an edge.

use std::sync::{Arc, OnceLock};

use super::NamedGraph;
use crate::game::shape::{PlainValue, Shape};
use crate::game::{
    Card, Follower, Game, Goal, Illegal, Moves, Play, PositionKind, Rules, Step, Tameness, Theory, TokensOnGraph,
    Unsolved, Value, left_is_the_move,
};
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::Caches;
use crate::theory::graphs::labels::SmithLabels;
use crate::theory::graphs::misere::Types;
use crate::theory::graphs::reached::reached;
use crate::theory::graphs::{known, misere_sum, sum};
use crate::theory::sources::SMITH;
use crate::theory::tame::TameGenus;

/// A game that is given as a graph.
#[derive(Clone, Debug)]
pub(crate) struct GraphGame {
    graph: Arc<NamedGraph>,
}

/// The theory of a game that is given as a graph.
#[derive(Clone, Debug)]
pub(crate) struct GraphTheory {
    graph: Arc<NamedGraph>,
    /// The values of the vertices.
    labels: Arc<SmithLabels>,
    /// The misère types of the vertices. They are computed when they are first needed.
    types: Arc<OnceLock<Result<Types, Spent>>>,
}

impl GraphGame {
    pub(crate) fn new(graph: Arc<NamedGraph>) -> Self {
        Self { graph }
    }
}

impl GraphTheory {
    fn types(&self) -> Option<&Types> {
        self.graph.types().or_else(|| self.types.get_or_init(|| Types::of(&self.graph.graph)).as_ref().ok())
    }

    fn value_of(&self, v: u32) -> Value {
        self.labels.value(&self.graph.graph, v).into()
    }

    /// Returns the options of `v` that meet a goal, as indices in the list of all options of `v`.
    fn ranks(&self, v: u32, goal: &Goal) -> Vec<usize> {
        let options = meter::each(self.graph.graph.options(v).iter().enumerate(), cost::NUMBER);
        let meets = |to: u32| match goal {
            Goal::All => true,
            Goal::Value(value) => self.value_of(to) == Value::Nimber(value.clone()),
            Goal::Tame(value, tameness) => {
                self.value_of(to) == Value::Nimber(value.clone()) && self.class_of(to) == *tameness
            }
            Goal::Ranks(_) | Goal::Wins(_) | Goal::Elements(_) => false,
        };
        options.filter(|(_, to)| meets(**to)).map(|(rank, _)| rank).collect()
    }

    fn class_of(&self, v: u32) -> Tameness {
        self.types().and_then(|types| types.get(v)).into()
    }
}

impl Rules for GraphGame {
    type Position = u32;
    type Move = u32;

    const CARD: Card = Card {
        id: "graph",
        name: "A game of the client's",
        rules: "A token on a vertex of a directed graph. A move takes it along an edge. Who cannot move loses; play that \
                never ends is a draw.",
        position: "a vertex",
        text_form: "vertex",
        example: "",
        sources: &[SMITH],
        normal: "Exact, with cycles too: Grundy values where there are any, infinite values and draws where there are not.",
        misere: "Exact for one component; in sums as far as the vertices are tame or the sum is small enough to be searched.",
        ..Card::BLANK
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
        self.graph.definition(most, |v| self.graph.graph.options(v).iter().map(|to| vec![*to]).collect())
    }

    /// The targets in the order of the vertex's list. A target that occurs several times in the list is one move.
    fn moves(&self, v: &u32) -> impl Iterator<Item = u32> {
        self.graph.graph.options(*v).iter().copied()
    }

    fn find(&self, v: &u32, left: &Follower<u32>) -> Result<u32, Illegal> {
        let to = left.whole()?;
        meter::charge_each(self.graph.graph.options(*v).len(), cost::WORD);
        if self.graph.graph.options(*v).contains(to) {
            return Ok(*to);
        }
        Err(format!("no edge leads from {} to {}", self.graph.short(*v), self.graph.short(*to)).into())
    }

    fn all(&self, starts: &[u32]) -> Option<Vec<u32>> {
        let graph = &self.graph.graph;
        let mut all = reached(graph.vertices(), starts, |v| graph.options(v).iter().copied());
        all.sort_unstable();
        Some(all)
    }

    left_is_the_move!();

    fn describe(&self, v: &u32, to: &u32) -> String {
        self.graph.describe(*v, &[*to])
    }
}

impl Game for GraphGame {
    type Theory = GraphTheory;

    fn theory(&self, _: &[u32], _: Play, tables: &Caches) -> Result<GraphTheory, Unsolved> {
        let graph = Arc::clone(&self.graph);
        let labels = match graph.labels() {
            Some(labels) => Arc::clone(labels),
            None => known::labels(&graph.graph, &tables.cache)?,
        };
        Ok(GraphTheory { graph, labels, types: Arc::default() })
    }
}

impl Theory<GraphGame> for GraphTheory {
    type Solved = Value;

    fn solve(&self, v: &u32) -> Value {
        self.value_of(*v)
    }

    fn moves_to<'a>(&'a self, v: &'a u32, _: &'a Value, goal: &Goal) -> Option<Moves<'a, u32>> {
        if !matches!(goal, Goal::All | Goal::Value(_) | Goal::Tame(..)) {
            return None;
        }
        let options = self.graph.graph.options(*v);
        Some(Moves::found(self.ranks(*v, goal), move |rank| options.get(*rank).copied()))
    }

    fn tameness(&self, v: &u32, _: &Value) -> Tameness {
        self.class_of(*v)
    }

    fn position_kind(&self, v: &u32) -> PositionKind<'_> {
        PositionKind::Token(self, *v)
    }

    fn explain(&self, v: &u32, value: &Value) -> Vec<Step> {
        let is_loopy = |to: &u32| !matches!(self.value_of(*to), Value::Nimber(_));
        let text = match value {
            Value::Nimber(_)
                if self.graph.graph.options(*v).iter().any(is_loopy)
                    || self.labels.counter(*v) > 0 && !self.labels.acyclic() =>
            {
                "A move to a larger or infinite value can be answered by one back to the value, and these answers come to an \
                 end."
            }
            Value::Infinite(_) => {
                "The value would be the least number that no option has. But an option with an infinite value has no move to this \
                 number. So the value is infinite."
            }
            Value::Nimber(_) | Value::Outcome { .. } => return Vec::new(),
        };
        vec![Step::by(SMITH, text)]
    }

    fn shows_options(&self, _: &u32, _: &Value) -> bool {
        true
    }

    fn explain_misere(&self, v: &u32, _: &Value) -> Vec<Step> {
        let text = match self.types().and_then(|types| types.get(*v)) {
            Some(TameGenus { value: 0, is_fickle: true }) => {
                "In misère play it behaves as an empty heap of Nim.".to_owned()
            }
            Some(TameGenus { is_fickle: true, .. }) => "In misère play it behaves as a heap of 1 of Nim.".to_owned(),
            Some(TameGenus { value: n, .. }) => {
                format!("In misère play it behaves as Nim heaps with the value {n} of which one is 2 or more.")
            }
            None => "In misère play it does not behave as a sum of Nim heaps, or it is not known to.".to_owned(),
        };
        vec![Step::new(text)]
    }
}

impl TokensOnGraph for GraphTheory {
    fn token(&self, at: u32) -> sum::Token<'_> {
        sum::Token { graph: &self.graph.graph, labels: &self.labels, at }
    }

    fn misere_token(&self, at: u32) -> Option<misere_sum::TypedToken<'_>> {
        Some(misere_sum::TypedToken { graph: &self.graph.graph, types: self.types()?, at })
    }
}
