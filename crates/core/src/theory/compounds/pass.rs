//! Finds the label that each vertex of a graph has as a component. The work depends only on the graph, not on the
//! other components of a compound.

use super::{Compound, CompoundRule, Label};
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::graphs::graph::{index, vertex};
use crate::theory::graphs::labels::{SmithLabels, SmithValue};
use crate::theory::graphs::retrograde::Retrograde;
use crate::theory::graphs::splitting::SplittingGraph;
use crate::theory::graphs::{Graph, Play, Winner};

/// Positions whose options are lists of positions.
pub(crate) trait Splitting {
    /// Returns a graph with an edge from each position to every part of its options.
    fn below(&self) -> &Graph;

    /// Returns the options of a position in the order of the rules, each as the list of its parts.
    fn options(&self, v: u32) -> impl Iterator<Item = &[u32]>;
}

impl Splitting for Graph {
    fn below(&self) -> &Graph {
        self
    }

    fn options(&self, v: u32) -> impl Iterator<Item = &[u32]> {
        self.options(v).chunks(1)
    }
}

impl Splitting for SplittingGraph {
    fn below(&self) -> &Graph {
        Self::below(self)
    }

    fn options(&self, v: u32) -> impl Iterator<Item = &[u32]> {
        Self::options(self, v)
    }
}

/// Returns the label of each position; `None` for a position from which play may go on for ever.
pub(crate) fn labels(positions: &impl Splitting, rule: CompoundRule) -> Result<Vec<Option<Label>>, Spent> {
    let below = positions.below();
    let above = below.reversed();
    let mut waiting: Vec<u32> = (0..below.vertices()).map(|v| vertex(below.options(v).len())).collect();
    let mut queue: Vec<u32> = (0..below.vertices()).filter(|&v| waiting[index(v)] == 0).collect();
    let mut labels: Vec<Option<Label>> = vec![None; index(below.vertices())];
    let mut done = 0;
    let mut options = Vec::new();
    while let Some(&v) = queue.get(done) {
        done += 1;
        meter::go_on(cost::LOOK_UP)?;
        options.clear();
        for parts in positions.options(v) {
            meter::charge_each(parts.len().saturating_add(1), cost::NUMBER);
            options.push(rule.of_list(parts.iter().filter_map(|&part| labels[index(part)].as_ref())));
        }
        labels[index(v)] = Some(rule.over(&options));
        for &u in above.options(v) {
            waiting[index(u)] -= 1;
            if waiting[index(u)] == 0 {
                queue.push(u);
            }
        }
    }
    Ok(labels)
}

/// The labels of the vertices of a graph on which tokens move. Here play may go on for ever.
#[derive(Debug)]
pub(crate) enum TokenLabels {
    /// The lengths of play. They give the labels of all positions, even of drawn ones.
    ByLength(Retrograde, CompoundRule),
    /// Foreclosed values, which may be infinite.
    ByValue(ForeclosedGraph),
    /// The label of each vertex from which play must end; `None` for the other vertices.
    Each(Vec<Option<Label>>),
}

impl TokenLabels {
    /// Finds the labels of all vertices.
    pub(crate) fn of(graph: &Graph, rule: CompoundRule) -> Result<Self, Spent> {
        match (rule.compound, rule.play) {
            (Compound::Conjunctive | Compound::ShortenedSelective, _) | (Compound::Selective, Play::Normal) => {
                let lengths = Retrograde::of(graph, rule.play);
                meter::go_on(0)?;
                Ok(Self::ByLength(lengths, rule))
            }
            (Compound::DiminishedDisjunctive, play) => Ok(Self::ByValue(ForeclosedGraph::of(graph, play)?)),
            (Compound::ContinuedConjunctive, _) | (Compound::Selective, Play::Misere) => {
                Ok(Self::Each(labels(graph, rule)?))
            }
        }
    }

    /// Returns the label of a vertex; `None` if play may go on for ever and this kind of compound has no theory for
    /// that.
    pub(crate) fn label(&self, graph: &Graph, v: u32) -> Option<Label> {
        let (lengths, rule) = match self {
            Self::ByLength(lengths, rule) => (lengths, *rule),
            Self::ByValue(foreclosed) => return Some(foreclosed.label(graph, v)),
            Self::Each(labels) => return labels.get(index(v))?.clone(),
        };
        if rule.compound == Compound::Conjunctive {
            return Some(lengths.remoteness(v).map_or(Label::Endless, |length| Label::Length(length.into())));
        }
        let options = graph.options(v);
        meter::charge_each(options.len(), cost::BYTE);
        if options.is_empty() {
            return Some(rule.ended());
        }
        let ends = || options.iter().any(|&option| graph.options(option).is_empty());
        if (rule.compound, rule.play) == (Compound::ShortenedSelective, Play::Normal) && ends() {
            return Some(Label::CanEnd);
        }
        Some(match lengths.winner(v) {
            Winner::First => Label::Won,
            Winner::Second => Label::Lost,
            Winner::Draw => Label::Drawn,
        })
    }

    /// Returns a number that becomes smaller when the winner makes progress. For [`Self::ByLength`], this is the
    /// remoteness of `v`; `None` for a draw. For [`Self::ByValue`], this is the counter of `v` in [`SmithLabels`]. For
    /// [`Self::Each`], the result is `None`.
    pub(crate) fn length(&self, v: u32) -> Option<u32> {
        match self {
            Self::ByLength(lengths, _) => lengths.remoteness(v),
            Self::ByValue(foreclosed) => Some(foreclosed.labels.counter(v)),
            Self::Each(_) => None,
        }
    }
}

/// The foreclosed values of the vertices of a graph on which play may never end.
///
/// From a vertex of `rest`, a move to a vertex outside `rest` loses at once. So a player makes such a move only if
/// there is no other move. If such moves are left out, a list of vertices of `rest` is a sum in normal play, which
/// [`SmithLabels`] decide.
#[derive(Debug)]
pub(crate) struct ForeclosedGraph {
    play: Play,
    /// The graph without its dead ends and, in normal play, without the vertices from which a move ends the game.
    rest: Graph,
    labels: SmithLabels,
}

impl ForeclosedGraph {
    fn of(graph: &Graph, play: Play) -> Result<Self, Spent> {
        let mut is_left_out = Vec::new();
        for v in 0..graph.vertices() {
            meter::charge_each(graph.options(v).len().saturating_add(1), cost::BYTE);
            is_left_out.push(decided_at_once(graph, v, play).is_some());
        }
        meter::go_on(0)?;
        let rest = graph.without(|v| is_left_out[index(v)]);
        meter::go_on(0)?;
        let labels = SmithLabels::of(&rest)?;
        Ok(Self { play, rest, labels })
    }

    fn label(&self, graph: &Graph, v: u32) -> Label {
        meter::charge_each(graph.options(v).len().saturating_add(1), cost::BYTE);
        decided_at_once(graph, v, self.play).unwrap_or_else(|| match self.labels.value(&self.rest, v) {
            SmithValue::Finite(value) => Label::Value(value.into()),
            SmithValue::Infinite(options) => Label::Infinite(options.into_iter().map(Into::into).collect()),
        })
    }
}

/// Returns the label of a vertex without options. In normal play, also returns the label of a vertex with a move to
/// such a vertex. `None` for all other vertices.
fn decided_at_once(graph: &Graph, v: u32, play: Play) -> Option<Label> {
    let options = graph.options(v);
    if options.is_empty() {
        return Some(Label::Over);
    }
    let ends = || options.iter().any(|&option| graph.options(option).is_empty());
    (play == Play::Normal && ends()).then_some(Label::AtOnce)
}
