//! Integers of any size, and the meter that their arithmetic charges.

pub mod cost;
mod decimal;
pub mod meter;
mod natural;

pub use decimal::{NotNatural, Short};
pub use natural::Natural;
