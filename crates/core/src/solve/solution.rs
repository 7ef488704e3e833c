//! [`Solution`]: a solved position. It knows the winner and the value, and counts, lists and chooses moves.
//!
//! Normal play is decided by the theorem of Sprague (1935) and Grundy (1939). Let X be the XOR of the components'
//! Grundy values. The player to move wins iff X ≠ 0. A move wins iff it changes the value of a component from *g* to
//! exactly *g* ⊕ X. If X ≠ 0, there is a component with *g* ⊕ X < *g*, and by the definition of mex it has an option
//! with the value *g* ⊕ X. Other winning moves may make the value of a component larger.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::game::words::cut;
use crate::game::{Goal, Illegal, Play, Positions, Purpose, Solved, Unsolved, UnusableRules, Value};
use crate::number::Natural;
use crate::number::meter::{self, Spent};
use crate::solve::alone::Alone;
use crate::solve::loopy::{self, Loopy};
use crate::solve::multiset::ByParts;
use crate::solve::nimbers::Nimbers;
use crate::solve::quotient::ByQuotient;
use crate::solve::search::BySearch;
use crate::solve::tame::Tame;
use crate::solve::typed::ByTokenGenus;
use crate::solve::verdict::{Verdict, pick_of, ranked};
use crate::solve::winning::{Filter, Goals};
use crate::solve::{ComponentIndex, Move, SolvedSum, Sum, Summand};
use crate::theory::Caches;
use crate::theory::graphs::{MoveResult, Winner};
use crate::theory::misere::heaps::MisereHeaps;

/// The reason why a position has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The key under which the client listed the component that has no solution.
    pub key: Cow<'static, str>,
    /// The index of this component in the list under the key.
    pub index: usize,
    /// The reason.
    pub reason: Obstacle,
}

/// The reason why a component of a sum has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The theory of the component's game can't solve the component.
    Unsolved(Unsolved),
    /// The component's value is not known. A theory may know who wins the component alone, but another component has
    /// moves.
    NotAlone,
    /// The component is not known to be tame. The theory of misère play needs tame components.
    NotTame,
    /// The client's rules for the component are wrong, or need too much work.
    Rules(Box<UnusableRules>),
}

impl Error for Refusal {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.reason {
            Obstacle::Unsolved(unsolved) => Some(unsolved),
            Obstacle::Rules(fault) => Some(fault),
            Obstacle::NotAlone | Obstacle::NotTame => None,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, index, reason } = self;
        let key = cut(key);
        match reason {
            Obstacle::Unsolved(unsolved) => unsolved.fmt(f),
            Obstacle::Rules(fault) => fault.fmt(f),
            Obstacle::NotAlone => write!(
                f,
                "of {key} {index} only the winner is known, not the value: it can be answered alone, beside components \
                 without moves, or in a sum that is small enough to be searched"
            ),
            Obstacle::NotTame => write!(
                f,
                "no misère theory is known for this sum: component {index} of {key}, counted from 0, is not known to be \
                 tame, and too many sums or moves follow from it to be searched (--max-states limits the sums)"
            ),
        }
    }
}

/// A solved position.
#[derive(Debug)]
pub struct Solution {
    position: SolvedSum,
    play: Play,
    /// The value of the whole sum in normal play; `None` if it is not known.
    value: Option<Value>,
    pub(super) verdict: AnyVerdict,
    /// The search of the whole sum, if it decides the winner or if [`Solution::search`] was called.
    searched: Option<Rc<BySearch>>,
    /// The winner's fastest move, if [`Solution::search`] was called, and a theory gave the move instead of a search.
    fastest: Option<Box<Move>>,
    /// The theory of sums with tokens in normal play, if the sum has tokens and all components have values.
    loopy: Option<Rc<Loopy>>,
}

/// The verdict of the theory that decides the sum. Nearly all positions have the variant `Nimbers`, which allocates no
/// memory.
#[derive(Debug)]
pub(super) enum AnyVerdict {
    Nimbers(Nimbers),
    Other(Rc<dyn Verdict>),
}

impl std::ops::Deref for AnyVerdict {
    type Target = dyn Verdict;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Nimbers(nimbers) => nimbers,
            Self::Other(verdict) => &**verdict,
        }
    }
}

impl Solution {
    /// Solves a position.
    ///
    /// # Errors
    /// The reason why the position has no solution.
    pub fn of(position: Sum, play: Play, tables: &Caches) -> Result<Self, Refusal> {
        // In misère play, the misère types of the whole graph are computed.
        let purpose = if play == Play::Normal { Purpose::Moves } else { Purpose::Graph };
        Self::decided(solve(position, play, purpose, tables)?, play, tables)
    }

    /// Checks that all moves can be found, or all winning moves. Otherwise they can't be counted, listed or chosen at
    /// random, but the recommended move is still known.
    ///
    /// # Errors
    /// The reason why the moves of a component can't be listed.
    pub fn check_listable(&self, filter: Filter) -> Result<(), Refusal> {
        let goal = if filter == Filter::All { Goal::All } else { Goal::Value(Natural::ZERO) };
        for (part, Summand { components: solved, .. }) in self.position.parts().iter().enumerate() {
            solved.check_listable(&goal).map_err(|unsolved| {
                refusal(&self.position, ComponentIndex { part, index: unsolved.index }, Obstacle::Unsolved(unsolved))
            })?;
        }
        Ok(())
    }

    /// Returns the number of winning moves; `None` if they can't be counted.
    #[must_use]
    pub fn known_winning_count(&self) -> Option<Natural> {
        self.check_listable(Filter::Winning).ok().map(|()| self.winning_count())
    }

    /// Creates the solution of a position whose components are solved: finds its value, and the theory that decides the
    /// winner.
    pub(super) fn decided(position: SolvedSum, play: Play, tables: &Caches) -> Result<Self, Refusal> {
        let nimber = xor(&position);
        let loopy = Loopy::of(&position).map(Rc::new);
        let value = match (&nimber, &loopy) {
            (Ok(xor), _) => Some(Value::Nimber(xor.clone())),
            (Err(_), Some(loopy)) => Some(loopy.value()),
            (Err(_), None) => is_lost(&position).then_some(Value::Nimber(Natural::ZERO)),
        };
        let mut searched = None;
        let search = || {
            searched = BySearch::of(&position, play, tables.search).map(Rc::new);
            searched.clone().map(other)
        };
        let verdict = match play {
            Play::Normal => normal(&position, loopy.clone(), nimber, search),
            Play::Misere => misere(&position, loopy.is_some(), nimber, tables, search),
        };
        match verdict {
            Ok(verdict) => Ok(Self { position, play, value, verdict, searched, fastest: None, loopy }),
            Err((place, obstacle)) => Err(refusal(&position, place, obstacle)),
        }
    }

    /// Solves the position after a move that replaces the component at `place` by `left`, by the theories that solved
    /// this position.
    ///
    /// # Errors
    /// The reason why the position after the move has no solution.
    pub fn with(&self, place: ComponentIndex, left: &dyn Positions, tables: &Caches) -> Result<Self, Refusal> {
        let spent = |spent: Spent| refusal(&self.position, place, Obstacle::Unsolved(spent.into()));
        Self::decided(self.position.solved_with(place, left).map_err(spent)?, self.play, tables)
    }

    /// Returns the solution of `left`, the position after a move from this position; `None` if there is no solution.
    pub(super) fn of_left(&self, left: SolvedSum, tables: &Caches) -> Option<Self> {
        Self::decided(left, self.play, tables).ok()
    }

    /// Searches the sum as a whole, if it is small enough. After that the length of play is known, and the recommended
    /// move is the winner's fastest.
    pub fn search(&mut self, tables: &Caches) {
        if self.searched.is_none() {
            // The search of a deletion game could use all steps of the request, but the rest of the response matters
            // more than the length of play. For tokens, the search needs about as many steps as reading their graphs.
            let most = if loopy::has_tokens(&self.position) { u64::MAX } else { meter::PART.min(meter::left() / 2) };
            let searched = meter::within(most, || BySearch::of(&self.position, self.play, tables.search));
            self.searched = searched.ok().flatten().map(Rc::new);
        }
        self.fastest = if self.searched.is_none() { self.fastest().map(Box::new) } else { None };
    }

    /// Returns whether the whole position was searched.
    #[must_use]
    pub fn is_searched(&self) -> bool {
        self.searched.is_some()
    }

    /// Returns the winner's fastest move, if only one component has moves and a theory gives the lengths of play.
    fn fastest(&self) -> Option<Move> {
        /// The largest number of winning moves that are compared. Games with a closed form of the lengths have fewer
        /// winning moves, or recommend a fast one themselves.
        const MOST: usize = 10_000;
        let (place, solved) = self.position.only_alive()?;
        let length = solved.remoteness(place.index, self.play)?.checked_sub(1)?;
        let winning = self.winning(place).list(solved, place.index, Natural::ZERO).take(MOST);
        let moves = winning.map(|(_, made)| Move { place, made });
        moves.into_iter().find(|Move { made, .. }| {
            let left = solved.solved_after(place.index, made);
            left.is_ok_and(|left| left.len() == 1 && left.remoteness(0, self.play) == Some(length))
        })
    }

    /// The number of moves if the winner wins as fast as possible and the loser loses as slowly as possible. `None` if
    /// play never ends, or if the number is not known: see [`Solution::search`].
    #[must_use]
    pub fn remoteness(&self) -> Option<u64> {
        if let Some(searched) = &self.searched {
            return searched.remoteness.map(u64::from);
        }
        match self.position.only_alive() {
            Some((place, solved)) => solved.remoteness(place.index, self.play),
            None => self.count().is_zero().then_some(0),
        }
    }

    /// An upper bound on the number of moves, if the winner makes the recommended moves. `None` if no bound is proved,
    /// or if [`Solution::remoteness`] gives the exact number.
    #[must_use]
    pub fn at_most(&self) -> Option<u64> {
        let loopy = self.loopy.as_ref().filter(|_| !self.is_misere() && self.remoteness().is_none())?;
        loopy.at_most(&self.position)
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &SolvedSum {
        &self.position
    }

    /// The winner with perfect play.
    #[must_use]
    pub fn winner(&self) -> Winner {
        self.verdict.winner()
    }

    /// True if some component is a token on a graph, so that play may go on for ever.
    #[must_use]
    pub fn can_be_drawn(&self) -> bool {
        loopy::has_tokens(&self.position)
    }

    /// The value of the whole sum in normal play, even if the sum is played in misère play; `None` if it is not known.
    #[must_use]
    pub fn whole(&self) -> Option<&Value> {
        self.value.as_ref()
    }

    /// The Grundy value of the whole sum; `None` if it has no Grundy value, or if the value is not known.
    #[must_use]
    pub fn grundy(&self) -> Option<&Natural> {
        match &self.value {
            Some(Value::Nimber(value)) => Some(value),
            _ => None,
        }
    }

    /// The value of the component at a place.
    #[must_use]
    pub fn value(&self, place: ComponentIndex) -> Value {
        self.position.components_of(place).value(place.index)
    }

    /// Returns the misère quotient of heaps that was found for the position, if it was looked for.
    #[must_use]
    pub fn quotient(&self) -> Option<Arc<MisereHeaps>> {
        self.position.misere.quotient.get().cloned().flatten()
    }

    /// True in misère play, where the player who cannot move wins.
    #[must_use]
    pub fn is_misere(&self) -> bool {
        self.play == Play::Misere
    }

    /// The number of moves that win.
    #[must_use]
    pub fn winning_count(&self) -> Natural {
        if self.winner() == Winner::First {
            self.verdict.count_all(&self.position, MoveResult::Win)
        } else {
            Natural::ZERO
        }
    }

    /// The number of moves that keep the game drawn.
    #[must_use]
    pub fn drawing_count(&self) -> Natural {
        self.verdict.count_all(&self.position, MoveResult::Draw)
    }

    /// Describes a move in words. The description begins with the key and the index of the component.
    #[must_use]
    pub fn describe(&self, Move { place, made }: &Move) -> String {
        let Summand { key, components: solved, .. } = &self.position.parts()[place.part];
        format!("{key} {}: {}", place.index, solved.describe(place.index, made))
    }

    /// The recommended move; `None` if there is no move.
    ///
    /// In a won position of normal play, the move is in the first component that has a winning option whose value is
    /// smaller than the value of the component. In a won position of misère play, it is in the first component that has
    /// any winning option. The game chooses among the winning moves of this component. With tokens on graphs, the move
    /// also makes progress towards the win. In a drawn position, the move keeps the game drawn. In a lost position, a
    /// bot must still move, so the move is the first move of the first component that has moves. With tokens, it is a
    /// move that delays the loss.
    ///
    /// If the sum was searched as a whole, the move instead wins as fast as possible, or loses as late as possible.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        if let Some(fastest) = &self.fastest {
            return Some((**fastest).clone());
        }
        let decides = self.searched.as_deref().map_or(&*self.verdict, |searched| searched);
        // If the theory prefers no move, the first move is recommended. In misère play, a position without moves is
        // won, but no move can be recommended.
        decides.best(&self.position).or_else(|| self.smallest_step())
    }

    /// The recommended move and the number of moves that win: see [`Solution::best`] and [`Solution::winning_count`].
    #[must_use]
    pub fn best_and_winning_count(&self) -> (Option<Move>, Natural) {
        if self.fastest.is_some() || self.searched.is_some() {
            return (self.best(), self.winning_count());
        }
        let (best, count) = self.verdict.best_and_count(&self.position);
        (best.or_else(|| self.smallest_step()), count)
    }

    /// The number of moves.
    #[must_use]
    pub fn count(&self) -> Natural {
        self.position.components().map(|(place, solved)| solved.count(place.index, &Goal::All)).sum()
    }

    /// Chooses a random move that is as good as the position. In a won position it is a winning move, and in a drawn
    /// position it is a move that keeps the game drawn. In a lost position it is any move. All these moves are equally
    /// likely if `draw` returns each number below its argument with the same chance.
    #[must_use]
    pub fn pick(&self, mut draw: impl FnMut(&Natural) -> Natural) -> Option<Move> {
        self.verdict.pick(&self.position, &mut draw)
    }

    /// Chooses a random move. All moves are equally likely if `draw` returns each number below its argument with the
    /// same chance.
    #[must_use]
    pub fn pick_any(&self, mut draw: impl FnMut(&Natural) -> Natural) -> Option<Move> {
        pick_of(&self.position, |_, _| Goals::one(Goal::All), &mut draw)
    }

    /// The outcome of a move for the player who makes it.
    #[must_use]
    pub fn outcome(&self, Move { place, made }: &Move) -> MoveResult {
        let solved = self.position.components_of(*place);
        let Ok(left) = solved.solved_after(place.index, made) else {
            return MoveResult::Loss;
        };
        let rank = || {
            let all = solved.moves(place.index, &Goal::All);
            let mut moves = meter::each(0_usize.., 0).map_while(|rank| all.nth(&rank.into()));
            moves.position(|other| solved.is_same_move(&other, made)).unwrap_or(0)
        };
        self.verdict.outcome(*place, solved, &*left, &rank)
    }

    /// Returns the move that turns the component at `place` into the positions `left`. If
    /// [`Game::explored`](crate::game::Game::explored) replaced the client's game, `left` may still belong to the
    /// client's game.
    ///
    /// # Errors
    /// The reason why no move leaves `left`.
    pub fn find(&self, place: ComponentIndex, left: &dyn Positions) -> Result<Move, Illegal> {
        self.position.components_of(place).find(place.index, left).map(|made| Move { place, made })
    }

    fn smallest_step(&self) -> Option<Move> {
        self.position.components().find_map(|(place, _)| ranked(&self.position, place, 0))
    }

    /// The value of the whole sum if one component is replaced by a solved option; `None` if it is not known.
    pub(super) fn value_with(&self, place: ComponentIndex, to: &dyn Solved) -> Option<Value> {
        let own = self.value(place);
        let worth = to.worth()?;
        match (&self.value, &own, &worth) {
            (Some(Value::Nimber(xor)), Value::Nimber(own), Value::Nimber(worth)) => {
                Some(Value::Nimber(&(xor ^ own) ^ worth))
            }
            _ => self.loopy.as_ref().map(|loopy| loopy.value_after(place, &own, &worth)),
        }
    }

    /// The winning moves of one component.
    pub(super) fn winning(&self, place: ComponentIndex) -> Goals {
        match self.winner() {
            Winner::First => self.verdict.goals(place, self.position.components_of(place), MoveResult::Win),
            Winner::Second | Winner::Draw => Goals::none(),
        }
    }
}

pub(super) fn refusal(
    position: &SolvedSum,
    ComponentIndex { part, index }: ComponentIndex,
    reason: Obstacle,
) -> Refusal {
    Refusal { key: position.parts()[part].key.clone(), index, reason }
}

/// Solves all components. `purpose` says what components are needed for if a client wrote their rules.
///
/// # Errors
/// Some component has no solution. The error names this component and the reason.
pub(super) fn solve(position: Sum, play: Play, purpose: Purpose, tables: &Caches) -> Result<SolvedSum, Refusal> {
    let solve = |Summand { key, place, components: solved }: Summand| {
        let refused = |key: &Cow<'static, str>, index, reason| Refusal { key: key.clone(), index, reason };
        let explored = solved.explored(purpose, tables);
        let explored = explored.map_err(|fault| refused(&key, 0, Obstacle::Rules(Box::new(fault))))?;
        let solved = explored.unwrap_or(solved).solve(play, tables);
        let solved = solved.map_err(|unsolved| refused(&key, unsolved.index, Obstacle::Unsolved(unsolved)))?;
        Ok(Summand { key, place, components: solved })
    };
    Ok(Sum::kept(position.into_parts().map(solve).collect::<Result<SmallVec<[_; 1]>, _>>()?))
}

fn other(verdict: Rc<impl Verdict + 'static>) -> AnyVerdict {
    AnyVerdict::Other(verdict)
}

/// Decides normal play. If the values of all components are known, they decide. Otherwise, if only one component has
/// moves, the theory of this component decides. If there is no such theory, a search decides.
fn normal(
    position: &SolvedSum,
    loopy: Option<Rc<Loopy>>,
    nimber: Result<Natural, ComponentIndex>,
    search: impl FnOnce() -> Option<AnyVerdict>,
) -> Result<AnyVerdict, (ComponentIndex, Obstacle)> {
    match (loopy, nimber) {
        (Some(loopy), _) => Ok(other(loopy)),
        (None, Ok(xor)) => Ok(AnyVerdict::Nimbers(Nimbers(xor))),
        (None, Err(place)) => {
            let alone = Alone::of(position, Play::Normal).map(Rc::new).map(other);
            alone.or_else(search).ok_or((place, Obstacle::NotAlone))
        }
    }
}

/// Decides misère play. A sum with tokens on graphs is searched, which also finds the shortest win. If such a sum is
/// too large for a search, [`ByTokenGenus`] or a search of its independent parts may decide it. For other sums, the
/// theory of tame sums comes first, then the theory of the only component with moves.
///
/// If none of these decides, theories are tried that could each use all steps of the request. So each gets only a share
/// of the steps that remain, in this order:
///
/// 1. The search of a sum with heaps or deletion games ([`ByParts`]), with a small share. Most small sums need a
///    thousandth of the steps that it takes to look for a quotient.
/// 2. The quotient of one game, if all components are boards of Notakto, or if all of them are heaps, or sums of heaps,
///    of one game.
/// 3. The search of step 1 again, with all steps if no later theory can decide the sum, otherwise with half of them.
/// 4. The search of the whole sum, with half of the remaining steps if step 6 follows.
/// 5. The common quotient of all games of the sum.
/// 6. The search of step 1 again, with all steps that remain.
fn misere(
    position: &SolvedSum,
    has_tokens: bool,
    nimber: Result<Natural, ComponentIndex>,
    tables: &Caches,
    search: impl FnOnce() -> Option<AnyVerdict>,
) -> Result<AnyVerdict, (ComponentIndex, Obstacle)> {
    if has_tokens {
        let first = position.places().find(|place| position.components_of(*place).token(place.index).is_some());
        let refusal = (first.unwrap_or_default(), Obstacle::NotTame);
        let verdict = search().or_else(|| ByTokenGenus::of(position).map(Rc::new).map(other));
        return verdict.or_else(|| ByParts::of(position, tables.search).map(Rc::new).map(other)).ok_or(refusal);
    }
    let unknown = match Tame::of(position, nimber) {
        Ok(tame) => return Ok(other(Rc::new(tame))),
        Err(place) => place,
    };
    let left = meter::left();
    let half = || meter::left() / 2;
    let verdict = Alone::of(position, Play::Misere).map(Rc::new).map(other);
    let verdict = verdict.or_else(|| ByParts::soon(position, tables.search, left).map(Rc::new).map(other));
    let verdict = verdict.or_else(|| ByQuotient::of_one_game(position, tables, left).map(Rc::new).map(other));
    let is_last =
        ByQuotient::is_for_one_game(position) || position.parts().iter().any(|part| part.components.has_cells());
    let most = if is_last { u64::MAX } else { half() };
    let verdict = verdict.or_else(|| ByParts::within(position, tables.search, most).map(Rc::new).map(other));
    let most = if ByParts::is_for(position) { half() } else { u64::MAX };
    let verdict = verdict.or_else(|| meter::within(most, search).ok().flatten());
    let verdict =
        verdict.or_else(|| ByQuotient::of_many_games(position, tables, meter::left()).map(Rc::new).map(other));
    let verdict = verdict.or_else(|| ByParts::of(position, tables.search).map(Rc::new).map(other));
    verdict.ok_or((unknown, Obstacle::NotTame))
}

/// True if the sum is known to be lost in normal play. Then its value is 0, even if the values of some components are
/// not known.
fn is_lost(position: &SolvedSum) -> bool {
    let mut xor = Natural::ZERO;
    for place in position.places() {
        match position.components_of(place).value(place.index) {
            Value::Nimber(value) => xor = &xor ^ &value,
            Value::Outcome { wins: false, valued: true } => {}
            Value::Outcome { .. } | Value::Infinite(_) => return false,
        }
    }
    xor.is_zero()
}

/// Returns the XOR of the values of all components. The error is the place of the first component without a value.
fn xor(position: &SolvedSum) -> Result<Natural, ComponentIndex> {
    let mut xor = Natural::ZERO;
    for (part, solved) in position.parts().iter().map(|part| &part.components).enumerate() {
        xor = &xor ^ &solved.xor().map_err(|index| ComponentIndex { part, index })?;
    }
    Ok(xor)
}
