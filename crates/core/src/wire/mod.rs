//! Requests and answers as JSON and as text, their faults, and the limits of a request.

pub mod analysis;
pub mod batch;
pub mod catalogue;
pub mod certificate;
pub mod chart;
pub mod choice;
pub mod compound;
pub mod definition;
pub mod digest;
pub mod engine;
mod explanation;
pub mod fault;
pub mod field_value;
pub mod games;
pub mod genus;
mod grundy;
pub mod id;
pub mod integer;
pub mod json;
mod json_reader;
mod keys;
pub mod known;
pub mod limits;
pub mod lines;
mod literal;
pub mod map;
pub mod moves;
pub(crate) mod notation;
#[cfg(feature = "openapi")]
pub mod openapi;
pub mod parameters;
mod picture;
pub mod play;
pub mod position;
pub mod problem;
pub mod quotient;
pub mod range;
pub mod request;
mod rules_position;
#[cfg(feature = "openapi")]
pub mod schemas;
pub mod search;
pub mod shape;
pub mod text;
pub mod value_table;
pub mod values;
#[cfg(test)]
mod ways_out;
