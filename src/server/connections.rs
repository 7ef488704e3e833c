//! The open connections, and the choice of one to close.

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

/// The time that a connection may be busy before it is judged. Its request may be long work, during which no byte
/// moves.
const BUSY_GRACE: Duration = Duration::from_secs(5);

/// The time over which the rate of a connection is measured.
const SAMPLE: Duration = Duration::from_secs(2);

/// Bytes a second, both ways, below which a busy connection drips.
const DRIP: u64 = 1024;

/// The state of a connection. Its service writes it at each request; it is read when a connection must be closed.
pub(super) struct Activity {
    peer: SocketAddr,
    state: Mutex<State>,
    /// Bytes read and written.
    moved: AtomicU64,
    /// The body of the current request, if the app did not want all of it.
    unread: Mutex<Option<Incoming>>,
    end: Notify,
}

#[derive(Clone, Copy)]
enum State {
    /// The connection has not sent a whole head yet.
    New(Instant),
    /// The connection is between a request's head and the last byte that the app writes of the answer.
    Busy(Instant),
    /// The connection has been answered; hyper may still be writing the end of the answer.
    Idle(Instant),
}

impl Activity {
    fn new(peer: SocketAddr) -> Self {
        let state = Mutex::new(State::New(Instant::now()));
        Self { peer, state, moved: AtomicU64::new(0), unread: Mutex::new(None), end: Notify::new() }
    }

    /// Returns the address of its client, or of the proxy in front of it.
    pub(super) fn peer(&self) -> SocketAddr {
        self.peer
    }

    pub(super) fn request_came(&self) {
        self.set(State::Busy(Instant::now()));
    }

    pub(super) fn answer_left(&self) {
        self.set(State::Idle(Instant::now()));
    }

    /// Counts bytes that were read or written.
    pub(super) fn moved(&self, bytes: usize) {
        self.moved.fetch_add(u64::try_from(bytes).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Keeps a body that the app dropped before its end.
    pub(super) fn leave_unread(&self, body: Incoming) {
        *self.unread.lock().unwrap_or_else(PoisonError::into_inner) = Some(body);
    }

    pub(super) fn take_unread(&self) -> Option<Incoming> {
        self.unread.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Resolves when the connection should end as soon as it has answered.
    pub(super) async fn asked_to_end(&self) {
        self.end.notified().await;
    }

    pub(super) fn is_busy(&self) -> bool {
        matches!(self.get(), State::Busy(_))
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
            State::Busy(_) => None,
        }
    }
}

/// The tasks of all open connections; dropping it cuts them off.
pub(super) struct Connections {
    limit: usize,
    tasks: JoinSet<()>,
    open: HashMap<Id, Open>,
    tally: Arc<Tally>,
    lanes: Vec<ConnectionLane>,
}

/// A runtime that serves connections, and the number of connections that it serves.
struct ConnectionLane {
    runtime: Handle,
    open: usize,
}

struct Open {
    activity: Arc<Activity>,
    task: AbortHandle,
    /// The index of its lane.
    lane: usize,
    /// The time of the last measurement of its rate, and the number of bytes that it had moved by then.
    sample: (Instant, u64),
}

impl Open {
    /// Returns the bytes a second since the last measurement; `None` if the connection is not busy, or not for long
    /// enough. Each measurement starts from 0, so bytes that moved long ago do not count.
    fn drip(&mut self, now: Instant) -> Option<u64> {
        let State::Busy(since) = self.activity.get() else { return None };
        let (then, before) = self.sample;
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

    /// Waits until a connection ends, and forgets it. Never resolves if there is none.
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

    /// Returns whether another connection may open. At the limit it first closes a connection that can be spared.
    pub(super) fn make_room(&mut self) -> bool {
        self.open.len() < self.limit || self.close_one()
    }

    /// Closes the connection that has been idle the longest; if none is idle, the one that drips the slowest. Returns
    /// `false` if all are in use.
    ///
    /// This checks every connection, 15 µs per thousand, but only over the limit. A list in order of idleness would
    /// cost each request two turns at a lock that all connections share.
    pub(super) fn close_one(&mut self) -> bool {
        let idle = self.open.iter().filter_map(|(id, open)| Some((open.activity.idle_since()?, *id)));
        if let Some((_, id)) = idle.min_by_key(|(since, _)| *since) {
            // It may have begun a request in the meantime. Every keep-alive connection that closes has this race.
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

    /// Asks all connections to end, except those that never sent a whole head: hyper would close them unread, and a
    /// request may be waiting.
    pub(super) fn ask_to_end(&self) {
        for open in self.open.values().filter(|open| !open.activity.is_new()) {
            open.activity.end.notify_one();
        }
    }

    /// Closes the connections that never sent a whole head: no request of theirs was read.
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
