//! [`Goal`]: a condition that selects some of the options of a position.

use std::sync::Arc;

use super::{Play, Tameness};
use crate::number::Natural;
use crate::theory::misere::heaps::MisereHeaps;

/// A condition that selects some of the options of a position.
#[derive(Clone, Debug)]
pub enum Goal {
    /// All options.
    All,
    /// The options with this Grundy value.
    Value(Natural),
    /// The options that have this Grundy value and this class: either the fickle options, or the firm ones.
    Tame(Natural, Tameness),
    /// The options that the winning moves leave if no other component has a move.
    Wins(Play),
    /// The options with these ranks among all options. The ranks ascend. A game need not support this goal, because the
    /// library finds these options.
    Ranks(Vec<usize>),
    /// The options whose element of the misère quotient is one of these elements. This goal is used for heaps only.
    Elements(Elements),
}

/// Some elements of a misère quotient of heaps.
#[derive(Clone, Debug)]
pub struct Elements {
    /// The quotient, and the element of each heap.
    pub heaps: Arc<MisereHeaps>,
    /// The index of the heap's game in the list of the quotient's games.
    pub game: usize,
    /// The numbers of some elements of the quotient. The goal selects an option iff the sum of the heaps that the
    /// option leaves belongs to one of these elements.
    pub wanted: Vec<usize>,
}
