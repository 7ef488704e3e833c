//! grundy plays impartial combinatorial games perfectly: the winner, the Grundy value and a move for any sum of games,
//! exactly, for integers of any size.
#![forbid(unsafe_code)]

pub mod definition;
pub mod natural;
pub mod theory;
