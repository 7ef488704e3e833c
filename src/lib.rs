//! grundy as a service: impartial combinatorial games played perfectly over HTTP.
//!
//! The games, the solver and the wire format (requests and answers) are in [`grundy_core`], which knows no HTTP. Here
//! folders are layers, from the top down, and each uses only those below it:
//!
//! - [`cli`]: the command line;
//! - [`http::routes`]: a file for each resource, and the list of them;
//! - [`http::layers`]: the layers around every exchange, and the code that handlers share;
//! - [`work`]: the work of requests and its resources: threads, memory, places for streams;
//! - [`server`]: the listener.
#![forbid(unsafe_code)]

pub mod cli;
pub mod http;
pub mod server;
pub mod work;

/// The README: its example in Rust is tested here.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
