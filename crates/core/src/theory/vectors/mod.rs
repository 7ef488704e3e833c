//! Games given as vectors: a position is a list of integers ≥ 0. A *step* subtracts a vector once, and a *ride*
//! subtracts any positive multiple of a vector. No coordinate may become negative. In normal play, a player who cannot
//! move loses.
//!
//! | file | what it knows |
//! |---|---|
//! | `rules` | which vectors make a game, and the moves of this game in their documented order |
//! | `line` | one coordinate: values by closed form, or by a sequence with a proved period |
//! | `table` | several coordinates: the values, or the lengths of play, of all positions in a box |
//! | `explore` | any rules: all positions that can be reached from one position, as a graph |
//! | `heap` | one coordinate of any size: how many moves there are, and each move by its rank |
//! | `game` | whole games, as sums of parts that no vector links |

pub mod explore;
pub mod game;
mod heap;
pub mod line;
pub mod rules;
pub mod table;

pub use rules::{VectorFault, VectorPlace, VectorRules};
