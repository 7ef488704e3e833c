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
    /// The options of these ranks among all, ascending. Games are not asked for them.
    Ranks(Vec<usize>),
    /// The options that are worth one of some elements of a misère quotient; only asked of heaps.
    Elements(Elements),
}

/// Some elements of a misère quotient of heaps.
#[derive(Clone, Debug)]
pub struct Elements {
    /// The quotient, and the elements of heaps.
    pub heaps: Arc<MisereHeaps>,
    /// The number of the game among those that the quotient is of.
    pub game: usize,
    /// The elements.
    pub wanted: Vec<usize>,
}
