//! Sums in misère play, as far as misère types decide them (see `misere`).

use super::graph::Graph;
use super::misere::{Types, lost};
use super::{MoveResult, TokenMove, Winner};
use crate::number::{cost, meter};

/// A token on a vertex of a graph whose misère types are known.
#[derive(Debug, Clone, Copy)]
pub struct TypedToken<'g> {
    /// The graph on which the token moves.
    pub graph: &'g Graph,
    /// The misère types of the graph.
    pub types: &'g Types,
    /// The vertex on which the token is.
    pub at: u32,
}

/// The components of a sum that are not tokens. All of them must be tame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Others {
    /// The xor of the Grundy values of these components; `None` if it does not fit in 32 bits.
    pub normal: Option<u32>,
    /// `true` if one of the components is firm, for example a heap of nim of size 2 or more.
    pub firm: bool,
}

impl Others {
    /// No components, or only components that have ended.
    pub const NONE: Self = Self { normal: Some(0), firm: false };
}

/// A sum in misère play.
#[derive(Debug, Clone)]
pub struct MisereSum<'g> {
    tokens: Vec<TypedToken<'g>>,
    /// The places in `tokens` of the tokens whose vertices have no misère type: see [`Types`].
    untyped: Vec<usize>,
    total: Total,
    /// `true` if a token can never reach a dead end.
    endless: bool,
}

/// The xor of the Grundy values of all components that have misère types ([`Types`]), the number of firm components,
/// and the number of components without a type. All firm components that are not tokens count as one.
#[derive(Debug, Clone, Copy)]
struct Total {
    normal: Option<u32>,
    firm: usize,
    untyped: usize,
}

impl Total {
    fn add(&mut self, token: &TypedToken<'_>) {
        match token.types.get(token.at) {
            Some(kind) => {
                self.normal = self.normal.map(|normal| normal ^ kind.value);
                self.firm += usize::from(!kind.is_fickle);
            }
            None => self.untyped += 1,
        }
    }

    fn without(mut self, token: &TypedToken<'_>) -> Self {
        match token.types.get(token.at) {
            Some(kind) => {
                self.normal = self.normal.map(|normal| normal ^ kind.value);
                self.firm -= usize::from(!kind.is_fickle);
            }
            None => self.untyped -= 1,
        }
        self
    }

    fn with(mut self, token: &TypedToken<'_>) -> Self {
        self.add(token);
        self
    }

    /// Returns whether the player to move loses the sum; `None` if a component has no misère type: see [`Types`].
    fn lost(self) -> Option<bool> {
        (self.untyped == 0).then(|| lost(self.normal, self.firm > 0))
    }
}

impl<'g> MisereSum<'g> {
    /// Creates the sum of these tokens and of other components. The other components must be tame.
    #[must_use]
    pub fn new(tokens: Vec<TypedToken<'g>>, others: Others) -> Self {
        let mut total = Total { normal: others.normal, firm: usize::from(others.firm), untyped: 0 };
        let mut untyped = Vec::new();
        for (place, token) in tokens.iter().enumerate() {
            total.add(token);
            if token.types.get(token.at).is_none() {
                untyped.push(place);
            }
        }
        let endless = tokens.iter().any(|token| token.types.is_endless(token.at));
        Self { tokens, untyped, total, endless }
    }

    /// Returns the winner; `None` if only a search of the product graph can decide the sum. The winner is known in
    /// three cases:
    ///
    /// - All tokens are on vertices that have a misère type: see [`Types`].
    /// - One of the tokens can never reach a dead end.
    /// - A move leaves a sum that the opponent loses and in which all components have misère types.
    #[must_use]
    pub fn winner(&self) -> Option<Winner> {
        if self.endless {
            return Some(Winner::Draw);
        }
        match self.total.lost() {
            Some(true) => Some(Winner::Second),
            Some(false) => Some(Winner::First),
            None => self.best_win().map(|_| Winner::First),
        }
    }

    /// Returns every move of a token with its outcome, sorted by token, then by the order of the options. Each outcome
    /// is exact. The outcome is `None` if, after the move, a token is on a vertex without a misère type ([`Types`]) and
    /// the types do not decide the outcome. If some outcomes are `None`, there may be winning moves that are not known
    /// to win.
    pub fn moves(&self) -> impl Iterator<Item = (TokenMove, Option<MoveResult>)> + '_ {
        self.tokens.iter().enumerate().flat_map(move |(place, token)| {
            let rest = self.total.without(token);
            let options = meter::each(token.graph.options(token.at).iter(), cost::NUMBER);
            options.map(move |&to| {
                let outcome = if self.endless { Some(MoveResult::Draw) } else { self.outcome(place, rest, to) };
                (TokenMove { token: place, to }, outcome)
            })
        })
    }

    fn outcome(&self, place: usize, rest: Total, to: u32) -> Option<MoveResult> {
        let moved = TypedToken { at: to, ..self.tokens[place] };
        let after = rest.with(&moved);
        match after.lost() {
            Some(true) => Some(MoveResult::Win),
            Some(false) => Some(MoveResult::Loss),
            None if moved.types.is_endless(to) => Some(MoveResult::Draw),
            None => self.answered(place, after, moved).then_some(MoveResult::Loss),
        }
    }

    /// Returns whether the opponent has a good reply to a move of the token at `place` in the list of tokens. A good
    /// reply leaves a sum in which all components have misère types ([`Types`]), and which the player who moves next
    /// loses. `after` and `moved` are the sum and the token after the move. At least one component of `after` must have
    /// no type. If several components have no type, there is no good reply.
    fn answered(&self, place: usize, after: Total, moved: TypedToken<'_>) -> bool {
        if after.untyped != 1 {
            return false;
        }
        // Only a move of the component without a misère type can leave a sum in which all components have types.
        let untyped = if moved.types.get(moved.at).is_none() {
            Some(moved)
        } else {
            self.untyped.iter().find(|&&other| other != place).map(|&other| self.tokens[other])
        };
        untyped.is_some_and(|token| {
            let rest = after.without(&token);
            let mut answers = token.graph.options(token.at).iter();
            meter::charge_each(answers.len(), cost::VALUE);
            answers.any(|&to| rest.with(&TypedToken { at: to, ..token }).lost() == Some(true))
        })
    }

    /// Returns the winning move to recommend, and how this move changes the sum of the components' rounds. The round of
    /// a token is the [`Types::round`] of its vertex. The round of a heap of nim is its size.
    ///
    /// A token move is a candidate if all components then have misère types ([`Types`]), and the opponent loses. The
    /// recommended move is the candidate that leaves the least sum of rounds. A player who always makes this move ends
    /// the play, and needs no memory of earlier moves.
    #[must_use]
    pub fn best_win(&self) -> Option<(TokenMove, i64)> {
        let round = |token: &TypedToken<'_>, v| i64::from(token.types.round(v));
        let mut best: Option<(TokenMove, i64)> = None;
        for (place, token) in self.tokens.iter().enumerate() {
            let rest = self.total.without(token);
            if rest.untyped > 0 {
                continue;
            }
            meter::charge_each(token.graph.options(token.at).len(), cost::VALUE);
            for &to in token.graph.options(token.at) {
                let change = round(token, to) - round(token, token.at);
                let better = best.is_none_or(|(_, best)| change < best);
                if better && rest.with(&TypedToken { at: to, ..*token }).lost() == Some(true) {
                    best = Some((TokenMove { token: place, to }, change));
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::super::Play;
    use super::super::testing::{TokenPlaces, always_ends, arb_graph, arb_loopy, moves, winners};
    use super::*;
    use proptest::prelude::*;

    fn types(graphs: &[&Graph]) -> Vec<Types> {
        graphs.iter().map(|graph| Types::of(graph).unwrap()).collect()
    }

    fn sum<'g>(graphs: &[&'g Graph], types: &'g [Types], state: &[u32], others: Others) -> MisereSum<'g> {
        let tokens = graphs.iter().zip(types).zip(state);
        MisereSum::new(tokens.map(|((graph, types), &at)| TypedToken { graph, types, at }).collect(), others)
    }

    /// Returns the states that may follow a position in which all tokens are on vertices with misère types: see
    /// [`Types`]. If the player to move loses, these are the states after all moves. Otherwise these are the states
    /// after each winning move that leaves the least sum of the tokens' [`Types::round`].
    fn advised(graphs: &[&Graph], types: &[Types], state: &TokenPlaces) -> Vec<TokenPlaces> {
        let sum = sum(graphs, types, state, Others::NONE);
        let all = moves(graphs, state);
        if sum.winner() == Some(Winner::Second) {
            return all.into_iter().map(|(_, _, next)| next).collect();
        }
        let rounds = |state: &TokenPlaces| -> u32 { state.iter().zip(types).map(|(&at, types)| types.round(at)).sum() };
        let leaves_lost = |state: &TokenPlaces| {
            let all_have_one = state.iter().zip(types).all(|(&at, types)| types.get(at).is_some());
            all_have_one && self::sum(graphs, types, state, Others::NONE).winner() == Some(Winner::Second)
        };
        let over = all.is_empty();
        let wins: Vec<TokenPlaces> = all.into_iter().map(|(_, _, next)| next).filter(leaves_lost).collect();
        assert_eq!(wins.is_empty(), over);
        let least = wins.iter().map(rounds).min();
        let change = least.map(|least| i64::from(least) - i64::from(rounds(state)));
        assert_eq!(sum.best_win().map(|best| best.1), change);
        wins.into_iter().filter(|next| Some(rounds(next)) == least).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(150))]

        #[test]
        fn what_it_says_is_right(a in arb_graph(7), b in arb_graph(6), c in arb_graph(4), heap in 0..4_u32) {
            let nim = Graph::nim_heap(u16::try_from(heap).unwrap());
            let graphs = [&a, &b, &c, &nim];
            let types = types(&graphs[..3]);
            let expected = winners(&graphs, Play::Misere);
            for (state, &(winner, _)) in &expected {
                let others = Others { normal: Some(state[3]), firm: state[3] > 1 };
                let sum = sum(&graphs[..3], &types, &state[..3], others);
                if let Some(said) = sum.winner() {
                    prop_assert_eq!(said, winner);
                }
                if (0..3).all(|i| types[i].get(state[i]).is_some()) {
                    prop_assert!(sum.winner().is_some());
                }
                let right = moves(&graphs[..3], state);
                let mut found = sum.moves();
                for (token, to, next) in right {
                    let (each, outcome) = found.next().unwrap();
                    prop_assert_eq!(each, TokenMove { token, to });
                    if let Some(outcome) = outcome {
                        prop_assert_eq!(outcome, MoveResult::of_move_to(expected[&next].0));
                    }
                }
                prop_assert!(found.next().is_none());
            }
        }

        /// Checks that play ends from every position in which all tokens are on vertices with misère types: see
        /// [`Types`]. The loser may make any move. The winner may make any winning move that leaves the least sum of
        /// the tokens' [`Types::round`].
        #[test]
        fn the_recommended_wins_end(a in arb_loopy(9), b in arb_loopy(7), c in arb_graph(4)) {
            let graphs = [&a, &b, &c];
            let types = types(&graphs);
            let mut states: Vec<TokenPlaces> = winners(&graphs, Play::Misere).into_keys().collect();
            states.retain(|state| (0..3).all(|i| types[i].get(state[i]).is_some()));
            // The loser may move to a vertex without a misère type. The types of its options then show the winner's
            // reply.
            prop_assert!(always_ends(&states, |state| advised(&graphs, &types, state)));
        }
    }
}
