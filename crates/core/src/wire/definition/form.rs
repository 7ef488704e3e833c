//! [`Definition`]: a game that a request defines, in one of several forms.

use crate::own::{NamedGraph, OwnBoard, OwnCells, ScriptGame};
use crate::theory::graphs::splitting::SplittingGraph;
use crate::theory::vectors::VectorRules;

/// A game that a request defines.
#[derive(Debug)]
pub(crate) enum Definition {
    /// A graph of positions.
    Graph(NamedGraph),
    /// A graph without cycles in which a move may lead to a sum of vertices.
    Splitting(NamedGraph<SplittingGraph>),
    /// A script that returns the options of a position.
    Rules(ScriptGame),
    /// Moves as vectors.
    Vectors(VectorRules),
    /// A deletion game on a board.
    Board(OwnBoard),
    /// A deletion game of named cells.
    Cells(OwnCells),
}
