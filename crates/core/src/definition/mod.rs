//! Reading the games that a request defines: a graph, or vectors as steps and rides.
//!
//! A graph may be long, so it is read twice at most: once fast, straight into compressed rows, and only if that fails once
//! more, carefully, to name every fault with its place.

mod careful;
mod fault;
mod graph;
mod names;

pub use fault::{Fault, Faults, Kind};
pub use graph::{OwnGraph, VertexName, read_graph};
