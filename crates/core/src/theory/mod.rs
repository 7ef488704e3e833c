//! Theory that games share.

pub mod continued_fraction;
pub mod graphs;
pub mod heaps;
pub mod powers;
pub mod vectors;

/// What is worked out once for all requests, such as tables of heap games. Answers never depend on what is in it.
#[derive(Debug, Default)]
pub struct Tables {
    /// The tables of heap games.
    pub heaps: heaps::tables::Tables,
    /// How large a sum may be that is searched as a whole.
    pub search: graphs::product::ProductLimits,
}
