//! The traits of games: [`Rules`], which are written as the rules say, and [`Game`], which adds the theory.
//!
//! Rules are apart from positions, so that a family of games can have parameters that all components share. Solving is
//! a step of its own: its results for a position are kept, and every later question starts from them.

mod card;
#[cfg(any(test, feature = "columns"))]
pub mod columns;
pub mod entry;
mod fault;
mod goal;
pub(crate) mod kinds;
mod left;
mod moves;
pub mod nature;
mod position;
pub mod run;
pub mod search;
pub mod shape;
pub(crate) mod small;
mod value;
pub mod words;

use std::fmt::Debug;

use crate::game::shape::{PlainValue, Shape};
use crate::number::Natural;
use crate::number::meter;
use crate::theory::Caches;
pub use crate::theory::compounds::lengths::Lengths;
pub use crate::theory::graphs::Play;
use crate::theory::heaps::period::ProvedPeriod;
pub use crate::theory::step::{Source, Step};
pub use card::{Card, Parameters, Tag};
pub(crate) use fault::taken;
pub use fault::{Illegal, Unsolved, UnusableRules};
pub use goal::{Elements, Goal};
pub use left::Left;
pub use moves::{Moves, Nth};
pub use nature::{Nature, TokensOnGraph};
pub use position::Position;
pub use value::{Tameness, Value, Worth};

/// The rules of an impartial game, with the parameters that all its components share.
pub trait Rules: Clone + Debug + Send + Sync + 'static {
    /// A position of the game.
    type Position: Position;
    /// A move: the data to make it and to describe it. Where no shorter data will do, it is the position that the move leaves.
    type Move: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// The catalogue's card of the game; of a kind of games, the common part of their cards.
    const CARD: Card;
    /// The form in which positions are written. It is that of their type, unless the game says more.
    const SHAPE: Shape = <Self::Position as Position>::SHAPE;
    /// True if a move may leave no position, or several.
    const SPLITS: bool = false;

    /// The same shape, but a game that a client describes has one of its own.
    fn shape(&self) -> Shape {
        Self::SHAPE
    }

    /// The same card, but each game of a kind has one of its own.
    fn card(&self) -> &'static Card {
        const { &Self::CARD }
    }

    /// Checks that a value of the type of positions is a position of this game.
    ///
    /// # Errors
    /// The reason why it is no position.
    fn legal(&self, _position: &Self::Position) -> Result<(), Illegal> {
        Ok(())
    }

    /// The position that is written in this way.
    ///
    /// # Errors
    /// The reason why it is no position of this game.
    fn read(&self, written: PlainValue) -> Result<Self::Position, Illegal> {
        let position = Self::Position::read(written)?;
        self.legal(&position).map(|()| position)
    }

    /// How a position is written, in the client's order.
    fn write(&self, position: &Self::Position) -> PlainValue {
        position.write()
    }

    /// Returns all moves in the order that the game documents, its smallest step first. No two leave the same.
    ///
    /// The caller charges each move that it pulls; a game charges only candidates that it rejects between two.
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move>;

    /// Returns the positions that a move leaves.
    fn after(&self, position: &Self::Position, made: &Self::Move) -> Left<Self::Position>;

    /// Returns the move that leaves these positions. A game of many moves finds it by its rules, for numbers of any size.
    ///
    /// # Errors
    /// The reason, for a player, why no move leaves them.
    fn find(&self, position: &Self::Position, left: &Left<Self::Position>) -> Result<Self::Move, Illegal> {
        let mut moves = pulled(self.moves(position), position.weight());
        let found = moves.find(|made| self.after(position, made) == *left);
        found.ok_or_else(|| self.why_not(position, left).into())
    }

    /// Returns the reason, for a player, why no move leaves these positions. [`Rules::find`] calls it after it has tried all moves.
    fn why_not(&self, _position: &Self::Position, _left: &Left<Self::Position>) -> String {
        format!("no move leads there: {}", self.card().rules)
    }

    /// Returns a move in words.
    fn describe(&self, position: &Self::Position, made: &Self::Move) -> String;

    /// The independent regions of a position, which is their sum: a search solves each for itself. The list is empty if
    /// the position is whole, as in most games.
    fn regions(&self, _position: &Self::Position) -> Vec<Self::Position> {
        Vec::new()
    }

    /// The position that stands for all that are played alike, such as the reflections of a board: a search keeps its
    /// results under this one.
    fn key(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Returns every position that moves lead to from these, or every position at all if none is given. Only games
    /// whose positions the client has listed, as vertices of a graph, return any.
    fn all(&self, _starts: &[Self::Position]) -> Option<Vec<Self::Position>> {
        None
    }

    /// Positions that are small enough for brute force, and many enough to tell a right theory from a wrong one:
    /// usually integers and pairs up to some size.
    fn small(&self) -> Vec<Self::Position> {
        small::written(self.shape()).into_iter().filter_map(|written| self.read(written).ok()).collect()
    }
}

/// Implements [`Rules::after`] for a game whose move is the position that it leaves.
macro_rules! left_is_the_move {
    () => {
        fn after(&self, _: &Self::Position, left: &Self::Move) -> $crate::game::Left<Self::Position> {
            Clone::clone(left).into()
        }
    };
}
pub(crate) use left_is_the_move;

/// Pulls moves of a position of this weight, each charged, as far as the meter goes.
pub(crate) fn pulled<T>(mut options: impl Iterator<Item = T>, weight: usize) -> impl Iterator<Item = T> {
    let each = STEPS_AN_OPTION.saturating_add(u64::try_from(weight).unwrap_or(u64::MAX).saturating_mul(2));
    // Only `next` is asked of a game's iterator: with `take_while` each would be compiled in a dozen more ways.
    std::iter::from_fn(move || options.next().filter(|_| meter::go_on(each).is_ok()))
}

/// The steps to make an option of a few machine words, or to solve one.
pub(crate) const STEPS_AN_OPTION: u64 = 60;

/// A game with its theory.
///
/// Where there may be many options, a game counts them by formula, all or those to one Grundy value, and finds each by
/// its rank ([`Game::moves_to`]). A position with 10¹⁸ options then costs no more than others. A game of few options
/// leaves this to their list.
pub trait Game: Rules {
    /// The results of solving a position, for all later questions about it.
    type Solved: Worth + Clone + Debug + Send + Sync + 'static;

    /// Prepares what the theory needs to solve these positions, and all that moves lead to, in normal or misère play.
    /// Most games need nothing.
    ///
    /// # Errors
    /// The theory does not reach a position, or the meter is spent.
    fn prepare(&mut self, _positions: &[Self::Position], _play: Play, _tables: &Caches) -> Result<(), Unsolved> {
        Ok(())
    }

    /// Returns another game's run that is solved instead of these positions; `None` for nearly all games. The rules of
    /// a client's game are explored into a graph.
    ///
    /// # Errors
    /// The fault of the rules, or that the meter is spent.
    fn explored(
        &self,
        _positions: &[Self::Position],
        _tables: &Caches,
    ) -> Result<Option<Box<dyn run::Run>>, UnusableRules> {
        Ok(None)
    }

    /// Solves a position.
    fn solve(&self, position: &Self::Position) -> Self::Solved;

    /// Checks that all options of a position can be counted and listed. Where they can't, play still goes on: the
    /// theory knows the value, the first option, and the first option of each smaller value.
    ///
    /// # Errors
    /// The reason why they can't be found.
    fn check_listable(&self, _position: &Self::Position) -> Result<(), Illegal> {
        Ok(())
    }

    /// Returns the moves that meet a goal, counted and by rank, in the game's own order. The first is the game's
    /// choice, which is recommended.
    ///
    /// `None` leaves it to the library: all moves are listed, and those to a value are found by solving what each
    /// leaves. `None` for [`Goal::Wins`] says that no theory of the position on its own is known. `None` for
    /// [`Goal::Tame`] says that the options of a value, where a formula counts them, are all fickle or all firm; those
    /// of a list are solved one by one.
    fn moves_to<'a>(
        &'a self,
        _position: &'a Self::Position,
        _solved: &'a Self::Solved,
        _goal: &Goal,
    ) -> Option<Moves<'a, Self::Move>> {
        None
    }

    /// Returns the number of these moves. A game has this if it can count them without the formula for ranks.
    fn count_to(&self, position: &Self::Position, solved: &Self::Solved, goal: &Goal) -> Option<Natural> {
        self.moves_to(position, solved, goal).map(|moves| moves.count())
    }

    /// Returns all moves in the order of [`Rules::moves`], for callers that need every one.
    fn listed(&self, position: &Self::Position) -> Vec<Self::Move> {
        // A loop, since this is compiled for each game, and an iterator that is collected is three times the code.
        let mut moves = Vec::new();
        for made in pulled(self.moves(position), position.weight()) {
            moves.push(made);
        }
        moves
    }

    /// Returns the positions that a move leaves of a solved position. They may keep parts of its solution.
    fn follow(&self, position: &Self::Position, _solved: &Self::Solved, made: &Self::Move) -> Left<Self::Position> {
        self.after(position, made)
    }

    /// Returns whether the positions that a move left have a Grundy value together.
    fn has_value(&self, left: &Left<Self::Position>, value: &Natural) -> bool {
        let mut xor = Natural::ZERO;
        for part in left.parts() {
            if meter::go_on(STEPS_AN_OPTION).is_err() {
                return false;
            }
            match self.solve(part).value() {
                Value::Nimber(value) => xor = &xor ^ &value,
                _ => return false,
            }
        }
        xor == *value
    }

    /// The reason for the value. The numbers come from the computation that found it, and the last step is
    /// [`Step::value`]. Where a game has no better reason, it is the values of the options.
    fn explain(&self, position: &Self::Position, solved: &Self::Solved) -> Vec<Step> {
        let mut steps = vec![Step::new(search::values_of_options(self, position, "The value"))];
        if let Value::Nimber(value) = solved.value() {
            steps.push(Step::value(&value));
        }
        steps
    }

    /// The class of the position in misère sums. If it is known, those of all options are known, too.
    fn tameness(&self, _position: &Self::Position, _solved: &Self::Solved) -> Tameness {
        Tameness::Unknown
    }

    /// The reason for [`Game::tameness`]. If the class is not known and the position has a misère theory of its own, it is
    /// that theory.
    fn explain_misere(&self, _position: &Self::Position, _solved: &Self::Solved) -> Vec<Step> {
        vec![Step::new(self.card().misere)]
    }

    /// Returns the number of moves of a perfect game of the position on its own, in which the winner hurries and the
    /// loser delays. `None` if the game has no closed form of it: small positions are then searched.
    fn remoteness(&self, _position: &Self::Position, _solved: &Self::Solved, _play: Play) -> Option<u64> {
        None
    }

    /// Returns how long play lasts from the position alone and from each of its options, by a closed form; `None` if there is
    /// none, or the winner can hurry.
    fn lengths(&self, _position: &Self::Position, _play: Play) -> Option<Lengths> {
        None
    }

    /// Returns the nature of a position, if theories of sums know more of it: a token, a heap, cells.
    fn nature<'r>(&'r self, _position: &'r Self::Position) -> Nature<'r> {
        Nature::Plain
    }

    /// Returns the source of the values. Periods are known once a game is prepared.
    fn origin(&self) -> Origin<'_> {
        Origin::Theory
    }

    /// Returns the answer to a move by symmetry. Where every move has one, the second player moves last.
    fn answer_by_symmetry(&self, _position: &Self::Position, _made: &Self::Move) -> Option<Self::Move> {
        None
    }
}

/// The source of the values of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin<'g> {
    /// A theory of each position for itself.
    Theory,
    /// A table of all heaps, and the period of the values, if the table proves one.
    Table(Option<&'g ProvedPeriod>),
}
