//! Integers of any size, and the meter that their arithmetic charges, as everything above it does.

pub mod meter;
mod natural;

pub use natural::{Natural, NotNatural, Short};
