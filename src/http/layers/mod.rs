//! What every exchange gets, and what handlers share.

pub mod answer;
pub mod body;
pub(crate) mod cache;
pub mod exchange;
pub(crate) mod file;
pub(crate) mod gzip;
mod head;
pub mod metrics;
pub mod problem;
pub(crate) mod question;
pub mod service;
