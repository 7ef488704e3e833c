//! Theory that games share.

pub mod heaps;
pub mod misere;
