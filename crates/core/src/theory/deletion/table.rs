//! [`BoundTable`]: a hash table that maps the key of a component to what is known of the component's value.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use super::bits::{Bits, halves};
use super::space::{Key, Words};
use crate::theory::cache::allocated;

/// Knowledge of a component's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The value is known.
    Exactly(u8),
    /// The component has none of the values of this set. The set has a bit for each value. Values from [`BITS`] on are
    /// not recorded.
    Not(u32),
}

/// The number of values that an entry can exclude: the values from 0 to 30. Larger values are not recorded.
pub(super) const BITS: u32 = 31;

/// This bit marks an entry whose value is known. The other bits are then the value.
const EXACT: u32 = 1 << BITS;

/// The known [`Bound`] of each key. The table is a hash table with open addressing and linear probing. Each key is
/// stored beside its entry, so a look-up waits for memory only once. The hash has random seeds, so that nobody can
/// construct many keys with the same hash. Results do not depend on the seeds, because the table is never iterated
/// over.
#[derive(Clone, Debug)]
pub(super) struct BoundTable<K> {
    /// The initial value of the hash, and the multiplier.
    seeds: [u64; 2],
    /// Each key, with its [`Bound`] as bits. If all these bits are 0, the slot is empty.
    slots: Vec<(K, u32)>,
    len: usize,
}

impl<K: Key> BoundTable<K> {
    pub(super) fn new() -> Self {
        let state = RandomState::new();
        Self { seeds: [0_u8, 1].map(|seed| state.hash_one(seed)), slots: Vec::new(), len: 0 }
    }

    /// Returns the bytes that the table has allocated.
    pub(super) fn bytes(&self) -> usize {
        allocated::<(K, u32)>(self.slots.capacity())
    }

    pub(super) fn get(&self, key: &K) -> Option<Bound> {
        if self.slots.is_empty() {
            return None;
        }
        match self.slots[self.slot(key)].1 {
            0 => None,
            entry if entry & EXACT != 0 => Some(Bound::Exactly(u8::try_from(entry & 0xff).unwrap_or(u8::MAX))),
            entry => Some(Bound::Not(entry)),
        }
    }

    /// Replaces what is known of a key's component. Does nothing if `known` is [`Bound::Not`] with the empty set.
    pub(super) fn set(&mut self, key: K, known: Bound) {
        let entry = match known {
            Bound::Exactly(value) => EXACT | u32::from(value),
            Bound::Not(values) => values & !EXACT,
        };
        // 0 marks an empty slot.
        if entry == 0 {
            return;
        }
        // The table stays at most three quarters full.
        if self.len.saturating_mul(4) >= self.slots.len().saturating_mul(3) {
            self.grow();
        }
        let slot = self.slot(&key);
        if self.slots[slot].1 == 0 {
            self.len += 1;
        }
        self.slots[slot] = (key, entry);
    }

    /// Hashes one word after the other. Each word needs one product, whose upper and lower half are combined. With the
    /// hash of the standard library, hashing took more than half of all instructions in a search of a poset.
    fn hash(&self, key: &K) -> u64 {
        key.words()[..K::WORDS].iter().fold(self.seeds[0], |hash, word| {
            let [low, high] = halves(u128::from(hash ^ word) * u128::from(self.seeds[1]));
            low ^ high
        })
    }

    /// Returns the slot of a key, or the empty slot in which it must be inserted.
    fn slot(&self, key: &K) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = usize::try_from(self.hash(key) & u64::try_from(mask).unwrap_or(u64::MAX)).unwrap_or(0);
        while self.slots[slot].1 != 0 && self.slots[slot].0 != *key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let slots = self.slots.len().saturating_mul(2).max(64);
        let old = std::mem::replace(&mut self.slots, vec![(K::default(), 0); slots]);
        for (key, entry) in old.into_iter().filter(|(_, entry)| *entry != 0) {
            let slot = self.slot(&key);
            self.slots[slot] = (key, entry);
        }
    }
}

/// The key and the certificate of a component. A [`Memory`] stores results under both of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct ComponentKey<K> {
    pub(super) key: K,
    /// The result of [`super::space::Space::certificate`].
    pub(super) certificate: Option<Words>,
}

/// The results of searches: earlier results, which are shared with other searches, and new ones.
#[derive(Clone, Debug)]
pub(super) struct Memory<K> {
    before: Option<Arc<BoundTable<K>>>,
    since: BoundTable<K>,
    /// The results under the certificates of components. Later searches do not get this table, because it may be larger
    /// than `since`.
    alike: BoundTable<Bits<4>>,
}

impl<K: Key> Memory<K> {
    pub(super) fn new(before: Option<Arc<BoundTable<K>>>) -> Self {
        Self { before, since: BoundTable::new(), alike: BoundTable::new() }
    }

    pub(super) fn into_table(self) -> BoundTable<K> {
        self.since
    }

    pub(super) fn get(&self, key: &K) -> Option<Bound> {
        let before = || self.before.as_ref().and_then(|table| table.get(key));
        self.since.get(key).or_else(before)
    }

    pub(super) fn value(&self, key: &K) -> Option<u8> {
        match self.get(key) {
            Some(Bound::Exactly(value)) => Some(value),
            _ => None,
        }
    }

    /// Returns what is known of the components that have the same certificate as `component`, and stores this under the
    /// key of `component`, too.
    pub(super) fn recall(&mut self, component: &ComponentKey<K>) -> Option<Bound> {
        let known = match self.alike.get(&Bits::of_words(component.certificate?))? {
            Bound::Not(values) => Bound::Not(values | self.excluded(&component.key)),
            known @ Bound::Exactly(_) => known,
        };
        self.since.set(component.key, known);
        Some(known)
    }

    pub(super) fn set(&mut self, component: &ComponentKey<K>, value: u8) {
        self.store(component, Bound::Exactly(value));
    }

    pub(super) fn excluded(&self, key: &K) -> u32 {
        match self.get(key) {
            Some(Bound::Not(values)) => values,
            _ => 0,
        }
    }

    pub(super) fn exclude(&mut self, component: &ComponentKey<K>, values: u32) {
        let all = values | self.excluded(&component.key);
        self.store(component, Bound::Not(all));
    }

    fn store(&mut self, component: &ComponentKey<K>, known: Bound) {
        self.since.set(component.key, known);
        if let Some(certificate) = component.certificate {
            self.alike.set(Bits::of_words(certificate), known);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_is_found() {
        let mut table = BoundTable::new();
        let of = |number: u64| Bits::<1>::of_words([number, 0, 0, 0]);
        for key in 0..1000_u64 {
            table.set(of(key), if key % 3 == 0 { Bound::Exactly(254) } else { Bound::Not(1 << (key % 31)) });
        }
        table.set(of(1), Bound::Exactly(0));
        for key in 0..1000_u64 {
            let expected = match key {
                1 => Bound::Exactly(0),
                key if key % 3 == 0 => Bound::Exactly(254),
                key => Bound::Not(1 << (key % 31)),
            };
            assert_eq!(table.get(&of(key)), Some(expected));
        }
        assert_eq!((table.get(&of(1000)), table.len), (None, 1000));
    }
}
