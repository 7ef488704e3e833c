//! The theory that several games share. This layer does not know any single game.

pub(crate) mod bits;
pub mod cache;
pub(crate) mod chomp_table;
pub mod compounds;
pub mod continued_fraction;
pub mod deletion;
pub(crate) mod factors;
pub mod genus;
pub mod graphs;
pub mod heaps;
pub(crate) mod jenkyns_mayberry;
pub(crate) mod kept;
pub(crate) mod leading;
pub mod misere;
pub(crate) mod nim_field;
pub(crate) mod nim_product;
pub mod orders;
pub mod powers;
pub(crate) mod primes;
pub(crate) mod ranks;
pub(crate) mod removals;
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

/// The tables that are computed once for all requests, for example the tables of heap games. Results never depend on
/// what is cached.
#[derive(Debug)]
pub struct Caches {
    /// The cache that stores all tables. One limit of bytes holds for all tables together.
    pub cache: Arc<Cache>,
    /// The tables of heap games.
    pub heaps: Arc<heaps::tables::HeapTables>,
    /// The misère quotients of heap games.
    pub quotients: misere::quotients::Quotients,
    /// The limits of sums that are searched as a whole.
    pub search: ProductLimits,
}

impl Caches {
    /// Creates empty caches. All tables together may need at most `max_bytes`. Tables of heap games stay within
    /// `limits`, and sums that are searched stay within `search`.
    #[must_use]
    pub fn new(max_bytes: usize, limits: TableLimits, search: ProductLimits) -> Self {
        let cache = Arc::new(Cache::new(max_bytes));
        let heaps = Arc::new(heaps::tables::HeapTables::new(Arc::clone(&cache), limits));
        let quotients = misere::quotients::Quotients::new(Arc::clone(&cache), crate::number::meter::PART);
        Self { cache, heaps, quotients, search }
    }
}

impl Default for Caches {
    fn default() -> Self {
        Self::new(cache::DEFAULT_MAX_BYTES, TableLimits::default(), ProductLimits::default())
    }
}
