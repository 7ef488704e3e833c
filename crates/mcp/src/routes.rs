//! [`Routes`]: the routes of the API, which the tools call.

use std::pin::Pin;

use serde_json::Value;
use serde_json::value::RawValue;

/// A boxed future. Because of the box, the code of the future is compiled in this crate and not in the crate that
/// awaits the future.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// An answer in words, and its JSON.
pub type Worded = (String, Box<RawValue>);

/// A function that puts an answer into words.
pub type Wording = Box<dyn FnOnce() -> Worded + Send>;

/// The routes of the API, as the tools call them.
pub trait Routes: Send + Sync {
    /// Sends a GET to a path, or posts a JSON text to it. Returns the text of the answer, or the problem.
    fn ask(&self, path: &str, body: Option<String>) -> Later<'_, Result<Box<RawValue>, Value>>;

    /// Puts an answer of this number of bytes into words. This may take some milliseconds. Returns the problem if there
    /// is too little memory.
    fn put_into_words(&self, bytes: usize, job: Wording) -> Later<'_, Result<Worded, Value>>;

    /// Records that a tool was called, and whether its input was refused.
    fn called(&self, tool: &'static str, is_error: bool);

    /// The OpenAPI document of the API.
    fn contract(&self) -> Value;
}
