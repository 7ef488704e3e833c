//! Theory that games share.

pub mod graphs;
