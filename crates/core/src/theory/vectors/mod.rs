//! Games given as vectors: a position is a list of integers ≥ 0. A *step* subtracts a vector once, and a *ride*
//! subtracts any positive multiple of a vector. No coordinate may become negative. In normal play, a player who cannot
//! move loses.
//!
//! | file | what it knows |
//! |---|---|
//! | `rules` | which vectors make a game, and its moves in their documented order |
//! | `line` | one coordinate: values by closed form, or by a sequence with a proved period |
//! | `table` | several coordinates: values and lengths of a whole box |
//! | `explore` | any rules, from one position on, as a graph |
//! | `heap` | counting the moves of one coordinate, of any size |
//! | `game` | all of them together: coordinates that no vector links are a sum |

pub mod explore;
pub mod game;
mod heap;
pub mod line;
pub mod rules;
pub mod table;

pub use rules::{VectorFault, VectorPlace, VectorRules};
