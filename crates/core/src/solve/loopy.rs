//! Normal play of sums in which play may go on for ever.
//!
//! With x the XOR of the integer values and I the number of components of infinite value (Smith 1966; Fraenkel and
//! Yesha 1986): without an infinite one the sum is lost iff x = 0; with one, of value ∞(K), it is won iff x is in K,
//! else a draw; with two or more it is a draw. [`crate::theory::graphs::sum`] has the moves that make progress.

use crate::game::run::Run;
use crate::game::{Goal, Value};
use crate::number::Natural;
use crate::number::meter;
use crate::solve::verdict::{Draw, Here, Verdict, best_with_tokens, located, pick_good, ranked};
use crate::solve::winning::Goals;
use crate::solve::{Move, Place, Position, Winner};
use crate::theory::graphs::Outcome;
use crate::theory::graphs::sum::{Sum, Token};
use crate::theory::sources::SMITH;
use crate::theory::step::Step;

/// A sum with tokens on graphs.
#[derive(Debug)]
pub(crate) struct Loopy {
    /// The XOR of the integer values.
    xor: Natural,
    /// The components of infinite value, with the integers among the values of their options.
    infinite: Vec<(Place, Vec<Natural>)>,
}

/// A sum without one of its components.
pub(crate) struct Rest<'l> {
    xor: Natural,
    /// K of the infinite components, of which two stand for any number more.
    infinite: [Option<&'l [Natural]>; 2],
}

impl Rest<'_> {
    /// What moving the component that is not in the rest to a value makes of the game, for the player who moves.
    pub(crate) fn outcome(&self, to: &Value) -> Outcome {
        match (&self.infinite, to) {
            ([None, _], Value::Nimber(to)) if *to == self.xor => Outcome::Win,
            ([None, _], Value::Nimber(_)) => Outcome::Loss,
            ([None, _], Value::Infinite(options)) if options.contains(&self.xor) => Outcome::Loss,
            ([Some(options), None], Value::Nimber(to)) if options.contains(&(&self.xor ^ to)) => Outcome::Loss,
            _ => Outcome::Draw,
        }
    }

    /// The value of the sum with a component of this value in its place.
    pub(crate) fn with(&self, value: &Value) -> Value {
        let infinite = |options: &[Natural], xor: &Natural| {
            let mut options: Vec<Natural> = options.iter().map(|option| option ^ xor).collect();
            options.sort();
            Value::Infinite(options)
        };
        match (&self.infinite, value) {
            ([None, _], Value::Nimber(value)) => Value::Nimber(&self.xor ^ value),
            ([None, _], Value::Infinite(options)) => infinite(options, &self.xor),
            ([Some(options), None], Value::Nimber(value)) => infinite(options, &(&self.xor ^ value)),
            _ => Value::Infinite(Vec::new()),
        }
    }
}

impl Loopy {
    /// The sum, if some component is a token and all have values.
    pub(crate) fn of(position: &Position) -> Option<Self> {
        if !has_tokens(position) {
            return None;
        }
        let mut sum = Self { xor: Natural::ZERO, infinite: Vec::new() };
        for place in position.places() {
            meter::go_on(10).ok()?;
            match position.parts()[place.part].run.value(place.index) {
                Value::Nimber(value) => sum.xor = &sum.xor ^ &value,
                Value::Infinite(options) => sum.infinite.push((place, options)),
                Value::Outcome { .. } => return None,
            }
        }
        Some(sum)
    }

    /// The sum without the component at a place.
    pub(crate) fn rest(&self, place: Place, value: &Value) -> Rest<'_> {
        let xor = match value {
            Value::Nimber(value) => &self.xor ^ value,
            _ => self.xor.clone(),
        };
        let mut others = self.infinite.iter().filter(|(at, _)| *at != place).map(|(_, options)| options.as_slice());
        Rest { xor, infinite: [others.next(), others.next()] }
    }

    /// The value of the sum.
    pub(crate) fn value(&self) -> Value {
        let mut all = self.infinite.iter().map(|(_, options)| options.as_slice());
        Rest { xor: self.xor.clone(), infinite: [all.next(), all.next()] }.with(&Value::Nimber(Natural::ZERO))
    }

    /// A move of the component at a place that keeps the draw, each as likely as the others, if the rank is drawn below
    /// [`Verdict::count`].
    ///
    /// Of a token the rank says which. Of other components those that keep the draw are all but those to a few values,
    /// and can't be reached by their rank: so moves are drawn from all until one keeps the draw, which is even as well.
    /// Where that fails so often nearly all options lose, by a few values that many of them have: then there are few of
    /// others, and the rank is counted down from value to value. When to give up is settled before, so the choice stays
    /// even.
    fn draw(&self, place: Place, run: &dyn Run, mut rank: Natural, draw: &mut Draw) -> Option<Box<dyn Run>> {
        const TRIES: usize = 256;
        /// No game of the catalogue has both more values than this and nearly all options of a few of them.
        const VALUES: u64 = 100_000;
        if run.token(place.index).is_some() {
            let goals = self.goals(place, run, Outcome::Draw);
            return goals.list(run, place.index, rank).next().map(|(_, to)| to);
        }
        let rest = self.rest(place, &run.value(place.index));
        let all = run.count(place.index, &Goal::Any);
        for _ in 0..TRIES {
            let mut to = run.nth(place.index, &Goal::Any, &draw(&all))?;
            to.solve().ok()?;
            if to.worth().is_some_and(|worth| rest.outcome(&worth) == Outcome::Draw) {
                return Some(to);
            }
        }
        let values = (0..VALUES).map(Natural::from);
        for value in values.filter(|value| rest.outcome(&Value::Nimber(value.clone())) == Outcome::Draw) {
            let goal = Goal::To(value);
            match rank.checked_sub(&run.count(place.index, &goal)) {
                Some(left) => rank = left,
                None => return run.nth(place.index, &goal, &rank),
            }
        }
        None
    }

    /// A bound of the number of moves, if all components are tokens: twice the sum of counters from a lost sum, and one
    /// more from a won one after its best move (see [`crate::theory::graphs::sum`]).
    pub(crate) fn at_most(&self, position: &Position) -> Option<u64> {
        let tokens: Vec<Token<'_>> = position.places().map(|place| token(position, place)).collect::<Option<_>>()?;
        let own = tokens.iter().filter_map(|token| token.labels.finite(token.at)).fold(0, |xor, value| xor ^ value);
        let others = (&self.xor ^ &u64::from(own).into()).to_u64().and_then(|xor| u32::try_from(xor).ok());
        let sum = Sum::new(tokens, others);
        match self.winner() {
            Winner::Draw => None,
            Winner::Second => Some(2 * sum.counters()),
            Winner::First => {
                let (_, change) = sum.best_win()?;
                Some(1 + 2 * sum.counters().checked_add_signed(change)?)
            }
        }
    }

    /// The move of a token that makes progress or keeps the draw, and for a win by how much it changes the sum of
    /// counters; by its rank.
    fn best_of_token(&self, position: &Position) -> Option<(Place, usize, i64)> {
        let tokens = || position.places().filter_map(|place| Some((place, token(position, place)?)));
        let places: Vec<Place> = tokens().map(|(place, _)| place).collect();
        let own = tokens().filter_map(|(_, token)| token.labels.finite(token.at)).fold(0, |xor, value| xor ^ value);
        let others = (&self.xor ^ &u64::from(own).into()).to_u64().and_then(|xor| u32::try_from(xor).ok());
        let sum = Sum::new(tokens().map(|(_, token)| token).collect(), others);
        let (chosen, change) = match self.winner() {
            Winner::First => sum.best_win()?,
            Winner::Second | Winner::Draw => (sum.recommended()?, 0),
        };
        let place = places[chosen.token];
        let token = token(position, place)?;
        let rank = token.graph.options(token.at).iter().position(|to| *to == chosen.to)?;
        Some((place, rank, change))
    }
}

/// What it takes to look whether an option keeps a draw, beside making it.
const STEPS_A_TRY: u64 = 50;

impl Loopy {
    fn keeps_draw(&self, position: &Position, Move { place, to }: &Move) -> bool {
        let mut to = to.copy();
        to.solve().is_ok() && self.outcome(*place, position.run(*place), &*to, &|| 0) == Outcome::Draw
    }
}

impl Verdict for Loopy {
    fn winner(&self) -> Winner {
        match &self.infinite[..] {
            [] if self.xor.is_zero() => Winner::Second,
            [] => Winner::First,
            [(_, options)] if options.contains(&self.xor) => Winner::First,
            _ => Winner::Draw,
        }
    }

    /// Of a component that is no token options are reached by value, and none that keep the draw are.
    fn goals(&self, place: Place, run: &dyn Run, outcome: Outcome) -> Goals {
        let rest = self.rest(place, &run.value(place.index));
        if let Some(token) = run.token(place.index) {
            let options = token.graph.options(token.at).iter().enumerate();
            let options = options.take_while(|_| meter::go_on(20).is_ok());
            let ranks = options.filter(|(_, to)| rest.outcome(&value_of(token.moved(**to))) == outcome);
            return Goals::one(Goal::Ranks(ranks.map(|(rank, _)| rank).collect()));
        }
        match (outcome, rest.infinite) {
            (Outcome::Win, [None, _]) => Goals::one(Goal::To(rest.xor)),
            _ => Goals::none(),
        }
    }

    fn count(&self, place: Place, run: &dyn Run, outcome: Outcome) -> Natural {
        let goals = self.goals(place, run, outcome);
        if outcome != Outcome::Draw || run.token(place.index).is_some() {
            return goals.count(run, place.index);
        }
        let rest = self.rest(place, &run.value(place.index));
        let all = run.count(place.index, &Goal::Any);
        match rest.infinite {
            [None, _] => Natural::ZERO,
            [Some(options), None] => {
                let options = options.iter().take_while(|_| meter::go_on(10).is_ok());
                options.fold(all, |left, option| &left - &run.count(place.index, &Goal::To(option ^ &rest.xor)))
            }
            _ => all,
        }
    }

    fn outcome(&self, place: Place, run: &dyn Run, to: &dyn Run, _rank: &dyn Fn() -> usize) -> Outcome {
        let rest = self.rest(place, &run.value(place.index));
        // Of an option without a value it may still be known whether it is worth what a goal asks for.
        let by_goals = || {
            let is_one = |outcome: &Outcome| self.goals(place, run, *outcome).contains(to);
            [Outcome::Win, Outcome::Draw].into_iter().find(is_one).unwrap_or(Outcome::Loss)
        };
        to.worth().map_or_else(by_goals, |worth| rest.outcome(&worth))
    }

    fn best(&self, position: &Position) -> Option<Move> {
        let best = best_with_tokens(self, position, self.best_of_token(position), 0);
        if self.winner() != Winner::Draw || best.as_ref().is_some_and(|best| self.keeps_draw(position, best)) {
            return best;
        }
        // No token can keep the draw: then some other component can.
        let others = position.components().filter(|(place, run)| run.token(place.index).is_none());
        let mut moves = others.flat_map(|(place, _)| {
            let ranks = (0..).take_while(|_| meter::go_on(STEPS_A_TRY).is_ok());
            ranks.map_while(move |rank| ranked(position, place, rank))
        });
        moves.find(|other| self.keeps_draw(position, other))
    }

    fn pick(&self, position: &Position, draw: &mut Draw) -> Option<Move> {
        if self.winner() != Winner::Draw {
            return pick_good(self, position, draw);
        }
        let count = |(place, run)| (place, self.count(place, run, Outcome::Draw));
        let (place, rank) = located(position.components().map(count).collect(), draw)?;
        let to = self.draw(place, position.run(place), rank, draw)?;
        Some(Move { place, to })
    }

    fn why_winner(&self, here: &Here) -> Vec<Step> {
        let who = here.who;
        let text = match (here.whole, here.winner) {
            (Some(Value::Infinite(options)), Winner::First) => {
                let options: Vec<String> = options.iter().map(|option| option.short().to_string()).collect();
                format!(
                    "The value of the whole is ∞({}). 0 is among these, so there is a move to 0, and {who}.",
                    options.join(", ")
                )
            }
            (Some(Value::Infinite(_)), _) => format!(
                "The value of the whole is infinite, and 0 is not among the values of its options: every move either gives the \
                 game away or leaves the same again, so {who}."
            ),
            (_, Winner::First) => format!("The value of the whole is not 0, so {who}."),
            _ => format!("The value of the whole is 0, so {who}."),
        };
        vec![Step::by(SMITH, text)]
    }
}

/// Is some component a token on a graph?
pub(crate) fn has_tokens(position: &Position) -> bool {
    position.parts().iter().any(|part| part.run.has_tokens())
}

fn token(position: &Position, place: Place) -> Option<Token<'_>> {
    position.parts()[place.part].run.token(place.index)
}

/// The value of a token's vertex.
fn value_of(token: Token<'_>) -> Value {
    use crate::theory::graphs::labels::Value as Label;
    match token.labels.value(token.graph, token.at) {
        Label::Finite(value) => Value::Nimber(u64::from(value).into()),
        Label::Infinite(options) => Value::Infinite(options.into_iter().map(|n| u64::from(n).into()).collect()),
    }
}
