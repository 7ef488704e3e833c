//! The labels of all vertices of a graph, as single components. The work is that of the graph's own edges, whatever
//! else is on the table.

use super::{Compound, CompoundRule, Label};
use crate::number::meter::{self, Spent};
use crate::theory::graphs::graph::{index, vertex};
use crate::theory::graphs::retrograde::Retrograde;
use crate::theory::graphs::splitting::SplittingGraph;
use crate::theory::graphs::{Graph, Play, Winner};

/// Steps for a vertex, and for each part that a move from it leaves.
const STEPS_A_VERTEX: u64 = 60;
const STEPS_A_PART: u64 = 30;

/// Positions whose options are lists of positions.
pub(crate) trait Positions {
    /// For each position, the positions that are parts of its options.
    fn below(&self) -> &Graph;

    /// The options of a position, in the order of its rules, each the list of its parts.
    fn options(&self, v: u32) -> impl Iterator<Item = &[u32]>;
}

impl Positions for Graph {
    fn below(&self) -> &Graph {
        self
    }

    fn options(&self, v: u32) -> impl Iterator<Item = &[u32]> {
        self.options(v).chunks(1)
    }
}

impl Positions for SplittingGraph {
    fn below(&self) -> &Graph {
        Self::below(self)
    }

    fn options(&self, v: u32) -> impl Iterator<Item = &[u32]> {
        Self::options(self, v)
    }
}

/// Returns the label of each position; `None` if its play may go on for ever.
///
/// # Errors
/// The meter is spent.
pub(crate) fn labels(positions: &impl Positions, rule: CompoundRule) -> Result<Vec<Option<Label>>, Spent> {
    let below = positions.below();
    let above = below.reversed();
    let mut waiting: Vec<u32> = (0..below.vertices()).map(|v| vertex(below.options(v).len())).collect();
    let mut queue: Vec<u32> = (0..below.vertices()).filter(|&v| waiting[index(v)] == 0).collect();
    let mut labels: Vec<Option<Label>> = vec![None; index(below.vertices())];
    let mut done = 0;
    let mut options = Vec::new();
    while let Some(&v) = queue.get(done) {
        done += 1;
        meter::go_on(STEPS_A_VERTEX)?;
        options.clear();
        for parts in positions.options(v) {
            meter::charge_each(parts.len().saturating_add(1), STEPS_A_PART);
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

/// The labels of the vertices of a graph on which tokens move. Play may never end.
#[derive(Debug)]
pub(crate) enum TokenLabels {
    /// Lengths of play decide all positions, even draws.
    ByLength(Retrograde, CompoundRule),
    /// The label of each vertex from which play ends.
    Each(Vec<Option<Label>>),
}

impl TokenLabels {
    /// Finds the labels of all vertices.
    ///
    /// # Errors
    /// The meter is spent.
    pub(crate) fn of(graph: &Graph, rule: CompoundRule) -> Result<Self, Spent> {
        let by_length = match rule.compound {
            Compound::Conjunctive | Compound::ShortenedSelective => true,
            Compound::Selective => rule.play == Play::Normal,
            Compound::ContinuedConjunctive | Compound::DiminishedDisjunctive => false,
        };
        if by_length {
            let lengths = Retrograde::of(graph, rule.play);
            meter::go_on(0)?;
            return Ok(Self::ByLength(lengths, rule));
        }
        Ok(Self::Each(labels(graph, rule)?))
    }

    /// The label of a vertex; `None` if play may go on for ever and that decides nothing.
    pub(crate) fn label(&self, graph: &Graph, v: u32) -> Option<Label> {
        let (lengths, rule) = match self {
            Self::ByLength(lengths, rule) => (lengths, *rule),
            Self::Each(labels) => return labels.get(index(v))?.clone(),
        };
        if rule.compound == Compound::Conjunctive {
            return Some(lengths.remoteness(v).map_or(Label::Endless, |length| Label::Length(length.into())));
        }
        let options = graph.options(v);
        meter::charge_each(options.len(), 2);
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

    /// The number of moves that play lasts from a vertex alone, if it says which option makes progress.
    pub(crate) fn length(&self, v: u32) -> Option<u32> {
        match self {
            Self::ByLength(lengths, _) => lengths.remoteness(v),
            Self::Each(_) => None,
        }
    }
}
