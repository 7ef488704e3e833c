//! Theory that games share.

pub mod graphs;
pub mod vectors;
