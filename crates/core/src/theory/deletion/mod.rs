//! Deletion games: a finite set of cells and a list of moves. A move needs some cells and takes some. It is possible if
//! all cells that it needs are free, and it takes at least one of those. Cram, Node Kayles, Arc Kayles, poset games and
//! games of any pieces on any board are deletion games.
//!
//! A position is worth the XOR of its components, which are found after each move. Rows and circles are heaps of codes
//! ([`paths`]). All else is searched by values ([`search`]), on sets of moves ([`normal`]) or on pictures of boards
//! ([`grid`]).

mod bits;
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
