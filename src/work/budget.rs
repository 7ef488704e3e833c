//! [`Budget`]: the memory for long bodies and answers.

use std::sync::Arc;
use std::time::Duration;

use hyper::body::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::overloaded::{Overloaded, Shortage};
use super::pace::{Watch, WatchedTransfer};

/// The memory for long bodies and answers. Bytes of a body count when they arrive, not when its length is announced.
/// Clones share one budget.
#[derive(Clone, Debug)]
pub struct Budget {
    free: Arc<Semaphore>,
    units: usize,
    /// The bodies that are being received and have a share of the budget.
    bodies: Arc<Watch>,
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(Self::DEFAULT)
    }
}

impl Budget {
    /// The default budget in bytes.
    pub const DEFAULT: usize = 256 << 20;

    /// The bytes that a body or an answer may hold before it draws on the budget. So small bodies and answers are
    /// always admitted. All of them together need little memory.
    pub(crate) const FREE: usize = 64 << 10;

    /// The bytes that one part of a stream may hold before it draws on the budget. It is less than
    /// [`FREE`](Self::FREE), since a stream has several parts at a time, and so has its answer.
    const FREE_PART: usize = 16 << 10;

    /// The bytes of one permit of the semaphore.
    const UNIT: usize = 1024;

    /// The time for which a body waits for the memory of a slower body that was dismissed.
    const PATIENCE: Duration = Duration::from_secs(1);

    /// Creates a budget of this number of bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let units = bytes.div_ceil(Self::UNIT).min(Semaphore::MAX_PERMITS);
        Self { free: Arc::new(Semaphore::new(units)), units, bodies: Arc::default() }
    }

    /// Returns how many bytes of the budget are in use.
    #[must_use]
    pub fn used(&self) -> usize {
        self.units.saturating_sub(self.free.available_permits()).saturating_mul(Self::UNIT)
    }

    /// Grows the share of a part of a stream to `length` bytes.
    ///
    /// # Errors
    /// If other bodies and answers hold too much of the budget.
    pub(crate) fn draw_part(&self, share: &mut Share, length: usize) -> Result<(), Overloaded> {
        self.draw(share, length.saturating_sub(Self::FREE_PART))
    }

    /// Grows the share of a whole body or answer to `length` bytes.
    pub(crate) fn draw_whole(&self, share: &mut Share, length: usize) -> Result<(), Overloaded> {
        self.draw(share, length.saturating_sub(Self::FREE))
    }

    fn draw(&self, share: &mut Share, length: usize) -> Result<(), Overloaded> {
        let units = length.div_ceil(Self::UNIT);
        let missing = units.saturating_sub(share.0.as_ref().map_or(0, OwnedSemaphorePermit::num_permits));
        if missing == 0 {
            return Ok(());
        }
        let missing = u32::try_from(missing).map_err(|_| out_of_memory())?;
        let more = Arc::clone(&self.free).try_acquire_many_owned(missing).map_err(|_| out_of_memory())?;
        match &mut share.0 {
            Some(share) => share.merge(more),
            None => share.0 = Some(more),
        }
        Ok(())
    }

    /// Grows the share of a body that is being received. Unlike [`draw_whole`](Self::draw_whole), it dismisses the
    /// slowest other body if too little of the budget is left.
    pub(crate) async fn draw_for_body(&self, share: &mut Share, length: usize) -> Result<(), Overloaded> {
        let Err(refused) = self.draw_whole(share, length) else { return Ok(()) };
        let room = async {
            while self.bodies.dismiss_slowest() {
                // The memory of the dismissed body is free once its task has run.
                tokio::time::sleep(Duration::from_millis(1)).await;
                if self.draw_whole(share, length).is_ok() {
                    return Ok(());
                }
            }
            Err(refused)
        };
        tokio::time::timeout(Self::PATIENCE, room).await.unwrap_or_else(|_| Err(out_of_memory()))
    }

    /// Watches a body that is being received and has a share of the budget.
    pub(crate) fn enter(&self) -> WatchedTransfer {
        self.bodies.enter()
    }

    /// Draws a share for a part of an answer, and holds it until the part is sent. So a client that reads slowly uses
    /// up the budget, but no memory beyond it.
    ///
    /// # Errors
    /// If other bodies and answers hold too much of the budget.
    pub(crate) fn hold(&self, bytes: Vec<u8>) -> Result<Bytes, Overloaded> {
        let mut share = Share::default();
        self.draw_part(&mut share, bytes.len())?;
        Ok(share.keep(bytes.into()))
    }
}

pub(crate) fn out_of_memory() -> Overloaded {
    Overloaded::for_lack(Shortage::Memory, "long bodies and answers take all the memory that there is for them")
}

/// The part of the budget that a body or an answer holds. Dropping this value returns the memory to the budget.
#[derive(Debug, Default)]
pub(crate) struct Share(Option<OwnedSemaphorePermit>);

impl Share {
    /// Returns whether the share is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Attaches this share to bytes until they are dropped.
    pub(crate) fn keep(self, bytes: Bytes) -> Bytes {
        if self.0.is_some() { Bytes::from_owner(Held { bytes, _share: self }) } else { bytes }
    }
}

/// Bytes, and the share of the budget that they hold.
struct Held {
    bytes: Bytes,
    _share: Share,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}
