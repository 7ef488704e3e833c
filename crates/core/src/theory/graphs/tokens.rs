//! [`Tokens`]: the moves of the tokens of a sum in normal play, and the move to recommend.
//!
//! **A winner who makes progress.** A player who chooses among winning moves at random can go round for ever. On `a →
//! b, b → a, b → c` both moves from b win, and from a the token must come back to b. So the recommended move is the
//! winning move that leaves the least sum of the counters (see `labels`). *Then each move of the winner leaves a
//! smaller sum of counters than the winner's previous move*, whatever the loser does. If several winning moves leave
//! the least sum, the winner may choose any of them. So the play ends, and the winner moves last. Our proof: the loser
//! faces xor 0 with all components finite, and moves one component from u to v. (1) If v was not labelled before u,
//! condition (b) of the labelling gives an option w of v that has the value of u and was labelled before u. (2) If v
//! was labelled before u with a larger value, v itself has an option with the value of u that was labelled before u.
//! (3) If v was labelled before u with a smaller value, the loser's move has already made the counter smaller. Let d =
//! value(u) xor value(v). Some other component u' has the highest bit of d in its value. So u' has an option w with the
//! value value(u') xor d and a smaller counter. In each case the reply leaves xor 0 and a smaller sum of counters. The
//! recommended move leaves no larger sum than this reply. The winner needs no memory of the play, but every request
//! must see the same counters. For this reason the counters depend only on the graph. Components without counters
//! count as 0. If only such components move, play ends, because each of them ends by itself.

use std::collections::HashMap;

use super::sum::{Token, TokenSum};
use super::{MoveResult, OutcomeCounts, TokenMove, Winner};
use crate::number::Natural;
use crate::number::{cost, meter};

/// The largest number of options that are tried to find a move to recommend in a lost or drawn position. Won positions
/// need no such search.
const MOST_TRIED: usize = 2_000_000;

/// The tokens of a sum.
#[derive(Debug)]
pub struct Tokens<'s, 'g, P> {
    /// The sum of these tokens and of all other components.
    pub sum: &'s TokenSum<P>,
    /// The tokens, each with its name in the sum.
    pub tokens: Vec<(P, Token<'g>)>,
}

impl<'g, P: Copy + PartialEq> Tokens<'_, 'g, P> {
    /// Returns every move of a token with its outcome, sorted by token, then by the order of the options.
    pub fn moves(&self) -> impl Iterator<Item = (TokenMove, MoveResult)> + '_ {
        self.tokens.iter().enumerate().flat_map(move |(place, (at, token))| {
            let rest = self.sum.rest(*at, token.value().map(Natural::from).as_ref());
            let options = meter::each(token.graph.options(token.at).iter(), cost::VALUE);
            options.map(move |&to| (TokenMove { token: place, to }, rest.outcome_of(token.moved(to))))
        })
    }

    /// Returns, for each outcome, how many moves of the tokens have it.
    #[must_use]
    pub fn counts(&self) -> OutcomeCounts {
        let mut counts = OutcomeCounts::default();
        for (_, outcome) in self.moves() {
            counts.add(outcome);
        }
        counts
    }

    /// Returns the sum of the counters of the tokens. Perfect play from a lost position lasts at most twice this number
    /// of moves. Perfect play from a won position lasts at most 1 + 2·S moves, where S is the sum after the recommended
    /// move. Both bounds must also count the components that are not tokens. So the caller must add, for example, the
    /// size of each heap of nim.
    #[must_use]
    pub fn counters(&self) -> i64 {
        self.tokens.iter().map(|(_, token)| token.counter()).sum()
    }

    /// Returns the token move to recommend. In a won position it is the winning move that leaves the least sum of
    /// [`Self::counters`]. In a drawn position it keeps the draw, and leaves the opponent the position in which the
    /// largest share of moves loses. In a lost position it is the move whose best reply leaves the largest sum of
    /// counters. `None` if no token has a move that keeps the outcome of the position.
    ///
    /// If a component that is not a token has a winning move, that move changes the sum of counters by 0. In that case,
    /// use the move of [`Self::best_win`] only if [`Self::change`] is at most 0 for this move.
    #[must_use]
    pub fn recommended(&self) -> Option<TokenMove> {
        match self.sum.winner() {
            Winner::First => self.best_win(),
            Winner::Draw => self.trap(),
            Winner::Second => self.longest(),
        }
    }

    /// Returns the winning move that leaves the least sum of [`Self::counters`].
    #[must_use]
    pub fn best_win(&self) -> Option<TokenMove> {
        let wins = self.moves().filter(|&(_, outcome)| outcome == MoveResult::Win).map(|(each, _)| each);
        wins.min_by_key(|&each| self.change(each))
    }

    /// Returns by how much a move changes the sum of the tokens' counters: see [`Self::counters`].
    #[must_use]
    pub fn change(&self, each: TokenMove) -> i64 {
        let (_, token) = self.tokens[each.token];
        token.moved(each.to).counter() - token.counter()
    }

    /// Returns a move to a drawn position: the move that leaves the opponent the largest share of losing replies. Only
    /// replies with a token are counted. This choice is a heuristic. If there are too many moves, only the first ones
    /// are tried.
    fn trap(&self) -> Option<TokenMove> {
        let mut best: Option<(TokenMove, OutcomeCounts)> = None;
        let mut steps = 0;
        for (each, outcome) in self.moves() {
            if outcome != MoveResult::Draw {
                continue;
            }
            let (sum, tokens) = self.after(each);
            let after = Tokens { sum: &sum, tokens };
            let counts = after.counts();
            let losing = |c: &OutcomeCounts, of: &OutcomeCounts| u128::from(c.losing) * u128::from(of.total());
            if best.as_ref().is_none_or(|(_, best)| losing(&counts, best) > losing(best, &counts)) {
                best = Some((each, counts));
            }
            steps += after.steps();
            if steps > MOST_TRIED {
                break;
            }
        }
        best.map(|(each, _)| each)
    }

    /// Returns the sum and its tokens after a move.
    fn after(&self, each: TokenMove) -> (TokenSum<P>, Vec<(P, Token<'g>)>) {
        meter::charge_each(self.tokens.len(), cost::ENTRY);
        let (mut sum, mut tokens) = (self.sum.clone(), self.tokens.clone());
        let (at, token) = &mut tokens[each.token];
        match token.value() {
            Some(value) => sum.add(&value.into()),
            None => sum.infinite.retain(|(other, _)| *other != *at),
        }
        *token = token.moved(each.to);
        sum.add_token(*at, *token);
        (sum, tokens)
    }

    /// Returns how many steps it takes to count the moves of the tokens.
    fn steps(&self) -> usize {
        self.tokens.iter().map(|(_, token)| token.graph.options(token.at).len() + 1).sum()
    }

    /// Returns, for a lost position, the move whose best reply leaves the largest sum of [`Self::counters`]. The move
    /// resists nearly as long as possible (99.7 % of the longest resistance in tests). Replies of components that are
    /// not tokens are not tried.
    fn longest(&self) -> Option<TokenMove> {
        let replies: Vec<Replies> = self.tokens.iter().map(|(_, token)| Replies::of(token)).collect();
        // A reply must undo the change of the xor that the move made. For each such change, the search keeps the two
        // tokens whose replies make the sum of counters smallest.
        let mut best_by_xor: HashMap<u32, [(usize, i64); 2]> = HashMap::new();
        let mut best: Option<(TokenMove, i64)> = None;
        let mut steps = 0;
        for (place, (_, token)) in self.tokens.iter().enumerate() {
            let own = token.value()?;
            for &to in token.graph.options(token.at) {
                meter::charge_each(token.graph.options(to).len().saturating_add(1), cost::VALUE);
                let each = TokenMove { token: place, to };
                let after = token.moved(to);
                // The reply may also move the same token again, back to the value `own`. Then the xor of all components
                // is 0 again.
                let here = Replies::least(&after, own).map(|counter| counter - after.counter());
                steps += after.graph.options(to).len() + 1;
                let answer = match after.value() {
                    None => here,
                    Some(value) => {
                        let xor = value ^ own;
                        let [first, second] = *best_by_xor.entry(xor).or_insert_with(|| {
                            steps += replies.len();
                            Self::best_two(&replies, xor)
                        });
                        let elsewhere = if first.0 == place { second.1 } else { first.1 };
                        Some(elsewhere.min(here.unwrap_or(i64::MAX))).filter(|&change| change < i64::MAX)
                    }
                };
                let change = self.change(each) + answer.unwrap_or(0);
                if best.is_none_or(|(_, best)| change > best) {
                    best = Some((each, change));
                }
                if steps > MOST_TRIED {
                    return best.map(|(each, _)| each);
                }
            }
        }
        best.map(|(each, _)| each)
    }

    /// Returns the two tokens whose replies make the sum of [`Self::counters`] smallest, each with the change of that
    /// sum. Each reply answers a move that changed the xor of all values by `xor`.
    fn best_two(replies: &[Replies], xor: u32) -> [(usize, i64); 2] {
        meter::charge_each(replies.len(), cost::NUMBER);
        let mut best = [(usize::MAX, i64::MAX); 2];
        for (place, replies) in replies.iter().enumerate() {
            let Some(&counter) = replies.least.get(&(replies.value ^ xor)) else { continue };
            let change = counter - replies.counter;
            if change < best[0].1 {
                best = [(place, change), best[0]];
            } else if change < best[1].1 {
                best[1] = (place, change);
            }
        }
        best
    }
}

/// The replies with one of the tokens. The value of this token must be finite.
struct Replies {
    value: u32,
    counter: i64,
    /// For each value of an option, the least counter of the options with this value.
    least: HashMap<u32, i64>,
}

impl Replies {
    fn of(token: &Token<'_>) -> Self {
        let mut least = HashMap::new();
        meter::charge_each(token.graph.options(token.at).len(), cost::NUMBER);
        for &to in token.graph.options(token.at) {
            if let Some(value) = token.labels.finite(to) {
                let counter = i64::from(token.labels.counter(to));
                least.entry(value).and_modify(|least: &mut i64| *least = counter.min(*least)).or_insert(counter);
            }
        }
        let value = token.value().unwrap_or(0);
        Self { value, counter: token.counter(), least }
    }

    /// Returns the least counter of the token's options with this value.
    fn least(token: &Token<'_>, value: u32) -> Option<i64> {
        let labels = token.labels;
        let of_value = token.graph.options(token.at).iter().filter(|&&to| labels.finite(to) == Some(value));
        of_value.map(|&to| i64::from(labels.counter(to))).min()
    }
}

#[cfg(test)]
mod tests {
    use super::super::labels::{SmithLabels, SmithValue};
    use super::super::testing::{TokenPlaces, always_ends, arb_graph, arb_loopy, moves, winners};
    use super::super::{Graph, Play};
    use super::*;
    use proptest::prelude::*;

    fn label(graphs: &[&Graph]) -> Vec<SmithLabels> {
        graphs.iter().map(|graph| SmithLabels::of(graph).unwrap()).collect()
    }

    fn tokens<'g>(graphs: &[&'g Graph], labels: &'g [SmithLabels], state: &[u32]) -> Vec<(usize, Token<'g>)> {
        let tokens = graphs.iter().zip(labels).zip(state);
        tokens.map(|((graph, labels), &at)| Token { graph, labels, at }).enumerate().collect()
    }

    /// Returns the sum of these tokens and a heap of nim.
    fn sum(tokens: &[(usize, Token<'_>)], heap: u32) -> TokenSum<usize> {
        let mut sum = TokenSum::default();
        sum.add(&heap.into());
        for &(at, token) in tokens {
            sum.add_token(at, token);
        }
        sum
    }

    /// Returns the states that may follow a position of tokens on three graphs and a heap of nim. The position must not
    /// be a draw. If the player to move loses, these are the states after all moves. Otherwise these are the states
    /// after each winning move that leaves the least sum of counters. The heap adds 0 to the sum of counters.
    fn advised(graphs: &[&Graph; 4], labels: &[SmithLabels], state: &TokenPlaces) -> Vec<TokenPlaces> {
        let tokens = tokens(&graphs[..3], labels, &state[..3]);
        let sum = sum(&tokens, state[3]);
        let tokens = Tokens { sum: &sum, tokens };
        if sum.winner() == Winner::Second {
            return moves(graphs, state).into_iter().map(|(_, _, next)| next).collect();
        }
        let to = |place: usize, vertex: u32| {
            let mut next = state.clone();
            next[place] = vertex;
            next
        };
        let wins = tokens.moves().filter(|m| m.1 == MoveResult::Win);
        let mut ranked: Vec<(i64, TokenPlaces)> = wins.map(|(m, _)| (tokens.change(m), to(m.token, m.to))).collect();
        assert_eq!(tokens.best_win().map(|best| tokens.change(best)), ranked.iter().map(|each| each.0).min());
        let rest = sum.rest(3, Some(&state[3].into()));
        let smaller = (0..state[3]).filter(|&heap| rest.outcome_of_finite(&heap.into()) == MoveResult::Win);
        ranked.extend(smaller.map(|heap| (0, to(3, heap))));
        let least = ranked.iter().map(|each| each.0).min().unwrap();
        ranked.into_iter().filter(|each| each.0 == least).map(|each| each.1).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(150))]

        #[test]
        fn the_outcome_of_every_move(a in arb_graph(6), b in arb_graph(5), c in arb_graph(4), heap in 0..4_u32) {
            let nim = Graph::nim_heap(u16::try_from(heap).unwrap());
            let graphs = [&a, &b, &c, &nim];
            let labels = label(&graphs[..3]);
            let expected = winners(&graphs, Play::Normal);
            for (state, &(winner, length)) in &expected {
                let tokens = tokens(&graphs[..3], &labels, &state[..3]);
                let sum = sum(&tokens, state[3]);
                let tokens = Tokens { sum: &sum, tokens };
                prop_assert_eq!(sum.winner(), winner);
                let found: Vec<_> = tokens.moves().map(|(m, outcome)| (m.token, m.to, outcome)).collect();
                let rest = sum.rest(3, Some(&state[3].into()));
                let heap_moves = (0..state[3]).map(|to| (3, to, rest.outcome_of_finite(&to.into())));
                let found: Vec<_> = found.into_iter().chain(heap_moves).collect();
                let right: Vec<_> = moves(&graphs, state).into_iter()
                    .map(|(token, to, next)| (token, to, MoveResult::of_move_to(expected[&next].0))).collect();
                prop_assert_eq!(found, right);
                if let Some(length) = length {
                    let bound = 2 * (tokens.counters() + i64::from(state[3]));
                    match winner {
                        Winner::Second => prop_assert!(i64::from(length) <= bound),
                        _ => if let Some(best) = tokens.best_win() {
                            let mut next = state.clone();
                            next[best.token] = best.to;
                            let after = bound + 2 * tokens.change(best);
                            prop_assert!(i64::from(expected[&next].1.unwrap()) <= after);
                        },
                    }
                }
                let best = match winner {
                    Winner::First => MoveResult::Win,
                    Winner::Draw => MoveResult::Draw,
                    Winner::Second => MoveResult::Loss,
                };
                let there_is = tokens.moves().any(|m| m.1 == best);
                let recommended = tokens.recommended();
                prop_assert_eq!(recommended.is_some(), there_is);
                prop_assert!(recommended.is_none_or(|each| tokens.moves().any(|m| m == (each, best))));
            }
        }

        /// Checks that play ends from every position that is not a draw. The loser may make any move. The winner may
        /// make any winning move that leaves the least sum of counters. So no move changes who wins, and when play
        /// ends, the winner has made the last move.
        #[test]
        fn the_recommended_wins_end(a in arb_loopy(8), b in arb_loopy(6), c in arb_graph(3), heap in 0..4_u16) {
            let nim = Graph::nim_heap(heap);
            let graphs = [&a, &b, &c, &nim];
            let labels = label(&graphs[..3]);
            let mut states: Vec<TokenPlaces> = winners(&graphs, Play::Normal).into_keys().collect();
            states.retain(|s| sum(&tokens(&graphs[..3], &labels, &s[..3]), s[3]).winner() != Winner::Draw);
            prop_assert!(always_ends(&states, |state| advised(&graphs, &labels, state)));
        }
    }

    #[test]
    fn the_first_winning_move_would_go_round_for_ever() {
        let graph = Graph::from_rows([vec![1], vec![0, 2], vec![]]).unwrap();
        let labels = label(&[&graph]);
        let tokens = tokens(&[&graph], &labels, &[1]);
        let tokens = Tokens { sum: &sum(&tokens, 0), tokens };
        assert_eq!(tokens.counts(), OutcomeCounts { winning: 2, drawing: 0, losing: 0 });
        assert_eq!(tokens.recommended(), Some(TokenMove { token: 0, to: 2 }));
    }

    #[test]
    fn a_value_too_large_for_a_graph_is_not_reached() {
        let graph = Graph::from_rows([vec![0, 1], vec![]]).unwrap();
        let labels = label(&[&graph]);
        let huge = Natural::ONE.shift_left(100);
        let beside = |at: u32| {
            let tokens = tokens(&[&graph], &labels, &[at]);
            let mut sum = sum(&tokens, 0);
            sum.add(&huge);
            let outcomes: Vec<MoveResult> = Tokens { sum: &sum, tokens }.moves().map(|m| m.1).collect();
            (sum.winner(), sum.value(), outcomes)
        };
        let (draws, loses) = (MoveResult::Draw, MoveResult::Loss);
        assert_eq!(beside(0), (Winner::Draw, SmithValue::Infinite(vec![huge.clone()]), vec![draws, loses]));
        assert_eq!(beside(1), (Winner::First, SmithValue::Finite(huge.clone()), vec![]));
    }

    #[test]
    fn the_loser_resists() {
        // The loser moves from vertex 0. With a move to vertex 1 he loses after 2 moves, and with a move to vertex 3
        // after 4 moves.
        let graph = Graph::from_rows([vec![1, 3], vec![2], vec![], vec![4], vec![5], vec![6], vec![]]).unwrap();
        let labels = label(&[&graph]);
        let tokens = tokens(&[&graph], &labels, &[0]);
        let sum = sum(&tokens, 0);
        assert_eq!(sum.winner(), Winner::Second);
        assert_eq!(Tokens { sum: &sum, tokens }.recommended(), Some(TokenMove { token: 0, to: 3 }));
    }
}
