//! [`Streams`]: limits how many streams of lines are open, and how slowly their clients may send. A stream is open as
//! long as its client sends. Without these limits, clients could occupy all connections with a few bytes per minute.

use std::sync::Arc;
use std::time::Duration;

use super::overloaded::{Overloaded, Shortage};
use super::pace::{Watch, WatchedTransfer};

/// The open streams, and their limits. Clones share the streams.
#[derive(Clone, Debug)]
pub struct Streams {
    max: usize,
    min_rate: usize,
    open: Arc<Watch>,
}

impl Streams {
    /// Allows at most `max` streams at a time. The client of each stream must send at least `min_rate` bytes per
    /// second.
    #[must_use]
    pub fn new(max: usize, min_rate: usize) -> Self {
        Self { max, min_rate, open: Arc::default() }
    }

    /// Returns the number of open streams.
    #[must_use]
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// Returns how many bytes a client must send in the time `within`. The result is at least 1.
    pub(crate) fn least_bytes(&self, within: Duration) -> usize {
        let seconds = usize::try_from(within.as_secs()).unwrap_or(usize::MAX);
        self.min_rate.saturating_mul(seconds).max(1)
    }

    /// Opens another stream. If `max` streams are open already, the slowest of them must end, but only if it is slower
    /// than a fixed rate.
    ///
    /// # Errors
    /// If `max` streams are open, and none of them is slower than this rate.
    pub(crate) fn enter(&self) -> Result<WatchedTransfer, Overloaded> {
        if self.open.len() < self.max || self.open.dismiss_slowest() {
            return Ok(self.open.enter());
        }
        let max = self.max;
        let detail = format!("there are {max} streams already: try again, or send a list as application/json");
        Err(Overloaded::for_lack(Shortage::Streams, detail))
    }
}

/// Returns the refusal for a stream that had to give way.
pub(crate) fn dismissed() -> Overloaded {
    Overloaded::for_lack(Shortage::Streams, "the stream was the slowest of all, and others wanted its place")
}
