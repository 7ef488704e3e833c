//! [`Tally`]: the counters of a listener.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::seldom::LogThrottle;

/// The counters of a listener. The metrics are read from here.
#[derive(Debug, Default)]
pub struct Tally {
    open: AtomicUsize,
    idle: Counter,
    dripping: Counter,
    refused: Counter,
    deaf: Counter,
}

#[derive(Debug, Default)]
struct Counter {
    count: AtomicU64,
    seldom: LogThrottle,
}

/// The reasons why the server closes a connection.
#[derive(Clone, Copy, Debug)]
pub(super) enum Closed {
    /// The connection was idle the longest, and a new connection needed its place.
    Idle,
    /// The connection was in the middle of a request, but its client sent and read next to nothing. A new connection
    /// needed its place.
    Dripping,
    /// The connection was new, and all other connections were in use.
    Refused,
    /// The client read its answer too slowly.
    Deaf,
}

impl Tally {
    /// Returns how many connections are open.
    #[must_use]
    pub fn open(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }

    /// Returns each reason, and how many connections were closed for this reason.
    #[must_use]
    pub fn closed(&self) -> [(&'static str, u64); 4] {
        let reasons = [Closed::Idle, Closed::Dripping, Closed::Refused, Closed::Deaf];
        reasons.map(|reason| (reason.as_str(), self.counter(reason).count.load(Ordering::Relaxed)))
    }

    pub(super) fn set_open(&self, count: usize) {
        self.open.store(count, Ordering::Relaxed);
    }

    /// Counts a closed connection. Logs closed connections at most once in a few seconds.
    pub(super) fn close(&self, reason: Closed) {
        let Counter { count, seldom } = self.counter(reason);
        count.fetch_add(1, Ordering::Relaxed);
        // An idle connection that was closed is not logged, since nobody lost a request.
        if !matches!(reason, Closed::Idle)
            && let Some(times) = seldom.again()
        {
            tracing::warn!(why = reason.as_str(), times, open = self.open(), "connections are closed");
        }
    }

    fn counter(&self, reason: Closed) -> &Counter {
        match reason {
            Closed::Idle => &self.idle,
            Closed::Dripping => &self.dripping,
            Closed::Refused => &self.refused,
            Closed::Deaf => &self.deaf,
        }
    }
}

impl Closed {
    fn as_str(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Dripping => "dripping",
            Self::Refused => "refused",
            Self::Deaf => "deaf",
        }
    }
}
