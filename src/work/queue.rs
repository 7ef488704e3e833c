//! Runs work. Work of at most 0.1 ms is done in place: on the thread that received the request. Handing such work to
//! another thread often costs more than the work itself. All other work is done by worker threads. By default, there is
//! one worker for each core.
//!
//! The queue is fair (self-clocked fair queueing: S. J. Golestani, 1994). The work of most requests is one piece. A
//! batch or a stream has many pieces. Each request has an account, which adds up the cost of its pieces. The queue
//! always begins the piece whose account will have the least cost when the piece is done. Therefore a stream or a batch
//! gets only its share of the threads, however many pieces it has, and short requests go before long ones. At first,
//! the cost of a piece is an estimate in steps of about a nanosecond. When the piece is done, the steps that it really
//! took replace the estimate. In addition to the workers, there are three threads: one does only short work, one also
//! does medium work, and one also does long work. So none of this work need wait until an endless piece ends. Requests
//! that use up their limit may hold all workers, but never these threads.
//!
//! It is not known beforehand how much work a request is. So the work is tried with a limit of steps. This limit is
//! called the room of the work, and it grows from try to try. The thread that received the request makes the first try,
//! with a room of 0.1 ms. This is a few times the cost of handing the work to another thread. If the room is spent, the
//! work begins anew with a larger room: first 1 ms as short work, then 10 ms and 50 ms as medium work. After that, it
//! is long work. On a worker, long work is bounded only by the limit of the request, so it never begins anew. On the
//! thread for long work, it has a room of 100 ms. If the room is spent there, it begins anew as endless work, which only
//! workers do. For work of half a second, all failed tries together take an eighth of its time, or a third if all
//! workers were busy. The alternative is to give endless work one worker less, but then this worker is idle when nothing
//! else is asked.
//!
//! If nobody waits for a piece any more, the piece is removed from the queue. If its work has begun already, the work
//! ends at its next check of [`Stop`].

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{fmt, io, iter, thread};

use grundy_core::number::meter::Stop;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::overloaded::{Overloaded, Shortage};

/// Work of at most this many steps, about 0.1 ms, is done by the thread that received the request. Handing the work to
/// another thread costs a fraction of this.
pub(crate) const IN_PLACE_STEPS: u64 = 100_000;

/// The largest number of steps of short work, which never waits for longer work: 1 ms.
pub(crate) const SHORT_STEPS: u64 = 1_000_000;

/// The largest number of steps of the first attempt at medium work: 10 ms. If a piece of a batch is long work, it is
/// done in slices of this length.
pub(crate) const SLICE_STEPS: u64 = MEDIUM_STEPS / 5;

/// The largest number of steps of medium work, which never waits for long work: 50 ms. This suffices to answer a body
/// of 400 KB.
pub(crate) const MEDIUM_STEPS: u64 = 50_000_000;

/// The largest number of steps of long work, which never waits for endless work: 100 ms. If ten clients send requests
/// that use up their limit, an eleventh waits for about a second.
pub(crate) const LONG_STEPS: u64 = 100_000_000;

/// The estimated cost of endless work, which is bounded only by the limit of its request: 0.2 s. When the work is done,
/// the real cost replaces this estimate.
pub(crate) const ENDLESS_STEPS: u64 = 2 * LONG_STEPS;

/// Returns whether `bytes` bytes can be read in at most `room` steps.
pub(crate) fn fits(bytes: usize, steps_a_byte: u64, room: u64) -> bool {
    u64::try_from(bytes).is_ok_and(|bytes| bytes.saturating_mul(steps_a_byte) <= room)
}

/// The largest number of waiting requests with endless work, per worker.
const WAITING_PER_WORKER: usize = 4;

/// The largest number of waiting requests with short work, per worker. The same number applies to medium and to long
/// work. It is enough for eight clients that send requests and disconnect again and again.
const SHORTER_WAITING_PER_WORKER: usize = 16;

/// The longest time for which a request waits while all workers are busy. After this time, the request is refused, and
/// its client is told to try again later.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// The threads for all work that is too long for the thread that received the request. Clones share the threads, which
/// end when the last clone is dropped.
#[derive(Clone)]
pub struct Workers(Arc<Owner>);

struct Owner {
    shared: Arc<Shared>,
    count: usize,
}

struct Shared {
    queue: Mutex<Queue>,
    /// For each length, a condition variable. It wakes the threads whose longest work has this length.
    wake: [Condvar; Length::COUNT],
}

/// A class of work, by the largest number of steps that it may take. A shorter class compares as less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Length {
    Short,
    Medium,
    Long,
    Endless,
}

impl Length {
    const COUNT: usize = 4;

    const fn of(steps: u64) -> Self {
        if steps <= SHORT_STEPS {
            Self::Short
        } else if steps <= MEDIUM_STEPS {
            Self::Medium
        } else if steps <= LONG_STEPS {
            Self::Long
        } else {
            Self::Endless
        }
    }

    /// Returns the room of work on a thread whose longest work has this length.
    const fn room(self) -> u64 {
        match self {
            Self::Short => SHORT_STEPS,
            Self::Medium => MEDIUM_STEPS,
            Self::Long => LONG_STEPS,
            Self::Endless => u64::MAX,
        }
    }

    /// Returns how many requests of this length may wait, per worker.
    const fn waiting_per_worker(self) -> usize {
        match self {
            Self::Short | Self::Medium | Self::Long => SHORTER_WAITING_PER_WORKER,
            Self::Endless => WAITING_PER_WORKER,
        }
    }

    const fn index(self) -> usize {
        match self {
            Self::Short => 0,
            Self::Medium => 1,
            Self::Long => 2,
            Self::Endless => 3,
        }
    }
}

#[derive(Default)]
struct Queue {
    /// The largest cost in the [`Key`] of any piece that has begun. New accounts start at this cost. If they started at
    /// 0, a new request would go before all others for a long time.
    clock: u64,
    /// The number of pieces that have been submitted.
    number: u64,
    /// The pieces that wait, by their length.
    waiting: [Waiting; Length::COUNT],
    /// The number of idle threads among those that do work of any length.
    idle: usize,
    /// The number of pieces that are being done.
    running: usize,
    /// The number of pieces that are being done by threads that do work of any length.
    running_on_workers: usize,
    /// The number of pieces that have begun so far.
    begun: u64,
    is_over: bool,
}

/// The waiting pieces of one [`Length`].
#[derive(Default)]
struct Waiting {
    pieces: BTreeMap<Key, Piece>,
    /// The number of pieces that are whole requests.
    requests: usize,
}

/// The place of a piece in the queue. The queue begins the piece with the smallest key first. The key is the cost that
/// the [`Account`] of the request will have when the piece is done, and the sequence number of the piece.
type Key = (u64, u64);

/// A function that does the work in a room of steps. Then it calls its second argument, which updates the queue's
/// counts. After that, it sends the outcome.
type Job = Box<dyn FnOnce(u64, &dyn Fn()) + Send>;

struct Piece {
    account: Account,
    steps: u64,
    is_request: bool,
    job: Job,
}

/// In the account of a stream, each step counts this number of times. So streams get less time on the threads than
/// single requests. A stream takes a long time anyway, while the client of a single request waits for its answer.
const STREAM_WEIGHT: u64 = 16;

/// The cost of the pieces of one request so far. The smaller the cost, the earlier the queue begins the next piece of
/// the request. Clones share this cost.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    cost: Arc<AtomicU64>,
    weight: u64,
}

impl Default for Account {
    fn default() -> Self {
        Self { cost: Arc::default(), weight: 1 }
    }
}

impl Workers {
    /// Starts threads that do up to `count` pieces of endless work at a time. A `count` of 0 means 1.
    ///
    /// # Errors
    /// If the system refuses to start a thread.
    pub fn new(count: usize) -> io::Result<Self> {
        let count = count.max(1);
        let queue = Mutex::new(Queue::default());
        let shared = Arc::new(Shared { queue, wake: Default::default() });
        let workers = Self(Arc::new(Owner { shared: Arc::clone(&shared), count }));
        let longest = iter::repeat_n(Length::Endless, count).chain([Length::Long, Length::Medium, Length::Short]);
        for (number, longest) in longest.enumerate() {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name(format!("worker-{number}")).spawn(move || shared.work(longest))?;
        }
        Ok(workers)
    }

    /// Returns how many pieces of endless work can be done at a time.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.count
    }

    /// Returns how many pieces of work are being done.
    #[must_use]
    pub fn running(&self) -> usize {
        self.0.shared.queue().running
    }

    /// Returns whether all threads that do work of any length are doing some.
    fn are_busy(&self) -> bool {
        self.0.shared.queue().running_on_workers >= self.count()
    }

    /// Returns how many pieces of work have begun so far.
    #[must_use]
    pub fn begun(&self) -> u64 {
        self.0.shared.queue().begun
    }

    /// Returns how many pieces of work wait in the queue.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.0.shared.queue().count()
    }

    /// Does the work of a whole request, which takes about `steps` steps. `job` gets the largest number of steps that it
    /// may take on its thread.
    ///
    /// # Errors
    /// If too many requests of the same [`Length`] wait, or this request waits for longer than [`MAX_WAIT`] while all
    /// workers are busy. A panic in `job` goes on in the caller.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        steps: u64,
        job: impl FnOnce(&Stop, u64) -> T + Send + 'static,
    ) -> Result<T, Overloaded> {
        let overloaded = || {
            Overloaded::for_lack(Shortage::Workers, "all workers are busy, and enough requests wait for them already")
        };
        let most = self.count().saturating_mul(Length::of(steps).waiting_per_worker());
        let (ticket, mut outcome) = self.submit(Account::default(), steps, Some(most), job).ok_or_else(overloaded)?;
        loop {
            match timeout(MAX_WAIT, &mut outcome).await {
                Ok(outcome) => return done(outcome),
                // A request that has not begun in time is refused. A request that has begun may finish. If a worker is
                // free, the request waits on, since the system will run that worker's thread. On a machine that is busy
                // with other programs, this may take more than a second.
                Err(_) if self.are_busy() && ticket.withdraw() => return Err(overloaded()),
                Err(_) => {}
            }
        }
    }

    /// Does one piece of a request's work. The piece takes about `steps` steps. A piece may wait for any time. It is
    /// not refused, because the client may already have a part of the answer.
    ///
    /// # Errors
    /// If the service is stopping. Panics in `job` go on in the caller.
    pub(crate) async fn run_piece<T: Send + 'static>(
        &self,
        account: &Account,
        steps: u64,
        job: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, Overloaded> {
        if steps <= IN_PLACE_STEPS {
            return Ok(job(&Stop::default()));
        }
        let (_ticket, outcome) =
            self.submit(account.clone(), steps, None, |stop, _| job(stop)).ok_or_else(Overloaded::stopping)?;
        done(outcome.await)
    }

    /// Puts work into the queue, unless too many requests wait already.
    fn submit<T: Send + 'static>(
        &self,
        account: Account,
        steps: u64,
        most: Option<usize>,
        job: impl FnOnce(&Stop, u64) -> T + Send + 'static,
    ) -> Option<(Ticket, oneshot::Receiver<thread::Result<T>>)> {
        let (tell, outcome) = oneshot::channel();
        let stop = Stop::default();
        let asked = stop.clone();
        let job = Box::new(move |room: u64, settle: &dyn Fn()| {
            let outcome = (!asked.is_asked_for()).then(|| catch_unwind(AssertUnwindSafe(|| job(&asked, room))));
            // The counts are updated before the outcome is sent, since the receiver of the outcome may read the counts
            // at once, or submit the next piece of the account.
            settle();
            if let Some(outcome) = outcome {
                // Sending fails if the receiver has gone, which does no harm.
                let _ = tell.send(outcome);
            }
        });
        let shared = &self.0.shared;
        let mut queue = shared.queue();
        let length = Length::of(steps);
        // The requests of each length are counted separately, so that long work can't keep short work out of the queue.
        if most.is_some_and(|most| queue.waiting[length.index()].requests >= most) {
            return None;
        }
        let cost = account.add(queue.clock, steps);
        queue.number = queue.number.wrapping_add(1);
        let key = (cost, queue.number);
        queue.waiting[length.index()].insert(key, Piece { account, steps, is_request: most.is_some(), job });
        // A thread that was woken may still count as idle, because it has not taken its piece yet. So the number of
        // idle threads is compared with the number of pieces that wait.
        let all_busy = queue.count() > queue.idle;
        drop(queue);
        shared.wake[Length::Endless.index()].notify_one();
        if length < Length::Endless && all_busy {
            shared.wake[length.index()].notify_one();
        }
        Some((Ticket { shared: Arc::clone(shared), key, length, stop }, outcome))
    }
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Workers({})", self.count())
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.shared.queue().is_over = true;
        self.shared.wake.iter().for_each(Condvar::notify_all);
    }
}

fn done<T>(outcome: Result<thread::Result<T>, oneshot::error::RecvError>) -> Result<T, Overloaded> {
    match outcome {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(panic)) => resume_unwind(panic),
        Err(_) => Err(Overloaded::stopping()),
    }
}

/// Identifies a piece for whose outcome somebody waits. Dropping the ticket removes the piece from the queue, or stops
/// its work if the work has begun.
struct Ticket {
    shared: Arc<Shared>,
    key: Key,
    length: Length,
    stop: Stop,
}

impl Ticket {
    /// Removes the piece from the queue. Returns `false` if the piece is not in the queue any more.
    fn withdraw(&self) -> bool {
        let mut queue = self.shared.queue();
        let piece = queue.waiting[self.length.index()].remove(self.key);
        if let Some(Piece { account, steps, .. }) = &piece {
            account.put_right(*steps, 0);
        }
        drop(queue);
        // The piece is dropped here, outside the lock, since it may hold much memory.
        piece.is_some()
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.ask();
        self.withdraw();
    }
}

// Accounts change only under the lock of the queue.
impl Account {
    pub(crate) fn of_stream() -> Self {
        Self { weight: STREAM_WEIGHT, ..Self::default() }
    }

    /// If the cost of the account is less than `clock`, first raises it to `clock`. Then adds the cost of a piece, and
    /// returns the new cost of the account.
    fn add(&self, clock: u64, steps: u64) -> u64 {
        let before = self.cost.load(Ordering::Relaxed).max(clock);
        let cost = before.saturating_add(steps.saturating_mul(self.weight));
        self.cost.store(cost, Ordering::Relaxed);
        cost
    }

    fn put_right(&self, steps: u64, found: u64) {
        let [less, more] = [steps, found].map(|steps| steps.saturating_mul(self.weight));
        let cost = self.cost.load(Ordering::Relaxed);
        self.cost.store(cost.saturating_sub(less).saturating_add(more), Ordering::Relaxed);
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does the pieces that are not longer than `longest`, until the queue is over. Each thread runs this loop.
    fn work(&self, longest: Length) {
        give_way();
        let does_any = usize::from(longest == Length::Endless);
        let mut queue = self.queue();
        while !queue.is_over {
            let Some(Piece { account, steps, job, .. }) = queue.next(longest) else {
                queue.idle = queue.idle.saturating_add(does_any);
                queue = self.wake[longest.index()].wait(queue).unwrap_or_else(PoisonError::into_inner);
                queue.idle = queue.idle.saturating_sub(does_any);
                continue;
            };
            queue.running = queue.running.saturating_add(1);
            queue.running_on_workers = queue.running_on_workers.saturating_add(does_any);
            queue.begun = queue.begun.saturating_add(1);
            drop(queue);
            let start = Instant::now();
            job(longest.room(), &|| {
                let found = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
                let mut queue = self.queue();
                queue.running = queue.running.saturating_sub(1);
                queue.running_on_workers = queue.running_on_workers.saturating_sub(does_any);
                account.put_right(steps, found);
            });
            queue = self.queue();
        }
    }
}

impl Queue {
    /// Removes and returns the next piece whose work is not longer than `longest`.
    fn next(&mut self, longest: Length) -> Option<Piece> {
        let first = |waiting: &Waiting| waiting.pieces.first_key_value().map(|(key, _)| *key);
        let known = self.waiting.iter_mut().take(longest.index().saturating_add(1));
        let (key, waiting) =
            known.filter_map(|waiting| Some((first(waiting)?, waiting))).min_by_key(|(key, _)| *key)?;
        self.clock = self.clock.max(key.0);
        waiting.remove(key)
    }

    /// Returns how many pieces of work wait in the queue.
    fn count(&self) -> usize {
        self.waiting.iter().map(|waiting| waiting.pieces.len()).sum()
    }
}

impl Waiting {
    fn insert(&mut self, key: Key, piece: Piece) {
        self.requests = self.requests.saturating_add(usize::from(piece.is_request));
        self.pieces.insert(key, piece);
    }

    fn remove(&mut self, key: Key) -> Option<Piece> {
        let piece = self.pieces.remove(&key)?;
        self.requests = self.requests.saturating_sub(usize::from(piece.is_request));
        Some(piece)
    }
}

/// Lowers the priority of this thread, so that the threads that answer short requests go first. The priority is never
/// raised again, since this thread does nothing but the work of the queue.
fn give_way() {
    /// On a busy core, a thread with this niceness gets two fifths of the time that a thread with niceness 0 gets. With
    /// 0, short requests beside a flood of heavy ones took 1.45 times as long as alone, in the median. With 4, they took
    /// 1.19 times as long, and with 10 no longer. But with 10, a machine that is busy with other programs gives the
    /// workers almost no time.
    #[cfg(target_os = "linux")]
    const NICENESS: i32 = 4;
    // This is done only on Linux, since other systems would change the priority of the whole process. An error is
    // ignored, since the work is done all the same.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// Keeps a worker busy until the returned sender sends.
    fn hold(workers: &Workers, steps: u64) -> (impl Sized, mpsc::Sender<()>) {
        let (release, held) = mpsc::channel::<()>();
        let (started, is_started) = mpsc::channel();
        let job = move |_: &Stop, _: u64| {
            started.send(()).unwrap();
            held.recv().ok();
        };
        let kept = workers.submit(Account::default(), steps, None, job);
        is_started.recv().unwrap();
        (kept, release)
    }

    /// Submits requests until the queue refuses one, and returns the accepted requests.
    fn fill(workers: &Workers, steps: u64) -> Vec<impl Sized> {
        let most = Some(Length::of(steps).waiting_per_worker());
        iter::from_fn(|| workers.submit(Account::default(), steps, most, |_: &Stop, _: u64| ())).collect()
    }

    #[tokio::test]
    async fn each_account_has_its_turn() {
        let workers = Workers::new(1).unwrap();
        let (_kept, release) = hold(&workers, ENDLESS_STEPS);
        let (done, order) = mpsc::channel();
        let (many, few, stream) = (Account::default(), Account::default(), Account::of_stream());
        let mut tickets = Vec::new();
        let steps = ENDLESS_STEPS;
        for (account, name) in [(&stream, 's'), (&many, 'm'), (&many, 'm'), (&many, 'm'), (&few, 'f'), (&few, 'f')] {
            let done = done.clone();
            tickets
                .push(workers.submit(account.clone(), steps, None, move |_: &Stop, _: u64| done.send(name).unwrap()));
        }
        drop(done);
        release.send(()).unwrap();
        assert_eq!(order.iter().collect::<String>(), "mfmfms");
    }

    #[tokio::test]
    async fn shorter_work_does_not_wait_for_endless_work() {
        let workers = Workers::new(1).unwrap();
        let (_kept, release) = hold(&workers, ENDLESS_STEPS);
        for steps in [IN_PLACE_STEPS + 1, MEDIUM_STEPS, LONG_STEPS] {
            let room = workers.run(steps, |_, room| room).await.unwrap();
            assert!((steps..=LONG_STEPS).contains(&room), "{steps} steps in a room of {room}");
        }
        assert_eq!(workers.waiting(), 0);
        release.send(()).unwrap();
    }

    #[tokio::test]
    async fn short_work_waits_for_no_longer_work_and_has_places_of_its_own() {
        let workers = Workers::new(1).unwrap();
        let held = [ENDLESS_STEPS, LONG_STEPS, MEDIUM_STEPS].map(|steps| hold(&workers, steps));
        let waiting = [ENDLESS_STEPS, LONG_STEPS, MEDIUM_STEPS].map(|steps| fill(&workers, steps));
        let [endless, shorter] = [WAITING_PER_WORKER, SHORTER_WAITING_PER_WORKER];
        assert_eq!(waiting.each_ref().map(Vec::len), [endless, shorter, shorter]);
        assert_eq!(workers.run(SHORT_STEPS, |_, _| 7).await.unwrap(), 7);
        for (_, release) in held {
            release.send(()).unwrap();
        }
    }

    #[tokio::test]
    async fn what_nobody_waits_for_is_not_done() {
        let workers = Workers::new(1).unwrap();
        let (_kept, release) = hold(&workers, ENDLESS_STEPS);
        let (done, outcome) = mpsc::channel();
        let waiting =
            workers.submit(Account::default(), ENDLESS_STEPS, None, move |_: &Stop, _: u64| done.send(()).unwrap());
        assert_eq!(workers.waiting(), 1);
        drop(waiting);
        assert_eq!(workers.waiting(), 0);
        release.send(()).unwrap();
        assert!(outcome.recv().is_err(), "it was done");
    }

    #[tokio::test]
    async fn a_request_waits_for_a_worker_that_the_system_delays() {
        let workers = Workers::new(1).unwrap();
        let (release, held) = mpsc::channel::<()>();
        let (started, is_started) = mpsc::channel();
        // This job has settled, so its worker counts as free, but its thread can't take the next piece yet.
        let job = Box::new(move |_: u64, settle: &dyn Fn()| {
            settle();
            started.send(()).unwrap();
            held.recv().ok();
        });
        let piece = Piece { account: Account::default(), steps: ENDLESS_STEPS, is_request: false, job };
        workers.0.shared.queue().waiting[Length::Endless.index()].insert((0, 0), piece);
        workers.0.shared.wake[Length::Endless.index()].notify_one();
        is_started.recv().unwrap();
        // Medium work on its own thread does not make the worker busy.
        let (_kept, release_medium) = hold(&workers, MEDIUM_STEPS);
        let delay = async {
            tokio::time::sleep(MAX_WAIT.saturating_mul(2)).await;
            release.send(()).unwrap();
            release_medium.send(()).unwrap();
        };
        let (outcome, ()) = tokio::join!(workers.run(ENDLESS_STEPS, |_, _| 7), delay);
        assert_eq!(outcome.unwrap(), 7);
    }

    #[tokio::test]
    async fn too_many_requests_are_refused_and_panics_go_on() {
        let workers = Workers::new(1).unwrap();
        let (_kept, release) = hold(&workers, ENDLESS_STEPS);
        let waiting = fill(&workers, ENDLESS_STEPS);
        assert_eq!(workers.run(ENDLESS_STEPS, |_, _| ()).await.unwrap_err().shortage, Some(Shortage::Workers));
        drop(waiting);
        // The request waits for a second, and is refused.
        assert_eq!(workers.run(ENDLESS_STEPS, |_, _| ()).await.unwrap_err().shortage, Some(Shortage::Workers));
        release.send(()).unwrap();
        let workers = workers.clone();
        let panics = tokio::spawn(async move { workers.run(ENDLESS_STEPS, |_, _| panic!("on purpose")).await });
        assert!(panics.await.unwrap_err().is_panic());
    }
}
