//! [`After`]: what a move makes of a component, and [`Parts`], what games that split make of it.

use std::fmt::Debug;
use std::hash::Hash;

use super::Position;

/// What a move makes of a component: another position of the game, or, where games split, a list of them.
pub trait After<P>: Clone + Eq + Hash + Debug {
    /// Does a move make a list?
    const SPLITS: bool;

    /// The positions, one after the other.
    fn parts(&self) -> &[P];

    /// The option that consists of these positions; none if it takes another number of them.
    fn from_parts(parts: &[P]) -> Option<Self>;
}

impl<P: Position> After<P> for P {
    const SPLITS: bool = false;

    fn parts(&self) -> &[P] {
        std::slice::from_ref(self)
    }

    fn from_parts(parts: &[P]) -> Option<Self> {
        match parts {
            [part] => Some(part.clone()),
            _ => None,
        }
    }
}

/// What is left of a component of a game that splits: none, one or more positions, the smallest first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Parts<P>(Vec<P>);

impl<P: Position + Ord> Parts<P> {
    /// The list of these positions.
    #[must_use]
    pub fn new(mut parts: Vec<P>) -> Self {
        parts.sort_unstable();
        Self(parts)
    }

    /// The positions, the smallest first.
    #[must_use]
    pub fn list(&self) -> &[P] {
        &self.0
    }
}

impl<P: Position + Ord> After<P> for Parts<P> {
    const SPLITS: bool = true;

    fn parts(&self) -> &[P] {
        &self.0
    }

    fn from_parts(parts: &[P]) -> Option<Self> {
        Some(Self::new(parts.to_vec()))
    }
}
