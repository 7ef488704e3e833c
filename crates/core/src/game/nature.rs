//! [`Nature`]: the properties of a position that special theories of sums use.

use std::sync::Arc;

use crate::number::Natural;
use crate::theory::graphs::{misere_sum, sum};
use crate::theory::heaps::solved::HeapValues;
use crate::theory::misere::multisets::Summands;
use crate::theory::misere::notakto::NotaktoBoard;
use crate::theory::misere::sums::Sums;

/// A kind of position for which special theories of sums exist. Its further properties are computed only when a theory
/// asks for them.
pub enum Nature<'r> {
    /// A position without further properties.
    Plain,
    /// A token on the vertex with this number.
    Token(&'r dyn TokensOnGraph, u32),
    /// A heap of a game that is given by a code, with the known values of all heaps of the game. Misère quotients are
    /// computed for such heaps.
    Heap(&'r Arc<HeapValues>, &'r Natural),
    /// A board of Notakto, whose misère quotient is known.
    Notakto(NotaktoBoard),
    /// Cells of a deletion game.
    Cells(Box<dyn FallApart + 'r>),
}

/// Cells of a deletion game that fall into components.
pub trait FallApart {
    /// Returns the components, for the search of sums; `None` if the components have too many moves, or the meter is
    /// spent.
    fn parts(&self, sums: &mut Sums) -> Option<Summands>;

    /// Returns heaps whose sum equals the position, each with the known values of its game; `None` if some cells belong
    /// to no heap.
    fn heaps(&self) -> Option<Vec<(Arc<HeapValues>, usize)>>;
}

/// Tokens on the vertices of one graph, where play may go on for ever.
pub trait TokensOnGraph {
    /// Returns the token on a vertex.
    fn token(&self, at: u32) -> sum::Token<'_>;

    /// Returns the same token with its misère theory; `None` if no theory is known.
    fn misere_token(&self, at: u32) -> Option<misere_sum::TypedToken<'_>>;
}
