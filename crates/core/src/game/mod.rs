//! The traits of games. [`Rules`] are written as the rules say, [`Theory`] solves positions, and [`Game`] is rules that
//! have a theory.
//!
//! Rules are separate from positions, so that all components of a game share the parameters of its family. Solving is a
//! separate step. The results for a position are kept, and every later question starts from them. The library handles
//! games whose type it does not know as [`Ruleset`], [`Positions`] and [`Solved`].

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
mod positions;
pub mod search;
pub mod shape;
pub(crate) mod small;
mod solved;
mod theory;
mod value;
pub mod words;

use std::fmt::Debug;

use crate::game::shape::{PlainValue, Shape};
use crate::number::meter;
pub use crate::theory::compounds::lengths::Lengths;
pub use crate::theory::graphs::Play;
pub use crate::theory::step::{Source, Step};
pub use card::{Card, Parameters, Tag};
pub(crate) use fault::taken;
pub use fault::{Illegal, Unsolved, UnusableRules};
pub use goal::{Elements, Goal};
pub use left::Left;
pub use moves::{Moves, Nth};
pub use nature::{Nature, TokensOnGraph};
pub use position::Position;
pub use positions::{AnyMove, Positions, Reached, Ruleset};
pub use solved::Solved;
pub use theory::{Game, Origin, Theory};
pub use value::{Tameness, Value, Worth};

/// The rules of an impartial game, with the parameters that all its components share.
pub trait Rules: Clone + Debug + Send + Sync + 'static {
    /// A position of the game.
    type Position: Position;
    /// A move: the data to make it and to describe it. If no shorter data suffice, it is the position that the move
    /// leaves.
    type Move: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// The catalogue's card of the game, or the common part of the cards of a kind of games.
    const CARD: Card;
    /// The form in which positions are written. It is the form of their type, unless the game overrides it.
    const SHAPE: Shape = <Self::Position as Position>::SHAPE;
    /// True if a move may leave no position, or several.
    const SPLITS: bool = false;

    /// The same shape, but each game that a client describes has its own.
    fn shape(&self) -> Shape {
        Self::SHAPE
    }

    /// The same card, but each game of a kind has its own.
    fn card(&self) -> &'static Card {
        const { &Self::CARD }
    }

    /// Checks that a value of the position type is a position of this game.
    ///
    /// # Errors
    /// The reason why it is no position.
    fn legal(&self, _position: &Self::Position) -> Result<(), Illegal> {
        Ok(())
    }

    /// Reads a written position.
    ///
    /// # Errors
    /// The reason why it is no position of this game.
    fn read(&self, written: PlainValue) -> Result<Self::Position, Illegal> {
        let position = Self::Position::read(written)?;
        self.legal(&position).map(|()| position)
    }

    /// Returns a position as it is written, in the client's order.
    fn write(&self, position: &Self::Position) -> PlainValue {
        position.write()
    }

    /// Returns all moves in the order that the game documents, its smallest step first. No two moves leave the same.
    ///
    /// The caller charges each move that it pulls. A game charges only for candidates that it rejects between two
    /// moves.
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move>;

    /// Returns all moves in a list. Each is charged, and the list ends when the meter is spent.
    fn listed(&self, position: &Self::Position) -> Vec<Self::Move> {
        // This is a loop, since it is compiled for each game, and collecting an iterator makes three times the code.
        let mut moves = Vec::new();
        for made in pulled(self.moves(position), position.weight()) {
            moves.push(made);
        }
        moves
    }

    /// Returns the positions that a move leaves.
    fn after(&self, position: &Self::Position, made: &Self::Move) -> Left<Self::Position>;

    /// Returns the move that leaves these positions. A game with many moves finds it by its rules, even for numbers of
    /// any size.
    ///
    /// # Errors
    /// The reason, for a player, why no move leaves them.
    fn find(&self, position: &Self::Position, left: &Left<Self::Position>) -> Result<Self::Move, Illegal> {
        let mut moves = pulled(self.moves(position), position.weight());
        let found = moves.find(|made| self.after(position, made) == *left);
        found.ok_or_else(|| self.why_not(position, left).into())
    }

    /// Returns the reason, for a player, why no move leaves these positions. [`Rules::find`] calls this after it has
    /// tried all moves.
    fn why_not(&self, _position: &Self::Position, _left: &Left<Self::Position>) -> String {
        format!("no move leads there: {}", self.card().rules)
    }

    /// Returns a move in words.
    fn describe(&self, position: &Self::Position, made: &Self::Move) -> String;

    /// The independent regions of a position, which is their sum. A search solves each region separately. The list is
    /// empty if the position is one whole, as in most games.
    fn regions(&self, _position: &Self::Position) -> Vec<Self::Position> {
        Vec::new()
    }

    /// The position that represents all positions that are played alike, such as the reflections of a board. A search
    /// keeps its results under it.
    fn key(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Returns every position that moves lead to from these, or every position of the game if none is given. Only games
    /// whose positions the client has listed, as vertices of a graph, return any.
    fn all(&self, _starts: &[Self::Position]) -> Option<Vec<Self::Position>> {
        None
    }

    /// Positions that are small enough for brute force, and that are enough to detect a wrong theory. Usually they are
    /// integers and pairs up to some size.
    fn small(&self) -> Vec<Self::Position> {
        small::written(self.shape()).into_iter().filter_map(|written| self.read(written).ok()).collect()
    }
}

/// Implements [`Rules::after`] for a game whose moves are the positions that they leave.
macro_rules! left_is_the_move {
    () => {
        fn after(&self, _: &Self::Position, left: &Self::Move) -> $crate::game::Left<Self::Position> {
            Clone::clone(left).into()
        }
    };
}
pub(crate) use left_is_the_move;

/// Pulls moves of a position of this weight. Each is charged, and the pulling ends when the meter is spent.
pub(crate) fn pulled<T>(mut options: impl Iterator<Item = T>, weight: usize) -> impl Iterator<Item = T> {
    let each = STEPS_AN_OPTION.saturating_add(u64::try_from(weight).unwrap_or(u64::MAX).saturating_mul(2));
    // Only `next` of a game's iterator is called. With `take_while`, each iterator would be compiled in a dozen more
    // ways.
    std::iter::from_fn(move || options.next().filter(|_| meter::go_on(each).is_ok()))
}

/// The steps to make an option of a few machine words, or to solve one.
pub(crate) const STEPS_AN_OPTION: u64 = 60;
