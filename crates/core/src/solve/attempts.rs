//! [`Attempts`]: work that a response can do without, for one position after another. It ends before it spoils the
//! response.

use crate::number::meter::{self, Spent};

/// The number of attempts that may fail. Later positions are nearly always harder, so their attempts fail, too.
const MOST_FAILED: u32 = 6;

/// The work for one position after another, as far as the work of the request suffices.
#[derive(Debug)]
pub(super) struct Attempts {
    /// The steps that are left for the rest of the response.
    floor: u64,
    failed: u32,
}

impl Attempts {
    /// Attempts that leave one of `parts` parts of the remaining steps for the rest of the response.
    pub(super) fn leaving_one_of(parts: u64) -> Self {
        Self { floor: meter::left() / parts, failed: 0 }
    }

    /// Returns how many steps the attempts may still use; 0 if too many of them failed.
    pub(super) fn left(&self) -> u64 {
        if self.failed >= MOST_FAILED { 0 } else { meter::left().saturating_sub(self.floor) }
    }

    /// Does the work for one position, with at most `most` of the steps in [`Self::left`]. `None` if they do not suffice,
    /// or if the work finds nothing.
    ///
    /// # Errors
    /// If the whole meter is spent, or nobody waits for the response any more.
    pub(super) fn attempt<T>(&mut self, most: u64, work: impl FnOnce() -> Option<T>) -> Result<Option<T>, Spent> {
        let most = most.min(self.left());
        if most == 0 {
            return Ok(None);
        }
        let done = meter::within(most, work);
        meter::go_on(0)?;
        if done.is_err() {
            self.failed = self.failed.saturating_add(1);
        }
        Ok(done.ok().flatten())
    }
}
