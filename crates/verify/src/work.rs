//! [`Work`]: the limits of a check.

use crate::refusal::Rejection;

/// The work that is left.
#[derive(Debug)]
pub(crate) struct Work(pub(crate) u64);

impl Work {
    /// Spends steps.
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), Rejection> {
        let left = u64::try_from(steps).ok().and_then(|steps| self.0.checked_sub(steps));
        self.0 = left.ok_or_else(|| Rejection::refused("it takes too many steps"))?;
        Ok(())
    }
}

/// The most heaps, products, or states that a certificate may have.
pub(crate) const MOST_ENTRIES: usize = 1_000_000;

/// The largest value that a certificate may have.
pub(crate) const MOST_VALUE: usize = (1 << 15) - 1;
