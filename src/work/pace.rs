//! [`Watch`]: measures how fast clients send. If memory runs short, or too many streams are open, the slowest client
//! must give way.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

/// The length of the windows of time in which the bytes from a client are counted. Only the current window and the one
/// before it count. A client is not judged before the end of its first window.
const WINDOW: Duration = Duration::from_secs(2);

/// The rate, in bytes per second, below which a client is slow. Usual connections are at least ten times as fast. Only
/// slow clients must give way. If fast clients had to give way, too, many clients could stop each other again and
/// again, and none would ever finish.
const SLOW: u64 = 4096;

/// The transfers that are watched together. A transfer is a body or a stream that a client sends.
#[derive(Debug, Default)]
pub(crate) struct Watch(Mutex<Vec<Arc<Watched>>>);

#[derive(Debug)]
struct Watched {
    pace: Mutex<Pace>,
    out: Notify,
}

/// The number of bytes in the current window of time and in the window before.
#[derive(Clone, Copy, Debug)]
struct Pace {
    start: Instant,
    now: u64,
    before: Option<u64>,
}

impl Pace {
    fn new(start: Instant) -> Self {
        Self { start, now: 0, before: None }
    }

    fn roll(&mut self, at: Instant) {
        let elapsed = at.saturating_duration_since(self.start);
        if elapsed >= WINDOW {
            let before = if elapsed < 2 * WINDOW { self.now } else { 0 };
            *self = Self { start: at, now: 0, before: Some(before) };
        }
    }

    /// Returns the number of bytes in the current window or in the window before, whichever number is larger. `None`
    /// before the end of the first window.
    fn rate(&mut self, at: Instant) -> Option<u64> {
        self.roll(at);
        self.before.map(|before| before.max(self.now))
    }
}

impl Watch {
    /// Begins to watch a new transfer.
    pub(crate) fn enter(self: &Arc<Self>) -> WatchedTransfer {
        let watched = Arc::new(Watched { pace: Mutex::new(Pace::new(Instant::now())), out: Notify::new() });
        self.all().push(Arc::clone(&watched));
        WatchedTransfer { watch: Arc::clone(self), watched }
    }

    /// Returns the number of watched transfers.
    pub(crate) fn len(&self) -> usize {
        self.all().len()
    }

    /// Asks the slowest transfer to end, and stops watching it. If no transfer is slow, does nothing and returns
    /// `false`.
    pub(crate) fn dismiss_slowest(&self) -> bool {
        let now = Instant::now();
        let mut all = self.all();
        let rates = all.iter().enumerate().filter_map(|(index, watched)| Some((watched.pace().rate(now)?, index)));
        let Some((rate, index)) = rates.min() else { return false };
        if rate >= SLOW.saturating_mul(WINDOW.as_secs()) {
            return false;
        }
        all.swap_remove(index).out.notify_one();
        true
    }

    fn all(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Watched>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watched {
    fn pace(&self) -> std::sync::MutexGuard<'_, Pace> {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A watched transfer. Dropping this value ends the watch.
#[derive(Debug)]
pub(crate) struct WatchedTransfer {
    watch: Arc<Watch>,
    watched: Arc<Watched>,
}

impl WatchedTransfer {
    /// Counts bytes that arrived.
    pub(crate) fn came(&self, bytes: usize) {
        let mut pace = self.watched.pace();
        pace.roll(Instant::now());
        pace.now = pace.now.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX));
    }

    /// Resolves when this transfer must end.
    pub(crate) async fn dismissed(&self) {
        self.watched.out.notified().await;
    }
}

impl Drop for WatchedTransfer {
    fn drop(&mut self) {
        self.watch.all().retain(|watched| !Arc::ptr_eq(watched, &self.watched));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_is_that_of_the_last_seconds() {
        let start = Instant::now();
        let mut pace = Pace::new(start);
        let second = Duration::from_secs(1);
        pace.now = 1_000_000;
        assert_eq!(pace.rate(start + second), None, "too young");
        assert_eq!(pace.rate(start + 2 * second), Some(1_000_000));
        assert_eq!(pace.rate(start + 3 * second), Some(1_000_000));
        assert_eq!(pace.rate(start + 4 * second), Some(0));
        pace.now = 7;
        assert_eq!(pace.rate(start + 5 * second), Some(7));
        assert_eq!(pace.rate(start + 60 * second), Some(0), "long ago");
    }

    #[test]
    fn the_slowest_goes_and_none_that_is_fast() {
        let watch = Arc::new(Watch::default());
        let places: Vec<WatchedTransfer> = (0..3).map(|_| watch.enter()).collect();
        assert!(!watch.dismiss_slowest(), "none is old enough to be judged");
        for (place, before) in places.iter().zip([500, 100, 1 << 20]) {
            place.watched.pace().before = Some(before);
        }
        assert!(watch.dismiss_slowest() && watch.len() == 2);
        assert!(Arc::ptr_eq(&watch.all()[0], &places[0].watched) || Arc::ptr_eq(&watch.all()[1], &places[0].watched));
        assert!(watch.dismiss_slowest() && watch.len() == 1);
        assert!(!watch.dismiss_slowest(), "a fast one went");
        drop(places);
        assert_eq!(watch.len(), 0);
    }
}
