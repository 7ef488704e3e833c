//! The code around every exchange (a request with its answer), and the code that handlers share.

pub mod answer;
pub mod body;
pub(crate) mod cache;
pub mod cors;
pub mod exchange;
pub(crate) mod file;
pub(crate) mod gzip;
mod head;
pub mod log;
pub mod metrics;
mod open_exchange;
pub mod problem;
pub(crate) mod question;
pub mod request_id;
pub mod service;
mod streamed;
