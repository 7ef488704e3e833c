//! scaffold
#![forbid(unsafe_code)]
pub mod answer;

pub mod fault;
pub mod game;
pub mod games;

pub mod json;
pub mod limits;
mod misere;
pub mod natural;
pub mod oracle;
pub mod position;
pub mod powers;
pub mod quotients;
pub mod request;

pub mod shape;
