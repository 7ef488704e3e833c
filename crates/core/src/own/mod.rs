//! Games that a client describes: a graph of positions, or moves as vectors.

mod deletion_game;
mod graph_game;
mod named_graph;
pub(crate) mod names;
mod splitting_game;
mod vector_game;

pub(crate) use deletion_game::{NamedCells, OwnBoard, OwnCells};
pub(crate) use graph_game::GraphGame;
pub use named_graph::NamedGraph;
pub(crate) use splitting_game::SplittingGame;
pub(crate) use vector_game::OwnVectors;
