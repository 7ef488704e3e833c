//! The bodies of the fuzz targets: each takes any bytes and panics if a law does not hold. libFuzzer calls them, and
//! `crates/core/tests/it/corpus.rs` replays `corpus/`.
//!
//! The inputs of the targets name games, so that a new game changes the meaning of no corpus file. The targets
//! themselves know no game.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a broken law is a panic")]

pub mod brute;
pub mod compounds;
pub mod continued_fraction;
pub mod definitions;
pub mod doors;
pub mod lines;
pub mod loopy;
pub mod metered;
pub mod play;

/// Takes any bytes; panics if a law does not hold.
pub type Target = fn(&[u8]);

/// The targets by name. The corpus of one is the folder of its name.
pub const TARGETS: [(&str, Target); 7] = [
    ("json", doors::json),
    ("query", doors::query),
    ("definitions", definitions::definitions),
    ("lines", lines::lines),
    ("games", play::games),
    ("sums", play::sums),
    ("continued-fraction", continued_fraction::continued_fraction),
];

/// Bytes one by one, and 0 after the last: every input has a meaning.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }
}
