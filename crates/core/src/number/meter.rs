//! [`Meter`]: counts the steps of a request's work, and ends the work once too many steps are needed.
//!
//! A step is about a nanosecond of one core. In every request, the work that is charged as one step needs between 0.2
//! and 5 ns. Work is charged if the client's data determine how often the work repeats, by one of the costs in
//! [`cost`](super::cost). There are three ways:
//! - [`charge`] is for work that soon ends by itself, such as a product of two long integers.
//! - [`each`] is for a loop over items. The loop ends early if the meter is spent.
//! - [`go_on`] is for any other loop that may be long, and for recursion. Its error is passed on.
//!
//! **Why the meter belongs to the thread, and is not a parameter:** a parameter can be forgotten. And the operators of
//! integers, the visitors of serde and the iterators of options can't have an additional parameter. A caller creates a
//! [`Meter`] and does all of the work in [`Meter::run`]. Outside a run, nothing is limited. This is for users of the
//! library who want no limit.
//!
//! **How work ends:** once a limit is spent, every call of [`go_on`] fails, and the function that called it returns at
//! once: an error, or an arbitrary value. A value may be wrong or missing, but nobody sees it: [`Meter::run`] discards
//! the result if the meter is spent, and nothing is cached for other requests ([`is_spent`]). So such code must not
//! panic, and need not say what it returns. There were two alternatives, and both are worse.
//! Every operator on integers could return a `Result`. Or a panic could unwind the stack, but WebAssembly does not
//! support this.
//!
//! **Why a response never depends on earlier requests:** a result from the cache is charged the same steps as a result
//! that is computed ([`charge_kept`]). So there are two counts. The *charged* steps are those that the limit bounds.
//! The steps *done* are those that this request did itself. A second limit, the *room*, bounds the steps done: see
//! [`Meter::in_room`].

use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

/// The largest number of steps between two checks whether anybody still waits for the result. Doing this number of
/// steps needs some 0.25 ms.
const STRIDE: u64 = 250_000;

/// The most steps that one call charges, which is some five hours. Larger sums would end at the largest number, and then
/// no further charge would spend the limit of a part: see [`within`].
const MOST_AT_ONCE: u64 = 1 << 44;

thread_local! {
    // The number of steps until the next check. This cell is separate because it needs no destructor, and nearly every
    // charge uses only this cell.
    static LEFT: Cell<u64> = const { Cell::new(0) };
    static REST: Rest = const { Rest {
        counts: Cell::new(MeterState::WITHOUT_LIMIT),
        stop: RefCell::new(None),
        shared: RefCell::new(None),
    } };
}

/// The data of a thread's meter that are not in [`LEFT`].
struct Rest {
    counts: Cell<MeterState>,
    stop: RefCell<Option<Stop>>,
    /// The notes of [`share`] in this run; `None` if nobody asks for them.
    shared: RefCell<Option<Vec<Share>>>,
}

/// The key of a cached value, and the steps that a request was charged for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    /// The key of a cached value.
    pub(crate) key: [u64; 2],
    /// The steps for the value.
    pub(crate) steps: u64,
    /// Whether the request was charged these steps. Otherwise they are the steps of all requests of the batch so far.
    pub(crate) is_charged: bool,
}

#[derive(Clone, Copy)]
struct MeterState {
    /// The number of steps to which [`LEFT`] was last set.
    stride: u64,
    /// The steps done before [`LEFT`] was last set.
    done: u64,
    kept: u64,
    /// Steps that parts of the work have done beyond their own limits. Nobody is charged for these steps: see
    /// [`within`].
    forgiven: u64,
    limit: u64,
    room: u64,
    topic: &'static str,
    /// The number of calls of [`as_one`] that run now, one inside the other. During this time, the topic must not
    /// change.
    depth: u32,
    spent: Option<Spent>,
    /// The steps of all calls of [`charge`] that spent the meter, or found it spent.
    beyond: u64,
    /// The largest number of steps that one call has charged.
    largest: u64,
}

impl MeterState {
    const WITHOUT_LIMIT: Self = Self {
        stride: 0,
        done: 0,
        kept: 0,
        forgiven: 0,
        limit: u64::MAX,
        room: u64::MAX,
        topic: "",
        depth: 0,
        spent: None,
        beyond: 0,
        largest: 0,
    };
}

impl Rest {
    fn done(&self) -> u64 {
        let MeterState { stride, done, .. } = self.counts.get();
        done.saturating_add(stride.saturating_sub(LEFT.get()))
    }

    fn charged(&self) -> u64 {
        let MeterState { kept, forgiven, .. } = self.counts.get();
        self.done().saturating_add(kept).saturating_sub(forgiven)
    }

    /// Adds `steps` to the number of steps done, and checks whether the work may go on. If so, sets the number of steps
    /// until the next check.
    fn look(&self, steps: u64) -> Result<(), Spent> {
        let steps = steps.min(MOST_AT_ONCE);
        let MeterState { limit, room, topic, spent, .. } = self.counts.get();
        self.counts.update(|counts| MeterState { largest: counts.largest.max(steps), ..counts });
        if let Some(spent) = spent {
            // The steps are not counted as done. After a failed `go_on`, the caller does not do the work. For a call of
            // `charge`, the steps are counted in `beyond` instead.
            return Err(spent);
        }
        let done = self.done().saturating_add(steps);
        self.counts.update(|counts| MeterState { done, ..counts });
        self.go_to(0);
        let charged = self.charged();
        let spent = if charged > limit {
            Some(Spent::Limit { on: topic })
        } else if done > room {
            Some(Spent::Room)
        } else {
            // `is_asked_for` may run other metered work on this thread, as a signal handler in Python can. That work
            // exchanges `self.stop`. So the stop is cloned, and `self.stop` is not borrowed during the call.
            let stop = self.stop.borrow().clone();
            stop.filter(Stop::is_asked_for).map(|_| Spent::Stopped)
        };
        if let Some(spent) = spent {
            return Err(self.end(spent));
        }
        self.go_to(STRIDE.min(limit.saturating_sub(charged)).min(room.saturating_sub(done)));
        Ok(())
    }

    /// Marks the meter as spent. From now on, every charge calls `look`, which returns the error `spent`.
    fn end(&self, spent: Spent) -> Spent {
        let done = self.done();
        self.counts.update(|counts| MeterState { done, spent: Some(spent), ..counts });
        self.go_to(0);
        spent
    }

    fn go_to(&self, stride: u64) {
        self.counts.update(|counts| MeterState { stride, ..counts });
        LEFT.set(stride);
    }
}

/// Charges steps for work that soon ends by itself.
#[inline]
pub fn charge(steps: u64) {
    match LEFT.get().checked_sub(steps) {
        Some(left) if left > 0 => LEFT.set(left),
        // No error is returned. If the meter is spent, the next `go_on` reports it.
        _ => {
            if look(steps).is_err() {
                let more = |counts: MeterState| MeterState { beyond: counts.beyond.saturating_add(steps), ..counts };
                REST.with(|rest| rest.counts.update(more));
            }
        }
    }
}

/// The slow path of [`charge`] and [`go_on`]. Only about one charge in a thousand needs this path. It is a separate
/// function so that the fast path can be inlined.
#[cold]
fn look(steps: u64) -> Result<(), Spent> {
    REST.with(|rest| rest.look(steps))
}

/// Charges `steps` steps for each of `count` things in memory.
#[inline]
pub fn charge_each(count: usize, steps: u64) {
    charge(steps_of(count, steps));
}

/// Returns the number of steps for `count` things in memory, with `each` steps for one thing.
#[inline]
pub(crate) fn steps_of(count: usize, each: u64) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX).saturating_mul(each)
}

/// Charges steps, and returns whether the work may go on.
///
/// # Errors
/// The meter is spent. The caller should return at once, because all further results are discarded.
#[inline]
pub fn go_on(steps: u64) -> Result<(), Spent> {
    match LEFT.get().checked_sub(steps) {
        Some(left) if left > 0 => {
            LEFT.set(left);
            Ok(())
        }
        _ => look(steps),
    }
}

/// Checks whether the work may go on and whether anybody still waits, for work that was charged before.
///
/// # Errors
/// The meter is spent.
pub(crate) fn check() -> Result<(), Spent> {
    look(0)
}

/// Does the same as [`go_on`], with `steps` steps for each of `count` things in memory.
///
/// # Errors
/// The meter is spent.
#[inline]
pub(crate) fn go_on_each(count: usize, steps: u64) -> Result<(), Spent> {
    go_on(steps_of(count, steps))
}

/// Iterates over `items`, and charges `steps` steps for each item. The iterator ends early if the meter is spent. `steps`
/// is 0 if the work on an item is charged elsewhere.
pub fn each<I: IntoIterator>(items: I, steps: u64) -> Each<I::IntoIter> {
    Each { items: items.into_iter(), steps }
}

/// The iterator that [`each`] returns. It is not a `TakeWhile`, for which the compiler would generate a dozen more
/// functions in every game.
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Each<I> {
    items: I,
    steps: u64,
}

impl<I: Iterator> Iterator for Each<I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        self.items.next().filter(|_| go_on(self.steps).is_ok())
    }
}

/// Charges the steps that an earlier request needed to compute a value that is now cached.
pub fn charge_kept(steps: u64) {
    REST.with(|rest| {
        let steps = steps.min(MOST_AT_ONCE);
        rest.counts.update(|counts| MeterState { kept: counts.kept.saturating_add(steps), ..counts });
        let _ = rest.look(0);
    });
}

/// Returns the number of steps charged so far. The difference of two such numbers is the cost of the work between the
/// two calls. A request that later finds the result in the cache is charged this cost.
#[must_use]
pub fn charged() -> u64 {
    REST.with(Rest::charged)
}

/// Returns how many steps were really done. Steps that were charged for cached results do not count.
pub(crate) fn done() -> u64 {
    REST.with(Rest::done)
}

/// Returns how many more steps may be charged.
#[must_use]
pub fn left() -> u64 {
    REST.with(|rest| rest.counts.get().limit.saturating_sub(rest.charged()))
}

/// Returns whether the meter is spent. If so, nothing that was computed may be cached.
#[must_use]
pub fn is_spent() -> bool {
    REST.with(|rest| rest.counts.get().spent.is_some())
}

/// Locks a value that several threads use. Another thread may hold the lock for a long time.
///
/// # Errors
/// Another thread holds the lock, and this work may not wait.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> Result<MutexGuard<'_, T>, Spent> {
    match mutex.try_lock() {
        Ok(guard) => Ok(guard),
        // The value can still be used after a panic, because it is always stored as a whole or not at all.
        Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => {
            wait()?;
            Ok(mutex.lock().unwrap_or_else(PoisonError::into_inner))
        }
    }
}

/// Returns `Ok` if the work may wait for another thread. Work with a limited room (see [`Meter::in_room`]) may not
/// wait. It ends here with [`Spent::Room`], and may start again in a larger room.
fn wait() -> Result<(), Spent> {
    REST.with(|rest| {
        rest.look(0)?;
        if rest.counts.get().room < u64::MAX { Err(rest.end(Spent::Room)) } else { Ok(()) }
    })
}

/// Names the current work, such as "solving" or "the search of the sum". If the limit is spent on this work, the error
/// message contains this name.
pub fn work_at(topic: &'static str) {
    REST.with(|rest| {
        rest.counts.update(|counts| if counts.depth > 0 { counts } else { MeterState { topic, ..counts } });
    });
}

/// Does work whose result may be cached. During the work the topic is `topic`, even if the work calls [`work_at`]. At
/// the end, the earlier topic is restored. So an error message names the same topic, whether the work is done or its
/// result comes from the cache.
pub(crate) fn as_one<T>(topic: &'static str, work: impl FnOnce() -> T) -> T {
    let before = REST.with(|rest| {
        let before = rest.counts.get();
        work_at(topic);
        rest.counts.update(|counts| MeterState { depth: counts.depth.saturating_add(1), ..counts });
        before
    });
    let outcome = work();
    let MeterState { topic, depth, .. } = before;
    REST.with(|rest| rest.counts.update(|counts| MeterState { topic, depth, ..counts }));
    outcome
}

/// Notes that `steps` of the charged steps were for the cached value with this key. Several requests that need the same
/// value can so pay for it together. A value that another cached value is made from is not noted, since it is not looked
/// up again once the other value is cached.
pub(crate) fn share(key: [u64; 2], steps: u64) {
    note(Share { key, steps, is_charged: true });
}

/// Notes that all requests of a batch so far took `steps` steps for the cached value with this key, and that none of them
/// was charged for it: see [`uncharged`].
pub(crate) fn share_uncharged(key: [u64; 2], steps: u64) {
    note(Share { key, steps, is_charged: false });
}

fn note(share: Share) {
    REST.with(|rest| {
        if rest.counts.get().depth == 1
            && let Some(shared) = &mut *rest.shared.borrow_mut()
        {
            shared.push(share);
        }
    });
}

/// The largest number of steps for a part of the work that a response can do without, if nothing else needs this part:
/// half a second.
pub const PART: u64 = 500_000_000;

/// The largest number of steps for such a part if a request may need several of them: a fifth of a second.
pub const SMALL_PART: u64 = PART / 5 * 2;

/// Does a part of the work with at most `limit` of the remaining steps.
///
/// # Errors
/// If the part has used up `limit`, or if the whole meter is spent. In the first case, the part's result is discarded,
/// but other work may go on.
pub fn within<T>(limit: u64, work: impl FnOnce() -> T) -> Result<T, Spent> {
    let (whole, part) = REST.with(|rest| {
        let whole = rest.counts.get().limit;
        let part = whole.min(rest.charged().saturating_add(limit));
        rest.counts.update(|counts| MeterState { limit: part, ..counts });
        // This check makes the new limit effective.
        rest.look(0).map(|()| (whole, part))
    })?;
    let outcome = work();
    REST.with(|rest| {
        let spent = rest.look(0);
        rest.counts.update(|counts| MeterState { limit: whole, ..counts });
        if matches!(spent, Err(Spent::Limit { .. })) && part < whole {
            // The last charge may exceed the limit of the part. If it is for a large cached result, it may exceed the
            // limit by far. The part is charged exactly its limit, so that the charge does not depend on the cache.
            let beyond = rest.charged().saturating_sub(part);
            let forgiven = |counts: MeterState| counts.forgiven.saturating_add(beyond);
            rest.counts.update(|counts| MeterState { forgiven: forgiven(counts), spent: None, ..counts });
        }
        // This check makes the limit of the whole work effective again. The result of the check is ignored, because
        // this function returns the error of the part.
        let _ = rest.look(0);
        spent
    })?;
    Ok(outcome)
}

/// Does work that many requests share. It may take `limit` steps, whatever the request has left, and the request is not
/// charged for it. The steps still count for the room.
///
/// # Errors
/// These steps are spent, or the work has to end for another reason.
pub(crate) fn uncharged<T>(limit: u64, work: impl FnOnce() -> T) -> Result<T, Spent> {
    let (whole, before) = REST.with(|rest| {
        rest.look(0)?;
        let (MeterState { limit: whole, .. }, before) = (rest.counts.get(), rest.charged());
        rest.counts.update(|counts| MeterState { limit: before.saturating_add(limit), ..counts });
        rest.look(0).map(|()| (whole, before))
    })?;
    let outcome = work();
    REST.with(|rest| {
        let found = rest.look(0);
        let of_work = rest.charged().saturating_sub(before);
        let forgiven = |counts: MeterState| counts.forgiven.saturating_add(of_work);
        let spent = |counts: MeterState| counts.spent.filter(|spent| !matches!(spent, Spent::Limit { .. }));
        rest.counts.update(|counts| MeterState {
            limit: whole,
            forgiven: forgiven(counts),
            spent: spent(counts),
            ..counts
        });
        let _ = rest.look(0);
        found
    })?;
    Ok(outcome)
}

/// Does work that is done only once in a process, by the first request that needs it. The steps are charged to nobody,
/// and there is no limit.
pub fn for_all<T>(work: impl FnOnce() -> T) -> T {
    let session = Session::begin(None);
    session.restart(u64::MAX, u64::MAX);
    work()
}

/// The reason why work has to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Spent {
    /// The limit is spent. For the same request, this always happens at the same point of the work.
    #[error("the limit of work is spent on {on}")]
    Limit {
        /// The work on which the limit was spent.
        on: &'static str,
    },
    /// The work has done more steps than its room allows, or it would have to wait for another thread. It may start
    /// again in a larger room.
    #[error("there is no more room for the work here")]
    Room,
    /// Nobody waits for the result any more.
    #[error("nobody waits for the work")]
    Stopped,
}

/// A signal that ends work because nobody waits for the result any more. All clones share the same state.
#[derive(Clone, Default)]
pub struct Stop {
    is_asked_for: Arc<AtomicBool>,
    watch: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

impl Stop {
    /// Creates a stop that calls `watch` about every quarter of a millisecond, on the thread that works. Once `watch`
    /// returns true, the work ends. This is for Python, where only the main thread receives signals. While the main
    /// thread works, only this thread itself can find out that the user has interrupted it.
    #[must_use]
    pub fn when(watch: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { is_asked_for: Arc::default(), watch: Some(Arc::new(watch)) }
    }

    /// Tells the work to end. The work ends at its next check.
    pub fn ask(&self) {
        self.is_asked_for.store(true, Ordering::Relaxed);
    }

    /// Returns whether the work should end.
    #[must_use]
    pub fn is_asked_for(&self) -> bool {
        self.is_asked_for.load(Ordering::Relaxed) || self.watch.as_ref().is_some_and(|watch| watch())
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stop").field("is_asked_for", &self.is_asked_for).finish_non_exhaustive()
    }
}

/// The limits for the work of one request, and the numbers of steps of the last run.
#[derive(Debug)]
pub struct Meter<'s> {
    limit: u64,
    room: u64,
    stop: Option<&'s Stop>,
    charged: Cell<u64>,
    done: Cell<u64>,
    beyond: Cell<u64>,
    largest: Cell<u64>,
}

impl<'s> Meter<'s> {
    /// Creates a meter for work of at most `limit` charged steps, whether these are done or only charged for cached
    /// results.
    #[must_use]
    pub fn new(limit: u64) -> Self {
        let [charged, done, beyond, largest] = [(); 4].map(|()| Cell::new(0));
        Self { limit, room: u64::MAX, stop: None, charged, done, beyond, largest }
    }

    /// Sets a second limit, the room of the work: the number of steps that are really done. Steps that are only charged
    /// for cached results do not count.
    #[must_use]
    pub fn in_room(self, room: u64) -> Self {
        Self { room, ..self }
    }

    /// Makes the work end when [`Stop::ask`] is called on `stop`.
    #[must_use]
    pub fn until(self, stop: &'s Stop) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Does work, and charges its steps to this meter, starting from 0.
    ///
    /// # Errors
    /// The meter was spent during the work. The result is discarded.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> Result<T, Spent> {
        let Ran { outcome, charged, done, beyond, largest, .. } =
            Session::begin(self.stop).run(self.limit, self.room, work);
        self.charged.set(charged);
        self.done.set(done);
        self.beyond.set(beyond);
        self.largest.set(largest);
        outcome
    }

    /// Returns the number of steps that were charged to the last run. This is at most the limit.
    #[must_use]
    pub fn charged(&self) -> u64 {
        self.charged.get()
    }

    /// Returns how many steps the last run really did. Steps that were charged for cached results do not count.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done.get()
    }

    /// Returns the number of steps of all calls of [`charge`] that spent the meter, or found it spent. Their work was
    /// done in spite of the limit.
    #[must_use]
    pub fn beyond(&self) -> u64 {
        self.beyond.get()
    }

    /// Returns the largest number of steps that one call charged. Small charges are mostly not recorded. A run can't be
    /// ended during the piece of work that one call charges.
    #[must_use]
    pub fn largest(&self) -> u64 {
        self.largest.get()
    }
}

/// Takes over the thread's meter for several calls of [`Session::run`]. When the session ends, or if the work panics,
/// the earlier meter is restored.
pub(crate) struct Session {
    left: u64,
    rest: Rest,
    /// The steps done since [`Session::run`] last checked whether anybody still waits.
    since_look: Cell<u64>,
}

/// The outcome of a run, and its numbers of steps.
pub(crate) struct Ran<T> {
    /// The result; an error if the meter was spent.
    pub(crate) outcome: Result<T, Spent>,
    /// The result of [`Meter::charged`] for this run.
    pub(crate) charged: u64,
    /// The result of [`Meter::done`] for this run.
    pub(crate) done: u64,
    /// The result of [`Meter::beyond`] for this run.
    beyond: u64,
    /// The result of [`Meter::largest`] for this run.
    largest: u64,
    /// The notes of [`share`]; empty if [`Session::note_shares`] was not called.
    pub(crate) shared: Vec<Share>,
}

impl Session {
    /// Takes over the thread's meter, for work that ends when [`Stop::ask`] is called on `stop`.
    pub(crate) fn begin(stop: Option<&Stop>) -> Self {
        let begun = Rest {
            counts: Cell::new(MeterState::WITHOUT_LIMIT),
            stop: RefCell::new(stop.cloned()),
            shared: RefCell::new(None),
        };
        let before = Self { left: LEFT.replace(0), rest: begun, since_look: Cell::new(0) };
        before.swap();
        before
    }

    /// From now on, each run also returns the notes of [`share`].
    #[expect(clippy::unused_self, reason = "only who has taken the thread over may ask for it")]
    pub(crate) fn note_shares(&self) {
        REST.with(|rest| *rest.shared.borrow_mut() = Some(Vec::new()));
    }

    /// Does work, and counts its steps from 0. At most `limit` steps may be charged, and at most `room` steps may be
    /// really done.
    pub(crate) fn run<T>(&self, limit: u64, room: u64, work: impl FnOnce() -> T) -> Ran<T> {
        self.restart(limit, room);
        let outcome = work();
        REST.with(|rest| {
            let done = rest.done();
            // The check whether anybody still waits is not made at the end of every run. In a stream, each line is a
            // short run, and the check would take a fiftieth of the run's time.
            let since_look = self.since_look.get().saturating_add(done);
            let is_time = since_look >= STRIDE;
            self.since_look.set(if is_time { 0 } else { since_look });
            let MeterState { spent, beyond, largest, .. } = rest.counts.get();
            let spent = if is_time { rest.look(0) } else { spent.map_or(Ok(()), Err) };
            // `charged` does not include steps beyond the limit, because their number depends on the cache.
            let charged = rest.charged().min(limit);
            let shared = rest.shared.borrow_mut().as_mut().map(std::mem::take).unwrap_or_default();
            Ran { outcome: spent.map(|()| outcome), charged, done, beyond, largest, shared }
        })
    }

    /// Resets the counts of the thread's meter to 0, and sets its limits: see [`Session::run`].
    #[expect(clippy::unused_self, reason = "only who has taken the thread over may count anew")]
    fn restart(&self, limit: u64, room: u64) {
        REST.with(|rest| {
            rest.counts.set(MeterState { limit, room, ..MeterState::WITHOUT_LIMIT });
            rest.go_to(STRIDE.min(limit).min(room));
        });
    }

    /// Exchanges the meter in this session and the meter of the thread.
    fn swap(&self) {
        REST.with(|rest| {
            rest.counts.swap(&self.rest.counts);
            rest.stop.swap(&self.rest.stop);
            rest.shared.swap(&self.rest.shared);
        });
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        LEFT.set(self.left);
        self.swap();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a loop until the meter ends it. Returns the number of iterations.
    fn turns(steps: u64) -> u64 {
        each(0..1_000_000, steps).count().try_into().unwrap()
    }

    #[test]
    fn a_limit_is_spent_to_the_step() {
        for (limit, each, expected) in [(10, 1, 10), (10, 3, 3), (0, 1, 0), (1_000_000, 1_000, 1_000), (999, 1_000, 0)]
        {
            let meter = Meter::new(limit);
            let mut done = 0;
            assert_eq!(meter.run(|| done = turns(each)), Err(Spent::Limit { on: "" }), "{limit} {each}");
            assert_eq!(done, expected, "{limit} {each}");
            let exact = Meter::new(limit);
            assert_eq!(exact.run(|| (0..expected).all(|_| go_on(each).is_ok())), Ok(true));
            assert_eq!((exact.charged(), exact.done()), (expected * each, expected * each));
        }
    }

    /// A fault of the past: after a charge of nearly 2^64 steps in a part, no charge spent the meter any more.
    #[test]
    fn a_huge_charge_in_a_part_does_not_end_the_count() {
        let meter = Meter::new(100);
        let spent = meter.run(|| {
            assert!(within(10, || charge(u64::MAX)).is_err() && within(10, || charge_kept(u64::MAX)).is_err());
            turns(1)
        });
        assert_eq!(spent, Err(Spent::Limit { on: "" }));
    }

    #[test]
    fn what_is_kept_counts_for_the_limit_and_not_for_the_room() {
        let work = || {
            charge_kept(90);
            charge(9);
        };
        assert_eq!(Meter::new(100).in_room(9).run(work), Ok(()));
        assert_eq!(Meter::new(100).in_room(8).run(work), Err(Spent::Room));
        assert_eq!(Meter::new(98).in_room(8).run(work), Err(Spent::Limit { on: "" }));
    }

    #[test]
    fn a_limit_says_on_what_it_was_spent() {
        let meter = Meter::new(100);
        let spent = meter.run(|| {
            work_at("reading");
            charge(50);
            work_at("solving");
            charge(51);
            work_at("writing");
        });
        assert_eq!(spent, Err(Spent::Limit { on: "solving" }));
    }

    #[test]
    fn nobody_waits_for_what_is_stopped() {
        let stop = Stop::default();
        let meter = Meter::new(u64::MAX).until(&stop);
        assert_eq!(meter.run(|| charge(STRIDE)), Ok(()));
        stop.ask();
        assert_eq!(meter.run(|| turns(STRIDE)), Err(Spent::Stopped));
    }

    #[test]
    fn a_stop_may_watch_and_do_other_work_meanwhile() {
        let looks = Arc::new(Mutex::new(0_u64));
        let watched = Arc::clone(&looks);
        let stop = Stop::when(move || {
            Meter::new(10).until(&Stop::default()).run(|| charge(10)).unwrap();
            let mut looks = watched.lock().unwrap();
            *looks += 1;
            *looks == 3
        });
        assert_eq!(Meter::new(u64::MAX).until(&stop).run(|| turns(STRIDE)), Err(Spent::Stopped));
        assert_eq!(*looks.lock().unwrap(), 3);
    }

    #[test]
    fn a_run_leaves_the_meter_around_it_as_it_was() {
        let outer = Meter::new(100);
        outer
            .run(|| {
                charge(40);
                assert!(Meter::new(10).run(|| charge(11)).is_err());
                for_all(|| charge(1_000));
                let panics = std::panic::catch_unwind(|| Meter::new(10).run(|| panic!("on purpose")));
                assert!(panics.is_err() && !is_spent());
                assert_eq!(charged(), 40);
            })
            .unwrap();
        // Outside of all runs nothing is limited.
        charge(u64::MAX);
        assert!(go_on(u64::MAX).is_ok());
    }

    #[test]
    fn a_part_may_be_spent_and_the_whole_go_on() {
        let meter = Meter::new(100);
        let parts = || {
            let parts = [10, 30, 70].map(|limit| within(limit, || charge(25)).is_ok());
            charge(20);
            parts
        };
        assert_eq!(meter.run(parts), Ok([false, true, true]));
        assert_eq!(meter.charged(), 80);
        let whole = Meter::new(40).run(|| within(50, || charge(41)).is_ok());
        assert_eq!(whole, Err(Spent::Limit { on: "" }));
    }

    #[test]
    fn shared_work_is_not_charged_and_has_a_limit_of_its_own() {
        for work in [|| charge(25), || charge_kept(25)] {
            let meter = Meter::new(30);
            let parts = meter.run(|| {
                charge(20);
                let parts = [24, 25].map(|limit| uncharged(limit, work).is_ok());
                charge(10);
                parts
            });
            assert_eq!((parts, meter.charged()), (Ok([false, true]), 30));
        }
        assert_eq!(Meter::new(100).in_room(10).run(|| uncharged(50, || charge(20)).is_ok()), Err(Spent::Room));
    }

    #[test]
    fn a_part_that_is_spent_is_charged_its_limit_whether_work_is_done_or_kept() {
        for work in [|| charge(25), || charge_kept(25), || assert_eq!((0..25).filter(|_| go_on(1).is_ok()).count(), 10)]
        {
            for (limit, is_enough) in [(29, false), (30, true)] {
                let meter = Meter::new(limit);
                let parts = meter.run(|| {
                    assert!(within(10, work).is_err());
                    charge(20);
                });
                assert_eq!((parts.is_ok(), meter.charged()), (is_enough, limit));
            }
        }
    }

    #[test]
    fn work_that_may_be_kept_is_one_topic() {
        let parts = || {
            work_at("a part of it");
            charge(50);
        };
        let run = |kept: fn(), limit| {
            Meter::new(limit).run(|| {
                work_at("before");
                as_one("the whole", kept);
                charge(10);
            })
        };
        for work in [parts, || charge_kept(50)] {
            assert_eq!(run(work, 49), Err(Spent::Limit { on: "the whole" }));
            assert_eq!(run(work, 59), Err(Spent::Limit { on: "before" }));
            assert_eq!(run(work, 60), Ok(()));
        }
    }

    #[test]
    fn a_small_room_has_no_time_to_wait() {
        let shared = Mutex::new(7);
        let look = || lock(&shared).map(|value| *value);
        assert_eq!(Meter::new(100).in_room(50).run(look), Ok(Ok(7)));
        let _held = shared.lock().unwrap();
        assert_eq!(Meter::new(100).in_room(50).run(look), Err(Spent::Room));
    }
}
