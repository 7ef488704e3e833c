//! scaffold
#![forbid(unsafe_code)]
pub mod answer;
pub mod cli;
pub mod fault;
pub mod game;
pub mod games;
pub mod http;
pub mod json;
pub mod limits;
mod misere;
pub mod natural;
pub mod oracle;
pub mod position;
pub mod powers;
pub mod quotients;
pub mod request;
pub mod server;
pub mod shape;
