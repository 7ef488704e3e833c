//! [`LogThrottle`]: decides when to log an event that may happen a thousand times a second. Such an event is logged
//! once in a few seconds, with the number of times that it happened.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The least time between two log lines about the same event. The first event is logged at once.
const PAUSE: Duration = Duration::from_secs(10);

/// Decides which of many equal events are logged.
#[derive(Debug, Default)]
pub struct LogThrottle(Mutex<ThrottleState>);

#[derive(Debug, Default)]
struct ThrottleState {
    last: Option<Instant>,
    silent: u64,
}

impl LogThrottle {
    /// Records that the event happened again. If it is time for another line in the log, returns how many times the
    /// event happened since the previous line.
    pub fn again(&self) -> Option<u64> {
        self.at(Instant::now())
    }

    fn at(&self, now: Instant) -> Option<u64> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.silent = state.silent.saturating_add(1);
        if state.last.is_some_and(|last| now.saturating_duration_since(last) < PAUSE) {
            return None;
        }
        state.last = Some(now);
        Some(std::mem::take(&mut state.silent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_now_and_then_tells_of_all() {
        let (seldom, start) = (LogThrottle::default(), Instant::now());
        let at = |seconds| seldom.at(start + Duration::from_secs(seconds));
        assert_eq!([0, 1, 9, 10, 11, 30].map(at), [Some(1), None, None, Some(3), None, Some(2)]);
    }
}
