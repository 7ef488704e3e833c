//! [`Goal`]: which of the options of a position are asked for.

use std::sync::Arc;

use super::{Class, Convention};
use crate::number::Natural;
use crate::theory::misere::heaps::MisereHeaps;

/// Some of the options of a position.
#[derive(Clone, Debug)]
pub enum Goal {
    /// All.
    Any,
    /// Those that have a Grundy value.
    To(Natural),
    /// The swap positions among those, or the others.
    ToClass(Natural, Class),
    /// Those that win the position as a game of its own.
    Alone(Convention),
    /// Those of these ranks among all, ascending.
    Ranks(Vec<usize>),
    /// Those that are worth one of some elements of a misère quotient; only asked of heaps.
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
