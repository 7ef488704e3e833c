//! [`Budget`]: limits the memory of long request bodies and long answers.

use std::sync::Arc;
use std::time::Duration;

use hyper::body::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::overloaded::{Overloaded, Shortage};
use super::pace::{Watch, WatchedTransfer};

/// The memory that all long request bodies and long answers may take together. The bytes of a body count when they
/// arrive, and not when a header announces them. Clones share one budget.
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

    /// The number of bytes that a body or an answer may take without a share of the budget. So small bodies and answers
    /// are never refused for lack of memory.
    pub(crate) const FREE: usize = 64 << 10;

    /// The number of bytes that a part of a stream, or a part of its answer, may take without a share of the budget. It
    /// is less than [`FREE`](Self::FREE), since several such parts are held at the same time.
    const FREE_PART: usize = 16 << 10;

    /// The number of bytes for which one permit of the semaphore stands.
    const UNIT: usize = 1024;

    /// The longest time for which a body waits for memory. Meanwhile, slow bodies are ended to free their memory.
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

    /// Grows `share` so that a part of a stream or of an answer may take `length` bytes.
    ///
    /// # Errors
    /// If other bodies and answers hold too much of the budget.
    pub(crate) fn draw_part(&self, share: &mut BudgetShare, length: usize) -> Result<(), Overloaded> {
        self.draw(share, length.saturating_sub(Self::FREE_PART))
    }

    /// Grows `share` so that a whole body or answer may take `length` bytes.
    pub(crate) fn draw_whole(&self, share: &mut BudgetShare, length: usize) -> Result<(), Overloaded> {
        self.draw(share, length.saturating_sub(Self::FREE))
    }

    fn draw(&self, share: &mut BudgetShare, length: usize) -> Result<(), Overloaded> {
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

    /// Grows `share` so that a body that is being received may take `length` bytes. If too little of the budget is
    /// left, dismisses slow bodies, the slowest first, until there is enough.
    pub(crate) async fn draw_for_body(&self, share: &mut BudgetShare, length: usize) -> Result<(), Overloaded> {
        let Err(refused) = self.draw_whole(share, length) else { return Ok(()) };
        let room = async {
            while self.bodies.dismiss_slowest() {
                // The dismissed body frees its memory only when its task runs.
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

    /// Takes a share of the budget for a part of an answer. The share goes back to the budget when the part is sent. So
    /// the parts that wait for slow clients count against the budget.
    ///
    /// # Errors
    /// If other bodies and answers hold too much of the budget.
    pub(crate) fn hold(&self, bytes: Vec<u8>) -> Result<Bytes, Overloaded> {
        let mut share = BudgetShare::default();
        self.draw_part(&mut share, bytes.len())?;
        Ok(share.keep(bytes.into()))
    }
}

pub(crate) fn out_of_memory() -> Overloaded {
    Overloaded::for_lack(Shortage::Memory, "long bodies and answers take all the memory that there is for them")
}

/// The memory of the budget that is reserved for a body or an answer, or for a part of one. Dropping this value returns
/// the memory to the budget.
#[derive(Debug, Default)]
pub(crate) struct BudgetShare(Option<OwnedSemaphorePermit>);

impl BudgetShare {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the same bytes. The share is held until these bytes are dropped.
    pub(crate) fn keep(self, bytes: Bytes) -> Bytes {
        if self.0.is_some() { Bytes::from_owner(Held { bytes, _share: self }) } else { bytes }
    }
}

/// Bytes, and the share of the budget that they hold.
struct Held {
    bytes: Bytes,
    _share: BudgetShare,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}
