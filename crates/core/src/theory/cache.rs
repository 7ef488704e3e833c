//! [`Cache`]: results of earlier work, shared by all requests. One limit of bytes holds for all kinds of results
//! together.

use std::any::{Any, TypeId};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::number::meter::{self, Spent};

/// The default limit for the bytes of all cached values.
pub const DEFAULT_MAX_BYTES: usize = 256 << 20;

/// The kinds of cached values. Metrics count each kind separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheKind {
    /// Tables of games of heaps.
    Heaps,
    /// Misère quotients.
    Quotients,
    /// Positions of deletion games.
    Deletion,
    /// Labels of clients' graphs.
    Graphs,
    /// Searches of games that have no theory.
    Searches,
    /// Tables that serve only one game, such as Wythoff's game.
    Tables,
    /// Positions and moves of games whose rules clients sent.
    Rules,
}

impl CacheKind {
    /// All kinds of cached values.
    pub const ALL: [Self; 7] =
        [Self::Heaps, Self::Quotients, Self::Deletion, Self::Graphs, Self::Searches, Self::Tables, Self::Rules];

    /// Returns the name of the kind in metrics.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Heaps => "heaps",
            Self::Quotients => "quotients",
            Self::Deletion => "deletion",
            Self::Graphs => "graphs",
            Self::Searches => "searches",
            Self::Tables => "tables",
            Self::Rules => "rules",
        }
    }

    /// Returns the place of the kind in [`Self::ALL`].
    fn place(self) -> usize {
        Self::ALL.iter().position(|kind| *kind == self).unwrap_or(0)
    }
}

/// A value that a cache keeps.
pub(crate) trait Cached: Send + Sync + 'static {
    const KIND: CacheKind;

    /// Returns the bytes that the value has allocated: see [`allocated`].
    fn bytes(&self) -> usize;

    /// Returns whether the value holds nothing worth keeping.
    fn is_empty(&self) -> bool {
        false
    }
}

/// Returns the bytes that one allocation of `count` values of type `T` needs, including the allocator's overhead.
pub(crate) fn allocated<T>(count: usize) -> usize {
    /// The GNU allocator puts a header of 8 bytes before each allocation, and rounds the size up to a multiple of 16.
    /// Other allocators round up more.
    const OF_THE_ALLOCATOR: usize = 16;
    match count.saturating_mul(size_of::<T>()) {
        0 => 0,
        bytes => bytes.saturating_add(OF_THE_ALLOCATOR),
    }
}

/// Returns the bytes that a hash map of the standard library needs if it has room for `capacity` entries.
pub(crate) fn of_map<K, V>(capacity: usize) -> usize {
    if capacity == 0 {
        return 0;
    }
    // The number of slots is a power of two, and at most 7 of 8 slots are used. Each slot has a byte that tells whether
    // it is used.
    let slots = (capacity.saturating_mul(8) / 7).next_power_of_two();
    allocated::<(K, V)>(slots).saturating_add(slots)
}

/// A cache of values by their keys. If several threads want the same key, one thread works on the value and the others
/// wait. If all values together need too many bytes, the least recently used ones are removed first, whatever their
/// kinds.
pub struct Cache {
    max_bytes: usize,
    /// The secret keys of the two hash functions: see [`HashedKey`].
    secrets: [RandomState; 2],
    inner: Mutex<Inner>,
}

/// The key of a value in the map: a 128-bit hash of the value's type and of the caller's key, under two secret keys.
/// Only someone who knows the secret keys can construct a collision, and collisions by chance do not occur in practice.
/// A caller's long key takes no more memory than a short one.
pub(crate) type HashedKey = [u64; 2];

#[derive(Default)]
struct Inner {
    entries: HashMap<HashedKey, Entry>,
    /// The keys in the order of their last use.
    by_age: BTreeMap<u64, HashedKey>,
    /// The sum of the `bytes` of all entries.
    bytes: usize,
    /// Counts how often values were looked up. Each entry records the `clock` of its latest look-up, so entries can be
    /// sorted by their last use.
    clock: u64,
    /// The counts, in the order of [`CacheKind::ALL`].
    counts: [CacheCounts; CacheKind::ALL.len()],
}

struct Entry {
    /// The value, inside a mutex.
    value: Arc<dyn Any + Send + Sync>,
    kind: CacheKind,
    bytes: usize,
    used: u64,
}

/// The size of all values of one kind in a cache, and how often the cache helped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheCounts {
    /// The size in bytes of all values of this kind together.
    pub bytes: usize,
    /// The number of times that a value was in the cache.
    pub hits: u64,
    /// The number of times that a value had to be computed.
    pub misses: u64,
    /// The number of values that were removed to make room for others.
    pub evictions: u64,
}

impl Default for Cache {
    fn default() -> Self {
        Self::new(DEFAULT_MAX_BYTES)
    }
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache")
            .field("bytes", &self.bytes())
            .field("max_bytes", &self.max_bytes)
            .finish_non_exhaustive()
    }
}

impl Cache {
    /// Creates an empty cache for at most `max_bytes` in all.
    #[must_use]
    pub fn new(max_bytes: usize) -> Self {
        Self { max_bytes, secrets: [RandomState::new(), RandomState::new()], inner: Mutex::default() }
    }

    /// Returns the bytes of the whole cache: all values, and the tables that find the values.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.inner().bytes()
    }

    /// Returns the counts of each kind, in the order of [`CacheKind::ALL`].
    #[must_use]
    pub fn counts(&self) -> [CacheCounts; CacheKind::ALL.len()] {
        self.inner().counts
    }

    /// Returns the cached result. If there is none, computes it. A cached result is charged as many steps as a computed
    /// one. All steps are charged under `topic`. Hashing the key is not charged.
    ///
    /// # Errors
    /// Returns the error of `work`, and then caches nothing. If another thread works on the value and there is no time
    /// left to wait, returns the error of a spent meter.
    pub(crate) fn find<T: Cached + Clone, E: From<Spent>>(
        &self,
        topic: &'static str,
        key: &impl Hash,
        work: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        self.with(topic, key, || Worked(None), |found, key| found.or_find(key, work))?
    }

    /// Runs `work` on the value of a key. `work` also gets the hash of the key, for [`meter::share`]. The steps of the work are charged under `topic`. If there is no value, `work`
    /// gets a new one. Other threads that need this value wait meanwhile. If the meter is spent, `work` may stop early,
    /// but must leave a complete and correct value.
    ///
    /// # Errors
    /// If another thread works on the value and there is no time left to wait.
    pub(crate) fn with<T: Cached, R>(
        &self,
        topic: &'static str,
        key: &impl Hash,
        new: impl Fn() -> T,
        work: impl FnOnce(&mut T, HashedKey) -> R,
    ) -> Result<R, Spent> {
        meter::as_one(topic, || {
            let key = self.secrets.each_ref().map(|secret| secret.hash_one((TypeId::of::<T>(), key)));
            let (value, is_new) = self.value(key, &new);
            if value.is_poisoned() {
                // A thread panicked while it worked on the value.
                let mut locked = value.lock().unwrap_or_else(PoisonError::into_inner);
                *locked = new();
                value.clear_poison();
            }
            let mut locked = meter::lock(&value)?;
            let before = meter::done();
            let result = work(&mut locked, key);
            if !is_new && meter::done() == before {
                self.inner().counts[T::KIND.place()].hits += 1;
                return Ok(result);
            }
            let bytes = if locked.is_empty() { 0 } else { entry_bytes::<T>() + locked.bytes() };
            drop(locked);
            self.account(key, &value, bytes);
            Ok(result)
        })
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // A poisoned lock does no harm: code under this lock never panics in the middle of a change.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the value of a key, and whether it is new.
    fn value<T: Cached>(&self, key: HashedKey, new: impl FnOnce() -> T) -> (Arc<Mutex<T>>, bool) {
        let mut inner = self.inner();
        let inner = &mut *inner;
        inner.clock += 1;
        let used = inner.clock;
        if let Some(entry) = inner.entries.get_mut(&key)
            && let Ok(value) = Arc::downcast(Arc::clone(&entry.value))
        {
            inner.by_age.remove(&entry.used);
            inner.by_age.insert(used, key);
            entry.used = used;
            return (value, false);
        }
        let value = Arc::new(Mutex::new(new()));
        let kept: Arc<dyn Any + Send + Sync> = Arc::<Mutex<T>>::clone(&value);
        inner.entries.insert(key, Entry { value: kept, kind: T::KIND, bytes: 0, used });
        inner.by_age.insert(used, key);
        (value, true)
    }

    /// Records that the value of `key` now needs `bytes` bytes. If `bytes` is 0, the value is empty, and it is removed
    /// unless another thread works on it. Then the least recently used values are removed until all values together
    /// fit.
    fn account<T: Cached>(&self, key: HashedKey, value: &Arc<Mutex<T>>, bytes: usize) {
        // Removed values are freed after the lock is released.
        let mut gone = Vec::new();
        let mut inner = self.inner();
        inner.counts[T::KIND.place()].misses += 1;
        // Another thread may have removed the value in the meantime.
        let is_same = |entry: &&mut Entry| std::ptr::addr_eq(Arc::as_ptr(&entry.value), Arc::as_ptr(value));
        let Some(entry) = inner.entries.get_mut(&key).filter(is_same) else { return };
        let before = std::mem::replace(&mut entry.bytes, bytes);
        inner.grow(T::KIND, before, bytes);
        // One reference belongs to the cache and one to this thread, so a third reference means that another thread
        // works on the value.
        if bytes == 0 && Arc::strong_count(value) == 2 {
            gone.extend(inner.remove(key));
        }
        while inner.bytes() > self.max_bytes {
            let Some((_, oldest)) = inner.by_age.first_key_value() else { break };
            let oldest = *oldest;
            let Some(entry) = inner.remove(oldest) else { break };
            inner.counts[entry.kind.place()].evictions += 1;
            gone.push(entry);
        }
    }
}

impl Inner {
    /// Returns the bytes of all entries, including the hash map `entries` itself.
    fn bytes(&self) -> usize {
        self.bytes + of_map::<HashedKey, Entry>(self.entries.capacity())
    }

    fn grow(&mut self, kind: CacheKind, before: usize, after: usize) {
        self.bytes = self.bytes - before + after;
        let of_kind = &mut self.counts[kind.place()];
        of_kind.bytes = of_kind.bytes - before + after;
    }

    fn remove(&mut self, key: HashedKey) -> Option<Entry> {
        let entry = self.entries.remove(&key)?;
        self.by_age.remove(&entry.used);
        self.grow(entry.kind, entry.bytes, 0);
        Some(entry)
    }
}

/// Returns the bytes that an entry needs outside the map `entries`, except the bytes that its value has allocated. The
/// result includes the mutex behind the entry's pointer, and twice the entry's size in `by_age`. Twice is enough,
/// because `by_age` is a B-tree, and the nodes of a B-tree are at least half full.
fn entry_bytes<T>() -> usize {
    const BY_AGE: usize = 2 * size_of::<(u64, HashedKey)>();
    allocated::<(Mutex<T>, [usize; 2])>(1) + BY_AGE
}

/// A result with the steps that it cost; `None` before it is computed.
struct Worked<T>(Option<(T, u64)>);

impl<T: Clone> Worked<T> {
    /// Returns the result. If there is none yet, computes it. A stored result is charged the same number of steps as a
    /// new one. If the work ends because the meter is spent, nothing is stored.
    fn or_find<E: From<Spent>>(&mut self, key: HashedKey, work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        if let Some((found, steps)) = &self.0 {
            meter::charge_kept(*steps);
            meter::go_on(0)?;
            meter::share(key, *steps);
            return Ok(found.clone());
        }
        let before = meter::charged();
        let found = work()?;
        meter::go_on(0)?;
        let steps = meter::charged() - before;
        meter::share(key, steps);
        self.0 = Some((found.clone(), steps));
        Ok(found)
    }
}

impl<T: Cached> Cached for Worked<T> {
    const KIND: CacheKind = T::KIND;

    fn bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |(found, _)| found.bytes())
    }

    fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Text(String);

    impl Cached for Text {
        const KIND: CacheKind = CacheKind::Searches;

        fn bytes(&self) -> usize {
            self.0.len()
        }
    }

    #[derive(Clone)]
    struct Zeros(Arc<[u8]>);

    impl Cached for Zeros {
        const KIND: CacheKind = CacheKind::Tables;

        fn bytes(&self) -> usize {
            self.0.len()
        }
    }

    /// Runs `work` on the cached text of a key. Returns the length of the text afterwards.
    fn text(cache: &Cache, key: u8, work: impl FnOnce(&mut String)) -> usize {
        let all = |Text(text): &mut Text, _: HashedKey| {
            work(text);
            text.len()
        };
        cache.with("", &key, Text::default, all).unwrap()
    }

    /// Caches a value of `length` bytes. Returns `None` if it was cached before.
    fn zeros(cache: &Cache, key: u8, length: usize) -> Option<usize> {
        let mut made = None;
        let work = || {
            meter::go_on(1)?;
            made = Some(length);
            Ok::<_, Spent>(Zeros(vec![0; length].into()))
        };
        assert_eq!(cache.find("", &key, work).unwrap().0.len(), length);
        made
    }

    #[test]
    fn a_panic_leaves_no_half_done_work_behind() {
        let cache = Cache::new(10_000);
        let work = || {
            text(&cache, 1, |text| {
                text.push_str("half");
                panic!("at work")
            });
        };
        let worker: Result<(), _> = std::thread::scope(|scope| scope.spawn(work).join());
        assert!(worker.is_err());
        assert_eq!(text(&cache, 1, |_| ()), 0);
    }

    #[test]
    fn the_least_recently_used_goes_first_whatever_its_kind() {
        let cache = Cache::new(100_000);
        text(&cache, 1, |text| *text = "x".repeat(40_000));
        assert_eq!(zeros(&cache, 1, 40_000), Some(40_000));
        assert_eq!(text(&cache, 1, |_| ()), 40_000);
        assert_eq!(zeros(&cache, 2, 40_000), Some(40_000));
        assert!(cache.bytes() > 80_000);
        let [.., searches, tables, _] = cache.counts();
        assert!(searches.bytes > 40_000 && searches.evictions == 0, "{searches:?}");
        assert_eq!((tables.hits, tables.misses, tables.evictions), (0, 2, 1));
        assert_eq!((zeros(&cache, 2, 40_000), text(&cache, 1, |_| ())), (None, 40_000));
        assert_eq!(zeros(&cache, 1, 40_000), Some(40_000));
        // A value that is too large even for the empty cache is not kept, but it still pushes out all older values.
        text(&cache, 4, |text| *text = "x".repeat(200_000));
        assert!(cache.bytes() < 1_000, "{cache:?}");
        assert_eq!(cache.counts().map(|of_kind| of_kind.bytes), [0; 7]);
    }

    #[test]
    fn work_that_fails_leaves_nothing() {
        let cache = Cache::default();
        let none = |key: u8| cache.find("", &key, || Err::<Zeros, Spent>(Spent::Room)).is_err();
        assert!((0..100).all(none));
        assert_eq!(cache.inner().bytes, 0);
        assert!(cache.inner().entries.is_empty() && cache.inner().by_age.is_empty());
    }
}
