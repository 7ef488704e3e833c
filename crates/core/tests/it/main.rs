//! Tests of the behaviour on which users of the library rely. They compare answers with published values, with the
//! results of other programs, and with brute force. They also check that work ends when its meter is spent. The tests
//! in this folder are one binary, so that the library is linked only once.

#![allow(clippy::unwrap_used, clippy::panic, clippy::as_conversions, reason = "helpers of tests are tests")]

#[path = "../../../../fuzz/src/lib.rs"]
mod fuzz;

mod client_games;
mod compounds;
mod corpus;
mod deletion;
mod games;
mod heaps;
mod history;
mod limits;
mod misere;
mod own_games;
mod paths;
mod quotients;
mod rules;
#[cfg(feature = "small")]
mod sums;
