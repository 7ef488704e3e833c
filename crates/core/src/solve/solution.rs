//! [`Solution`]: a position whose winner is known, and all that follows from that.
//!
//! Normal play is the theorem of Sprague (1935) and Grundy (1939): with X the XOR of the components' Grundy values,
//! the player to move wins iff X ≠ 0, and a move wins iff it takes some component from *g* to exactly *g* ⊕ X. One
//! with *g* ⊕ X < *g* exists, and has such an option by the definition of mex; options that go up may exist too.

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::game::run::Run;
use crate::game::{Convention, Goal, Unsolved, Value};
use crate::number::Natural;
use crate::number::meter;
use crate::solve::loopy::{self, Loopy};
use crate::solve::quotient::InQuotient;
use crate::solve::search::Searched;
use crate::solve::tame::Tame;
use crate::solve::typed::Typed;
use crate::solve::winning::Goals;
use crate::solve::{Part, Place, Position};
use crate::theory::Tables;
use crate::theory::graphs::Outcome;

/// Who wins with perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Winner {
    /// The player to move.
    First,
    /// The other one.
    Second,
    /// Nobody: either can make play go on for ever.
    Draw,
}

/// A move in a sum.
#[derive(Debug)]
pub struct Move {
    /// Where the component is that changes.
    pub place: Place,
    /// What it becomes.
    pub to: Box<dyn Run>,
}

impl Move {
    /// The same move.
    #[must_use]
    pub fn copy(&self) -> Self {
        Self { place: self.place, to: self.to.copy() }
    }
}

/// Why a position has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The key of the component at fault.
    pub key: Cow<'static, str>,
    /// Which of those under this key it is.
    pub index: usize,
    /// What is the matter with it.
    pub reason: Reason,
}

/// Why a component has no solution, in its sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Its theory does not reach it.
    Unsolved(Unsolved),
    /// Its winner is known and its value is not, and others have moves, too.
    NotAlone,
    /// It is not known to be tame, in misère play.
    NotTame,
}

/// What a pass over the components takes for each.
const STEPS_A_COMPONENT: u64 = 5;

/// A position whose winner is known, and all that follows from that.
#[derive(Debug)]
pub struct Solution {
    position: Position,
    convention: Convention,
    /// What the whole is worth in normal play; none where that is not known.
    value: Option<Value>,
    theory: Theory,
    /// The same sum searched as a whole, where that was asked for.
    searched: Option<Box<Searched>>,
    /// The winner's fastest move, where that was asked for, and it takes no search to know how long play lasts.
    fastest: Option<Box<Move>>,
    /// The values of normal play with tokens, where they do not decide, once they are asked for.
    values: OnceCell<Option<Loopy>>,
}

/// What decides the winner. What is seldom is in a box: solutions of most questions are moved about for less.
#[derive(Debug)]
pub(crate) enum Theory {
    /// Normal play of components that all have Grundy values, with their XOR.
    Nimbers(Natural),
    /// Misère play of tame components, with the XOR of their values.
    Tame(Box<Tame>, Natural),
    /// Normal play of a sum with tokens on graphs.
    Loopy(Box<Loopy>),
    /// Misère play of a sum with tokens on graphs.
    Typed(Box<Typed>),
    /// A sum that is small enough to be searched.
    Searched(Box<Searched>),
    /// Misère play of heaps in a quotient.
    InQuotient(Box<InQuotient>),
    /// Only one component has options, and its game has a theory for that.
    Alone {
        /// The component.
        place: Place,
        /// Is there a winning move?
        first_wins: bool,
    },
}

impl Solution {
    /// Solves a position.
    ///
    /// # Errors
    /// Why it has no solution.
    pub fn of(mut position: Position, convention: Convention, tables: &Tables) -> Result<Self, Refusal> {
        match solve(&mut position, convention, tables) {
            Ok((value, theory)) => {
                let (searched, fastest, values) = Default::default();
                Ok(Self { position, convention, value, theory, searched, fastest, values })
            }
            Err((Place { part, index }, reason)) => {
                Err(Refusal { key: position.parts()[part].key.clone(), index, reason })
            }
        }
    }

    /// Searches the sum as a whole where it is small enough: then how long play lasts is known, and the recommended move
    /// is the winner's fastest.
    pub fn search(&mut self, tables: &Tables) {
        self.searched = match &self.theory {
            Theory::Searched(_) => None,
            _ => Searched::of(&self.position, self.convention, tables.search).map(Box::new),
        };
        self.fastest = if self.searched.is_none() { self.fastest().map(Box::new) } else { None };
    }

    /// The winner's fastest move in the only component that has moves, where lengths of play have a theory.
    fn fastest(&self) -> Option<Move> {
        /// Of so many winning moves it is found; games with a closed form have few, or choose a fast one themselves.
        const MOST: usize = 10_000;
        let (place, run) = self.only_alive()?;
        let length = run.remoteness(place.index, self.convention)?.checked_sub(1)?;
        let winning = self.winning(place).list(run, place.index, Natural::ZERO).take(MOST);
        let moves = winning.map(|(_, to)| Move { place, to });
        moves.into_iter().find(|Move { to, .. }| {
            let mut to = run.adopt(&**to);
            to.solve();
            to.len() == 1 && to.remoteness(0, self.convention) == Some(length)
        })
    }

    /// The only component that has options: others change nothing.
    fn only_alive(&self) -> Option<(Place, &dyn Run)> {
        let is_alive = |(place, run): &(Place, &dyn Run)| !run.count(place.index, &Goal::Any).is_zero();
        let mut alive = self.components().filter(is_alive);
        alive.next().filter(|_| alive.next().is_none())
    }

    /// How many moves a perfect game lasts, in which the winner hurries and the loser delays. None if play never ends,
    /// or if that is not known: see [`Solution::searched`].
    #[must_use]
    pub fn remoteness(&self) -> Option<u64> {
        match (&self.theory, &self.searched) {
            (Theory::Searched(searched), _) | (_, Some(searched)) => searched.remoteness.map(u64::from),
            _ => match self.only_alive() {
                Some((place, run)) => run.remoteness(place.index, self.convention),
                None => self.count().is_zero().then_some(0),
            },
        }
    }

    /// A bound of the number of moves, where the winner follows the recommended ones; none where none is proved.
    #[must_use]
    pub fn at_most(&self) -> Option<u64> {
        match &self.theory {
            Theory::Loopy(loopy) if self.remoteness().is_none() => loopy.at_most(&self.position),
            _ => None,
        }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Who wins with perfect play.
    #[must_use]
    pub fn winner(&self) -> Winner {
        let first = match &self.theory {
            Theory::Nimbers(xor) => !xor.is_zero(),
            Theory::Tame(tame, xor) => tame.first_wins(xor),
            Theory::Alone { first_wins, .. } => *first_wins,
            Theory::InQuotient(sum) => sum.first_wins(),
            Theory::Loopy(loopy) => return loopy.winner(),
            Theory::Typed(typed) => return typed.winner,
            Theory::Searched(searched) => return searched.winner,
        };
        if first { Winner::First } else { Winner::Second }
    }

    /// Can play go on for ever, in some position like this?
    #[must_use]
    pub fn can_be_drawn(&self) -> bool {
        loopy::has_tokens(&self.position)
    }

    /// What the whole is worth in normal play, whichever is played; none if it is not known.
    #[must_use]
    pub fn whole(&self) -> Option<&Value> {
        self.value.as_ref()
    }

    /// The Grundy value of the whole; none if it has none.
    #[must_use]
    pub fn grundy(&self) -> Option<&Natural> {
        match &self.value {
            Some(Value::Nimber(value)) => Some(value),
            _ => None,
        }
    }

    /// What the component at a place is worth.
    #[must_use]
    pub fn value(&self, Place { part, index }: Place) -> Value {
        self.position.parts()[part].run.value(index)
    }

    /// Does the player win who cannot move?
    #[must_use]
    pub fn is_misere(&self) -> bool {
        self.convention == Convention::Misere
    }

    pub(crate) fn theory(&self) -> &Theory {
        &self.theory
    }

    /// How many moves win.
    #[must_use]
    pub fn winning_count(&self) -> Natural {
        if let Theory::Nimbers(xor) = &self.theory {
            // To leave 0 of a sum that is 0 already no component has an option.
            let runs = self.position.parts().iter().map(|part| &part.run).filter(|_| !xor.is_zero());
            return runs.map(|run| run.count_to_zero(xor)).fold(Natural::ZERO, add);
        }
        self.components().map(|(place, run)| self.winning(place).count(run, place.index)).fold(Natural::ZERO, add)
    }

    /// How many moves keep the draw.
    #[must_use]
    pub fn drawing_count(&self) -> Natural {
        let drawing = |(place, run): (Place, &dyn Run)| match &self.theory {
            Theory::Loopy(loopy) => loopy.count(place, run, Outcome::Draw),
            _ => self.drawing(place, run).count(run, place.index),
        };
        self.components().map(drawing).fold(Natural::ZERO, add)
    }

    /// A move in words, after the place where it is made.
    #[must_use]
    pub fn describe(&self, Move { place, to }: &Move) -> String {
        let Part { key, run, .. } = &self.position.parts()[place.part];
        format!("{key} {}: {}", place.index, run.describe(place.index, &**to))
    }

    /// The recommended move, none iff there is no move.
    ///
    /// From a won position it is in the first component that can win by going down (in misère play, that can win), and
    /// there the game's own choice; with tokens on graphs it is one that makes progress. From a drawn one it keeps the
    /// draw. From a lost one, since a bot must play something, it is the smallest step of the first component that has
    /// one; with tokens, one that holds out.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        let ranked = |place: Place, rank: usize| {
            let run = &self.position.parts()[place.part].run;
            run.nth(place.index, &Goal::Any, &rank.into()).map(|to| Move { place, to })
        };
        if let Some(searched) = &self.searched {
            return searched.best.and_then(|(place, rank)| ranked(place, rank));
        }
        if let Some(fastest) = &self.fastest {
            return Some(fastest.copy());
        }
        // Of other components nothing is known but that they come to an end: their winning moves count as no change, or
        // in misère play, where rounds of heaps count too, as one less.
        let (token, others) = match &self.theory {
            Theory::Searched(searched) => return searched.best.and_then(|(place, rank)| ranked(place, rank)),
            Theory::Loopy(loopy) => (loopy.best(&self.position), 0),
            Theory::Typed(typed) => (typed.best, -1),
            Theory::Nimbers(_) | Theory::Tame(..) | Theory::Alone { .. } | Theory::InQuotient(_) => (None, 0),
        };
        let of_token = token.and_then(|(place, rank, change)| Some((ranked(place, rank)?, change)));
        let good = match (self.winner(), of_token) {
            (Winner::Second | Winner::Draw, Some((chosen, _))) => Some(chosen),
            (Winner::First, Some((chosen, change))) if change < others => Some(chosen),
            (Winner::First, chosen) => {
                let is_token = |(place, run): &(Place, &dyn Run)| run.token(place.index).is_some();
                let mut components = self.components().filter(|component| !is_token(component));
                let other = match &self.theory {
                    Theory::Nimbers(xor) => self.first_down(xor),
                    _ => components.find_map(|(place, run)| self.winning_move(place, run)),
                };
                other.or(chosen.map(|(chosen, _)| chosen))
            }
            (Winner::Second | Winner::Draw, None) => None,
        };
        // In misère play a position without moves is won.
        good.or_else(|| self.smallest_step())
    }

    /// How many moves there are.
    #[must_use]
    pub fn count(&self) -> Natural {
        self.components().map(|(place, run)| run.count(place.index, &Goal::Any)).fold(Natural::ZERO, add)
    }

    /// A move that is as good as the position: of those that win, in a drawn position those that keep the draw, in a
    /// lost one all, each as likely as the others if the numbers below a bound that are drawn are.
    #[must_use]
    pub fn pick(&self, mut draw: impl FnMut(&Natural) -> Natural) -> Option<Move> {
        match (self.winner(), &self.theory) {
            (Winner::First, _) => self.pick_of(|place, _| self.winning(place), draw),
            (Winner::Draw, Theory::Loopy(loopy)) => {
                let count = |(place, run)| (place, loopy.count(place, run, Outcome::Draw));
                let (place, rank) = located(self.components().map(count).collect(), &mut draw)?;
                let to = loopy.draw(place, &*self.position.parts()[place.part].run, rank, draw)?;
                Some(Move { place, to })
            }
            (Winner::Draw, _) => self.pick_of(|place, run| self.drawing(place, run), draw),
            (Winner::Second, _) => self.pick_any(draw),
        }
    }

    /// Any move, each as likely as the others.
    #[must_use]
    pub fn pick_any(&self, draw: impl FnMut(&Natural) -> Natural) -> Option<Move> {
        self.pick_of(|_, _| Goals::one(Goal::Any), draw)
    }

    fn pick_of(
        &self,
        goals: impl Fn(Place, &dyn Run) -> Goals,
        mut draw: impl FnMut(&Natural) -> Natural,
    ) -> Option<Move> {
        let count = |(place, run): (Place, &dyn Run)| (place, goals(place, run).count(run, place.index));
        let (place, rank) = located(self.components().map(count).collect(), &mut draw)?;
        let run = &*self.position.parts()[place.part].run;
        let (_, to) = goals(place, run).list(run, place.index, rank).next()?;
        Some(Move { place, to })
    }

    /// The moves of one component that keep a draw, as far as they can be reached.
    fn drawing(&self, place: Place, run: &dyn Run) -> Goals {
        match &self.theory {
            Theory::Loopy(loopy) => loopy.goals(place, run, Outcome::Draw),
            Theory::Typed(typed) => typed.goals(place, &run.value(place.index), Outcome::Draw),
            Theory::Searched(searched) => Goals::one(Goal::Ranks(searched.ranks(place, Outcome::Draw))),
            Theory::Nimbers(_) | Theory::Tame(..) | Theory::Alone { .. } | Theory::InQuotient(_) => Goals::none(),
        }
    }

    /// What a move makes of the game for the player who makes it.
    #[must_use]
    pub fn outcome(&self, Move { place, to }: &Move) -> Outcome {
        let run = &*self.position.parts()[place.part].run;
        // A client's move was read before anything was prepared.
        let mut to = run.adopt(&**to);
        to.solve();
        let rank = || {
            (0..).map_while(|rank: usize| {
                run.nth(place.index, &Goal::Any, &rank.into()).filter(|_| meter::go_on(0).is_ok())
            })
        };
        let is_same =
            |option: Box<dyn Run>| option.len() == to.len() && (0..to.len()).all(|at| option.is_same(at, &*to, at));
        match &self.theory {
            Theory::Nimbers(_) | Theory::Tame(..) | Theory::Alone { .. } | Theory::InQuotient(_) => {
                self.outcome_by_value(*place, &*to, 0)
            }
            _ => {
                // Tokens have few options, and searched components too.
                let listed = run.token(place.index).is_some() || matches!(self.theory, Theory::Searched(_));
                let rank = if listed { rank().position(is_same).unwrap_or(0) } else { 0 };
                self.outcome_by_value(*place, &*to, rank)
            }
        }
    }

    /// What moving the component at a place to a solved option, which has this rank among all, makes of the game.
    pub(super) fn outcome_by_value(&self, place: Place, to: &dyn Run, rank: usize) -> Outcome {
        let run = &*self.position.parts()[place.part].run;
        let win_or_loss = |wins: bool| if wins { Outcome::Win } else { Outcome::Loss };
        match &self.theory {
            Theory::Nimbers(_) | Theory::Tame(..) | Theory::Alone { .. } => {
                win_or_loss(self.winning(place).contains(to))
            }
            Theory::InQuotient(sum) => win_or_loss(sum.wins(place, to)),
            Theory::Loopy(loopy) => {
                let rest = loopy.rest(place, &run.value(place.index));
                let by_goals = || match self.winning(place).contains(to) {
                    true => Outcome::Win,
                    false if self.drawing(place, run).contains(to) => Outcome::Draw,
                    false => Outcome::Loss,
                };
                to.worth().map_or_else(by_goals, |worth| rest.outcome(&worth))
            }
            Theory::Searched(searched) => searched.outcome(place, rank),
            Theory::Typed(typed) => match typed.outcome(place, rank) {
                Some(outcome) => outcome,
                None if typed.winner == Winner::Draw => Outcome::Draw,
                None => win_or_loss(self.winning(place).contains(to)),
            },
        }
    }

    /// The winning move of the first component that can go down to its value in the rest, which is below its own.
    fn first_down(&self, xor: &Natural) -> Option<Move> {
        let (part, index) =
            self.position.parts().iter().enumerate().find_map(|(at, part)| Some((at, part.run.first_down(xor)?)))?;
        let place = Place { part, index };
        self.winning_move(place, &*self.position.parts()[part].run)
    }

    fn winning_move(&self, place: Place, run: &dyn Run) -> Option<Move> {
        let to = self.winning(place).first(run, place.index)?;
        Some(Move { place, to })
    }

    fn smallest_step(&self) -> Option<Move> {
        self.components()
            .find_map(|(place, run)| run.nth(place.index, &Goal::Any, &Natural::ZERO).map(|to| Move { place, to }))
    }

    pub(super) fn components(&self) -> impl Iterator<Item = (Place, &dyn Run)> {
        let places = self.position.places().take_while(|_| meter::go_on(STEPS_A_COMPONENT).is_ok());
        places.map(|place| (place, &*self.position.parts()[place.part].run))
    }

    /// What the whole is worth with a solved option in the place of one component; none where that is not known.
    pub(super) fn value_with(&self, place: Place, to: &dyn Run) -> Option<Value> {
        let own = self.value(place);
        let worth = to.worth()?;
        match (&self.value, &own, &worth) {
            (Some(Value::Nimber(xor)), Value::Nimber(own), Value::Nimber(worth)) => {
                Some(Value::Nimber(&(xor ^ own) ^ worth))
            }
            _ => self.loopy().map(|loopy| loopy.rest(place, &own).with(&worth)),
        }
    }

    /// The sum with its values of normal play, if tokens are in it and all have some.
    fn loopy(&self) -> Option<&Loopy> {
        match &self.theory {
            Theory::Loopy(loopy) => Some(loopy),
            _ => self.values.get_or_init(|| Loopy::of(&self.position)).as_ref(),
        }
    }

    /// The winning moves of one component.
    pub(super) fn winning(&self, place: Place) -> Goals {
        if self.winner() != Winner::First {
            return Goals::none();
        }
        let run = &*self.position.parts()[place.part].run;
        let rest = |xor: &Natural| match run.value(place.index) {
            Value::Nimber(value) => Some(xor ^ &value),
            _ => None,
        };
        let goals = match &self.theory {
            Theory::Nimbers(xor) => rest(xor).map(|rest| Goals::one(Goal::To(rest))),
            Theory::Tame(tame, xor) => rest(xor).map(|rest| tame.winning(place, rest)),
            Theory::Alone { place: alone, .. } => (*alone == place).then(|| Goals::one(Goal::Alone(self.convention))),
            Theory::InQuotient(sum) => Some(sum.winning(place, run)),
            Theory::Loopy(loopy) => Some(loopy.goals(place, run, Outcome::Win)),
            Theory::Typed(typed) => Some(typed.goals(place, &run.value(place.index), Outcome::Win)),
            Theory::Searched(searched) => Some(Goals::one(Goal::Ranks(searched.ranks(place, Outcome::Win)))),
        };
        goals.unwrap_or_default()
    }
}

/// Solves all components: what the whole is worth, and the theory that decides.
fn solve(
    position: &mut Position,
    convention: Convention,
    tables: &Tables,
) -> Result<(Option<Value>, Theory), (Place, Reason)> {
    for (part, run) in position.parts_mut().iter_mut().map(|part| &mut part.run).enumerate() {
        let prepared = run.prepare(tables).and_then(|()| match convention {
            Convention::Normal => Ok(()),
            Convention::Misere => Ok(run.prepare_misere()?),
        });
        prepared.map_err(|unsolved| (Place { part, index: unsolved.index }, Reason::Unsolved(unsolved)))?;
        meter::work_at("solving");
        run.solve();
    }
    let nimber = xor(position);
    let loopy = Loopy::of(position);
    let value = match (&nimber, &loopy) {
        (Ok(xor), _) => Some(Value::Nimber(xor.clone())),
        (Err(_), Some(loopy)) => Some(loopy.value()),
        (Err(_), None) => is_lost(position).then_some(Value::Nimber(Natural::ZERO)),
    };
    let theory = match convention {
        Convention::Normal => normal(position, loopy, nimber, tables)?,
        Convention::Misere => misere(position, loopy.is_some(), nimber, tables)?,
    };
    Ok((value, theory))
}

/// The theory of normal play: values; where one is not known one component alone, or a search.
fn normal(
    position: &Position,
    loopy: Option<Loopy>,
    nimber: Result<Natural, Place>,
    tables: &Tables,
) -> Result<Theory, (Place, Reason)> {
    let search = || Searched::of(position, Convention::Normal, tables.search).map(Box::new).map(Theory::Searched);
    match (loopy, nimber) {
        (Some(loopy), _) => Ok(Theory::Loopy(Box::new(loopy))),
        (None, Ok(xor)) => Ok(Theory::Nimbers(xor)),
        (None, Err(place)) => alone(position, Convention::Normal).or_else(search).ok_or((place, Reason::NotAlone)),
    }
}

/// The theory of misère play: with tokens a search, which finds the shortest win, and where the sum is too large for
/// that misère types; else tame sums, one component alone, the quotient of one game, a search; and last, since to look
/// for it takes longer than to search a small sum, the quotient of several games together.
fn misere(
    position: &Position,
    has_tokens: bool,
    nimber: Result<Natural, Place>,
    tables: &Tables,
) -> Result<Theory, (Place, Reason)> {
    let search = || Searched::of(position, Convention::Misere, tables.search).map(Box::new).map(Theory::Searched);
    if has_tokens {
        let first = position.places().find(|place| position.parts()[place.part].run.token(place.index).is_some());
        let refusal = (first.unwrap_or_default(), Reason::NotTame);
        return search().or_else(|| Typed::of(position).map(Box::new).map(Theory::Typed)).ok_or(refusal);
    }
    let unknown = match (Tame::of(position), nimber) {
        (Ok(tame), Ok(xor)) => return Ok(Theory::Tame(Box::new(tame), xor)),
        (Err(place), _) | (Ok(_), Err(place)) => place,
    };
    let theory = alone(position, Convention::Misere);
    let theory = theory.or_else(|| InQuotient::of_one_game(position, tables).map(Box::new).map(Theory::InQuotient));
    let theory = theory.or_else(search);
    let theory = theory.or_else(|| InQuotient::of_many_games(position, tables).map(Box::new).map(Theory::InQuotient));
    theory.ok_or((unknown, Reason::NotTame))
}

/// The theory of a position where only one component has options, if its game has one for that.
fn alone(position: &Position, convention: Convention) -> Option<Theory> {
    let run = |place: Place| &position.parts()[place.part].run;
    // Components without options change nothing.
    let mut alive = position.places().filter(|place| !run(*place).count(place.index, &Goal::Any).is_zero());
    let (Some(place), None) = (alive.next(), alive.next()) else { return None };
    if !run(place).has_theory_alone(place.index, convention) {
        return None;
    }
    let count = run(place).count(place.index, &Goal::Alone(convention));
    Some(Theory::Alone { place, first_wins: !count.is_zero() })
}

/// The place of a rank that is drawn below the sum of these counts, and what it is among those of that place.
fn located(counts: Vec<(Place, Natural)>, draw: &mut impl FnMut(&Natural) -> Natural) -> Option<(Place, Natural)> {
    let total = counts.iter().fold(Natural::ZERO, |sum, (_, count)| &sum + count);
    if total.is_zero() {
        return None;
    }
    let mut rank = draw(&total);
    for (place, count) in counts {
        match rank.checked_sub(&count) {
            Some(left) => rank = left,
            None => return Some((place, rank)),
        }
    }
    None
}

#[expect(clippy::needless_pass_by_value, reason = "folds want it so")]
fn add(sum: Natural, more: Natural) -> Natural {
    &sum + &more
}

/// Is the sum known to be lost in normal play, and so its value to be 0, though not all components' values are known?
fn is_lost(position: &Position) -> bool {
    let mut xor = Natural::ZERO;
    for place in position.places() {
        match position.parts()[place.part].run.value(place.index) {
            Value::Nimber(value) => xor = &xor ^ &value,
            Value::Outcome { wins: false, valued: true } => {}
            Value::Outcome { .. } | Value::Infinite(_) => return false,
        }
    }
    xor.is_zero()
}

/// The XOR of the values of all components, or the first that has none.
fn xor(position: &Position) -> Result<Natural, Place> {
    let mut xor = Natural::ZERO;
    for (part, run) in position.parts().iter().map(|part| &part.run).enumerate() {
        xor = &xor ^ &run.xor().map_err(|index| Place { part, index })?;
    }
    Ok(xor)
}
