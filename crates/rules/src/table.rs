//! [`ItemTable`]: the items of a dict or a set, in the order in which they were inserted.

use crate::size::{KEPT_ITEMS, index, integer, length};
use crate::value::ScriptValue;

/// An item of a table. A removed item has no key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableEntry {
    pub(crate) hash: u64,
    pub(crate) key: ScriptValue,
    pub(crate) value: ScriptValue,
}

/// The items of a dict or a set.
#[derive(Clone, Debug, Default)]
pub(crate) struct ItemTable {
    /// The last entry is never a removed one.
    pub(crate) entries: Vec<TableEntry>,
    /// A hash table with open addressing, which holds indices of `entries`. While there is only room for a few entries,
    /// the hash table is empty, because few entries are compared one by one.
    pub(crate) slots: Vec<u32>,
    pub(crate) len: usize,
    /// The number of entries whose memory is charged already.
    pub(crate) room: usize,
    /// The number of times that entries were moved to other places.
    pub(crate) moves: u32,
}

pub(crate) const FREE: u32 = u32::MAX;
/// The largest room of a table whose entries are compared one by one. Comparing 16 hashes in a row takes no longer than
/// probing slots, and no slots need to be made.
pub(crate) const FEW: usize = 16;
/// The room of a table that gets its first item.
pub(crate) const LEAST_ROOM: usize = 4;
/// The size of an entry in bytes.
pub(crate) const ENTRY: usize = size_of::<TableEntry>();

impl ItemTable {
    /// Prepares the table for another call of the script.
    pub(crate) fn clear(&mut self) {
        self.remove_all();
        self.room = 0;
        self.moves = 0;
    }

    pub(crate) fn remove_all(&mut self) {
        self.entries.clear();
        self.slots.clear();
        self.len = 0;
        self.moves = self.moves.wrapping_add(1);
    }

    pub(crate) fn memory(&self) -> usize {
        size_of::<Self>() + self.entries.capacity() * ENTRY + self.slots.capacity() * 4
    }

    pub(crate) fn is_small(&self) -> bool {
        self.entries.capacity() <= KEPT_ITEMS && self.slots.capacity() <= KEPT_ITEMS
    }

    /// Returns a number that tells a loop whether items were added, removed or moved since the loop began.
    pub(crate) fn version(&self) -> i64 {
        integer(self.len) | i64::from(self.moves) << 32
    }

    /// Drops the removed entries, and makes this number of slots.
    pub(crate) fn rebuild(&mut self, slots: usize) {
        if self.len < self.entries.len() {
            self.entries.retain(|entry| !matches!(entry.key, ScriptValue::Unset));
            self.moves = self.moves.wrapping_add(1);
        }
        self.slots.clear();
        self.slots.resize(slots, FREE);
        for number in 0..self.entries.len() {
            self.place(number);
        }
    }

    /// Enters an entry into the slots. At least half of the slots are free.
    pub(crate) fn place(&mut self, number: usize) {
        let (Some(mask), Some(entry)) = (self.slots.len().checked_sub(1), self.entries.get(number)) else { return };
        let mut slot = first_slot(entry.hash) & mask;
        while let Some(found) = self.slots.get_mut(slot) {
            if *found == FREE {
                *found = length(number);
                return;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Marks an entry as removed.
    pub(crate) fn take_out(&mut self, number: usize) -> Option<ScriptValue> {
        let entry = self.entries.get_mut(number)?;
        let (hash, value) = (entry.hash, entry.value);
        entry.key = ScriptValue::Unset;
        self.len -= 1;
        self.free_slot(number, hash);
        while self.entries.last().is_some_and(|entry| matches!(entry.key, ScriptValue::Unset)) {
            self.entries.pop();
        }
        Some(value)
    }

    /// Frees the slot of an entry. Entries behind it move up, so that the number of slots that are not free depends only
    /// on the number of items, and not on the secret of the hashes.
    fn free_slot(&mut self, number: usize, hash: u64) {
        let Some(mask) = self.slots.len().checked_sub(1) else { return };
        let mut gap = first_slot(hash) & mask;
        while self.slots.get(gap).is_some_and(|found| index(*found) != number) {
            gap = (gap + 1) & mask;
        }
        let mut next = gap;
        loop {
            next = (next + 1) & mask;
            let moved = self.slots.get(next).copied().unwrap_or(FREE);
            let Some(entry) = self.entries.get(index(moved)) else { break };
            let way = next.wrapping_sub(first_slot(entry.hash)) & mask;
            if way >= next.wrapping_sub(gap) & mask {
                self.set_slot(gap, moved);
                gap = next;
            }
        }
        self.set_slot(gap, FREE);
    }

    fn set_slot(&mut self, slot: usize, value: u32) {
        if let Some(found) = self.slots.get_mut(slot) {
            *found = value;
        }
    }
}

pub(crate) fn first_slot(hash: u64) -> usize {
    usize::try_from(hash & u64::from(u32::MAX)).unwrap_or_default()
}
