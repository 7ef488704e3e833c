//! Sums of graphs in normal play, beside any components with integer values.
//!
//! With x the xor of the integer values and I the number of infinite components (Smith 1966; Fraenkel and Yesha 1986):
//!
//! | I | value of the sum | |
//! |---|---|---|
//! | 0 | x | lost if x = 0, else won |
//! | 1, ∞(K) | ∞(K xor x) | won if x is in K, else a draw |
//! | 2 or more | ∞() | a draw |
//!
//! **A win that ends.** "Any winning move" can go round for ever: on `a → b, b → a, b → c` both moves from b win, and
//! from a the token must come back. So of all winning moves the recommended one makes the sum of the counters (see
//! `labels`) least. *Then the sum of counters that the winner leaves falls with every round*, whatever the loser does
//! and however ties are broken, so the play ends, and it is the winner who moves last. Our proof: let the loser, at xor
//! 0 with all components finite, move one from u to v. (1) If v was not labelled before u, rule (b) of the labelling
//! gives an option w of v with the value of u, labelled before u. (2) If v was labelled before u with a larger value, v
//! itself has such an option. (3) If with a smaller one, the counter has fallen already, and with d = value(u) xor
//! value(v) some other component u' has the highest bit of d in its value, so it has an option w with value(u') xor d
//! and a smaller counter. Each of these replies leaves xor 0 and a smaller sum, and the recommended one leaves no
//! larger. No memory of the play is needed, but the same counters in every answer: that is why they depend on nothing
//! but the graph. Components without counters count 0: as long as only they move, they end by themselves.

use super::graph::Graph;
use super::labels::{Labels, Value};
use super::{Counts, Move, Outcome, Winner};
use crate::number::meter;
use std::collections::HashMap;

/// How many options the choice of a move in a lost or drawn position may look at, over all its tries. Winning positions
/// need no such search.
const SEARCH_STEPS: usize = 2_000_000;

/// What it takes to tell the outcome of a move.
const STEPS_A_MOVE: u64 = 10;

/// A token on a vertex of a labelled graph.
#[derive(Debug, Clone, Copy)]
pub struct Token<'g> {
    /// The graph.
    pub graph: &'g Graph,
    /// Its labels.
    pub labels: &'g Labels,
    /// Where the token is.
    pub at: u32,
}

impl Token<'_> {
    /// The token on another vertex.
    #[must_use]
    pub const fn moved(self, to: u32) -> Self {
        Self { at: to, ..self }
    }

    fn value(&self) -> Option<u32> {
        self.labels.finite(self.at)
    }

    fn counter(&self) -> u64 {
        u64::from(self.labels.counter(self.at))
    }
}

/// An infinite component of a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Infinite {
    /// Its place among the tokens.
    pub token: usize,
    /// The integers among its options' values, ascending.
    pub options: Vec<u32>,
}

/// A sum of tokens and of other components, of which only the xor matters here.
#[derive(Debug, Clone)]
pub struct Sum<'g> {
    tokens: Vec<Token<'g>>,
    /// The xor of all finite components; `None` if it does not fit in 32 bits. No value of a graph is that large, so
    /// nothing here is ever equal to it.
    xor: Option<u32>,
    /// The infinite components, but no more than `ENOUGH` of them.
    infinite: Vec<Infinite>,
}

/// From three infinite components on, one move cannot change that the sum is a draw.
const ENOUGH: usize = 3;

/// The components of a sum but one.
#[derive(Debug, Clone, Copy)]
pub struct Rest<'s> {
    xor: Option<u32>,
    loopy: RestLoopy<'s>,
}

#[derive(Debug, Clone, Copy)]
enum RestLoopy<'s> {
    None,
    One(&'s [u32]),
    Several,
}

impl Rest<'_> {
    /// The outcome of moving the component that is not in the rest to this value. A component of another kind, whose
    /// values may be larger than 32 bits, need not ask for each move: without an infinite rest the one value that wins
    /// is the xor of the rest, and beside one ∞(K) the values that lose are k xor the rest's xor, for k in K; all
    /// others draw.
    #[must_use]
    pub fn outcome_of_finite(&self, to: u32) -> Outcome {
        match self.loopy {
            RestLoopy::None if self.xor == Some(to) => Outcome::Win,
            RestLoopy::None => Outcome::Loss,
            RestLoopy::One(k) if self.xor.is_some_and(|xor| k.binary_search(&(xor ^ to)).is_ok()) => Outcome::Loss,
            RestLoopy::One(_) | RestLoopy::Several => Outcome::Draw,
        }
    }

    /// The outcome of moving to this vertex.
    #[must_use]
    pub fn outcome_of(&self, to: Token<'_>) -> Outcome {
        match (to.value(), self.loopy) {
            (Some(value), _) => self.outcome_of_finite(value),
            (None, RestLoopy::None) if self.xor.is_some_and(|x| to.labels.has_option(to.graph, to.at, x)) => {
                Outcome::Loss
            }
            (None, _) => Outcome::Draw,
        }
    }
}

impl<'g> Sum<'g> {
    /// The sum of these tokens and other components with integer values, whose xor is `others`: `None` if it does not
    /// fit.
    #[must_use]
    pub fn new(tokens: Vec<Token<'g>>, others: Option<u32>) -> Self {
        let mut xor = others;
        let mut infinite = Vec::new();
        meter::charge_each(tokens.len(), 5);
        for (place, token) in tokens.iter().enumerate() {
            if let Some(value) = token.value() {
                xor = xor.map(|xor| xor ^ value);
            } else if infinite.len() < ENOUGH {
                infinite.push(Infinite { token: place, options: token.labels.option_values(token.graph, token.at) });
            }
        }
        Self { tokens, xor, infinite }
    }

    /// The tokens.
    #[must_use]
    pub fn tokens(&self) -> &[Token<'g>] {
        &self.tokens
    }

    /// The infinite components, of which three stand for any number more.
    #[must_use]
    pub fn infinite(&self) -> &[Infinite] {
        &self.infinite
    }

    /// The value of the sum, `None` if it has numbers that do not fit in 32 bits.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        match self.infinite.as_slice() {
            [] => self.xor.map(Value::Finite),
            [Infinite { options, .. }] if !options.is_empty() => {
                let xor = self.xor?;
                let mut values: Vec<u32> = options.iter().map(|k| k ^ xor).collect();
                values.sort_unstable();
                Some(Value::Infinite(values))
            }
            _ => Some(Value::Infinite(vec![])),
        }
    }

    /// Who wins.
    #[must_use]
    pub fn winner(&self) -> Winner {
        match self.infinite.as_slice() {
            [] if self.xor == Some(0) => Winner::Second,
            [] => Winner::First,
            [Infinite { options, .. }] if self.xor.is_some_and(|xor| options.binary_search(&xor).is_ok()) => {
                Winner::First
            }
            _ => Winner::Draw,
        }
    }

    /// The sum without one token.
    #[must_use]
    pub fn rest(&self, token: usize) -> Rest<'_> {
        let own = self.tokens[token].value().unwrap_or(0);
        self.rest_of(Some(token), own)
    }

    /// The sum without a token, or without a component of this value that is none.
    fn rest_of(&self, token: Option<usize>, own: u32) -> Rest<'_> {
        let mut infinite = self.infinite.iter().filter(|infinite| Some(infinite.token) != token);
        let loopy = match (infinite.next(), infinite.next()) {
            (None, _) => RestLoopy::None,
            (Some(one), None) => RestLoopy::One(&one.options),
            (Some(_), Some(_)) => RestLoopy::Several,
        };
        Rest { xor: self.xor.map(|xor| xor ^ own), loopy }
    }

    /// Every move of a token with its outcome: by token, then in the order of the options.
    pub fn moves(&self) -> impl Iterator<Item = (Move, Outcome)> + '_ {
        self.tokens.iter().enumerate().flat_map(move |(place, token)| {
            let rest = self.rest(place);
            let options = token.graph.options(token.at).iter().take_while(|_| meter::go_on(STEPS_A_MOVE).is_ok());
            options.map(move |&to| (Move { token: place, to }, rest.outcome_of(token.moved(to))))
        })
    }

    /// How many moves the tokens have, by outcome.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for (_, outcome) in self.moves() {
            counts.add(outcome);
        }
        counts
    }

    /// The sum of the counters: perfect play from a lost position lasts at most twice as many moves, and from a won
    /// one, after the recommended move, at most twice as many as are left then. Components that are not tokens come on
    /// top: for a heap of nim its size.
    #[must_use]
    pub fn counters(&self) -> u64 {
        self.tokens.iter().map(Token::counter).sum()
    }

    /// The token's move to recommend: the win that leaves the least sum of counters; in a drawn position the move that
    /// keeps the draw and leaves the opponent the largest share of mistakes; in a lost one the move whose best answer
    /// leaves the largest sum of counters. `None` if only other components have a move as good as the position.
    ///
    /// Where other components have winning moves too, theirs count 0: take that of `best_win` if its change is not
    /// above 0.
    #[must_use]
    pub fn recommended(&self) -> Option<Move> {
        match self.winner() {
            Winner::First => self.best_win().map(|(each, _)| each),
            Winner::Draw => self.trap(),
            Winner::Second => self.longest(),
        }
    }

    /// Of the winning moves the one after which the sum of counters is least, and by how much it changes.
    #[must_use]
    pub fn best_win(&self) -> Option<(Move, i64)> {
        self.moves()
            .filter(|&(_, outcome)| outcome == Outcome::Win)
            .map(|(each, _)| (each, self.change(each)))
            .min_by_key(|&(_, change)| change)
    }

    /// By how much a move changes the sum of counters.
    fn change(&self, each: Move) -> i64 {
        let token = self.tokens[each.token];
        i64::from(token.labels.counter(each.to)) - i64::from(token.labels.counter(token.at))
    }

    /// Of the drawing moves the one after which the largest share of the tokens' moves loses. It says nothing about
    /// good play. Where there are too many to try, the first of them are tried.
    fn trap(&self) -> Option<Move> {
        let mut best: Option<(Move, Counts)> = None;
        let mut steps = 0;
        for (each, outcome) in self.moves() {
            if outcome != Outcome::Draw {
                continue;
            }
            let mut after = self.clone();
            after.tokens[each.token].at = each.to;
            let after = Sum::new(after.tokens, self.others());
            let counts = after.counts();
            let losing = |c: &Counts, of: &Counts| u128::from(c.losing) * u128::from(of.total());
            if best.as_ref().is_none_or(|(_, best)| losing(&counts, best) > losing(best, &counts)) {
                best = Some((each, counts));
            }
            steps += after.steps();
            if steps > SEARCH_STEPS {
                break;
            }
        }
        best.map(|(each, _)| each)
    }

    /// The xor of the components that are not tokens.
    fn others(&self) -> Option<u32> {
        self.tokens.iter().filter_map(Token::value).fold(self.xor, |xor, value| xor.map(|xor| xor ^ value))
    }

    /// What counting the moves costs.
    fn steps(&self) -> usize {
        self.tokens.iter().map(|token| token.graph.options(token.at).len() + 1).sum()
    }

    /// Of the moves of a lost position the one whose best answer leaves the largest sum of counters: nearly as long a
    /// resistance as there is (0.997 of it in tests). Answers of other components are not looked at.
    fn longest(&self) -> Option<Move> {
        let replies: Vec<Replies> = self.tokens.iter().map(Replies::of).collect();
        // By how far they move the xor: the least change by an answer of each token, only the best two tokens.
        let mut best_by_xor: HashMap<u32, [(usize, i64); 2]> = HashMap::new();
        let mut best: Option<(Move, i64)> = None;
        let mut steps = 0;
        for (place, token) in self.tokens.iter().enumerate() {
            let own = token.value()?;
            let rest = self.xor? ^ own;
            for &to in token.graph.options(token.at) {
                meter::charge_each(token.graph.options(to).len().saturating_add(1), STEPS_A_MOVE);
                let each = Move { token: place, to };
                let after = token.moved(to);
                // The answers of this token itself.
                let wanted = if after.value().is_some() { own } else { rest };
                let here = Replies::least(&after, wanted).map(|counter| counter - i64::from(after.labels.counter(to)));
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
                if steps > SEARCH_STEPS {
                    return best.map(|(each, _)| each);
                }
            }
        }
        best.map(|(each, _)| each)
    }

    /// The two tokens whose answer to a change of the xor lessens the counters most.
    fn best_two(replies: &[Replies], xor: u32) -> [(usize, i64); 2] {
        meter::charge_each(replies.len(), 20);
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

/// What a finite token can answer with.
struct Replies {
    value: u32,
    counter: i64,
    /// For each value of an option the least counter.
    least: HashMap<u32, i64>,
}

impl Replies {
    fn of(token: &Token<'_>) -> Self {
        let mut least = HashMap::new();
        meter::charge_each(token.graph.options(token.at).len(), 30);
        for &to in token.graph.options(token.at) {
            if let Some(value) = token.labels.finite(to) {
                let counter = i64::from(token.labels.counter(to));
                least.entry(value).and_modify(|least: &mut i64| *least = counter.min(*least)).or_insert(counter);
            }
        }
        let value = token.value().unwrap_or(0);
        Self { value, counter: i64::from(token.labels.counter(token.at)), least }
    }

    /// The least counter among the token's options of this value.
    fn least(token: &Token<'_>, value: u32) -> Option<i64> {
        let labels = token.labels;
        let of_value = token.graph.options(token.at).iter().filter(|&&to| labels.finite(to) == Some(value));
        of_value.map(|&to| i64::from(labels.counter(to))).min()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{State, always_ends, arb_graph, arb_loopy, moves, winners};
    use super::super::{Graph, Play};
    use super::*;
    use proptest::prelude::*;

    fn label(graphs: &[&Graph]) -> Vec<Labels> {
        graphs.iter().map(|graph| Labels::of(graph).unwrap()).collect()
    }

    fn sum<'g>(graphs: &[&'g Graph], labels: &'g [Labels], state: &[u32], others: u32) -> Sum<'g> {
        let tokens = graphs.iter().zip(labels).zip(state);
        let tokens = tokens.map(|((graph, labels), &at)| Token { graph, labels, at }).collect();
        Sum::new(tokens, Some(others))
    }

    /// What may follow a decided position of three graphs and a heap: any move of the loser, and every winning move of
    /// the winner that leaves the least sum of counters, in which the heap counts 0.
    fn advised(graphs: &[&Graph; 4], labels: &[Labels], state: &State) -> Vec<State> {
        let sum = sum(&graphs[..3], labels, &state[..3], state[3]);
        if sum.winner() == Winner::Second {
            return moves(graphs, state).into_iter().map(|(_, _, next)| next).collect();
        }
        let to = |place: usize, vertex: u32| {
            let mut next = state.clone();
            next[place] = vertex;
            next
        };
        let wins = sum.moves().filter(|m| m.1 == Outcome::Win);
        let mut ranked: Vec<(i64, State)> = wins.map(|(m, _)| (sum.change(m), to(m.token, m.to))).collect();
        assert_eq!(sum.best_win().map(|best| best.1), ranked.iter().map(|each| each.0).min());
        let rest = sum.rest_of(None, state[3]);
        let smaller = (0..state[3]).filter(|&heap| rest.outcome_of_finite(heap) == Outcome::Win);
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
                let sum = sum(&graphs[..3], &labels, &state[..3], state[3]);
                prop_assert_eq!(sum.winner(), winner);
                let found: Vec<_> = sum.moves().map(|(m, outcome)| (m.token, m.to, outcome)).collect();
                let heap_moves = (0..state[3]).map(|to| (3, to, sum.rest_of(None, state[3]).outcome_of_finite(to)));
                let found: Vec<_> = found.into_iter().chain(heap_moves).collect();
                let right: Vec<_> = moves(&graphs, state).into_iter()
                    .map(|(token, to, next)| (token, to, Outcome::of_move_to(expected[&next].0))).collect();
                prop_assert_eq!(found, right);
                if let Some(length) = length {
                    let bound = 2 * (sum.counters() + u64::from(state[3]));
                    match winner {
                        Winner::Second => prop_assert!(u64::from(length) <= bound),
                        _ => if let Some((best, change)) = sum.best_win() {
                            let mut next = state.clone();
                            next[best.token] = best.to;
                            let after = bound.checked_add_signed(2 * change).unwrap();
                            prop_assert!(u64::from(expected[&next].1.unwrap()) <= after);
                        },
                    }
                }
                let best = match winner {
                    Winner::First => Outcome::Win,
                    Winner::Draw => Outcome::Draw,
                    Winner::Second => Outcome::Loss,
                };
                let there_is = sum.moves().any(|m| m.1 == best);
                let recommended = sum.recommended();
                prop_assert_eq!(recommended.is_some(), there_is);
                prop_assert!(recommended.is_none_or(|each| sum.moves().any(|m| m == (each, best))));
            }
        }

        /// From every decided position, with every choice of the loser and however ties are broken: play ends. Then it
        /// is the winner who has moved last, as every move is to a position that is won by the same player.
        #[test]
        fn the_recommended_wins_end(a in arb_loopy(8), b in arb_loopy(6), c in arb_graph(3), heap in 0..4_u16) {
            let nim = Graph::nim_heap(heap);
            let graphs = [&a, &b, &c, &nim];
            let labels = label(&graphs[..3]);
            let mut states: Vec<State> = winners(&graphs, Play::Normal).into_keys().collect();
            states.retain(|s| sum(&graphs[..3], &labels, &s[..3], s[3]).winner() != Winner::Draw);
            prop_assert!(always_ends(&states, |state| advised(&graphs, &labels, state)));
        }
    }

    #[test]
    fn the_first_winning_move_would_go_round_for_ever() {
        let graph = Graph::from_rows([vec![1], vec![0, 2], vec![]]).unwrap();
        let labels = label(&[&graph]);
        let sum = sum(&[&graph], &labels, &[1], 0);
        assert_eq!(sum.counts(), Counts { winning: 2, drawing: 0, losing: 0 });
        assert_eq!(sum.recommended(), Some(Move { token: 0, to: 2 }));
    }

    #[test]
    fn a_value_too_large_for_a_graph_is_not_reached() {
        let graph = Graph::from_rows([vec![0, 1], vec![]]).unwrap();
        let labels = label(&[&graph]);
        let token = Token { graph: &graph, labels: &labels[0], at: 0 };
        let huge = Sum::new(vec![token], None);
        assert_eq!((huge.winner(), huge.value()), (Winner::Draw, None));
        let outcomes: Vec<Outcome> = huge.moves().map(|m| m.1).collect();
        assert_eq!(outcomes, [Outcome::Draw, Outcome::Loss]);
        let finite = Sum::new(vec![token.moved(1)], None);
        assert_eq!((finite.winner(), finite.value()), (Winner::First, None));
    }

    #[test]
    fn the_loser_resists() {
        // From 0 the loser may lose at once, by 1, or go down a path of forced moves.
        let graph = Graph::from_rows([vec![1, 3], vec![2], vec![], vec![4], vec![5], vec![6], vec![]]).unwrap();
        let labels = label(&[&graph]);
        let sum = sum(&[&graph], &labels, &[0], 0);
        assert_eq!(sum.winner(), Winner::Second);
        assert_eq!(sum.recommended(), Some(Move { token: 0, to: 3 }));
    }
}
