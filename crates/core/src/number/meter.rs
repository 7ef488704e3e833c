//! [`Meter`]: counts the work of a request while it is done, and ends it when its limit is spent.
//!
//! A step is about a nanosecond of one core: work charged as one step takes between 0.2 and 5 ns, whatever is asked.
//! All work that repeats as often as a client can choose is charged. [`charge`] is for work that soon ends by itself,
//! such as a product of two long integers; [`go_on`] is for each turn of a loop that may be long.
//!
//! **Why the meter belongs to the thread, and is no parameter:** one can forget to pass a meter on. And the operators
//! of integers, the visitors of serde and the iterators of options take no parameters of ours. A caller opens a
//! [`Meter`] and does all of the work in [`Meter::run`]. Outside a run nothing is limited, for users of the library who
//! want that.
//!
//! **How work ends:** once a limit is spent, [`go_on`] fails each time, and its caller returns at once with any value.
//! The value may be wrong, but nobody sees it: [`Meter::run`] returns nothing from a run that was spent, and nothing is
//! then kept for others ([`is_spent`]). The alternatives were worse: an error in the type of each sum of two integers,
//! or unwinding the stack, which WebAssembly can't.
//!
//! **Why an answer never depends on what ran before:** cached results cost the same as computing them
//! ([`charge_kept`]). So there are two counts: the *charged* steps, which the limit bounds, and the steps *done*, which
//! decide where there is room for the work: see [`Meter::in_room`].

use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

/// The largest number of steps between two checks whether anybody still waits for the work: 0.25 ms.
const STRIDE: u64 = 250_000;

thread_local! {
    // A separate cell needs no destructor, and nearly every charge uses only this one.
    static LEFT: Cell<u64> = const { Cell::new(0) };
    static REST: Rest = const { Rest { counts: Cell::new(MeterState::WITHOUT_LIMIT), stop: RefCell::new(None) } };
}

/// The rest of the meter of a thread.
struct Rest {
    counts: Cell<MeterState>,
    stop: RefCell<Option<Stop>>,
}

#[derive(Clone, Copy)]
struct MeterState {
    /// The number of steps with which [`LEFT`] was last filled.
    stride: u64,
    /// The steps done before [`LEFT`] was last filled.
    done: u64,
    kept: u64,
    /// Steps done beyond the limits of parts. They are charged to nobody: see [`within`].
    forgiven: u64,
    limit: u64,
    room: u64,
    topic: &'static str,
    /// True if the topic stays until the work that may be kept is done. See [`as_one`].
    is_one: bool,
    spent: Option<Spent>,
    /// Steps charged since the meter was spent.
    beyond: u64,
    /// The largest number of steps charged at once.
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
        is_one: false,
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

    /// Checks whether the work may go on after `steps` more steps, and if so, sets the distance to the next check.
    fn look(&self, steps: u64) -> Result<(), Spent> {
        let MeterState { limit, room, topic, spent, .. } = self.counts.get();
        self.counts.update(|counts| MeterState { largest: counts.largest.max(steps), ..counts });
        if let Some(spent) = spent {
            // Work that is charged from now on will not be done.
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
            // This is a clone, because `is_asked_for` may do other work on this thread meanwhile, as a signal handler
            // of Python does.
            let stop = self.stop.borrow().clone();
            stop.filter(Stop::is_asked_for).map(|_| Spent::Stopped)
        };
        if let Some(spent) = spent {
            return Err(self.end(spent));
        }
        self.go_to(STRIDE.min(limit.saturating_sub(charged)).min(room.saturating_sub(done)));
        Ok(())
    }

    /// Makes every later step reach the check, which then fails.
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
        // `charge` does not say that the meter is spent; the next `go_on` does.
        _ => {
            if look(steps).is_err() {
                let more = |counts: MeterState| MeterState { beyond: counts.beyond.saturating_add(steps), ..counts };
                REST.with(|rest| rest.counts.update(more));
            }
        }
    }
}

/// The path of one charge in a thousand. It is separate so that the others are inlined.
#[cold]
fn look(steps: u64) -> Result<(), Spent> {
    REST.with(|rest| rest.look(steps))
}

/// Charges `steps` steps for each of `count` things in memory.
#[inline]
pub fn charge_each(count: usize, steps: u64) {
    charge(steps_of(count, steps));
}

/// Returns `each` steps for each of `count` things in memory.
#[inline]
pub(crate) fn steps_of(count: usize, each: u64) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX).saturating_mul(each)
}

/// Charges steps, and says whether the work may go on.
///
/// # Errors
/// If the meter is spent. All results from here on are discarded, so return at once.
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

/// Does the same for `steps` steps for each of `count` things in memory.
///
/// # Errors
/// The same as [`go_on`].
#[inline]
pub(crate) fn go_on_each(count: usize, steps: u64) -> Result<(), Spent> {
    go_on(steps_of(count, steps))
}

/// Charges the steps that an earlier request took to make a value that is now cached.
pub fn charge_kept(steps: u64) {
    REST.with(|rest| {
        rest.counts.update(|counts| MeterState { kept: counts.kept.saturating_add(steps), ..counts });
        let _ = rest.look(0);
    });
}

/// Returns all steps charged so far. The difference of two readings is the charge of the work between them, for a
/// request that finds its result cached.
#[must_use]
pub fn charged() -> u64 {
    REST.with(Rest::charged)
}

/// Returns how many of the charged steps were done, and not only charged for cached results.
pub(crate) fn done() -> u64 {
    REST.with(Rest::done)
}

/// Returns how many more steps may be charged.
#[must_use]
pub fn left() -> u64 {
    REST.with(|rest| rest.counts.get().limit.saturating_sub(rest.charged()))
}

/// Returns whether the meter is spent. Then nothing that was computed may be kept.
#[must_use]
pub fn is_spent() -> bool {
    REST.with(|rest| rest.counts.get().spent.is_some())
}

/// Locks a value that threads share. Another thread may use it for a long time.
///
/// # Errors
/// If another thread uses the value, and there is no time to wait here.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> Result<MutexGuard<'_, T>, Spent> {
    match mutex.try_lock() {
        Ok(guard) => Ok(guard),
        // A value is stored as a whole or not at all, so it is sound after a panic.
        Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => {
            wait()?;
            Ok(mutex.lock().unwrap_or_else(PoisonError::into_inner))
        }
    }
}

/// Returns whether the work may wait for another thread. In a small room it may not. Then it starts again in a larger
/// room.
fn wait() -> Result<(), Spent> {
    REST.with(|rest| {
        rest.look(0)?;
        if rest.counts.get().room < u64::MAX { Err(rest.end(Spent::Room)) } else { Ok(()) }
    })
}

/// Names the current work. The client is told the name if the limit is spent on it: "solving", "the search of the sum".
pub fn work_at(topic: &'static str) {
    REST.with(|rest| rest.counts.update(|counts| if counts.is_one { counts } else { MeterState { topic, ..counts } }));
}

/// Does work whose result may be kept. It has one topic, whatever its parts are. The topic before is restored at the
/// end. So an error names the same topic whether the work is done or its result was cached.
pub(crate) fn as_one<T>(topic: &'static str, work: impl FnOnce() -> T) -> T {
    let before = REST.with(|rest| {
        let before = rest.counts.get();
        work_at(topic);
        rest.counts.update(|counts| MeterState { is_one: true, ..counts });
        before
    });
    let outcome = work();
    let MeterState { topic, is_one, .. } = before;
    REST.with(|rest| rest.counts.update(|counts| MeterState { topic, is_one, ..counts }));
    outcome
}

/// Does a part of the work that may take at most `limit` of the remaining steps.
///
/// # Errors
/// If the part was spent: its result is discarded, and the rest may go on. Also if the whole was spent.
pub fn within<T>(limit: u64, work: impl FnOnce() -> T) -> Result<T, Spent> {
    let (whole, part) = REST.with(|rest| {
        let whole = rest.counts.get().limit;
        let part = whole.min(rest.charged().saturating_add(limit));
        rest.counts.update(|counts| MeterState { limit: part, ..counts });
        // From here on the new limit counts.
        rest.look(0).map(|()| (whole, part))
    })?;
    let outcome = work();
    REST.with(|rest| {
        let spent = rest.look(0);
        rest.counts.update(|counts| MeterState { limit: whole, ..counts });
        if matches!(spent, Err(Spent::Limit { .. })) && part < whole {
            // The last piece of work may exceed the part, and a cached result may be one large piece. The part is
            // charged its limit and no more, whether the pieces were done or cached.
            let beyond = rest.charged().saturating_sub(part);
            let forgiven = |counts: MeterState| counts.forgiven.saturating_add(beyond);
            rest.counts.update(|counts| MeterState { forgiven: forgiven(counts), spent: None, ..counts });
        }
        // The part may be spent while the whole is not. The returned error is that of the part.
        let _ = rest.look(0);
        spent
    })?;
    Ok(outcome)
}

/// Does work that is done once in the life of a process, by the first request that needs it. It is charged to nobody,
/// and can't be spent.
pub fn for_all<T>(work: impl FnOnce() -> T) -> T {
    let session = Session::begin(None);
    session.restart(u64::MAX, u64::MAX);
    work()
}

/// The reason why work has to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Spent {
    /// The limit is spent, always in the same place.
    #[error("the limit of work is spent on {on}")]
    Limit {
        /// The work on which it was spent.
        on: &'static str,
    },
    /// There is no more room for the work here. It may start again in a larger room.
    #[error("there is no more room for the work here")]
    Room,
    /// Nobody waits for it any more.
    #[error("nobody waits for the work")]
    Stopped,
}

/// Tells work that nobody waits for it any more. Clones share one state.
#[derive(Clone, Default)]
pub struct Stop {
    is_asked_for: Arc<AtomicBool>,
    watch: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

impl Stop {
    /// Creates a stop that calls `watch` every quarter of a millisecond or so, on the thread that works, and ends the
    /// work once it returns true. It is for callers like Python: only its main thread receives signals, so only that
    /// thread can learn that nobody waits.
    #[must_use]
    pub fn when(watch: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { is_asked_for: Arc::default(), watch: Some(Arc::new(watch)) }
    }

    /// Ends the work from now on.
    pub fn ask(&self) {
        self.is_asked_for.store(true, Ordering::Relaxed);
    }

    /// Returns whether nobody waits any more.
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

/// The limits of one request's work, and the steps that it took.
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
    /// Creates a meter for work of at most `limit` steps, whether they are done or only charged for cached results.
    #[must_use]
    pub fn new(limit: u64) -> Self {
        let [charged, done, beyond, largest] = [(); 4].map(|()| Cell::new(0));
        Self { limit, room: u64::MAX, stop: None, charged, done, beyond, largest }
    }

    /// Also bounds the steps that are really done.
    #[must_use]
    pub fn in_room(self, room: u64) -> Self {
        Self { room, ..self }
    }

    /// Makes the work end when `stop` is asked.
    #[must_use]
    pub fn until(self, stop: &'s Stop) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Does work, and charges it to this meter from 0 on.
    ///
    /// # Errors
    /// If the meter was spent. The result is then discarded.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> Result<T, Spent> {
        let Ran { outcome, charged, done, beyond, largest } =
            Session::begin(self.stop).run(self.limit, self.room, work);
        self.charged.set(charged);
        self.done.set(done);
        self.beyond.set(beyond);
        self.largest.set(largest);
        outcome
    }

    /// Returns how many steps the last run was charged: at most its limit.
    #[must_use]
    pub fn charged(&self) -> u64 {
        self.charged.get()
    }

    /// Returns how many of these it did itself.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done.get()
    }

    /// Returns the number of steps that were charged after the meter was spent, by work that did not ask whether to go
    /// on.
    #[must_use]
    pub fn beyond(&self) -> u64 {
        self.beyond.get()
    }

    /// Returns the largest number of steps that were charged at once, unless all pieces were short. Work can't be ended
    /// during such a piece.
    #[must_use]
    pub fn largest(&self) -> u64 {
        self.largest.get()
    }
}

/// The meter of the thread for several runs. The earlier meter is restored at the end, or if the work panics.
pub(crate) struct Session {
    left: u64,
    rest: Rest,
    /// Steps done since a run last checked whether anybody waits.
    since_look: Cell<u64>,
}

/// The outcome of work, and its steps.
pub(crate) struct Ran<T> {
    /// The result; an error if the meter was spent.
    pub(crate) outcome: Result<T, Spent>,
    /// [`Meter::charged`].
    pub(crate) charged: u64,
    /// [`Meter::done`].
    pub(crate) done: u64,
    /// [`Meter::beyond`].
    beyond: u64,
    /// [`Meter::largest`].
    largest: u64,
}

impl Session {
    /// Takes over the thread's meter, for work that ends when `stop` is asked.
    pub(crate) fn begin(stop: Option<&Stop>) -> Self {
        let begun = Rest { counts: Cell::new(MeterState::WITHOUT_LIMIT), stop: RefCell::new(stop.cloned()) };
        let before = Self { left: LEFT.replace(0), rest: begun, since_look: Cell::new(0) };
        before.swap();
        before
    }

    /// Does work, charged from 0 on.
    pub(crate) fn run<T>(&self, limit: u64, room: u64, work: impl FnOnce() -> T) -> Ran<T> {
        self.restart(limit, room);
        let outcome = work();
        REST.with(|rest| {
            let done = rest.done();
            // Runs are usually short. A check at the end of each took a fiftieth of the time of a line of a stream.
            let since_look = self.since_look.get().saturating_add(done);
            let is_time = since_look >= STRIDE;
            self.since_look.set(if is_time { 0 } else { since_look });
            let MeterState { spent, beyond, largest, .. } = rest.counts.get();
            let spent = if is_time { rest.look(0) } else { spent.map_or(Ok(()), Err) };
            // The number of steps by which the last piece of work exceeds the limit depends on the cache.
            let charged = rest.charged().min(limit);
            Ran { outcome: spent.map(|()| outcome), charged, done, beyond, largest }
        })
    }

    /// Starts to count from 0.
    #[expect(clippy::unused_self, reason = "only who has taken the thread over may count anew")]
    fn restart(&self, limit: u64, room: u64) {
        REST.with(|rest| {
            rest.counts.set(MeterState { limit, room, ..MeterState::WITHOUT_LIMIT });
            rest.go_to(STRIDE.min(limit).min(room));
        });
    }

    /// Swaps the meter that is kept here and the meter of the thread.
    fn swap(&self) {
        REST.with(|rest| {
            rest.counts.swap(&self.rest.counts);
            rest.stop.swap(&self.rest.stop);
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

    /// Works until it is told to end. Returns the number of turns.
    fn turns(each: u64) -> u64 {
        (0..1_000_000).take_while(|_| go_on(each).is_ok()).count().try_into().unwrap()
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
