//! [`Ruleset`] and [`Positions`]: games and positions of any type, with their rules but without values. The code that
//! reads and writes sums uses games only through these traits.

mod of;

use std::any::Any;
use std::fmt;
#[cfg(any(test, feature = "columns"))]
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

#[cfg(any(test, feature = "columns"))]
use crate::game::columns::{Columns, OnMissing};
use crate::game::shape::{PlainValue, Shape};
use crate::game::{Card, Illegal, Play, Solved, Unsolved, UnusableRules};
use crate::theory::Caches;
pub(super) use of::PositionsOf;

/// A game of the catalogue, a game that a client describes, or a game that a user of the library writes. A `Ruleset`
/// holds no positions.
///
/// Every [`Game`](crate::game::Game) is a `Ruleset`.
pub trait Ruleset: Send + Sync {
    /// The catalogue's card of the game.
    fn card(&self) -> &'static Card;
    /// The form in which positions are written.
    fn shape(&self) -> Shape;
    /// True if a move may leave no position, or several.
    fn splits(&self) -> bool;
    /// Returns an empty list of positions, to which positions can be added.
    fn none(&self) -> Box<dyn Positions>;
    /// Returns positions for tests: see [`Rules::small`](crate::game::Rules::small).
    #[cfg(any(test, feature = "small"))]
    fn small(&self) -> Box<dyn Positions>;

    /// Writes the Grundy value of each position in the columns into `values`, at the position's index. Entries for
    /// positions without a value stay as they are. `on_missing` is called for each position without a value, in order,
    /// and can end the work. If the columns do not fit the shape of the game's positions, all positions are illegal.
    #[cfg(any(test, feature = "columns"))]
    fn fill(
        &self,
        columns: Columns<'_>,
        values: &mut [u64],
        caches: &Caches,
        on_missing: &mut OnMissing<'_>,
    ) -> ControlFlow<()>;
}

impl fmt::Debug for dyn Ruleset + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.card().id)
    }
}

/// A move of any game. Only the positions of the move's game know the type of the move inside.
#[derive(Clone, Debug)]
pub struct AnyMove(Arc<dyn AnyDebug>);

/// The methods that the move inside an [`AnyMove`] must have.
trait AnyDebug: Any + fmt::Debug + Send + Sync {}

impl<M: Any + fmt::Debug + Send + Sync> AnyDebug for M {}

impl AnyMove {
    pub(super) fn new(made: impl Any + fmt::Debug + Send + Sync) -> Self {
        Self(Arc::new(made))
    }

    pub(super) fn of<M: 'static>(&self) -> Option<&M> {
        let inside: &dyn Any = &*self.0;
        inside.downcast_ref()
    }
}

/// A list of positions of one game. These are the components that a request lists under one key, or the positions that
/// a move leaves.
///
/// Positions have no values before they are solved. Functions that take an index panic if no position has this index.
pub trait Positions: Any + Send + Sync {
    /// The game.
    fn ruleset(&self) -> &dyn Ruleset;
    /// The number of positions.
    fn len(&self) -> usize;
    /// True if there is no position.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Copies the positions.
    fn copy(&self) -> Box<dyn Positions>;
    /// Returns a list of only this position. The position's options keep their order. If the position were written and
    /// read again, its options could have another order.
    fn alone(&self, index: usize) -> Box<dyn Positions>;
    /// Returns these positions and every position that moves from these lead to: see
    /// [`Rules::all`](crate::game::Rules::all).
    fn all(&self) -> Option<Box<dyn Positions>>;
    /// Adds a position.
    ///
    /// # Errors
    /// The reason why the value is not a position of the game.
    fn push(&mut self, written: PlainValue) -> Result<(), Illegal>;
    /// Returns the position at `index` in the form in which it is written in requests and answers.
    fn written(&self, index: usize) -> PlainValue;
    /// True if the position at `index` is equal to the position at `at` in `other`.
    fn is_same(&self, index: usize, other: &dyn Positions, at: usize) -> bool;
    /// Returns a copy of the list with `others` in place of the position at `index`. `others` must be positions of the
    /// same game.
    fn with(&self, index: usize, others: &dyn Positions) -> Box<dyn Positions>;

    /// Returns positions of another game that are solved instead of these positions: see
    /// [`Game::explored`](crate::game::Game::explored).
    ///
    /// # Errors
    /// The rules of a client have a fault, or the meter is spent.
    fn explored(&self, caches: &Caches) -> Result<Option<Box<dyn Positions>>, UnusableRules>;
    /// Solves as many of the positions as a theory can solve, in normal or misère play. The theory also solves all
    /// positions that can be reached from the solved positions.
    ///
    /// # Errors
    /// No theory can be made for all these positions, or the meter is spent.
    fn solve_reached(self: Box<Self>, play: Play, caches: &Caches) -> Result<Reached, Unsolved>;

    /// Returns all moves of a position in the order of [`Rules::moves`](crate::game::Rules::moves).
    fn moves(&self, index: usize) -> Vec<AnyMove>;
    /// Returns the move that leaves the positions `left`. If [`Game::explored`](crate::game::Game::explored) replaced
    /// the client's game by this game, `left` may still belong to the client's game.
    ///
    /// # Errors
    /// The reason why no move leaves these positions.
    fn find(&self, index: usize, left: &dyn Positions) -> Result<AnyMove, Illegal>;
    /// Returns the positions that a move leaves: see [`Rules::after`](crate::game::Rules::after). The result can be
    /// shared, because a response writes it twice: in the move and in the position after the move.
    fn after(&self, index: usize, made: &AnyMove) -> Rc<dyn Positions>;
    /// Returns a move in words: see [`Rules::describe`](crate::game::Rules::describe).
    fn describe(&self, index: usize, made: &AnyMove) -> String;
    /// Returns whether two moves of a position are the same.
    fn is_same_move(&self, one: &AnyMove, other: &AnyMove) -> bool;
}

impl fmt::Debug for dyn Positions {
    /// Shows the game and its positions as they are written. This is one function for all games, so that it is compiled
    /// only once.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ruleset().fmt(f)?;
        f.debug_list().entries((0..self.len()).map(|index| self.written(index))).finish()
    }
}

/// The result of [`Positions::solve_reached`].
#[derive(Debug)]
pub struct Reached {
    /// The solved positions: those that the theory can solve.
    pub solved: Box<dyn Solved>,
    /// The indices of the positions that the theory can't solve, ascending.
    pub others: Vec<usize>,
    /// The reason why the theory can't solve the first of `others`, in a sentence.
    pub reason: Option<String>,
}

impl dyn Positions {
    /// Solves the positions, in normal or misère play. The theory also solves all positions that moves lead to.
    ///
    /// # Errors
    /// Some position can't be solved, or the meter is spent.
    pub fn solve(self: Box<Self>, play: Play, caches: &Caches) -> Result<Box<dyn Solved>, Unsolved> {
        let Reached { solved, others, reason } = self.solve_reached(play, caches)?;
        match (others.first(), reason) {
            (Some(index), Some(reason)) => Err(Unsolved { index: *index, too_costly: false, reason }),
            _ => Ok(solved),
        }
    }

    /// Returns the positions that each move leaves, in the order of the moves.
    #[must_use]
    pub fn options(&self, index: usize) -> Vec<Rc<dyn Positions>> {
        self.moves(index).iter().map(|made| self.after(index, made)).collect()
    }

    /// Converts `other` to positions of this game. If [`Game::explored`](crate::game::Game::explored) replaced the
    /// client's game by this game, `other` may still belong to the client's game.
    #[must_use]
    pub fn adopt(&self, other: &dyn Positions) -> Box<dyn Positions> {
        let (this, of_other): (&dyn Any, &dyn Any) = (self, other);
        let mut adopted = self.ruleset().none();
        let is_known = this.type_id() == of_other.type_id();
        if is_known || (0..other.len()).try_for_each(|index| adopted.push(other.written(index))).is_err() {
            return other.copy();
        }
        adopted
    }
}

impl AsRef<dyn Positions> for dyn Positions {
    fn as_ref(&self) -> &(dyn Positions + 'static) {
        self
    }
}
