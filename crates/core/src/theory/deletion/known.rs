//! [`Shared`]: positions that were solved, for those who ask about the same one again, as a bot does and a page of moves.

use std::any::Any;
use std::sync::Arc;

use crate::number::meter::{self, Spent};
use crate::theory::cache::{ByDigest, Cached};

/// Memory that all positions together may take.
const MAX_BYTES: usize = 64 << 20;

/// What solving a position found.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) value: u8,
    /// The table of its search.
    pub(super) table: Arc<dyn Any + Send + Sync>,
    /// What that takes.
    pub(super) bytes: usize,
}

/// The positions that were solved last.
#[derive(Debug)]
pub struct Shared(ByDigest<Known>);

impl Cached for Known {
    fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Default for Shared {
    fn default() -> Self {
        Self(ByDigest::new(MAX_BYTES))
    }
}

impl Shared {
    /// What is known of the position of an identity; where nothing is, `make` finds it. Either is charged the same.
    pub(super) fn of(&self, identity: &[u64], make: impl FnOnce() -> Result<Known, Spent>) -> Result<Known, Spent> {
        meter::charge_each(identity.len(), 5);
        self.0.of(&identity, make)
    }
}
