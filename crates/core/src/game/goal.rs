//! [`Goal`]: which of the options of a position are asked for, and [`List`], the answer.

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

/// Options that are counted and reached by rank, from 0.
pub trait List<T> {
    /// How many there are.
    fn count(&self) -> Natural;

    /// The one of a rank, none from [`List::count`] on.
    fn nth(&self, rank: &Natural) -> Option<T>;
}

impl<T: Clone> List<T> for Vec<T> {
    fn count(&self) -> Natural {
        self.len().into()
    }

    fn nth(&self, rank: &Natural) -> Option<T> {
        self.get(rank.to_usize()?).cloned()
    }
}
