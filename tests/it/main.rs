//! Tests of the behaviour on which users rely, over real sockets and from the command line. All tests are one binary,
//! so that the service is linked only once.

#[path = "../common/mod.rs"]
mod common;

mod analyze;
mod batch;
mod bulk;
mod capacity;
mod clients;
mod command;
mod compounds;
mod contract;
mod deletion;
mod errors;
mod explain;
mod genus;
mod healthcheck;
mod heaps;
mod house;
mod llms;
mod map;
mod mcp;
mod memory;
mod metrics;
mod moves;
mod notations;
mod options;
mod own_games;
mod patterns;
mod play;
mod playground;
mod process;
mod proofs;
mod puzzles;
mod quotients;
mod ranges;
mod readme;
mod search;
mod sequences;
mod server;
mod survey;
mod terminal;
mod trees;
mod values;
mod vectors;
mod version;
mod work;
