//! [`Drain`]: the signal that the process is stopping.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the process is stopping, which `/readyz` reports. Clones share one state. A process that stops never becomes
/// ready again.
#[derive(Clone, Debug, Default)]
pub struct Drain(Arc<AtomicBool>);

impl Drain {
    /// Begins to stop: from now on the process is not ready, and every answer says `Connection: close`.
    pub fn begin(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether [`begin`](Self::begin) was called.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
