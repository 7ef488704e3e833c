//! Theory that games share.

pub mod heaps;
