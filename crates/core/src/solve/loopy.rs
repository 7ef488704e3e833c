//! Normal play of sums whose play may go on for ever.
//!
//! Let x be the XOR of all values that are integers, and I the number of components with an infinite value (Smith 1966;
//! Fraenkel and Yesha 1986). If I = 0, the sum is lost iff x = 0. If I = 1, and the infinite value is ∞(K), the sum is
//! won if x is in K, and otherwise it is a draw. If I ≥ 2, the sum is a draw. [`crate::theory::graphs::sum`] finds the
//! winning moves that make progress.

use crate::game::Step;
use crate::game::{AnyMove, Goal, Solved, Value};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::solve::verdict::{Draw, Rank, Verdict, VerdictContext, best_with_tokens, located, pick_good};
use crate::solve::winning::Goals;
use crate::solve::{ComponentIndex, Move, SolvedSum, Winner};
use crate::theory::graphs::MoveResult;
use crate::theory::graphs::sum::{OtherComponents, TokenSum};
use crate::theory::graphs::tokens::Tokens;
use crate::theory::sources::SMITH;

/// A sum with tokens on graphs.
#[derive(Debug)]
pub(crate) struct Loopy(TokenSum<ComponentIndex>);

/// Returns the outcome, for the player who moves, of a move that leaves a component with the value `to`. `rest` stands
/// for all other components.
fn outcome(rest: &OtherComponents, to: &Value) -> MoveResult {
    match to {
        Value::Nimber(to) => rest.outcome_of_finite(to),
        Value::Infinite(options) => rest.outcome_of_infinite(|xor| options.binary_search(xor).is_ok()),
        Value::Outcome { .. } => MoveResult::Draw,
    }
}

impl Loopy {
    /// Creates the sum, if some component is a token and all components have values.
    pub(crate) fn of(position: &SolvedSum) -> Option<Self> {
        if !has_tokens(position) {
            return None;
        }
        let mut sum = TokenSum::default();
        for place in position.places() {
            meter::go_on(cost::VALUE).ok()?;
            match position.parts()[place.part].components.value(place.index) {
                Value::Nimber(value) => sum.add(&value),
                Value::Infinite(options) => sum.add_infinite(place, options),
                Value::Outcome { .. } => return None,
            }
        }
        Some(Self(sum))
    }

    /// Returns the sum without the component at `place`. `value` must be the value of this component.
    fn rest(&self, place: ComponentIndex, value: &Value) -> OtherComponents<'_> {
        let own = if let Value::Nimber(own) = value { Some(own) } else { None };
        self.0.rest(place, own)
    }

    /// The value of the sum.
    pub(crate) fn value(&self) -> Value {
        self.0.value().into()
    }

    /// The value of the sum after the value of the component at `place` changes from `before` to `after`.
    pub(crate) fn value_after(&self, place: ComponentIndex, before: &Value, after: &Value) -> Value {
        let rest = self.rest(place, before);
        match after {
            Value::Nimber(value) => rest.with_finite(value).into(),
            Value::Infinite(options) => rest.with_infinite(options).into(),
            Value::Outcome { .. } => Value::Infinite(Vec::new()),
        }
    }

    /// Returns the tokens of the sum.
    fn tokens<'p>(&self, position: &'p SolvedSum) -> Tokens<'_, 'p, ComponentIndex> {
        let tokens = position.components().filter_map(|(place, solved)| {
            meter::charge(cost::VALUE);
            Some((place, solved.token(place.index)?))
        });
        Tokens { sum: &self.0, tokens: tokens.collect() }
    }

    /// Chooses a random move of the component at `place` that keeps the game drawn. All such moves are equally likely
    /// if `rank` is a random number below [`Verdict::count`].
    ///
    /// For a token, `rank` selects the option. If the component is not a token, an option loses if it has one of a few
    /// values. The options with any other value keep the game drawn, but no [`Goal`] selects exactly these options. So
    /// random options are tried until one keeps the game drawn. If all tries fail, only a small share of the options
    /// keeps the game drawn. Then `rank` selects an option of this share, in ascending order of the values. The number
    /// of tries is fixed beforehand, so that all options that keep the game drawn stay equally likely.
    fn draw(&self, place: ComponentIndex, solved: &dyn Solved, mut rank: Natural, draw: &mut Draw) -> Option<AnyMove> {
        const TRIES: usize = 256;
        /// If none of the random options keeps the game drawn, the options with values below this number are tried. In
        /// every game of the catalogue, one of them keeps the game drawn.
        const VALUES: u64 = 100_000;
        if solved.token(place.index).is_some() {
            let goals = self.goals(place, solved, MoveResult::Draw);
            return goals.list(solved, place.index, rank).next().map(|(_, made)| made);
        }
        let rest = self.rest(place, &solved.value(place.index));
        let all = solved.moves(place.index, &Goal::All);
        for _ in 0..TRIES {
            let made = all.nth(&draw(&all.count()))?;
            let left = solved.solved_after(place.index, &made).ok()?;
            if left.worth().is_some_and(|worth| outcome(&rest, &worth) == MoveResult::Draw) {
                return Some(made);
            }
        }
        let values = (0..VALUES).map(Natural::from);
        for value in values.filter(|value| rest.outcome_of_finite(value) == MoveResult::Draw) {
            let goal = Goal::Value(value);
            match rank.checked_sub(&solved.count(place.index, &goal)) {
                Some(left) => rank = left,
                None => return solved.moves(place.index, &goal).nth(&rank),
            }
        }
        None
    }

    /// An upper bound on the number of moves, if all components are tokens. For a lost sum, the bound is twice the sum
    /// of the tokens' counters (see [`Tokens::counters`]). For a won sum, the bound is 1 more than the bound after the
    /// best move.
    pub(crate) fn at_most(&self, position: &SolvedSum) -> Option<u64> {
        let tokens = self.tokens(position);
        if tokens.tokens.len() < position.places().count() {
            return None;
        }
        let moves = match self.winner() {
            Winner::Draw => return None,
            Winner::Second => 2 * tokens.counters(),
            Winner::First => 1 + 2 * (tokens.counters() + tokens.change(tokens.best_win()?)),
        };
        u64::try_from(moves).ok()
    }

    /// Returns the recommended move of a token: see [`Tokens::recommended`]. The result is the place of the token, the
    /// rank of the move, and how much the move changes the sum of the tokens' counters (see [`Tokens::counters`]).
    fn best_of_token(&self, position: &SolvedSum) -> Option<(ComponentIndex, usize, i64)> {
        let tokens = self.tokens(position);
        let chosen = tokens.recommended()?;
        let (place, token) = tokens.tokens[chosen.token];
        let rank = token.graph.options(token.at).iter().position(|to| *to == chosen.to)?;
        Some((place, rank, tokens.change(chosen)))
    }
}

impl Loopy {
    fn keeps_draw(&self, position: &SolvedSum, Move { place, made }: &Move) -> bool {
        let solved = position.components_of(*place);
        let left = solved.solved_after(place.index, made);
        left.is_ok_and(|left| self.outcome(*place, solved, &*left, &|| 0) == MoveResult::Draw)
    }
}

impl Verdict for Loopy {
    fn winner(&self) -> Winner {
        self.0.winner()
    }

    /// Returns goals that select the options with an outcome. A token's options are selected by their ranks. In any
    /// other component, winning options are selected by their value, and drawing options are not selected.
    fn goals(&self, place: ComponentIndex, solved: &dyn Solved, outcome: MoveResult) -> Goals {
        let rest = self.rest(place, &solved.value(place.index));
        if let Some(token) = solved.token(place.index) {
            let options = token.graph.options(token.at).iter().enumerate();
            let options = meter::each(options, cost::NUMBER);
            let ranks = options.filter(|(_, to)| rest.outcome_of(token.moved(**to)) == outcome);
            return Goals::one(Goal::Ranks(ranks.map(|(rank, _)| rank).collect()));
        }
        match (outcome, rest.infinite) {
            (MoveResult::Win, [None, _]) => Goals::one(Goal::Value(rest.xor)),
            _ => Goals::none(),
        }
    }

    fn count(&self, place: ComponentIndex, solved: &dyn Solved, outcome: MoveResult) -> Natural {
        let goals = self.goals(place, solved, outcome);
        if outcome != MoveResult::Draw || solved.token(place.index).is_some() {
            return goals.count(solved, place.index);
        }
        let rest = self.rest(place, &solved.value(place.index));
        let all = solved.count(place.index, &Goal::All);
        match rest.infinite {
            [None, _] => Natural::ZERO,
            [Some(options), None] => {
                let options = meter::each(options.iter(), cost::VALUE);
                options.fold(all, |left, option| &left - &solved.count(place.index, &Goal::Value(option ^ &rest.xor)))
            }
            _ => all,
        }
    }

    fn outcome(&self, place: ComponentIndex, solved: &dyn Solved, to: &dyn Solved, _rank: &Rank) -> MoveResult {
        let rest = self.rest(place, &solved.value(place.index));
        // If the value of `to` is not known, its game may still tell whether `to` has the value that a goal selects.
        let by_goals = || {
            let is_one = |outcome: &MoveResult| self.goals(place, solved, *outcome).contains(to);
            [MoveResult::Win, MoveResult::Draw].into_iter().find(is_one).unwrap_or(MoveResult::Loss)
        };
        to.worth().map_or_else(by_goals, |worth| outcome(&rest, &worth))
    }

    fn best(&self, position: &SolvedSum) -> Option<Move> {
        let best = best_with_tokens(self, position, self.best_of_token(position), 0);
        if self.winner() != Winner::Draw || best.as_ref().is_some_and(|best| self.keeps_draw(position, best)) {
            return best;
        }
        // No move of a token keeps the game drawn. So a move of some other component keeps it drawn.
        let others = position.components().filter(|(place, solved)| solved.token(place.index).is_none());
        let mut moves = others.flat_map(|(place, solved)| {
            let all = solved.moves(place.index, &Goal::All);
            let ranks = meter::each(0_u64.., cost::LOOK_UP);
            ranks.map_while(move |rank| Some(Move { place, made: all.nth(&rank.into())? }))
        });
        moves.find(|other| self.keeps_draw(position, other))
    }

    fn pick(&self, position: &SolvedSum, draw: &mut Draw) -> Option<Move> {
        if self.winner() != Winner::Draw {
            return pick_good(self, position, draw);
        }
        let count = |(place, solved)| (place, self.count(place, solved, MoveResult::Draw));
        let (place, rank) = located(position.components().map(count).collect(), draw)?;
        let made = self.draw(place, position.components_of(place), rank, draw)?;
        Some(Move { place, made })
    }

    fn why_winner(&self, here: &VerdictContext) -> Vec<Step> {
        let text = match (here.whole, here.winner) {
            (Some(infinite @ Value::Infinite(_)), Winner::First) => {
                let value = infinite.words();
                format!("The value of the whole is {value}. 0 is among these, so there is a move to 0, and")
            }
            (Some(Value::Infinite(_)), _) => {
                "The value of the whole is infinite, and 0 is not among the values of its options: no move wins, and \
                 some move leaves a position that the other player cannot win either, so"
                    .to_owned()
            }
            (_, Winner::First) => "The value of the whole is not 0, so".to_owned(),
            _ => "The value of the whole is 0, so".to_owned(),
        };
        vec![Step { source: Some(SMITH), ..here.so(text) }]
    }
}

/// True if some component is a token on a graph.
pub(crate) fn has_tokens(position: &SolvedSum) -> bool {
    position.parts().iter().any(|part| part.components.has_tokens())
}
