//! Where the work of requests is done, and what there is for it. It knows no HTTP.

pub mod budget;
pub mod machine;
pub mod overloaded;
mod pace;
pub mod queue;
pub mod streams;

pub(crate) use pace::WatchedTransfer;
