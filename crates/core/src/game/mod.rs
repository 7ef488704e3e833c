//! The traits of games. [`Rules`] says what the positions and moves are, [`Theory`] solves positions, and [`Game`]
//! joins rules with a theory.
//!
//! Rules are stored apart from positions, so that all components of one game share the parameters of the game. Solving
//! is a separate step: its results are kept, and every later question about the position uses them. Code that does not
//! know the type of a game uses [`Ruleset`], [`Positions`] and [`Solved`].

pub(crate) mod any_game;
mod card;
#[cfg(any(test, feature = "columns"))]
pub mod columns;
pub mod entry;
pub mod fact;
mod fault;
mod follower;
mod goal;
pub(crate) mod kinds;
mod moves;
mod position;
pub mod position_kind;
mod purpose;
pub mod search;
pub mod shape;
pub(crate) mod small;
mod theory;
mod value;
mod with_theory;
pub mod words;

use std::fmt::Debug;

use crate::game::shape::{PlainValue, Shape};
use crate::number::{cost, meter};
pub use crate::theory::compounds::foreclosed::Foreclosed;
pub use crate::theory::compounds::lengths::Lengths;
pub use crate::theory::graphs::Play;
pub use crate::theory::step::Source;
pub use any_game::{AnyMove, PartlySolved, Positions, Ruleset, Solved};
pub use card::{Card, Parameters, Tag};
pub use fact::{Fact, OptionValue, Options, Step};
pub(crate) use fault::taken;
pub use fault::{Illegal, Unsolved, UnusableRules};
pub use follower::Follower;
pub use goal::{Elements, Goal};
pub use moves::{Moves, Nth};
pub use position::Position;
pub use position_kind::{PositionKind, TokensOnGraph};
pub use purpose::Purpose;
pub use theory::{Origin, Theory};
pub use value::{HasValue, Tameness, Value};
pub use with_theory::Game;

/// The rules of an impartial game, with the parameters that all its components share.
pub trait Rules: Clone + Debug + Send + Sync + 'static {
    /// A position of the game.
    type Position: Position;
    /// The data of a move. They must suffice to make the move and to describe it in words. If no shorter data suffice,
    /// the data are the positions that the move leaves.
    type Move: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// The catalogue's card of the game. If the type stands for several games, this is the part that the cards of all
    /// these games have in common.
    const CARD: Card;
    /// The form in which positions are written. Unless the game overrides it, this is the form of [`Rules::Position`].
    const SHAPE: Shape = <Self::Position as Position>::SHAPE;
    /// True if a move may leave no position, or several.
    const SPLITS: bool = false;

    /// Returns [`Rules::SHAPE`]. A game that a client describes overrides this, because its shape is known only when
    /// the program runs.
    fn shape(&self) -> Shape {
        Self::SHAPE
    }

    /// Returns [`Rules::CARD`]. A type that stands for several games overrides this, so that each of these games has
    /// its own card.
    fn card(&self) -> &'static Card {
        const { &Self::CARD }
    }

    /// Checks that a value of the position type is a position of this game.
    ///
    /// # Errors
    /// The reason why the value is not a position.
    fn legal(&self, _position: &Self::Position) -> Result<(), Illegal> {
        Ok(())
    }

    /// Reads a written position.
    ///
    /// # Errors
    /// The reason why the written value is not a position of this game.
    fn read(&self, written: PlainValue) -> Result<Self::Position, Illegal> {
        let position = Self::Position::read(written)?;
        self.legal(&position).map(|()| position)
    }

    /// Returns the written form of a position. If it is a list, its parts are in the order in which the client wrote
    /// them.
    fn write(&self, position: &Self::Position) -> PlainValue {
        position.write()
    }

    /// Returns all moves in the order that the game documents. No two moves leave the same positions.
    ///
    /// The caller charges the meter for each move that it pulls. The game itself charges only for candidates that it
    /// tests and rejects between two moves.
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move>;

    /// Returns all moves in a list. Each move is charged, and the list ends when the meter is spent.
    fn listed(&self, position: &Self::Position) -> Vec<Self::Move> {
        self.first_moves(position, usize::MAX)
    }

    /// Returns the first moves, at most `most`. Each move is charged, and the list ends when the meter is spent.
    fn first_moves(&self, position: &Self::Position, most: usize) -> Vec<Self::Move> {
        // This code is compiled for each game, and `collect` would make it three times as large as a loop.
        let mut moves = Vec::new();
        for made in pulled(self.moves(position), position.weight()) {
            if moves.len() >= most {
                break;
            }
            moves.push(made);
        }
        moves
    }

    /// Returns the positions that a move leaves.
    fn after(&self, position: &Self::Position, made: &Self::Move) -> Follower<Self::Position>;

    /// Returns the move that leaves these positions. The default tries all moves. A game with many moves overrides this
    /// and computes the move directly, so that the numbers in its positions may have any size.
    ///
    /// # Errors
    /// The reason why no move leaves these positions, in words for a player.
    fn find(&self, position: &Self::Position, left: &Follower<Self::Position>) -> Result<Self::Move, Illegal> {
        let mut moves = pulled(self.moves(position), position.weight());
        let found = moves.find(|made| self.after(position, made) == *left);
        found.ok_or_else(|| self.why_not(position, left).into())
    }

    /// Returns the reason why no move leaves these positions, in words for a player. [`Rules::find`] calls this after
    /// it has tried all moves.
    fn why_not(&self, _position: &Self::Position, _left: &Follower<Self::Position>) -> String {
        format!("no move leads there: {}", self.card().rules)
    }

    /// Returns a move in words.
    fn describe(&self, position: &Self::Position, made: &Self::Move) -> String;

    /// Splits a position into independent regions, so that the position is the sum of its regions. A search solves each
    /// region separately. The list is empty if the position has no such regions, as in most games.
    fn regions(&self, _position: &Self::Position) -> Vec<Self::Position> {
        Vec::new()
    }

    /// Returns one position that stands for all positions that are played alike, such as the reflections of a board. A
    /// search stores its results under this position.
    fn key(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Returns `starts` and every position that moves from `starts` lead to. If `starts` is empty, returns every
    /// position of the game. `None` unless the client has listed the positions of the game, as vertices of a graph.
    fn all(&self, _starts: &[Self::Position]) -> Option<Vec<Self::Position>> {
        None
    }

    /// Returns the game as JSON, in the form of certificates; `None` if it is a game of the catalogue that has its own
    /// rules, or can't be written. A text that becomes longer than `most` bytes may end early.
    fn definition(&self, _most: usize) -> Option<String> {
        None
    }

    /// Returns positions for tests. They are small enough for brute force, but many enough to detect a wrong theory.
    /// Usually they are all integers or pairs up to some size.
    fn small(&self) -> Vec<Self::Position> {
        small::written(self.shape()).into_iter().filter_map(|written| self.read(written).ok()).collect()
    }
}

/// Implements [`Rules::after`] for a game in which a move is represented by the positions that it leaves.
macro_rules! left_is_the_move {
    () => {
        fn after(&self, _: &Self::Position, left: &Self::Move) -> $crate::game::Follower<Self::Position> {
            Clone::clone(left).into()
        }
    };
}
pub(crate) use left_is_the_move;

/// Iterates over `options`, the moves of a position, and charges each move. `weight` is the number of machine words of
/// the position. The iterator ends when the meter is spent.
pub(crate) fn pulled<T>(options: impl Iterator<Item = T>, weight: usize) -> impl Iterator<Item = T> {
    meter::each(options, cost::OPTION.saturating_add(meter::steps_of(weight, cost::BYTE)))
}
