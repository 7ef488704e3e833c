//! grundy plays impartial combinatorial games perfectly: the winner, the Grundy value and a move for any sum of games,
//! exactly, for integers of any size.
#![forbid(unsafe_code)]

pub mod catalogue;
pub mod digest;
pub mod explain;
pub mod game;
mod games;
mod heap_game;
#[cfg(test)]
mod laws;
pub mod natural;
mod options;
pub mod own;
pub mod run;
pub mod shape;
pub mod solve;
pub mod step;
pub mod theory;
pub mod wire;
pub mod words;
