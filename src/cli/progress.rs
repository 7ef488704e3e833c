//! Shows on a terminal the progress of a command's work.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use grundy_core::number::meter::{self, Stop};

/// Progress is shown only once the work has taken longer than this.
const SOON: Duration = Duration::from_secs(2);
const BETWEEN_DRAWINGS: Duration = Duration::from_millis(200);

/// If standard error is a terminal, shows there how much time has passed, and how much of the limit is spent. The
/// returned [`Stop`] draws the progress, and never ends the work. Ctrl-C ends the program as usual.
pub(super) fn shown(about: Option<String>) -> Stop {
    if !io::stderr().is_terminal() {
        return Stop::default();
    }
    let about = about.map_or_else(String::new, |about| about + ": ");
    let start = Instant::now();
    let drawn = Mutex::new(start);
    Stop::when(move || {
        if let Ok(mut drawn) = drawn.lock()
            && start.elapsed() > SOON
            && drawn.elapsed() > BETWEEN_DRAWINGS
        {
            *drawn = Instant::now();
            let (spent, left) = (meter::charged(), meter::left());
            let limit = spent.saturating_add(left);
            let part = if limit == u64::MAX {
                String::new()
            } else {
                format!(", {} % of --max-work", spent / (limit / 100).max(1))
            };
            // An error is ignored, since progress is only for people who watch.
            let _ = write!(io::stderr(), "\r{about}{} s{part} …", start.elapsed().as_secs());
        }
        false
    })
}

/// Clears the line of progress.
pub(super) fn clear() {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}
