//! Sums that are small enough for a search of the whole sum. The search finds the winner and the length of play, in
//! normal and misère play.

use std::collections::{HashMap, VecDeque};

use crate::game::shape::PlainValue;
use crate::game::{Fact, Goal, Play, Positions, Solved, Step};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::solve::verdict::{Rank, Verdict, VerdictContext, ranked};
use crate::solve::winning::Goals;
use crate::solve::{ComponentIndex, Move, SolvedSum, Winner};
use crate::theory::graphs::graph::GraphLimits;
use crate::theory::graphs::product::{Product, ProductLimits};
use crate::theory::graphs::{self, Graph, MoveResult, Rows};
use crate::theory::step::counted;

/// The largest total weight of the options that are made for one search. The weight of an option is roughly the number
/// of its machine words. An option of weight 1 needs about a microsecond. Options in graphs of a client are not
/// counted, because they exist already.
pub(crate) const MAX_WEIGHT: u64 = 400_000;

/// The result of searching a sum as a whole.
#[derive(Debug)]
pub(crate) struct BySearch {
    /// The winner.
    winner: Winner,
    /// The number of moves if the winner wins as fast as possible and the loser loses as slowly as possible; `None` if
    /// play never ends.
    pub(crate) remoteness: Option<u32>,
    /// The outcomes of the options of each component that has options.
    outcomes: Outcomes,
    /// The recommended move, by its place and rank. In a won position it wins fastest, and in a lost position it loses
    /// as late as possible.
    best: Option<(ComponentIndex, usize)>,
}

/// A component: the index of its part (see [`ComponentIndex::part`]), and its position in written form.
type Component = (usize, PlainValue);

impl BySearch {
    /// Searches all sums that play can reach from `position`. `None` if the search would exceed the limits, or if the
    /// meter is spent.
    pub(crate) fn of(position: &SolvedSum, play: Play, limits: ProductLimits) -> Option<Self> {
        meter::work_at("the search of the sum");
        let solved = |place: ComponentIndex| &*position.parts()[place.part].components;
        let alive: Vec<ComponentIndex> = position
            .components()
            .filter(|(place, solved)| !solved.is_over(place.index))
            .map(|(place, _)| place)
            .collect();
        // A single token needs no limit here: its graph has a limit of its own, and the search needs no more steps than
        // reading the graph.
        let is_token_alone = matches!(alive[..], [place] if solved(place).token(place.index).is_some());
        let limits = if is_token_alone { ProductLimits::NONE } else { limits };
        // Each component with options has at least two states. So *n* such components together have at least 2ⁿ states.
        if alive.len() > usize::try_from(limits.states.checked_ilog2().unwrap_or(0)).unwrap_or(usize::MAX) {
            return None;
        }
        // Equal components have equal graphs, so each graph is made once. Outcomes are stored by rank, so components
        // count as equal only if their options are also in the same order.
        let written: Vec<Component> =
            alive.iter().map(|place| (place.part, solved(*place).written(place.index))).collect();
        let mut times: HashMap<&Component, usize> = HashMap::new();
        for component in &written {
            *times.entry(component).or_default() += 1;
        }
        let mut graphs: Vec<(Graph, u32)> = Vec::new();
        let mut known: HashMap<(&Component, Vec<Vec<PlainValue>>), usize> = HashMap::new();
        let mut numbers = Vec::with_capacity(alive.len());
        let (mut states, mut weight) = (1_u64, MAX_WEIGHT);
        for (place, component) in alive.iter().zip(&written) {
            let is_alone = times.get(component) == Some(&1);
            let options = if is_alone { Vec::new() } else { options_in_order(solved(*place), place.index, weight)? };
            let key = (component, options);
            let number = if let Some(number) = known.get(&key) {
                *number
            } else {
                graphs.push(graph_of(solved(*place), place.index, limits, &mut weight)?);
                known.insert(key, graphs.len() - 1);
                graphs.len() - 1
            };
            numbers.push(number);
            states = states.saturating_mul(u64::from(graphs[number].0.vertices()));
            if states > limits.states {
                return None;
            }
        }
        let graph = |number: &usize| (&graphs[*number].0, graphs[*number].1);
        let tokens: Vec<(&Graph, u32)> = numbers.iter().map(graph).collect();
        let product = Product::solve(&tokens, play, limits).ok()?;
        let mut outcomes: Vec<(ComponentIndex, Vec<MoveResult>)> =
            alive.iter().map(|place| (*place, Vec::new())).collect();
        for (graphs::TokenMove { token, .. }, outcome, _) in product.moves() {
            meter::charge(cost::VALUE);
            outcomes[token].1.push(outcome);
        }
        let best = product.recommended().and_then(|graphs::TokenMove { token, to }| {
            let (graph, at) = tokens[token];
            Some((alive[token], graph.options(at).iter().position(|option| *option == to)?))
        });
        Some(Self { winner: product.winner(), remoteness: product.remoteness(), outcomes: Outcomes(outcomes), best })
    }
}

impl Verdict for BySearch {
    fn winner(&self) -> Winner {
        self.winner
    }

    fn goals(&self, place: ComponentIndex, _solved: &dyn Solved, outcome: MoveResult) -> Goals {
        self.outcomes.goals(place, outcome)
    }

    fn outcome(&self, place: ComponentIndex, _solved: &dyn Solved, _to: &dyn Solved, rank: &Rank) -> MoveResult {
        self.outcomes.outcome(place, rank())
    }

    fn best(&self, position: &SolvedSum) -> Option<Move> {
        self.best.and_then(|(place, rank)| ranked(position, place, rank))
    }

    fn shows_outcomes(&self, _position: &SolvedSum) -> bool {
        true
    }

    fn why_winner(&self, here: &VerdictContext) -> Vec<Step> {
        let length = self.remoteness.map_or_else(String::new, |length| match length {
            0 => ": it is over".to_owned(),
            length => format!(", in {} if both play their best", counted(length, "move", "moves")),
        });
        let why = "The sum was searched to all its ends, from the last moves backwards:".to_owned();
        vec![Step::new(Fact::Winner { why, winner: here.winner, more: length })]
    }
}

/// Components with the outcomes of their options, in the order of the options' ranks. The components are in ascending
/// order of their places.
#[derive(Debug)]
pub(crate) struct Outcomes(pub(crate) Vec<(ComponentIndex, Vec<MoveResult>)>);

impl Outcomes {
    /// Returns the options of the component at `place` that have this outcome.
    pub(crate) fn goals(&self, place: ComponentIndex, outcome: MoveResult) -> Goals {
        let outcomes = self.of(place);
        meter::charge_each(outcomes.len(), cost::BYTE);
        let ranks = outcomes.iter().enumerate().filter(|(_, found)| **found == outcome).map(|(rank, _)| rank);
        Goals::one(Goal::Ranks(ranks.collect()))
    }

    /// Returns the outcome of one option of the component at `place`: the option with the rank `rank`.
    pub(crate) fn outcome(&self, place: ComponentIndex, rank: usize) -> MoveResult {
        self.of(place).get(rank).copied().unwrap_or(MoveResult::Loss)
    }

    /// Returns the outcomes of the options of the component at `place`. The slice is empty if the component is not in
    /// the list.
    fn of(&self, place: ComponentIndex) -> &[MoveResult] {
        self.0.binary_search_by_key(&place, |(at, _)| *at).map_or(&[], |at| &self.0[at].1)
    }
}

/// Returns the options of a component as they are written, in the order of their ranks. The list is empty for a token,
/// because its graph has the options. `None` if the total weight of the options ([`MAX_WEIGHT`]) is larger than `left`.
fn options_in_order(solved: &dyn Solved, index: usize, left: u64) -> Option<Vec<Vec<PlainValue>>> {
    if solved.token(index).is_some() {
        return Some(Vec::new());
    }
    let each = solved.written(index).words().saturating_add(1);
    solved.count(index, &Goal::All).to_u64().filter(|count| count.saturating_mul(each) <= left)?;
    let options = solved.listed(index).into_iter().map(|made| solved.after(index, &made));
    options.map(|option| meter::go_on(cost::POSITION).ok().map(|()| parts(&*option))).collect()
}

/// Returns the graph of all positions that moves from a component lead to, and the vertex of the component. Options are
/// in the order of their ranks. If moves may split components, each vertex is a sum of positions.
///
/// `None` if the graph exceeds `limits`, if the options have together more than the weight `left`, if the options of a
/// position can't be listed, or if the meter is spent.
pub(crate) fn graph_of(
    solved: &dyn Solved,
    index: usize,
    limits: ProductLimits,
    left: &mut u64,
) -> Option<(Graph, u32)> {
    if let Some(token) = solved.token(index) {
        let (graph, _) = token.graph.reachable(token.at, usize::try_from(limits.states).ok()?)?;
        // The start is the first vertex, and the options keep their order.
        return Some((graph, 0));
    }
    let [vertices, edges] = [limits.states, limits.moves].map(|limit| u32::try_from(limit).unwrap_or(u32::MAX - 1));
    let mut rows = Rows::new(GraphLimits { vertices, edges });
    let start = solved.positions().alone(index);
    let mut numbers: HashMap<Vec<PlainValue>, u32> = HashMap::from([(parts(&*start), 0)]);
    // The positions whose options are not made yet.
    let mut open = VecDeque::from([start]);
    while let Some(position) = open.pop_front() {
        meter::go_on(cost::POSITION).ok()?;
        for option in all_options(&*solved.solve_more(position).ok()?, left)? {
            let written = parts(&*option);
            let words = written.iter().map(PlainValue::words).fold(0, u64::saturating_add);
            meter::go_on(words.saturating_mul(cost::LOOK_UP)).ok()?;
            let number = if let Some(number) = numbers.get(&written) {
                *number
            } else {
                let number = u32::try_from(numbers.len()).ok().filter(|number| *number < vertices)?;
                numbers.insert(written, number);
                open.push_back(option);
                number
            };
            rows.target(number).ok()?;
        }
        rows.end_row().ok()?;
    }
    Some((rows.finish().ok()?, 0))
}

/// Returns the options of the sum of some positions, in the order of their ranks, and subtracts their weight from
/// `left`. `None` if `left` is less than their weight, if they can't be listed, or if the meter is spent.
fn all_options(position: &dyn Solved, left: &mut u64) -> Option<Vec<Box<dyn Positions>>> {
    position.check_listable(&Goal::All).ok()?;
    let count = (0..position.len()).map(|part| position.count(part, &Goal::All));
    let count = count.sum::<Natural>().to_u64()?;
    let each = parts(position.positions()).iter().map(PlainValue::words).fold(1, u64::saturating_add);
    *left = left.checked_sub(count.saturating_mul(each))?;
    let options: Vec<Box<dyn Positions>> = (0..position.len())
        .flat_map(|part| position.listed(part).into_iter().map(move |made| (part, made)))
        .map(|(part, made)| (part, position.follow(part, &made)))
        .map(|(part, left)| if position.len() == 1 { left } else { position.with(part, &*left) })
        .map(|option| meter::go_on(cost::POSITION).ok().map(|()| option))
        .collect::<Option<_>>()?;
    // If a heap does not fit into a machine word, the rules can't list all its options. Then the list does not have
    // `count` options.
    (u64::try_from(options.len()) == Ok(count)).then_some(options)
}

/// Returns the parts of a sum of positions of one game, sorted, so that equal sums have equal lists.
pub(crate) fn parts(positions: &dyn Positions) -> Vec<PlainValue> {
    let mut parts: Vec<PlainValue> = (0..positions.len()).map(|part| positions.written(part)).collect();
    parts.sort_unstable();
    parts
}
