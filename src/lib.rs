//! grundy as a service: impartial combinatorial games played perfectly over HTTP.
//!
//! What it plays is in [`grundy_core`], which knows no HTTP: games, solving, and the wire, which is requests and
//! answers. Here [`http`] has a file for each resource; [`server`] is the listener; [`seldom`] keeps logs short;
//! [`cli`] is the command line.
#![forbid(unsafe_code)]

pub mod cli;
pub mod http;
pub mod seldom;
pub mod server;

/// The README, whose example in Rust is tested so.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
