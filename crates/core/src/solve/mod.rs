//! Solving: finds who wins a sum, and by which moves. The code here does not use the types of games, only
//! [`Solved`](crate::game::Solved) positions.

mod alone;
mod any_solution;
mod attempts;
pub mod compound;
pub mod explain;
mod genus;
#[cfg(test)]
pub(crate) mod laws;
mod loopy;
mod moves;
mod multiset;
mod nimbers;
mod position;
mod quotient;
mod search;
mod separate;
mod solution;
mod tame;
mod terms;
mod typed;
mod verdict;
pub(crate) mod winning;

pub use any_solution::AnySolution;
pub use genus::Genera;
pub use moves::{ListingStart, RatedMove};
pub use position::{ComponentIndex, Move, SolvedSum, Sum, Summand};
pub use separate::Separate;
pub use solution::{Obstacle, Refusal, Solution};

pub use winning::Filter;

pub use crate::theory::graphs::Winner;
