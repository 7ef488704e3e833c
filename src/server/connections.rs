//! Keeps the open connections, and chooses which one is closed if there are too many.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use hyper::body::Incoming;
use tokio::runtime::Handle;
use tokio::sync::Notify;
use tokio::task::{AbortHandle, Id, JoinSet};

use super::lanes::RuntimeThreads;
use super::tally::{Closed, Tally};

/// The time for which a connection may be busy before its rate is judged. During long work, no byte is sent or
/// received. A connection whose body is still arriving is judged earlier, by [`HEAD_START`].
const BUSY_GRACE: Duration = Duration::from_secs(5);

/// The time for which an idle connection is kept if another connection is slow. A client that sends one request after
/// another often pauses for a moment.
const IDLE_GRACE: Duration = Duration::from_secs(5);

/// The shortest time over which the rate of a connection is measured.
const SAMPLE: Duration = Duration::from_secs(2);

/// The rate, in bytes per second in both directions together, below which a busy connection counts as dripping.
const DRIP: u64 = 1024;

/// The rate, in bytes per second, below which a connection counts as dripping while a body is arriving. Usual
/// connections are at least ten times as fast.
const SLOW_BODY: u64 = 4096;

/// The number of bytes that are added to those of a body when its rate is computed. So a connection is not judged in the
/// first sixteenth of a second, and of several connections that send nothing, the oldest is the slowest. With a fixed
/// grace instead, clients that drip for less than this grace and then connect again could occupy all connections.
const HEAD_START: u64 = 256;

/// The state of a connection. The task of the connection writes the state at each request. The state is read when some
/// connection must be closed.
pub(super) struct Activity {
    peer: SocketAddr,
    state: Mutex<State>,
    /// The number of bytes that were read and written.
    moved: AtomicU64,
    /// True while the body of the current request is arriving and the app wants it.
    receives: AtomicBool,
    /// The rest of the current request's body, if the app did not read the body to its end.
    rest: Mutex<Option<UnreadBody>>,
    end: Notify,
}

/// The rest of a body that the app did not read to its end.
pub(super) enum UnreadBody {
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
        Self {
            peer,
            state,
            moved: AtomicU64::new(0),
            receives: AtomicBool::new(false),
            rest: Mutex::new(None),
            end: Notify::new(),
        }
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

    /// Notes whether a body is arriving.
    pub(super) fn receive(&self, receives: bool) {
        self.receives.store(receives, Ordering::Relaxed);
    }

    /// Keeps the rest of a body.
    pub(super) fn leave(&self, rest: UnreadBody) {
        *self.rest.lock().unwrap_or_else(PoisonError::into_inner) = Some(rest);
    }

    pub(super) fn take_rest(&self) -> Option<UnreadBody> {
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
    /// Returns the bytes per second of a dripping connection. The rate is measured since the current measurement began,
    /// but at the earliest since the request came. `None` if the connection is not busy, or is fast enough, or has been
    /// busy or measured for too short a time. After some seconds, a new measurement begins, so old bytes do not count.
    fn drip(&mut self, now: Instant) -> Option<u64> {
        let State::Busy(since, at_first) = self.activity.get() else { return None };
        let (then, before) = self.sample.max((since, at_first));
        let elapsed = now.saturating_duration_since(then);
        let receives = self.activity.receives.load(Ordering::Relaxed);
        if !receives && (now.saturating_duration_since(since) < BUSY_GRACE || elapsed < SAMPLE) {
            return None;
        }
        let moved = self.activity.moved.load(Ordering::Relaxed);
        if elapsed >= 2 * SAMPLE {
            self.sample = (now, moved);
        }
        let (head_start, limit) = if receives { (HEAD_START, SLOW_BODY) } else { (0, DRIP) };
        let milliseconds = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
        let bytes = moved.saturating_sub(before).saturating_add(head_start);
        bytes.saturating_mul(1000).checked_div(milliseconds).filter(|rate| *rate < limit)
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

    /// Closes the connection that [`give_way`](Self::give_way) returns. Returns `false` if all connections are in use.
    pub(super) fn close_one(&mut self) -> bool {
        let Some((id, reason)) = self.give_way(Instant::now()) else {
            self.tally.close(Closed::Refused);
            return false;
        };
        self.close(id, reason);
        true
    }

    /// Returns the connection that should be closed first: the one that has been idle the longest, but if it has been
    /// idle for less than [`IDLE_GRACE`], the slowest dripping one. `None` if all connections are in use.
    ///
    /// Checking all connections takes 15 µs for each thousand, but this happens only if there are too many connections.
    /// A list that is sorted by idle time would be faster here. But all connections would share the lock of this list,
    /// and each request would have to take the lock twice.
    fn give_way(&mut self, now: Instant) -> Option<(Id, Closed)> {
        let idle = self.open.iter().filter_map(|(id, open)| Some((open.activity.idle_since()?, *id)));
        // The connection may begin a request before it is closed. Clients must expect that a keep-alive connection ends
        // at such a moment.
        let idle = idle.min_by_key(|(since, _)| *since).map(|(since, id)| (since, (id, Closed::Idle)));
        if let Some((_, long_idle)) = idle.filter(|(since, _)| now.saturating_duration_since(*since) >= IDLE_GRACE) {
            return Some(long_idle);
        }
        let dripping = self.open.iter_mut().filter_map(|(id, open)| Some((open.drip(now)?, *id)));
        let slowest = dripping.min_by_key(|(rate, _)| *rate).map(|(_, id)| (id, Closed::Dripping));
        slowest.or(idle.map(|(_, idle)| idle))
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
        assert_eq!(open.drip(opened + idle + busy), None, "2,000 bytes per second are enough");
        // The next measurement begins here.
        assert_eq!(open.drip(opened + idle + 2 * busy), Some(0));
    }

    /// Returns connections in these states, with their ids and a time for which the states hold. A state is the age of
    /// the request in milliseconds, the bytes that came since, and whether the body is still arriving. For an idle
    /// connection it is only an age.
    fn connections(states: &[(u64, Option<(u64, bool)>)]) -> (Connections, Vec<Id>, Instant) {
        let mut all = Connections::new(states.len(), Arc::default(), &RuntimeThreads::default());
        let (mut ids, now) = (Vec::new(), Instant::now() + Duration::from_secs(60));
        for (age, request) in states {
            let since = now.checked_sub(Duration::from_millis(*age)).unwrap();
            all.open(SocketAddr::from(([127, 0, 0, 1], 1)), |activity| {
                activity.set(request.map_or(State::Idle(since), |_| State::Busy(since, 0)));
                let (bytes, receives) = request.unwrap_or_default();
                activity.moved.store(bytes, Ordering::Relaxed);
                activity.receive(receives);
                std::future::pending()
            });
            ids.push(*all.open.keys().find(|id| !ids.contains(*id)).unwrap());
        }
        (all, ids, now)
    }

    #[tokio::test]
    async fn bodies_that_drip_give_way_at_once_and_the_slowest_goes_first() {
        let (mut all, ids, now) = connections(&[
            (50, Some((0, true))),
            (1_000, Some((100_000, true))),
            (400, Some((0, true))),
            (2_000, Some((0, true))),
            (2_000, Some((100, true))),
            (3_000, Some((0, false))),
            (1_000, None),
        ]);
        // The rest is new, fast, at work or idle. Only the idle one loses no request.
        for next in [3, 4, 2, 6] {
            let (id, _) = all.give_way(now).unwrap();
            assert_eq!(ids.iter().position(|other| *other == id), Some(next));
            all.close(id, Closed::Dripping);
        }
        assert!(all.give_way(now).is_none());
    }

    #[tokio::test]
    async fn a_connection_that_was_idle_for_long_goes_before_a_slow_one() {
        let (mut all, ids, now) = connections(&[(2_000, Some((0, true))), (6_000, None)]);
        assert_eq!(all.give_way(now).map(|(id, _)| id), Some(ids[1]));
    }
}
