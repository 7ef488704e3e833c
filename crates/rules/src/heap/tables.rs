//! The tables of a [`Heap`]: dicts and sets.

use super::Heap;
use crate::cost;
use crate::fault::CallEnd;
use crate::size::{index, steps};
use crate::table::{ENTRY, FEW, FREE, ItemTable, LEAST_ROOM, TableEntry, first_slot};
use crate::value::ScriptValue;

impl Heap<'_> {
    pub(crate) fn table(&self, table: u32) -> &ItemTable {
        self.arena.tables.get(index(table)).unwrap_or(&self.arena.empty)
    }

    /// Makes a new, empty table.
    pub(crate) fn new_table(&mut self) -> Result<u32, CallEnd> {
        self.allocate(size_of::<ItemTable>())?;
        Ok(self.arena.new_table())
    }

    /// Returns the number of the entry that has this key; `None` if there is none.
    pub(crate) fn find(&mut self, table: u32, key: ScriptValue) -> Result<Option<usize>, CallEnd> {
        let hash = self.hash(key, 0)?;
        self.find_hashed(table, key, hash)
    }

    pub(crate) fn find_hashed(&mut self, table: u32, key: ScriptValue, hash: u64) -> Result<Option<usize>, CallEnd> {
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
    fn is_entry(&mut self, table: u32, number: usize, key: ScriptValue, hash: u64) -> Result<bool, CallEnd> {
        let Some(entry) = self.table(table).entries.get(number) else { return Ok(false) };
        if entry.hash != hash {
            return Ok(false);
        }
        match (entry.key, key) {
            (ScriptValue::Unset, _) => Ok(false),
            (ScriptValue::Int(a), ScriptValue::Int(b)) => Ok(a == b),
            (found, key) => self.equal(found, key, 0),
        }
    }

    /// Sets an item, and returns whether its key is new.
    pub(crate) fn put(&mut self, table: u32, key: ScriptValue, value: ScriptValue) -> Result<bool, CallEnd> {
        let hash = self.hash(key, 0)?;
        if let Some(number) = self.find_hashed(table, key, hash)? {
            if let Some(entry) = self.arena.tables.get_mut(index(table)).and_then(|table| table.entries.get_mut(number))
            {
                entry.value = value;
            }
            return Ok(false);
        }
        self.insert(table, TableEntry { hash, key, value })?;
        Ok(true)
    }

    /// Adds an entry whose key is new.
    pub(crate) fn insert(&mut self, table: u32, entry: TableEntry) -> Result<(), CallEnd> {
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
    fn make_entry(&mut self, table: u32) -> Result<(), CallEnd> {
        let &ItemTable { ref entries, ref slots, len, room, .. } = self.table(table);
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
    pub(crate) fn table_of(&mut self, entries: &[TableEntry]) -> Result<u32, CallEnd> {
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
            *table = ItemTable { moves, ..items };
        }
    }

    /// Removes an item.
    pub(crate) fn take_out(&mut self, table: u32, key: ScriptValue) -> Result<Option<ScriptValue>, CallEnd> {
        let Some(number) = self.find(table, key)? else { return Ok(None) };
        self.charge(cost::OP)?;
        Ok(self.arena.tables.get_mut(index(table)).and_then(|table| table.take_out(number)))
    }

    /// Removes the item that was added last.
    pub(crate) fn take_last(&mut self, table: u32) -> Result<Option<TableEntry>, CallEnd> {
        self.charge(cost::LOOK_UP)?;
        let Some(table) = self.arena.tables.get_mut(index(table)) else { return Ok(None) };
        let last = table.entries.last().copied();
        table.take_out(table.entries.len().saturating_sub(1));
        Ok(last)
    }

    /// Returns the items of a table, in the order in which their keys were added.
    pub(crate) fn entries(&mut self, table: u32) -> Result<Vec<TableEntry>, CallEnd> {
        let count = self.table(table).entries.len();
        self.check_room(count * ENTRY)?;
        self.charge(steps(count) * cost::VALUE)?;
        let table = self.table(table);
        let mut entries = table.entries.clone();
        if table.len < count {
            entries.retain(|entry| !matches!(entry.key, ScriptValue::Unset));
        }
        Ok(entries)
    }
}
