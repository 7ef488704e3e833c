//! [`Goal`]: which of the options of a position are asked for.

use std::sync::Arc;

use super::{Play, Tameness};
use crate::number::Natural;
use crate::theory::misere::heaps::MisereHeaps;

/// Some of the options of a position.
#[derive(Clone, Debug)]
pub enum Goal {
    /// All.
    All,
    /// The options that leave a Grundy value.
    Value(Natural),
    /// The options that leave a Grundy value and a position that is fickle, or firm.
    Tame(Natural, Tameness),
    /// The options that win the position as a game of its own.
    Wins(Play),
    /// The options of these ranks among all options, ascending. Games are never asked for this goal.
    Ranks(Vec<usize>),
    /// The options whose misère quotient element is one of these. Only heaps are asked for this goal.
    Elements(Elements),
}

/// Some elements of a misère quotient of heaps.
#[derive(Clone, Debug)]
pub struct Elements {
    /// The quotient, and the elements of heaps.
    pub heaps: Arc<MisereHeaps>,
    /// The number of the game among the games of the quotient.
    pub game: usize,
    /// The elements.
    pub wanted: Vec<usize>,
}
