//! Theory that games share. This layer knows no games.

pub(crate) mod bits;
pub mod cache;
pub mod compounds;
pub mod continued_fraction;
pub mod deletion;
pub(crate) mod factors;
pub mod genus;
pub mod graphs;
pub mod heaps;
pub(crate) mod kept;
pub(crate) mod leading;
pub mod misere;
pub(crate) mod nim_field;
pub(crate) mod nim_product;
pub mod orders;
pub mod powers;
pub(crate) mod primes;
pub(crate) mod ranks;
pub(crate) mod rooted;
pub mod sequence;
pub(crate) mod sources;
pub mod step;
pub mod t_wythoff;
pub mod take_away;
pub mod tame;
pub mod vectors;

use std::sync::Arc;

use cache::Cache;
use graphs::product::ProductLimits;
use heaps::growth::TableLimits;

/// Tables that are computed once for all requests, such as those of heap games. Answers never depend on them.
#[derive(Debug)]
pub struct Caches {
    /// The cache itself, whose bytes are limited together.
    pub cache: Arc<Cache>,
    /// The tables of heap games.
    pub heaps: Arc<heaps::tables::HeapTables>,
    /// The misère quotients of heap games.
    pub quotients: misere::quotients::Quotients,
    /// The limits of sums that are searched as a whole.
    pub search: ProductLimits,
}

impl Caches {
    /// Creates empty tables: at most `max_bytes` in all, tables of heap games within `limits`, and sums within
    /// `search`.
    #[must_use]
    pub fn new(max_bytes: usize, limits: TableLimits, search: ProductLimits) -> Self {
        let cache = Arc::new(Cache::new(max_bytes));
        let heaps = Arc::new(heaps::tables::HeapTables::new(Arc::clone(&cache), limits));
        let quotients = misere::quotients::Quotients::new(Arc::clone(&cache), misere::heaps::DEFAULT_MAX_STEPS);
        Self { cache, heaps, quotients, search }
    }
}

impl Default for Caches {
    fn default() -> Self {
        Self::new(cache::DEFAULT_MAX_BYTES, TableLimits::default(), ProductLimits::default())
    }
}
