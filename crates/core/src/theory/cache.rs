//! [`Cache`]: what was worked out, shared by all who ask, within a number of bytes.

use std::any::{Any, TypeId};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::number::meter::{self, Spent};

/// What a cache holds for a key.
pub(crate) trait Cached {
    /// Bytes that it takes, about, its key included.
    fn bytes(&self) -> usize;
}

/// Values by their keys, each the default at first. Work on a key is done by one thread while the others that want the same key wait; the least
/// recently used keys go first when there are too many bytes.
#[derive(Debug)]
pub(crate) struct Cache<K, T> {
    max_bytes: usize,
    inner: Mutex<Inner<K, T>>,
}

#[derive(Debug)]
struct Inner<K, T> {
    entries: HashMap<K, Entry<T>>,
    /// The keys by when they were used last.
    by_age: BTreeMap<u64, K>,
    bytes: usize,
    /// Counts the questions, to tell which key was used last.
    clock: u64,
}

#[derive(Debug)]
struct Entry<T> {
    value: Arc<Mutex<T>>,
    bytes: usize,
    used: u64,
}

impl<K: Clone + Eq + Hash, T: Cached + Default> Cache<K, T> {
    /// Nothing yet, and at most `max_bytes` in all.
    pub(crate) fn new(max_bytes: usize) -> Self {
        let inner = Inner { entries: HashMap::new(), by_age: BTreeMap::new(), bytes: 0, clock: 0 };
        Self { max_bytes, inner: Mutex::new(inner) }
    }

    /// Works on the value of a key, alone. Work that is spent leaves it whole, with as much as is right in any case.
    ///
    /// # Errors
    /// Another thread works on it, and there is no time to wait.
    pub(crate) fn with<R>(&self, key: &K, work: impl FnOnce(&mut T) -> R) -> Result<R, Spent> {
        let value = self.value(key);
        if value.is_poisoned() {
            // A thread panicked at work on it.
            let mut locked = value.lock().unwrap_or_else(PoisonError::into_inner);
            *locked = T::default();
            value.clear_poison();
        }
        let mut locked = meter::lock(&value)?;
        let result = work(&mut locked);
        let bytes = locked.bytes();
        drop(locked);
        self.account(key, &value, bytes);
        Ok(result)
    }

    /// Bytes that the values take now, about.
    pub(crate) fn bytes(&self) -> usize {
        self.inner().bytes
    }

    fn inner(&self) -> MutexGuard<'_, Inner<K, T>> {
        // Nothing that panics half-way is done under this lock.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn value(&self, key: &K) -> Arc<Mutex<T>> {
        let mut inner = self.inner();
        let inner = &mut *inner;
        inner.clock += 1;
        let used = inner.clock;
        if let Some(entry) = inner.entries.get_mut(key) {
            if let Some(key) = inner.by_age.remove(&entry.used) {
                inner.by_age.insert(used, key);
            }
            entry.used = used;
            return Arc::clone(&entry.value);
        }
        let value = Arc::default();
        inner.entries.insert(key.clone(), Entry { value: Arc::clone(&value), bytes: 0, used });
        inner.by_age.insert(used, key.clone());
        value
    }

    /// Notes the bytes of a value, and lets others go while there are too many.
    fn account(&self, key: &K, value: &Arc<Mutex<T>>, bytes: usize) {
        let mut inner = self.inner();
        // It may have gone in the meantime.
        let Some(entry) = inner.entries.get_mut(key).filter(|entry| Arc::ptr_eq(&entry.value, value)) else { return };
        let before = std::mem::replace(&mut entry.bytes, bytes);
        inner.bytes = inner.bytes - before + bytes;
        while inner.bytes > self.max_bytes {
            let oldest = inner.by_age.pop_first();
            let Some(entry) = oldest.and_then(|(_, key)| inner.entries.remove(&key)) else { break };
            inner.bytes -= entry.bytes;
        }
    }
}

/// What was worked out, and the steps that it took; nothing yet by default.
#[derive(Debug)]
pub(crate) struct Worked<T>(Option<(T, u64)>);

impl<T> Worked<T> {
    /// Nothing yet.
    pub(crate) const NOTHING: Self = Self(None);
}

impl<T> Default for Worked<T> {
    fn default() -> Self {
        Self::NOTHING
    }
}

impl<T: Clone> Worked<T> {
    /// What is there, if it was worked out.
    pub(crate) fn get(&self) -> Option<&T> {
        self.0.as_ref().map(|(found, _)| found)
    }

    /// What is there, or else what this work finds. Either is charged the same, and work that is spent leaves nothing.
    ///
    /// # Errors
    /// Those of the work, or the meter is spent.
    pub(crate) fn or_find<E: From<Spent>>(&mut self, work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        if let Some((found, steps)) = &self.0 {
            meter::charge_kept(*steps);
            meter::go_on(0)?;
            return Ok(found.clone());
        }
        let before = meter::charged();
        let found = work()?;
        meter::go_on(0)?;
        self.0 = Some((found.clone(), meter::charged() - before));
        Ok(found)
    }
}

impl<T: Cached + Clone> Cached for Worked<T> {
    fn bytes(&self) -> usize {
        size_of::<Self>().saturating_add(self.get().map_or(0, Cached::bytes))
    }
}

/// What was worked out of things that are too long to be keys: each is known by 128 bits under two secret keys, so nobody
/// finds two things of the same digest, and by chance nobody meets them.
#[derive(Debug)]
pub(crate) struct ByDigest<T> {
    keys: [RandomState; 2],
    cache: Cache<[u64; 2], Worked<T>>,
}

impl<T: Cached + Clone> ByDigest<T> {
    /// Nothing yet, and at most `max_bytes` in all.
    pub(crate) fn new(max_bytes: usize) -> Self {
        Self { keys: [RandomState::new(), RandomState::new()], cache: Cache::new(max_bytes) }
    }

    /// What is known of a thing, or else what this work finds. Either is charged the same; hashing is not charged.
    ///
    /// # Errors
    /// Those of the work, or another thread is at it, and there is no time to wait.
    pub(crate) fn of(&self, thing: &impl Hash, work: impl FnOnce() -> Result<T, Spent>) -> Result<T, Spent> {
        let digest = self.keys.each_ref().map(|key| key.hash_one(thing));
        self.cache.with(&digest, |found| found.or_find(work))?
    }
}

/// One of each type that is asked for.
#[derive(Default)]
pub struct OfTypes(Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl fmt::Debug for OfTypes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OfTypes")
    }
}

impl OfTypes {
    /// The one of a type, made when it is asked for first.
    pub(crate) fn of<T: Any + Default + Send + Sync>(&self) -> Arc<T> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = all.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(T::default()));
        Arc::clone(found).downcast().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Text(String);

    impl Cached for Text {
        fn bytes(&self) -> usize {
            self.0.len()
        }
    }

    #[test]
    fn a_panic_leaves_no_half_done_work_behind() {
        let cache: Cache<u8, Text> = Cache::new(100);
        let work = || {
            let _ = cache.with(&1, |text| {
                text.0.push_str("half");
                panic!("at work")
            });
        };
        let worker: Result<(), _> = std::thread::scope(|scope| scope.spawn(work).join());
        assert!(worker.is_err());
        assert_eq!(cache.with(&1, |text| text.0.clone()).unwrap(), "");
        assert_eq!(cache.bytes(), 0);
    }

    #[test]
    fn the_least_recently_used_goes_first() {
        let cache: Cache<u8, Text> = Cache::new(100);
        for key in [1, 2, 1, 3] {
            cache.with(&key, |text| text.0 = "x".repeat(40)).unwrap();
        }
        assert_eq!(cache.bytes(), 80);
        assert_eq!([2, 1, 3].map(|key| cache.with(&key, |text| text.0.len()).unwrap()), [0, 40, 40]);
        // What is too large for the cache alone is not kept, nor is anything older.
        cache.with(&4, |text| text.0 = "x".repeat(200)).unwrap();
        assert_eq!(cache.bytes(), 0);
    }
}
