//! Games that a client describes. A description gives a graph of positions, rules that lead from position to position,
//! vectors that moves subtract, or cells that moves remove.

mod deletion_game;
mod explored;
mod graph_game;
mod named_graph;
pub(crate) mod names;
mod reach;
mod ruled;
mod script_formula;
mod script_game;
mod splitting_game;
mod valued;
mod valued_game;
mod vector_game;

pub(crate) use deletion_game::{NamedCells, OwnBoard, OwnCells};
pub(crate) use graph_game::GraphGame;
pub use named_graph::NamedGraph;
pub(crate) use script_formula::ScriptFormula;
pub use script_formula::is_formula_of_pairs;
pub(crate) use script_game::{Limits as RulesLimits, RulesSource, ScriptGame};
pub(crate) use splitting_game::SplittingGame;
pub(crate) use vector_game::OwnVectors;
