//! grundy as a service: impartial combinatorial games played perfectly over HTTP.
//!
//! The games, the solver and the JSON of requests and answers are in [`grundy_core`], which contains no HTTP. In this
//! crate, the folders are layers. The list begins with the top layer, and each layer uses only the layers below it:
//!
//! - [`cli`]: the command line;
//! - [`http::routes`]: a file for each resource, and the list of all resources;
//! - [`http::layers`]: the code that runs around every handler, and the code that handlers share;
//! - [`work`]: the threads that do the work of requests, and the limits of memory and of open streams;
//! - [`server`]: the listener.
// The example of the README is tested, too.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]
#![forbid(unsafe_code)]

pub mod cli;
pub mod http;
pub mod server;
pub mod work;
