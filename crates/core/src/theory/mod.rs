//! Theory that games share. It knows no game.

pub(crate) mod bits;
pub(crate) mod cache;
pub mod continued_fraction;
pub mod deletion;
pub(crate) mod factors;
pub mod graphs;
pub mod heaps;
pub(crate) mod kept;
pub(crate) mod leading;
pub mod misere;
pub(crate) mod nim_product;
pub mod orders;
pub mod powers;
pub(crate) mod primes;
pub(crate) mod ranks;
pub mod sequence;
pub(crate) mod sources;
pub mod step;
pub mod tame;
pub mod vectors;

/// What is worked out once for all requests, such as tables of heap games. Answers never depend on what is in it.
#[derive(Debug, Default)]
pub struct Tables {
    /// The tables of heap games.
    pub heaps: std::sync::Arc<heaps::tables::Tables>,
    /// The misère quotients of heap games.
    pub quotients: misere::quotients::Quotients,
    /// The labels of clients' graphs.
    pub graphs: graphs::KnownLabels,
    /// Deletion games that were solved.
    pub deletions: std::sync::Arc<deletion::Shared>,
    /// What was searched of games that have no theory.
    pub searches: cache::OfTypes,
    /// How large a sum may be that is searched as a whole.
    pub search: graphs::product::ProductLimits,
}
