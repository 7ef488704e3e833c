//! Theory that games share.

mod cache;
pub mod heaps;
pub mod misere;
