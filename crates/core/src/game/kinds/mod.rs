//! Code that several games share.

pub(crate) mod bars;
pub(crate) mod boards;
pub(crate) mod cells;
pub(crate) mod circles;
pub(crate) mod coins;
pub(crate) mod deletion;
pub(crate) mod divisors;
pub(crate) mod free;
pub(crate) mod geography;
pub(crate) mod heaps;
pub(crate) mod last_take;
pub(crate) mod letters;
pub(crate) mod lists;
pub(crate) mod outlook;
pub(crate) mod stairs;
pub(crate) mod two_heaps;
