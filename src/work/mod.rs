//! Does the work of requests, and limits the resources that the work takes. This code does not depend on HTTP.

pub mod budget;
pub mod machine;
pub mod overloaded;
mod pace;
pub mod queue;
pub mod streams;

pub(crate) use pace::WatchedTransfer;
