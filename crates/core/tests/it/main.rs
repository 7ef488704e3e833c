//! Behaviours that embedders of the library rely on: positions and codes that other programs solved, sums of all games
//! against brute force, and work that ends when its meter is spent. They are one binary, which links the library once.

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
mod rules;
mod sums;
