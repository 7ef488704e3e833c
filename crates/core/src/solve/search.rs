//! Sums that are small enough to be searched as a whole: exact under either convention, with the lengths of play.

use std::collections::HashMap;

use crate::game::{Convention, Goal};
use crate::natural::Natural;
use crate::run::Run;
use crate::shape::Written;
use crate::solve::{Place, Position, Winner};
use crate::theory::graphs::graph::Limits;
use crate::theory::graphs::product::{Product, ProductLimits};
use crate::theory::graphs::{Graph, Move, Outcome, Play, Rows};

/// A sum that was searched.
#[derive(Debug)]
pub(crate) struct Searched {
    /// Who wins.
    pub(crate) winner: Winner,
    /// How many moves a perfect game lasts, in which the winner hurries and the loser delays; none if it never ends.
    pub(crate) remoteness: Option<u32>,
    /// The components that have options, with the outcome of each option by its rank.
    pub(crate) outcomes: Vec<(Place, Vec<Outcome>)>,
    /// The move to recommend: the winner's fastest, the loser's longest; by its rank.
    pub(crate) best: Option<(Place, usize)>,
}

impl Searched {
    /// Searches a solved position; none where it is over the limits, which is found before the search.
    pub(crate) fn of(position: &Position, convention: Convention, limits: ProductLimits) -> Option<Self> {
        let run = |place: Place| &*position.parts()[place.part].run;
        let alive: Vec<Place> =
            position.places().filter(|place| !run(*place).count(place.index, &Goal::Any).is_zero()).collect();
        // Each of these has at least two states.
        if alive.len() > usize::try_from(limits.states.ilog2()).unwrap_or(usize::MAX) {
            return None;
        }
        let mut graphs = Vec::with_capacity(alive.len());
        for place in &alive {
            graphs.push(explicit(run(*place), place.index, limits)?);
        }
        let play = match convention {
            Convention::Normal => Play::Normal,
            Convention::Misere => Play::Misere,
        };
        let tokens: Vec<(&Graph, u32)> = graphs.iter().map(|(graph, at)| (graph, *at)).collect();
        let product = Product::solve(&tokens, play, limits).ok()?;
        let mut outcomes: Vec<(Place, Vec<Outcome>)> = alive.iter().map(|place| (*place, Vec::new())).collect();
        for (Move { token, .. }, outcome, _) in product.moves() {
            outcomes[token].1.push(outcome);
        }
        let best = product.recommended().and_then(|Move { token, to }| {
            let (graph, at) = tokens[token];
            Some((alive[token], graph.options(at).iter().position(|option| *option == to)?))
        });
        Some(Self { winner: product.winner().into(), remoteness: product.remoteness(), outcomes, best })
    }

    /// The outcome of the option of a rank of the component at a place.
    pub(crate) fn outcome(&self, place: Place, rank: usize) -> Outcome {
        outcome(&self.outcomes, place, rank).unwrap_or(Outcome::Loss)
    }

    /// The ranks of the options with an outcome of the component at a place.
    pub(crate) fn ranks(&self, place: Place, outcome: Outcome) -> Vec<usize> {
        ranks(&self.outcomes, place, outcome)
    }
}

/// The outcome of the option of a rank of the component at a place.
pub(crate) fn outcome(outcomes: &[(Place, Vec<Outcome>)], place: Place, rank: usize) -> Option<Outcome> {
    let (_, outcomes) = outcomes.iter().find(|(at, _)| *at == place)?;
    outcomes.get(rank).copied()
}

/// The ranks of the options with an outcome of the component at a place.
pub(crate) fn ranks(outcomes: &[(Place, Vec<Outcome>)], place: Place, outcome: Outcome) -> Vec<usize> {
    let found = outcomes.iter().find(|(at, _)| *at == place);
    let outcomes = found.into_iter().flat_map(|(_, outcomes)| outcomes.iter().enumerate());
    outcomes.filter(|(_, found)| **found == outcome).map(|(rank, _)| rank).collect()
}

/// All that can be reached from a component, as a graph, and where the component is in it; its options are in the order
/// of their ranks. None of games that split, whose components are sums themselves, and where there is too much of it.
fn explicit(run: &dyn Run, index: usize, limits: ProductLimits) -> Option<(Graph, u32)> {
    let states = usize::try_from(limits.states).ok()?;
    if let Some(token) = run.token(index) {
        let (graph, _) = token.graph.reachable(token.at, states)?;
        // The start comes first, and rows keep their order.
        return Some((graph, 0));
    }
    if run.splits() {
        return None;
    }
    let edges = u32::try_from(limits.moves).unwrap_or(u32::MAX);
    let mut rows = Rows::new(Limits { vertices: u32::try_from(limits.states).unwrap_or(u32::MAX - 1), edges });
    let most = Natural::from(limits.moves);
    // Of the same game, so its tables reach as far as the component needs.
    let mut start = run.none();
    start.push(run.written(index)).ok()?;
    let mut numbers: HashMap<Written, u32> = HashMap::from([(run.written(index), 0)]);
    let mut found = vec![start];
    let mut next = 0;
    while let Some(position) = found.get_mut(next) {
        next += 1;
        position.solve();
        if position.count(0, &Goal::Any) > most {
            return None;
        }
        for option in position.options(0) {
            let written = option.written(0);
            let number = if let Some(number) = numbers.get(&written) {
                *number
            } else {
                let number = u32::try_from(found.len()).ok().filter(|number| u64::from(*number) < limits.states)?;
                numbers.insert(written, number);
                found.push(option);
                number
            };
            rows.target(number).ok()?;
        }
        rows.end_row().ok()?;
    }
    Some((rows.finish().ok()?, 0))
}

impl From<crate::theory::graphs::Winner> for Winner {
    fn from(winner: crate::theory::graphs::Winner) -> Self {
        use crate::theory::graphs::Winner as Found;
        match winner {
            Found::First => Self::First,
            Found::Second => Self::Second,
            Found::Draw => Self::Draw,
        }
    }
}
