//! [`Table`]: the items of a dict or a set, in the order in which they were inserted.

use crate::cost;
use crate::fault::Stop;
use crate::heap::{self, Heap};
use crate::size::{index, integer, length, steps};
use crate::value::Value;

/// An item of a table. A removed item has no key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) hash: u64,
    pub(crate) key: Value,
    pub(crate) value: Value,
}

/// The items of a dict or a set.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// The last entry is never a removed one.
    pub(crate) entries: Vec<Entry>,
    /// A hash table with open addressing, which holds indices of `entries`. While there is only room for a few entries,
    /// the hash table is empty, because few entries are compared one by one.
    slots: Vec<u32>,
    pub(crate) len: usize,
    /// The number of entries whose memory is charged already.
    room: usize,
    /// The number of times that entries were moved to other places.
    moves: u32,
}

const FREE: u32 = u32::MAX;
/// The largest room of a table whose entries are compared one by one. Comparing 16 hashes in a row takes no longer than
/// probing slots, and no slots need to be made.
const FEW: usize = 16;
/// The room of a table that gets its first item.
const LEAST_ROOM: usize = 4;
/// The size of an entry in bytes.
const ENTRY: usize = size_of::<Entry>();

impl Table {
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
        self.entries.capacity() <= heap::KEPT_ITEMS && self.slots.capacity() <= heap::KEPT_ITEMS
    }

    /// Returns a number that tells a loop whether items were added, removed or moved since the loop began.
    pub(crate) fn version(&self) -> i64 {
        integer(self.len) | i64::from(self.moves) << 32
    }

    /// Drops the removed entries, and makes this number of slots.
    fn rebuild(&mut self, slots: usize) {
        if self.len < self.entries.len() {
            self.entries.retain(|entry| !matches!(entry.key, Value::Unset));
            self.moves = self.moves.wrapping_add(1);
        }
        self.slots.clear();
        self.slots.resize(slots, FREE);
        for number in 0..self.entries.len() {
            self.place(number);
        }
    }

    /// Enters an entry into the slots. At least half of the slots are free.
    fn place(&mut self, number: usize) {
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
    fn take_out(&mut self, number: usize) -> Option<Value> {
        let entry = self.entries.get_mut(number)?;
        let (hash, value) = (entry.hash, entry.value);
        entry.key = Value::Unset;
        self.len -= 1;
        self.free_slot(number, hash);
        while self.entries.last().is_some_and(|entry| matches!(entry.key, Value::Unset)) {
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

fn first_slot(hash: u64) -> usize {
    usize::try_from(hash & u64::from(u32::MAX)).unwrap_or_default()
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

    pub(crate) fn find_hashed(&mut self, table: u32, key: Value, hash: u64) -> Result<Option<usize>, Stop> {
        self.charge(cost::look_up(self.table(table).entries.len()))?;
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
        let mut slot = first_slot(hash) & mask;
        loop {
            match self.table(table).slots.get(slot) {
                None | Some(&FREE) => return Ok(None),
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
    fn is_entry(&mut self, table: u32, number: usize, key: Value, hash: u64) -> Result<bool, Stop> {
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
        self.charge(cost::look_up(self.table(table).entries.len()))?;
        self.make_entry(table)?;
        let Some(table) = self.arena.tables.get_mut(index(table)) else { return Ok(()) };
        table.entries.push(entry);
        table.len += 1;
        table.place(table.entries.len() - 1);
        Ok(())
    }

    /// Makes room for one more entry. If at least half of the entries are removed ones, these are dropped. Otherwise
    /// the room doubles.
    fn make_entry(&mut self, table: u32) -> Result<(), Stop> {
        let &Table { ref entries, ref slots, len, room, .. } = self.table(table);
        let is_full = entries.len() >= room;
        if !is_full && (room <= FEW || (len + 1) * 2 <= slots.len()) {
            return Ok(());
        }
        let grown = if is_full && len * 2 > room || room == 0 { (room * 2).max(LEAST_ROOM) } else { room };
        let wanted = if grown > FEW { ((len + 1) * 4).next_power_of_two() } else { 0 };
        let (count, more) = (entries.len(), wanted.saturating_sub(slots.len()));
        self.allocate((grown - room) * ENTRY + more * 4)?;
        self.charge(steps(count) * cost::OP + cost::block(wanted * 4))?;
        if let Some(table) = self.arena.tables.get_mut(index(table)) {
            table.room = grown;
            if grown > FEW || table.len < count {
                table.rebuild(wanted);
            }
        }
        Ok(())
    }

    /// Makes a table of entries whose keys are all different.
    pub(crate) fn table_of(&mut self, entries: &[Entry]) -> Result<u32, Stop> {
        let (count, made) = (entries.len(), self.new_table()?);
        let slots = if count > FEW { ((count + 1) * 4).next_power_of_two() } else { 0 };
        self.allocate(count * ENTRY + slots * 4)?;
        self.charge(steps(count) * cost::OP)?;
        let Some(table) = self.arena.tables.get_mut(index(made)) else { return Ok(made) };
        table.entries.extend_from_slice(entries);
        table.len = count;
        table.room = count;
        table.rebuild(slots);
        Ok(made)
    }

    /// Moves the items of the table `from`, which is not used any more, to the table `to`.
    pub(crate) fn replace_table(&mut self, to: u32, from: u32) {
        let Some(items) = self.arena.tables.get_mut(index(from)).map(std::mem::take) else { return };
        if let Some(table) = self.arena.tables.get_mut(index(to)) {
            let moves = table.moves.wrapping_add(1);
            *table = Table { moves, ..items };
        }
    }

    /// Removes an item.
    pub(crate) fn take_out(&mut self, table: u32, key: Value) -> Result<Option<Value>, Stop> {
        let Some(number) = self.find(table, key)? else { return Ok(None) };
        self.charge(cost::OP)?;
        Ok(self.arena.tables.get_mut(index(table)).and_then(|table| table.take_out(number)))
    }

    /// Removes the item that was added last.
    pub(crate) fn take_last(&mut self, table: u32) -> Result<Option<Entry>, Stop> {
        self.charge(cost::LOOK_UP)?;
        let Some(table) = self.arena.tables.get_mut(index(table)) else { return Ok(None) };
        let last = table.entries.last().copied();
        table.take_out(table.entries.len().saturating_sub(1));
        Ok(last)
    }

    /// Returns the items of a table, in the order in which their keys were added.
    pub(crate) fn entries(&mut self, table: u32) -> Result<Vec<Entry>, Stop> {
        let count = self.table(table).entries.len();
        self.check_room(count * ENTRY)?;
        self.charge(steps(count) * cost::VALUE)?;
        let table = self.table(table);
        let mut entries = table.entries.clone();
        if table.len < count {
            entries.retain(|entry| !matches!(entry.key, Value::Unset));
        }
        Ok(entries)
    }
}
