//! [`Nature`]: the further properties of a position, beside its game.

use std::sync::Arc;

use crate::number::Natural;
use crate::theory::graphs::{misere_sum, sum};
use crate::theory::heaps::solved::HeapValues;
use crate::theory::misere::multisets::Summands;
use crate::theory::misere::notakto::NotaktoBoard;
use crate::theory::misere::sums::Sums;

/// A kind of position for which theories of sums know more. Nothing about it is computed before it is asked for.
pub enum Nature<'r> {
    /// A position of its game, without further properties.
    Plain,
    /// A token on a vertex.
    Token(&'r dyn TokensOnGraph, u32),
    /// A heap of a game with a code, with the known values of all heaps of the game. Misère quotients are of such
    /// heaps.
    Heap(&'r Arc<HeapValues>, &'r Natural),
    /// A board of Notakto, whose misère quotient is known.
    Notakto(NotaktoBoard),
    /// Cells of a deletion game.
    Cells(Box<dyn FallApart + 'r>),
}

/// Cells that fall into components.
pub trait FallApart {
    /// Returns the components, for sums that are searched; `None` if they have too many moves, or the meter is spent.
    fn parts(&self, sums: &mut Sums) -> Option<Summands>;

    /// Returns the heaps that the cells are equal to, each with the known values of its game; `None` if not all cells
    /// are heaps.
    fn heaps(&self) -> Option<Vec<(Arc<HeapValues>, usize)>>;
}

/// Tokens on the vertices of one graph, where play may go on for ever.
pub trait TokensOnGraph {
    /// Returns the token on a vertex.
    fn token(&self, at: u32) -> sum::Token<'_>;

    /// Returns the same token with its misère theory; `None` if no theory is known.
    fn misere_token(&self, at: u32) -> Option<misere_sum::TypedToken<'_>>;
}
