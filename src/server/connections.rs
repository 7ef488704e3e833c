//! Keeps the open connections, and chooses which one is closed if there are too many.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use hyper::body::Incoming;
use tokio::runtime::Handle;
use tokio::sync::Notify;
use tokio::task::{AbortHandle, Id, JoinSet};

use super::lanes::RuntimeThreads;
use super::tally::{Closed, Tally};

/// The time for which a connection may be busy before its rate is judged. During long work, no byte is sent or
/// received.
const BUSY_GRACE: Duration = Duration::from_secs(5);

/// The shortest time over which the rate of a connection is measured.
const SAMPLE: Duration = Duration::from_secs(2);

/// The rate, in bytes per second in both directions together, below which a busy connection counts as dripping.
const DRIP: u64 = 1024;

/// The state of a connection. The task of the connection writes the state at each request. The state is read when some
/// connection must be closed.
pub(super) struct Activity {
    peer: SocketAddr,
    state: Mutex<State>,
    /// The number of bytes that were read and written.
    moved: AtomicU64,
    /// The rest of the current request's body, if the app did not read the body to its end.
    rest: Mutex<Option<Rest>>,
    end: Notify,
}

/// The rest of a body that the app did not read to its end.
pub(super) enum Rest {
    /// The app dropped the body early.
    Unread(Incoming),
    /// The body broke off, or can't be read.
    Broken,
}

#[derive(Clone, Copy)]
enum State {
    /// The connection has not sent a whole head yet.
    New(Instant),
    /// The head of a request has arrived, and the app has not yet written the last byte of the answer. The number is
    /// [`Activity::moved`] when the head had arrived.
    Busy(Instant, u64),
    /// The app has written the whole answer. hyper may still be sending the end of it.
    Idle(Instant),
}

impl Activity {
    fn new(peer: SocketAddr) -> Self {
        let state = Mutex::new(State::New(Instant::now()));
        Self { peer, state, moved: AtomicU64::new(0), rest: Mutex::new(None), end: Notify::new() }
    }

    /// Returns the address of the client, or of the proxy in front of it.
    pub(super) fn peer(&self) -> SocketAddr {
        self.peer
    }

    pub(super) fn request_came(&self) {
        self.set(State::Busy(Instant::now(), self.moved.load(Ordering::Relaxed)));
    }

    pub(super) fn answer_left(&self) {
        self.set(State::Idle(Instant::now()));
    }

    /// Counts bytes that were read or written.
    pub(super) fn moved(&self, bytes: usize) {
        self.moved.fetch_add(u64::try_from(bytes).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Keeps the rest of a body.
    pub(super) fn leave(&self, rest: Rest) {
        *self.rest.lock().unwrap_or_else(PoisonError::into_inner) = Some(rest);
    }

    pub(super) fn take_rest(&self) -> Option<Rest> {
        self.rest.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Resolves when the connection should end after its current answer.
    pub(super) async fn asked_to_end(&self) {
        self.end.notified().await;
    }

    pub(super) fn is_busy(&self) -> bool {
        matches!(self.get(), State::Busy(..))
    }

    fn is_new(&self) -> bool {
        matches!(self.get(), State::New(_))
    }

    fn set(&self, state: State) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = state;
    }

    fn get(&self) -> State {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn idle_since(&self) -> Option<Instant> {
        match self.get() {
            State::New(since) | State::Idle(since) => Some(since),
            State::Busy(..) => None,
        }
    }
}

/// The open connections and their tasks. Dropping this value cuts the connections off.
pub(super) struct Connections {
    limit: usize,
    tasks: JoinSet<()>,
    open: HashMap<Id, Open>,
    tally: Arc<Tally>,
    lanes: Vec<ConnectionLane>,
}

/// A runtime that serves connections, and the number of its connections.
struct ConnectionLane {
    runtime: Handle,
    open: usize,
}

struct Open {
    activity: Arc<Activity>,
    task: AbortHandle,
    /// The index of the connection's lane.
    lane: usize,
    /// The time at which the current measurement of the rate began, and the number of bytes that were read and written
    /// before this time.
    sample: (Instant, u64),
}

impl Open {
    /// Returns the bytes per second since the current measurement began, but at the earliest since the request came.
    /// `None` if the connection is not busy, or if it has been busy or measured for too short a time. After some
    /// seconds, a new measurement begins, so old bytes do not count.
    fn drip(&mut self, now: Instant) -> Option<u64> {
        let State::Busy(since, at_first) = self.activity.get() else { return None };
        let (then, before) = self.sample.max((since, at_first));
        let elapsed = now.saturating_duration_since(then);
        if now.saturating_duration_since(since) < BUSY_GRACE || elapsed < SAMPLE {
            return None;
        }
        let moved = self.activity.moved.load(Ordering::Relaxed);
        if elapsed >= 2 * SAMPLE {
            self.sample = (now, moved);
        }
        moved.saturating_sub(before).checked_div(elapsed.as_secs())
    }
}

impl Connections {
    pub(super) fn new(limit: usize, tally: Arc<Tally>, lanes: &RuntimeThreads) -> Self {
        let lanes = lanes.runtimes().map(|runtime| ConnectionLane { runtime, open: 0 }).collect();
        Self { limit: limit.max(1), tasks: JoinSet::new(), open: HashMap::new(), tally, lanes }
    }

    /// Starts the connection that `serve` creates, in the lane that has the fewest connections.
    pub(super) fn open<F>(&mut self, peer: SocketAddr, serve: impl FnOnce(Arc<Activity>) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let activity = Arc::new(Activity::new(peer));
        let lane = (0..self.lanes.len()).min_by_key(|place| self.lanes[*place].open).unwrap_or_default();
        let ConnectionLane { runtime, open } = &mut self.lanes[lane];
        *open = open.saturating_add(1);
        let task = self.tasks.spawn_on(serve(Arc::clone(&activity)), runtime);
        self.open.insert(task.id(), Open { activity, task, lane, sample: (Instant::now(), 0) });
        self.tally.set_open(self.open.len());
    }

    /// Waits until a connection ends, and forgets it. Never resolves if there is no connection.
    pub(super) async fn ended(&mut self) {
        let Some(ended) = self.tasks.join_next_with_id().await else { return std::future::pending().await };
        let id = ended.map_or_else(|error| error.id(), |(id, ())| id);
        self.forget(id);
        self.tally.set_open(self.open.len());
    }

    fn forget(&mut self, id: Id) -> Option<Open> {
        let open = self.open.remove(&id)?;
        if let Some(lane) = self.lanes.get_mut(open.lane) {
            lane.open = lane.open.saturating_sub(1);
        }
        Some(open)
    }

    /// Returns whether another connection may open. At the limit, first tries to close one of the open connections.
    pub(super) fn make_room(&mut self) -> bool {
        self.open.len() < self.limit || self.close_one()
    }

    /// Closes the connection that has been idle the longest. If none is idle, closes the slowest dripping connection.
    /// Returns `false` if all connections are in use.
    ///
    /// Checking all connections takes 15 µs for each thousand, but this happens only if there are too many connections.
    /// A list that is sorted by idle time would be faster here. But all connections would share the lock of this list,
    /// and each request would have to take the lock twice.
    pub(super) fn close_one(&mut self) -> bool {
        let idle = self.open.iter().filter_map(|(id, open)| Some((open.activity.idle_since()?, *id)));
        if let Some((_, id)) = idle.min_by_key(|(since, _)| *since) {
            // The connection may have begun a request in the meantime. Clients must expect that a keep-alive connection
            // ends at such a moment.
            self.close(id, Closed::Idle);
            return true;
        }
        let now = Instant::now();
        let dripping = self.open.iter_mut().filter_map(|(id, open)| Some((open.drip(now)?, *id)));
        match dripping.min_by_key(|(rate, _)| *rate) {
            Some((rate, id)) if rate < DRIP => {
                self.close(id, Closed::Dripping);
                true
            }
            _ => {
                self.tally.close(Closed::Refused);
                false
            }
        }
    }

    fn close(&mut self, id: Id, reason: Closed) {
        if let Some(open) = self.forget(id) {
            open.task.abort();
            self.tally.close(reason);
        }
    }

    /// Asks all connections to end, except those that have not sent a whole head yet. hyper would close such
    /// connections at once, although the head of a request may be arriving.
    pub(super) fn ask_to_end(&self) {
        for open in self.open.values().filter(|open| !open.activity.is_new()) {
            open.activity.end.notify_one();
        }
    }

    /// Closes the connections that have not sent a whole head. No request is lost, since none was read.
    pub(super) fn close_newcomers(&self) {
        for open in self.open.values().filter(|open| open.activity.is_new()) {
            open.task.abort();
        }
    }

    /// Waits until all connections have ended.
    pub(super) async fn all_ended(&mut self) {
        while !self.tasks.is_empty() {
            self.ended().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_time_before_a_request_is_not_part_of_its_rate() {
        let (opened, idle, busy) = (Instant::now(), Duration::from_secs(60), Duration::from_secs(6));
        let activity = Arc::new(Activity::new(SocketAddr::from(([127, 0, 0, 1], 1))));
        let task = tokio::spawn(std::future::ready(())).abort_handle();
        let mut open = Open { activity, task, lane: 0, sample: (opened, 0) };
        open.activity.moved(500);
        open.activity.set(State::Busy(opened + idle, 500));
        open.activity.moved(6 * 2000);
        assert_eq!(open.drip(opened + idle + Duration::from_secs(3)), None);
        assert_eq!(open.drip(opened + idle + busy), Some(2000));
        // The next measurement begins here.
        assert_eq!(open.drip(opened + idle + 2 * busy), Some(0));
    }
}
