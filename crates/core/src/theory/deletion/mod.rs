//! Deletion games: a finite set of cells and a list of moves. A move needs some cells and takes some cells. A move is
//! possible if all cells that it needs are free. A move must take at least one of the cells that it needs. Cram, Node
//! Kayles, Arc Kayles and poset games are deletion games. So is any game that places pieces on a board.
//!
//! A position is worth the XOR of the values of its components. The components are found again after each move. Rows
//! and circles are solved as heaps of a game with a code, for example an octal game ([`paths`]). All other positions
//! are searched ([`search`]). The search works on sets of moves ([`normal`]) or on pictures of boards ([`grid`]).

mod bits;
mod certificate;
mod cram;
mod drawing;
mod frame;
pub mod graphs;
mod grid;
mod normal;
mod paths;
pub mod rules;
mod search;
pub(super) mod section;
mod series;
mod solver;
pub(super) mod space;
mod table;
#[cfg(test)]
mod tests;
mod values;

pub use bits::Cells;
pub use paths::Path;
pub use rules::{CellMove, DeletionRules, Layout};
pub use solver::{MOST_MOVES, Setting, Solver};
