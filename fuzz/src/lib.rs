//! The bodies of the fuzz targets: each takes any bytes and panics if a law does not hold. libFuzzer calls them, and
//! `tests/corpus.rs` on what is in `corpus/`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a broken law is a panic")]

pub mod doors;
pub mod lines;
pub mod play;
pub mod quotients;
pub mod rules;

/// Takes any bytes; panics if a law does not hold.
pub type Target = fn(&[u8]);

/// The targets by name. The corpus of one is the folder of its name.
pub const TARGETS: [(&str, Target); 6] = [
    ("json", doors::json),
    ("query", doors::query),
    ("lines", lines::lines),
    ("games", play::games),
    ("sums", play::sums),
    ("quotients", quotients::quotients),
];

/// Bytes one by one, 0 after the last: every input means something.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// A number below `bound`, which is at most 256.
    pub fn below(&mut self, bound: u64) -> u64 {
        u64::from(self.byte()) % bound
    }
}
