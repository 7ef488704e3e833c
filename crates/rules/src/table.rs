//! [`Table`]: the items of a dict or a set, in the order in which they were inserted.

use crate::heap::Heap;
use crate::size::{index, length, steps};
use crate::value::Value;
use crate::{fault::Stop, heap};

/// An item of a table. A removed item has no key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) hash: u32,
    pub(crate) key: Value,
    pub(crate) value: Value,
}

/// The items of a dict or a set.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) entries: Vec<Entry>,
    /// A hash table with open addressing, which holds indices of `entries`. While there are only a few entries, the
    /// hash table is empty, because few entries are compared one by one.
    slots: Vec<u32>,
    pub(crate) len: usize,
}

const FREE: u32 = u32::MAX;
const TAKEN_OUT: u32 = u32::MAX - 1;
/// The largest number of entries that are compared one by one. Comparing 16 hashes in a row takes no longer than
/// probing slots, and no slots need to be made.
const FEW: usize = 16;
/// The size of an entry in bytes.
const ENTRY: usize = size_of::<Entry>();

impl Table {
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.slots.clear();
        self.len = 0;
    }

    pub(crate) fn memory(&self) -> usize {
        size_of::<Self>() + self.entries.capacity() * ENTRY + self.slots.capacity() * 4
    }

    pub(crate) fn is_small(&self) -> bool {
        self.entries.capacity() <= heap::KEPT_ITEMS && self.slots.capacity() <= heap::KEPT_ITEMS
    }

    /// Makes the slots anew. Removed entries stay in `entries`, because loops over the table hold indices of `entries`.
    fn rebuild(&mut self) {
        self.slots = vec![FREE; (self.entries.len() * 4).next_power_of_two()];
        for number in 0..self.entries.len() {
            let Some(Entry { hash, key, .. }) = self.entries.get(number).copied() else { continue };
            if !matches!(key, Value::Unset) {
                self.place(length(number), hash);
            }
        }
    }

    fn place(&mut self, number: u32, hash: u32) {
        let Some(mask) = self.slots.len().checked_sub(1) else { return };
        let mut slot = index(hash) & mask;
        while let Some(found) = self.slots.get_mut(slot) {
            if *found == FREE {
                *found = number;
                return;
            }
            slot = (slot + 1) & mask;
        }
    }
}

impl Heap<'_> {
    pub(crate) fn table(&self, table: u32) -> &Table {
        self.arena.tables.get(index(table)).unwrap_or(&self.arena.empty)
    }

    /// Makes a new, empty table.
    pub(crate) fn new_table(&mut self) -> Result<u32, Stop> {
        self.allocate(size_of::<Table>())?;
        Ok(self.arena.new_table())
    }

    /// Returns the number of the entry that has this key; `None` if there is none.
    pub(crate) fn find(&mut self, table: u32, key: Value) -> Result<Option<usize>, Stop> {
        let hash = self.hash(key, 0)?;
        self.find_hashed(table, key, hash)
    }

    pub(crate) fn find_hashed(&mut self, table: u32, key: Value, hash: u32) -> Result<Option<usize>, Stop> {
        let slots = &self.table(table).slots;
        if slots.is_empty() {
            let mut from = 0;
            let same =
                |heap: &Self, from| heap.table(table).entries.get(from..)?.iter().position(|entry| entry.hash == hash);
            while let Some(offset) = same(self, from) {
                if self.is_entry(table, from + offset, key, hash)? {
                    return Ok(Some(from + offset));
                }
                from += offset + 1;
            }
            return Ok(None);
        }
        let mask = slots.len() - 1;
        let mut slot = index(hash) & mask;
        loop {
            self.charge(4)?;
            match self.table(table).slots.get(slot) {
                None | Some(&FREE) => return Ok(None),
                Some(&TAKEN_OUT) => {}
                Some(&number) => {
                    if self.is_entry(table, index(number), key, hash)? {
                        return Ok(Some(index(number)));
                    }
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    #[inline]
    fn is_entry(&mut self, table: u32, number: usize, key: Value, hash: u32) -> Result<bool, Stop> {
        let Some(entry) = self.table(table).entries.get(number) else { return Ok(false) };
        if entry.hash != hash {
            return Ok(false);
        }
        match (entry.key, key) {
            (Value::Unset, _) => Ok(false),
            (Value::Int(a), Value::Int(b)) => Ok(a == b),
            (found, key) => self.equal(found, key, 0),
        }
    }

    /// Sets an item, and returns whether its key is new.
    pub(crate) fn put(&mut self, table: u32, key: Value, value: Value) -> Result<bool, Stop> {
        let hash = self.hash(key, 0)?;
        if let Some(number) = self.find_hashed(table, key, hash)? {
            if let Some(entry) = self.arena.tables.get_mut(index(table)).and_then(|table| table.entries.get_mut(number))
            {
                entry.value = value;
            }
            return Ok(false);
        }
        self.insert(table, Entry { hash, key, value })?;
        Ok(true)
    }

    /// Adds an entry whose key is new.
    pub(crate) fn insert(&mut self, table: u32, entry: Entry) -> Result<(), Stop> {
        let Table { entries, slots, .. } = self.table(table);
        let count = entries.len();
        let rebuilds = count >= FEW && (count + 1) * 2 > slots.len();
        self.allocate(heap::grown(count, ENTRY))?;
        if rebuilds {
            self.allocate(16 * count)?;
            self.charge(steps(count) * 2)?;
        }
        let Some(table) = self.arena.tables.get_mut(index(table)) else { return Ok(()) };
        table.entries.push(entry);
        table.len += 1;
        if rebuilds {
            table.rebuild();
        } else {
            table.place(length(count), entry.hash);
        }
        Ok(())
    }

    /// Makes a table of entries whose keys are all different.
    pub(crate) fn table_of(&mut self, entries: &[Entry]) -> Result<u32, Stop> {
        let (count, made) = (entries.len(), self.new_table()?);
        self.allocate(count * (2 * ENTRY + 16))?;
        let Some(table) = self.arena.tables.get_mut(index(made)) else { return Ok(made) };
        table.entries.extend_from_slice(entries);
        table.len = count;
        if count > FEW {
            table.rebuild();
            self.charge(steps(count) * 2)?;
        }
        Ok(made)
    }

    /// Removes an item.
    pub(crate) fn take_out(&mut self, table: u32, key: Value) -> Result<Option<Value>, Stop> {
        let hash = self.hash(key, 0)?;
        let Some(number) = self.find_hashed(table, key, hash)? else { return Ok(None) };
        self.charge(4)?;
        let mut slot = None;
        if let Some(mask) = self.table(table).slots.len().checked_sub(1) {
            let mut at = index(hash) & mask;
            while self.table(table).slots.get(at).is_some_and(|found| index(*found) != number) {
                self.charge(1)?;
                at = (at + 1) & mask;
            }
            slot = Some(at);
        }
        let Some(table) = self.arena.tables.get_mut(index(table)) else { return Ok(None) };
        if let Some(slot) = slot.and_then(|slot| table.slots.get_mut(slot)) {
            *slot = TAKEN_OUT;
        }
        table.len -= 1;
        let Some(entry) = table.entries.get_mut(number) else { return Ok(None) };
        entry.key = Value::Unset;
        let value = entry.value;
        // While a table has no slots, removed entries at the end of `entries` are dropped, so that `entries` stays
        // short.
        if table.slots.is_empty() {
            while table.entries.last().is_some_and(|entry| matches!(entry.key, Value::Unset)) {
                table.entries.pop();
            }
        }
        Ok(Some(value))
    }

    /// Returns the items of a table, in the order in which their keys were added.
    pub(crate) fn entries(&mut self, table: u32) -> Result<Vec<Entry>, Stop> {
        let count = self.table(table).entries.len();
        self.charge(steps(count) * 6)?;
        self.check_room(count * ENTRY)?;
        let table = self.table(table);
        let mut entries = table.entries.clone();
        if table.len < count {
            entries.retain(|entry| !matches!(entry.key, Value::Unset));
        }
        Ok(entries)
    }
}
