//! Where the solving runs: short work in place, long work on threads of its own, so much of it at a time as there are
//! cores. Handing work over costs more than the answer to a small question does.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::problem::{Code, Problem};

/// Requests up to this size are solved in place: even the worst 4,000 digits take about 100 µs.
const IN_PLACE_BYTES: usize = 4096;

/// How many pieces of work may wait for each that runs.
const WAITING_PER_WORKER: usize = 4;

/// How long a piece of work waits for its turn before the client is told to come back.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// The threads for long work.
#[derive(Clone, Debug)]
pub struct Workers {
    /// One permit for each piece of work that runs.
    running: Arc<Semaphore>,
    /// One permit for each that runs or waits.
    admitted: Arc<Semaphore>,
}

impl Workers {
    /// So many at a time, at least 1.
    #[must_use]
    pub fn new(count: usize) -> Self {
        let count = count.max(1);
        let admitted = count.saturating_mul(WAITING_PER_WORKER.saturating_add(1)).min(Semaphore::MAX_PERMITS);
        Self { running: Arc::new(Semaphore::new(count)), admitted: Arc::new(Semaphore::new(admitted)) }
    }

    /// Does the work that a request of so many bytes asks for.
    ///
    /// # Errors
    /// 503 if it is long and there is too much of it. Panics in `job` go on in the caller.
    pub async fn run<T: Send + 'static>(
        &self,
        request_bytes: usize,
        job: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        if request_bytes <= IN_PLACE_BYTES {
            return job();
        }
        let permits = self.permits().await?;
        // The job holds the permits itself: if the client goes away, its thread is still busy.
        let work = tokio::task::spawn_blocking(move || {
            let answer = job();
            drop(permits);
            answer
        });
        match work.await {
            Ok(answer) => answer,
            Err(error) => match error.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                Err(_) => Err(Problem::new(Code::Overloaded, "the service is stopping")),
            },
        }
    }

    async fn permits(&self) -> Result<[OwnedSemaphorePermit; 2], Problem> {
        let overloaded = || Problem::new(Code::Overloaded, "all workers are busy and enough requests wait for them");
        let admitted = Arc::clone(&self.admitted).try_acquire_owned().map_err(|_| overloaded())?;
        let running = tokio::time::timeout(MAX_WAIT, Arc::clone(&self.running).acquire_owned()).await;
        match running {
            Ok(Ok(running)) => Ok([admitted, running]),
            _ => Err(overloaded()),
        }
    }
}
