//! Theory that games share.

pub(crate) mod bars;
pub(crate) mod coins;
pub mod continued_fraction;
pub(crate) mod division;
pub(crate) mod divisors;
pub(crate) mod factors;
pub(crate) mod kept;
pub(crate) mod lists;
pub mod powers;
pub(crate) mod nim_product;
pub(crate) mod ranks;
pub(crate) mod search;
pub(crate) mod stairs;

/// What is worked out once for all requests, such as tables of heap games. Answers never depend on what is in it.
#[derive(Debug, Default)]
pub struct Tables {}
