//! [`PositionKind`]: the properties of a position that special theories of sums use.

use std::sync::Arc;

use crate::number::Natural;
use crate::theory::graphs::{misere_sum, sum};
use crate::theory::heaps::solved::HeapValues;
use crate::theory::misere::multisets::Summands;
use crate::theory::misere::notakto::NotaktoBoard;
use crate::theory::misere::sums::Sums;

/// The kind of a position, for theories of sums that apply only to special kinds. More data, such as the components of
/// a deletion game's position, are computed only when a theory asks for them.
pub enum PositionKind<'r> {
    /// A position for which there is no special theory.
    Plain,
    /// A token on a graph. The fields are the graph and the vertex of the token.
    Token(&'r dyn TokensOnGraph, u32),
    /// A heap, with the known values of all heaps of its game. Misère quotients are computed for such heaps.
    Heap(&'r Arc<HeapValues>, &'r Natural),
    /// A board of Notakto. The misère quotient of Notakto is known.
    Notakto(NotaktoBoard),
    /// Cells of a deletion game.
    Cells(Box<dyn DeletionPosition + 'r>),
}

/// A position of a deletion game. Its free cells fall into components.
pub trait DeletionPosition {
    /// Returns the components in the form that the search of sums uses. `None` if the components have too many moves,
    /// or the meter is spent.
    fn parts(&self, sums: &mut Sums) -> Option<Summands>;

    /// Returns the sizes of heaps whose sum is equal to the position. Each heap comes with the known values of the
    /// heap's game. `None` if some component is not known to be equal to a heap.
    fn heaps(&self) -> Option<Vec<(Arc<HeapValues>, usize)>>;
}

/// Tokens on the vertices of one graph, where play may go on for ever.
pub trait TokensOnGraph {
    /// Returns the token on a vertex.
    fn token(&self, at: u32) -> sum::Token<'_>;

    /// Returns the token on a vertex, with its misère theory; `None` if no theory is known.
    fn misere_token(&self, at: u32) -> Option<misere_sum::TypedToken<'_>>;
}
