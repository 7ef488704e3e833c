//! The code of the fuzz targets. Each target is given any bytes, and panics if a law does not hold. libFuzzer calls the
//! targets, and `crates/core/tests/it/corpus.rs` replays `corpus/`.
//!
//! Inputs contain the names of games and not their places in the catalogue. So a new game does not change the meaning
//! of the files in the corpus. No code of the targets depends on a certain game.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a broken law is a panic")]

pub mod brute;
mod bytes;
pub mod compounds;
pub mod continued_fraction;
pub mod definitions;
pub mod doors;
pub mod lines;
pub mod loopy;
pub mod metered;
pub mod play;

pub use bytes::Bytes;

/// A target. It is given any bytes, and panics if a law does not hold.
pub type FuzzTarget = fn(&[u8]);

/// The targets with their names. The corpus of a target is the folder with the same name.
pub const TARGETS: [(&str, FuzzTarget); 7] = [
    ("json", doors::json),
    ("query", doors::query),
    ("definitions", definitions::definitions),
    ("lines", lines::lines),
    ("games", play::games),
    ("sums", play::sums),
    ("continued-fraction", continued_fraction::continued_fraction),
];
