//! [`Streams`]: how many streams of lines there may be, and how slow. A stream is open as long as its client likes, so
//! without a bound a few bytes a minute would hold all connections.

use std::sync::Arc;
use std::time::Duration;

use super::overloaded::{Overloaded, Shortage};
use super::pace::{Watch, WatchedTransfer};

/// The streams that are open. Clones share them.
#[derive(Clone, Debug)]
pub struct Streams {
    max: usize,
    min_rate: usize,
    open: Arc<Watch>,
}

impl Streams {
    /// At most so many at a time, each of at least so many bytes a second.
    #[must_use]
    pub fn new(max: usize, min_rate: usize) -> Self {
        Self { max, min_rate, open: Arc::default() }
    }

    /// How many are open.
    #[must_use]
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// How many bytes a stream has to send in so much time, at least one.
    pub(crate) fn least_bytes(&self, within: Duration) -> usize {
        let seconds = usize::try_from(within.as_secs()).unwrap_or(usize::MAX);
        self.min_rate.saturating_mul(seconds).max(1)
    }

    /// A place for one more, if need be that of the slowest.
    ///
    /// # Errors
    /// If there are enough, and none is slow.
    pub(crate) fn enter(&self) -> Result<WatchedTransfer, Overloaded> {
        if self.open.len() < self.max || self.open.dismiss_slowest() {
            return Ok(self.open.enter());
        }
        let max = self.max;
        let detail = format!("there are {max} streams already: try again, or send a list as application/json");
        Err(Overloaded::for_lack(Shortage::Streams, detail))
    }
}

/// The end of a stream that had to give way.
pub(crate) fn dismissed() -> Overloaded {
    Overloaded::for_lack(Shortage::Streams, "the stream was the slowest of all, and others wanted its place")
}
