//! [`Also`]: what only some games have beside values, each a trait of its own.

use std::sync::Arc;

use super::{Convention, Game, Goal, ListOf, Origin};
use crate::number::Natural;
use crate::theory::graphs::{misere_sum, sum};
use crate::theory::heaps::solved::Solved;
use crate::theory::misere::multisets::Summands;
use crate::theory::misere::notakto::Board;
use crate::theory::misere::sums::Sums;

/// What a game has beside values: most have nothing.
pub struct Also<'g, G: Game> {
    /// A theory of positions on their own.
    pub alone: Option<&'g dyn Alone<G>>,
    /// Closed forms of lengths of play.
    pub remoteness: Option<&'g dyn Remoteness<G>>,
    /// Options that are found together.
    pub lists: Option<&'g dyn Lists<G>>,
    /// Options of one value and of either class.
    pub mixed: Option<&'g dyn Mixed<G>>,
    /// Positions that theories of sums know more of.
    pub nature: Option<&'g dyn OfNature<G>>,
}

impl<G: Game> Also<'_, G> {
    /// Nothing.
    pub const NOTHING: Self = Self { alone: None, remoteness: None, lists: None, mixed: None, nature: None };
}

/// A theory that holds for positions on their own only: of values that are not known, or of misère play where sums are not
/// tame.
pub trait Alone<G: Game> {
    /// The options that win a position on its own; none where there is no theory of it.
    fn winning_alone<'a>(
        &'a self,
        position: &'a G::Position,
        solved: &'a G::Solved,
        convention: Convention,
    ) -> Option<ListOf<'a, G::Option>> {
        match convention {
            Convention::Normal => None,
            Convention::Misere => Some(Box::new(self.lost_in_misere(position, solved)?)),
        }
    }

    /// The options from which the player to move loses misère play of the position on its own, where that is all the theory
    /// that there is of such positions; none where there is none.
    fn lost_in_misere(&self, _position: &G::Position, _solved: &G::Solved) -> Option<Vec<G::Option>> {
        None
    }
}

/// Lengths of play by a closed form. Small positions of other games are searched for them.
pub trait Remoteness<G: Game> {
    /// How many moves a perfect game of the position on its own lasts, the winner hurrying and the loser delaying; none
    /// where that is not known.
    fn remoteness(&self, position: &G::Position, solved: &G::Solved, convention: Convention) -> Option<u64>;
}

/// Options that it is as much work to find one of as to find them all.
pub trait Lists<G: Game> {
    /// The options of a goal; none where they are reached one by one. Not asked of goals of [`Goal::Alone`].
    fn together<'a>(
        &'a self,
        position: &'a G::Position,
        solved: &'a G::Solved,
        goal: &Goal,
    ) -> Option<ListOf<'a, G::Option>>;
}

/// Options of one Grundy value that may be of either class in misère play. Of other games those of one value are of one
/// class.
pub trait Mixed<G: Game> {
    /// Which options of a Grundy value are swap positions: each of these is solved, where a game does not say better. Only
    /// asked of a position whose class is known.
    fn swaps(&self, _position: &G::Position, _solved: &G::Solved, _value: &Natural) -> Swaps {
        Swaps::Each
    }
}

/// Which options of one Grundy value are swap positions.
pub enum Swaps {
    /// All of them or none: they are of one class.
    AllOrNone,
    /// Those of these ranks among them, ascending.
    At(Vec<Natural>),
    /// Those of which solving says so: there are few options of one value.
    Each,
}

/// Games whose positions theories of sums know more of.
pub trait OfNature<G: Game> {
    /// What a position is.
    fn nature<'r>(&'r self, position: &'r G::Position) -> Nature<'r>;

    /// Where the values come from. Periods are known of a game that is prepared.
    fn origin(&self) -> Origin<'_> {
        Origin::Theory
    }

    /// What is left of a position after a move to `to` and its answer, where a symmetry answers every move, so that who is second
    /// moves last.
    fn answer_by_symmetry(&self, _position: &G::Position, _to: &G::Position) -> Option<G::Position> {
        None
    }
}

/// What a position is beside one of its game, where theories of sums know more of such. None of it is worked out before it
/// is asked for.
pub enum Nature<'r> {
    /// Nothing else.
    Plain,
    /// A token on a vertex.
    Token(&'r dyn Tokens, u32),
    /// A heap by a code, with what is known of all heaps of the game: misère quotients are of such.
    Heap(&'r Arc<Solved>, &'r Natural),
    /// A board of Notakto, whose misère quotient is known.
    Notakto(Board),
    /// Cells of a deletion game.
    Cells(Box<dyn FallApart + 'r>),
}

/// Cells that fall into components.
pub trait FallApart {
    /// The components, for sums that are searched; `None` if they have too many moves, or the meter is spent.
    fn parts(&self, sums: &mut Sums) -> Option<Summands>;

    /// The heaps that the cells are, each with what is known of its game; `None` if not all of them are heaps.
    fn heaps(&self) -> Option<Vec<(Arc<Solved>, usize)>>;
}

/// Tokens on the vertices of one graph, where play may go on for ever.
pub trait Tokens {
    /// The token on a vertex.
    fn token(&self, at: u32) -> sum::Token<'_>;

    /// The same with what is known of its misère play; none where nothing is.
    fn misere_token(&self, at: u32) -> Option<misere_sum::TypedToken<'_>>;
}
