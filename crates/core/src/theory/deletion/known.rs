//! [`Shared`]: positions that were solved, for those who ask about the same one again, as a bot does and a page of moves.

use std::any::Any;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use crate::number::meter::{self, Spent};
use crate::theory::cache::{Cache, Cached, Worked};

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
pub struct Shared {
    keys: [RandomState; 2],
    cache: Cache<Digest, Worked<Known>>,
}

/// Of a position, by two secret keys: nobody finds two positions of the same, and by chance nobody meets them.
type Digest = [u64; 2];

impl Cached for Worked<Known> {
    fn bytes(&self) -> usize {
        size_of::<Self>() + size_of::<Digest>() + self.get().map_or(0, |known| known.bytes)
    }
}

impl Default for Shared {
    fn default() -> Self {
        Self { keys: [RandomState::new(), RandomState::new()], cache: Cache::new(MAX_BYTES) }
    }
}

impl Shared {
    /// What is known of the position of an identity; where nothing is, `make` finds it. Either is charged the same.
    pub(super) fn of(&self, identity: &[u64], make: impl FnOnce() -> Result<Known, Spent>) -> Result<Known, Spent> {
        meter::charge_each(identity.len(), 5);
        let digest = self.keys.each_ref().map(|key| key.hash_one(identity));
        self.cache.with(&digest, |found| found.or_find(make))?
    }
}
