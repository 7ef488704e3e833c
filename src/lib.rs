//! grundy as a service: impartial combinatorial games played perfectly over HTTP.
//!
//! What it plays is in [`grundy_core`], which knows no HTTP: games, solving, and the wire, which is requests and
//! answers. Here folders are floors, from the top down, and each uses only those below it:
//!
//! - [`cli`]: the command line;
//! - [`http::routes`]: a file for each resource, and the list of them;
//! - [`http::layers`]: what every exchange gets, and what handlers share;
//! - [`work`]: where the work of requests is done, and what there is for it: threads, memory, places for streams;
//! - [`server`]: the listener.
#![forbid(unsafe_code)]

pub mod cli;
pub mod http;
pub mod server;
pub mod work;

/// The README, whose example in Rust is tested so.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
