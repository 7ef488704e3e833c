//! Solves any sum of tokens by retrograde analysis of the product graph. The vertices of the product graph are the
//! tuples of the tokens' vertices. The edges of the product graph are never stored. The result is exact in normal and
//! misère play. The size of the product is known before the work begins.

use super::graph::{Graph, NONE, index, vertex};
use super::retrograde::{lengths, winner};
use super::{MoveResult, Play, TokenMove, Winner};
use crate::number::{cost, meter};

/// The largest product graph that is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProductLimits {
    /// The largest number of positions of the sum. For each token, count the vertices that the token can reach. The
    /// number of positions is the product of these counts.
    pub states: u64,
    /// The largest number of moves in all these positions together.
    pub moves: u64,
}

impl ProductLimits {
    /// These limits allow about a tenth of a second of work and 3 MB of memory.
    pub const DEFAULT: Self = Self { states: 250_000, moves: 4_000_000 };

    /// The only limits are those of the tables, which store numbers of 32 bits. One number of 32 bits stands for
    /// "none".
    pub(crate) const NONE: Self = Self { states: (1 << 32) - 2, moves: u64::MAX };
}

impl Default for ProductLimits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The error for a product that exceeds the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the sum has more than {} positions or {} moves", .limits.states, .limits.moves)]
pub struct ProductTooLarge {
    /// The limits that were exceeded.
    pub limits: ProductLimits,
}

/// A sum that was solved by a search of its product graph.
#[derive(Debug)]
pub struct Product {
    factors: Vec<Factor>,
    remoteness: Vec<u32>,
    play: Play,
}

/// One token, with the vertices that it can reach.
#[derive(Debug)]
struct Factor {
    graph: Graph,
    /// For each vertex of `graph`, the number of the same vertex in the client's graph. The token starts on vertex 0 of
    /// `graph`.
    names: Vec<u32>,
    /// If the number of this token's vertex in `graph` grows by 1, the number of the state grows by `stride`.
    stride: usize,
}

impl Factor {
    /// Returns the vertex of this token in a state.
    const fn at(&self, state: usize) -> u32 {
        vertex(state / self.stride % self.names.len())
    }

    /// Returns the state after this token moved to another vertex.
    const fn moved(&self, state: usize, from: u32, to: u32) -> usize {
        state - index(from) * self.stride + index(to) * self.stride
    }
}

impl Product {
    /// Solves the sum of these tokens. Each token is given as a graph and a vertex of it. Heaps of nim can be part of
    /// the sum if they are given as graphs.
    ///
    /// # Errors
    /// If the product exceeds the limits. This is known before the work begins.
    pub fn solve(tokens: &[(&Graph, u32)], play: Play, limits: ProductLimits) -> Result<Self, ProductTooLarge> {
        let too_large = ProductTooLarge { limits };
        let mut factors = Vec::with_capacity(tokens.len());
        let mut states = 1_usize;
        let most = usize::try_from(limits.states).unwrap_or(usize::MAX).min(index(NONE - 1));
        for &(graph, at) in tokens {
            let (graph, names) = graph.reachable(at, most / states).ok_or(too_large)?;
            let stride = states;
            states = states.checked_mul(names.len()).filter(|&states| states <= most).ok_or(too_large)?;
            factors.push(Factor { graph, names, stride });
        }
        let mut moves = 0_u64;
        for factor in &factors {
            let copies = u64::from(vertex(states / factor.names.len()));
            moves = moves.saturating_add(copies.saturating_mul(u64::from(factor.graph.edges())));
        }
        if moves > limits.moves {
            return Err(too_large);
        }
        meter::charge_each(states.saturating_mul(factors.len()), cost::WORD);
        let mut options = vec![0_u32; states];
        for factor in &factors {
            let mut state = 0;
            while state < states {
                for v in 0..factor.graph.vertices() {
                    let degree = vertex(factor.graph.options(v).len());
                    for options in &mut options[state..state + factor.stride] {
                        *options += degree;
                    }
                    state += factor.stride;
                }
            }
        }
        let reversed: Vec<Graph> = factors.iter().map(|factor| factor.graph.reversed()).collect();
        let remoteness = lengths(options, play, |state| {
            let state = index(state);
            factors.iter().zip(&reversed).flat_map(move |(factor, reversed)| {
                let at = factor.at(state);
                reversed.options(at).iter().map(move |&from| vertex(factor.moved(state, at, from)))
            })
        });
        Ok(Self { factors, remoteness, play })
    }

    /// The state in which each token is on its first vertex, which is vertex 0 of its graph.
    const START: usize = 0;

    /// Returns the winner.
    #[must_use]
    pub fn winner(&self) -> Winner {
        self.winner_of(Self::START)
    }

    /// Returns how many moves a perfect game lasts; `None` for a draw.
    #[must_use]
    pub fn remoteness(&self) -> Option<u32> {
        self.remoteness_of(Self::START)
    }

    /// Returns every move with its outcome, sorted by token, then by the order of the options. The last entry of each
    /// tuple is the number of moves that a perfect game lasts afterwards; `None` if the outcome is a draw.
    pub fn moves(&self) -> impl Iterator<Item = (TokenMove, MoveResult, Option<u32>)> + '_ {
        self.factors.iter().enumerate().flat_map(move |(token, factor)| {
            factor.graph.options(0).iter().map(move |&to| {
                let after = factor.moved(Self::START, 0, to);
                let outcome = MoveResult::of_move_to(self.winner_of(after));
                (TokenMove { token, to: factor.names[index(to)] }, outcome, self.remoteness_of(after))
            })
        })
    }

    /// Returns the recommended move: the winner's fastest move, the loser's longest one, or in a drawn position a move
    /// that keeps the draw. If several moves are equally good, the first of them is returned. `None` if and only if
    /// there is no move.
    #[must_use]
    pub fn recommended(&self) -> Option<TokenMove> {
        let rank = |outcome, length: Option<u32>| match outcome {
            MoveResult::Win => (0, length.unwrap_or(0)),
            MoveResult::Draw => (1, 0),
            MoveResult::Loss => (2, NONE - length.unwrap_or(0)),
        };
        self.moves().min_by_key(|&(_, outcome, length)| rank(outcome, length)).map(|(best, ..)| best)
    }

    fn winner_of(&self, state: usize) -> Winner {
        self.remoteness_of(state).map_or(Winner::Draw, |length| winner(length, self.play))
    }

    fn remoteness_of(&self, state: usize) -> Option<u32> {
        Some(self.remoteness[state]).filter(|&length| length != NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{arb_graph, moves, winners};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(150))]
        #[test]
        fn as_the_rules_say(a in arb_graph(6), b in arb_graph(5), heap in 0..4_u32, misere in any::<bool>()) {
            let play = if misere { Play::Misere } else { Play::Normal };
            let nim = Graph::nim_heap(u16::try_from(heap).unwrap());
            let graphs = [&a, &b, &nim];
            let expected = winners(&graphs, play);
            for (state, &answer) in &expected {
                let tokens: Vec<(&Graph, u32)> = graphs.iter().copied().zip(state.iter().copied()).collect();
                let product = Product::solve(&tokens, play, ProductLimits::DEFAULT).unwrap();
                prop_assert_eq!((product.winner(), product.remoteness()), answer);
                let found: Vec<_> = product.moves().collect();
                let right: Vec<_> = moves(&graphs, state).into_iter().map(|(token, to, next)| {
                    let (winner, length) = expected[&next];
                    (TokenMove { token, to }, MoveResult::of_move_to(winner), length)
                }).collect();
                prop_assert_eq!(&found, &right);
                if let Some(best) = product.recommended() {
                    let length = found.iter().find(|m| m.0 == best).unwrap().2;
                    prop_assert_eq!(length.map(|n| n + 1), answer.1);
                }
            }
        }
    }

    #[test]
    fn limits_are_known_before_the_work() {
        let heap = Graph::nim_heap(9);
        let tokens = [(&heap, 9), (&heap, 4)];
        // The sum has 10 × 5 positions, and 45 × 5 + 10 × 10 moves.
        let solve = |states, moves| Product::solve(&tokens, Play::Misere, ProductLimits { states, moves }).is_ok();
        assert!(solve(50, 325));
        assert!(!solve(49, 325));
        assert!(!solve(50, 324));
        let many = vec![(&heap, 9); 1_000];
        assert!(Product::solve(&many, Play::Normal, ProductLimits { states: u64::MAX, moves: u64::MAX }).is_err());
    }

    #[test]
    fn the_empty_sum() {
        for (play, winner) in [(Play::Normal, Winner::Second), (Play::Misere, Winner::First)] {
            let product = Product::solve(&[], play, ProductLimits::DEFAULT).unwrap();
            assert_eq!((product.winner(), product.remoteness(), product.recommended()), (winner, Some(0), None));
        }
    }
}
