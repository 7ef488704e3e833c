//! The open connections, and which of them can be spared.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;
use tokio::task::{AbortHandle, Id, JoinSet};

/// What a connection is doing. Written by its service at each request, read when one must go.
pub(super) struct Activity {
    state: Mutex<State>,
    end: Notify,
}

#[derive(Clone, Copy)]
enum State {
    /// Has not sent a whole head yet.
    New(Instant),
    /// From a request's head to the last byte of the answer that the app produces.
    Busy,
    /// Has been answered; hyper may still be writing the end of it.
    Idle(Instant),
}

impl Activity {
    fn new() -> Self {
        Self { state: Mutex::new(State::New(Instant::now())), end: Notify::new() }
    }

    pub(super) fn request_came(&self) {
        self.set(State::Busy);
    }

    pub(super) fn answer_left(&self) {
        self.set(State::Idle(Instant::now()));
    }

    /// Resolves when the connection should end as soon as it has answered.
    pub(super) async fn asked_to_end(&self) {
        self.end.notified().await;
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
            State::Busy => None,
        }
    }
}

/// The tasks of all open connections; dropping it cuts them off.
pub(super) struct Connections {
    limit: usize,
    tasks: JoinSet<()>,
    open: HashMap<Id, Open>,
}

struct Open {
    activity: Arc<Activity>,
    task: AbortHandle,
}

impl Connections {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit: limit.max(1), tasks: JoinSet::new(), open: HashMap::new() }
    }

    /// Starts the connection that `serve` makes.
    pub(super) fn open<F>(&mut self, serve: impl FnOnce(Arc<Activity>) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let activity = Arc::new(Activity::new());
        let task = self.tasks.spawn(serve(Arc::clone(&activity)));
        self.open.insert(task.id(), Open { activity, task });
    }

    /// Waits until a connection ends, and forgets it; never resolves while there is none.
    pub(super) async fn ended(&mut self) {
        let Some(ended) = self.tasks.join_next_with_id().await else { return std::future::pending().await };
        let id = ended.map_or_else(|error| error.id(), |(id, ())| id);
        self.open.remove(&id);
    }

    /// Whether one more may open, if need be after closing the one that has been idle the longest.
    pub(super) fn make_room(&mut self) -> bool {
        self.open.len() < self.limit || self.close_longest_idle()
    }

    /// False if all are busy.
    ///
    /// This looks at every connection, which takes 15 µs per thousand, but only over the limit. A list kept in order
    /// of idleness would cost each request two turns at a lock that all connections share.
    pub(super) fn close_longest_idle(&mut self) -> bool {
        let idle = self.open.iter().filter_map(|(id, open)| Some((open.activity.idle_since()?, *id)));
        let Some((_, id)) = idle.min_by_key(|(since, _)| *since) else { return false };
        // It may have begun a request since we looked: that is the race of every keep-alive connection that closes.
        self.open.remove(&id).inspect(|open| open.task.abort()).is_some()
    }

    /// Asks all to end but those that never sent a whole head: hyper closes them unread, and a request may be waiting.
    pub(super) fn ask_to_end(&self) {
        for open in self.open.values().filter(|open| !open.activity.is_new()) {
            open.activity.end.notify_one();
        }
    }

    /// Closes those that never sent a whole head: nothing of theirs is lost that was read.
    pub(super) fn close_newcomers(&self) {
        for open in self.open.values().filter(|open| open.activity.is_new()) {
            open.task.abort();
        }
    }

    /// Waits until there is none.
    pub(super) async fn all_ended(&mut self) {
        while !self.tasks.is_empty() {
            self.ended().await;
        }
    }
}
