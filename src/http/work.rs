//! Where the solving runs: short work in place, long work on threads of its own, so much of it at a time as there are
//! cores. Handing work over costs more than the answer to a small question does.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Service;
use super::problem::{Code, Problem};

/// Requests up to this size are solved in place: even the worst 2,000 digits take about 100 µs, and three times that with
/// an explanation.
const IN_PLACE_BYTES: usize = 2048;

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
    /// One permit for each piece of a batch that runs or is about to: a long queue of them would keep others waiting.
    pieces: Arc<Semaphore>,
    count: usize,
}

impl Service {
    /// Does the work that a request of so many bytes asks for.
    ///
    /// # Errors
    /// 503 if it is long and there is too much of it. Panics in `job` go on in the caller.
    pub(super) async fn run<T: Send + 'static>(
        self: Arc<Self>,
        request_bytes: usize,
        job: impl FnOnce(&Self) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        if request_bytes <= IN_PLACE_BYTES {
            return job(&self);
        }
        // In a box: short work, whose future is moved about with it, needs no room for this.
        Box::pin(async move {
            let permits = self.workers.permits().await?;
            Workers::hand_over(permits, move || job(&self)).await?
        })
        .await
    }
}

impl Workers {
    /// So many at a time, at least 1.
    #[must_use]
    pub fn new(count: usize) -> Self {
        let count = count.clamp(1, Semaphore::MAX_PERMITS);
        let admitted = count.saturating_mul(WAITING_PER_WORKER.saturating_add(1)).min(Semaphore::MAX_PERMITS);
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        Self { running: semaphore(count), admitted: semaphore(admitted), pieces: semaphore(count), count }
    }

    /// How many pieces of work run at a time.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Does a piece of a batch, of so many bytes. It waits for its turn as long as that takes, and so does its client:
    /// half of a stream is already answered.
    ///
    /// # Errors
    /// If the service is stopping. Panics in `job` go on in the caller.
    pub async fn run_piece<T: Send + 'static>(
        &self,
        bytes: usize,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        if bytes <= IN_PLACE_BYTES {
            return Ok(job());
        }
        let piece = Arc::clone(&self.pieces).acquire_owned().await.map_err(|_| stopping())?;
        let running = Arc::clone(&self.running).acquire_owned().await.map_err(|_| stopping())?;
        Self::hand_over([piece, running], job).await
    }

    async fn hand_over<T: Send + 'static>(
        permits: [OwnedSemaphorePermit; 2],
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        // The job holds the permits itself: if the client goes away, its thread is still busy.
        let work = tokio::task::spawn_blocking(move || {
            give_way();
            let answer = job();
            drop(permits);
            answer
        });
        match work.await {
            Ok(answer) => Ok(answer),
            Err(error) => match error.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                Err(_) => Err(stopping()),
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

/// Makes this thread, which does long work, wait for those that answer small questions. It stays so: the thread does
/// nothing else.
fn give_way() {
    /// A tenth of what the others get of a core that has not enough for all.
    #[cfg(target_os = "linux")]
    const NICENESS: i32 = 10;
    // Elsewhere than on Linux this would be about the whole process. Without it the work is done all the same.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

fn stopping() -> Problem {
    Problem::new(Code::Overloaded, "the service is stopping")
}
