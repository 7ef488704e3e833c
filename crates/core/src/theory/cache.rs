//! [`Cache`]: what was worked out, shared by all who ask, within a number of bytes.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What a cache holds for a key; it begins as the default.
pub(super) trait Cached: Default {
    /// Bytes that it takes, about.
    fn bytes(&self) -> usize;
}

/// Values by their keys. Work on a key is done by one thread while the others that want the same key wait; the least
/// recently used keys go first when there are too many bytes.
#[derive(Debug)]
pub(super) struct Cache<K, T> {
    max_bytes: usize,
    inner: Mutex<Inner<K, T>>,
}

#[derive(Debug)]
struct Inner<K, T> {
    entries: HashMap<K, Entry<T>>,
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

impl<K: Clone + Eq + Hash, T: Cached> Cache<K, T> {
    /// Nothing yet, and at most `max_bytes` in all.
    pub(super) fn new(max_bytes: usize) -> Self {
        Self { max_bytes, inner: Mutex::new(Inner { entries: HashMap::new(), bytes: 0, clock: 0 }) }
    }

    /// Works on the value of a key, alone.
    pub(super) fn with<R>(&self, key: &K, work: impl FnOnce(&mut T) -> R) -> R {
        let value = self.value(key);
        let mut locked = lock(&value);
        let before = locked.bytes();
        let result = work(&mut locked);
        let after = locked.bytes();
        drop(locked);
        if after != before {
            self.account(key, &value, after);
        }
        result
    }

    /// Looks at the value of a key. None if there is none yet, or while another thread works on it.
    pub(super) fn peek<R>(&self, key: &K, look: impl FnOnce(&T) -> R) -> Option<R> {
        let value = self.inner().entries.get(key).map(|entry| Arc::clone(&entry.value))?;
        let locked = value.try_lock().ok()?;
        Some(look(&locked))
    }

    /// Bytes that the values take now, about.
    pub(super) fn bytes(&self) -> usize {
        self.inner().bytes
    }

    fn inner(&self) -> MutexGuard<'_, Inner<K, T>> {
        // Nothing that panics half-way is done under this lock.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn value(&self, key: &K) -> Arc<Mutex<T>> {
        let mut inner = self.inner();
        inner.clock += 1;
        let used = inner.clock;
        if let Some(entry) = inner.entries.get_mut(key) {
            entry.used = used;
            return Arc::clone(&entry.value);
        }
        let value = Arc::default();
        inner.entries.insert(key.clone(), Entry { value: Arc::clone(&value), bytes: 0, used });
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
            let oldest = inner.entries.iter().min_by_key(|(_, entry)| entry.used).map(|(key, _)| key.clone());
            let Some(entry) = oldest.and_then(|key| inner.entries.remove(&key)) else { break };
            inner.bytes -= entry.bytes;
        }
    }
}

/// Locks a value; starts it anew if a thread panicked at work on it.
fn lock<T: Cached>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(|poisoned| {
        let mut locked = poisoned.into_inner();
        *locked = T::default();
        value.clear_poison();
        locked
    })
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
            cache.with(&1, |text| {
                text.0.push_str("half");
                panic!("at work")
            });
        };
        let worker: Result<(), _> = std::thread::scope(|scope| scope.spawn(work).join());
        assert!(worker.is_err());
        assert_eq!(cache.with(&1, |text| text.0.clone()), "");
        assert_eq!(cache.bytes(), 0);
    }

    #[test]
    fn the_least_recently_used_goes_first() {
        let cache: Cache<u8, Text> = Cache::new(100);
        for key in [1, 2, 1, 3] {
            cache.with(&key, |text| text.0 = "x".repeat(40));
        }
        assert_eq!(cache.bytes(), 80);
        assert_eq!([1, 2, 3].map(|key| cache.peek(&key, |_| ()).is_some()), [true, false, true]);
        // What is too large for the cache alone is not kept, nor is anything older.
        cache.with(&4, |text| text.0 = "x".repeat(200));
        assert_eq!(cache.bytes(), 0);
    }
}
