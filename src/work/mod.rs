//! The work of requests and its resources. No code here depends on HTTP.

pub mod budget;
pub mod machine;
pub mod overloaded;
mod pace;
pub mod queue;
pub mod streams;

pub(crate) use pace::WatchedTransfer;
