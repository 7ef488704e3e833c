//! [`Heap`]: the memory of one call of a script. A [`ScriptValue`] such as a string or a list only refers to its
//! contents, which are in an [`Arena`]. The arena is cleared when the call ends. The heap also counts steps and bytes.

mod tables;

use crate::cost;
use crate::fault::{CallEnd, error};
use crate::fuel::{Fuel, STRIDE};
use crate::size::{KEPT_ITEMS, index, length};
use crate::table::ItemTable;
use crate::value::{ScriptRange, ScriptValue, Span, Text};

/// The largest number of bytes of a string. The limit keeps each operation on a string short.
pub(crate) const LONGEST_TEXT: usize = 1 << 18;
/// The number of unused bytes that each of the vectors of an [`Arena`], such as `text` and `tuples`, may keep for the
/// next call.
const KEPT: usize = 1 << 17;

/// A function, with its variables from outer scopes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closure {
    pub(crate) code: u32,
    /// The default values of the last parameters.
    pub(crate) defaults: Span,
    /// The variables that the function uses and that belong to outer functions.
    pub(crate) cells: Span,
}

/// A call that can be resumed later.
#[derive(Clone, Debug)]
pub(crate) struct Generator {
    pub(crate) code: u32,
    pub(crate) next: u32,
    pub(crate) registers: Vec<ScriptValue>,
    pub(crate) state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Waits,
    Runs,
    Ended,
}

/// The contents of strings, lists and other values. A [`ScriptValue`] only refers to its contents.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arena {
    pub(crate) text: String,
    pub(crate) tuples: Vec<ScriptValue>,
    /// The lists from `lists_used` on are empty. These lists are kept because their memory can be used again.
    pub(crate) lists: Vec<Vec<ScriptValue>>,
    pub(crate) lists_used: usize,
    /// For each used list, the number of items whose memory is charged already.
    rooms: Vec<usize>,
    pub(crate) ranges: Vec<ScriptRange>,
    pub(crate) tables: Vec<ItemTable>,
    pub(crate) tables_used: usize,
    pub(crate) closures: Vec<Closure>,
    pub(crate) cells: Vec<ScriptValue>,
    pub(crate) generators: Vec<Generator>,
    pub(crate) globals: Vec<ScriptValue>,
    pub(crate) empty: ItemTable,
    /// The dict with the results of cached functions, once there is one.
    pub(crate) cache: Option<u32>,
    /// The lengths of the vectors after the script's top level has run. Contents within these lengths can't be changed.
    pub(crate) frozen: Frozen,
}

/// The lengths of the vectors of an [`Arena`] when their contents were frozen.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frozen {
    text: usize,
    tuples: usize,
    lists: usize,
    ranges: usize,
    tables: usize,
    closures: usize,
    cells: usize,
    generators: usize,
    pub(crate) cache: Option<u32>,
}

impl Arena {
    /// Freezes all present contents: they can't be changed any more.
    pub(crate) fn freeze(&mut self) {
        self.frozen = Frozen {
            text: self.text.len(),
            tuples: self.tuples.len(),
            lists: self.lists_used,
            ranges: self.ranges.len(),
            tables: self.tables_used,
            closures: self.closures.len(),
            cells: self.cells.len(),
            generators: self.generators.len(),
            cache: self.cache.take(),
        };
    }

    /// Removes everything that was created after the contents were frozen.
    pub(crate) fn clear(&mut self) {
        fn cut<T>(values: &mut Vec<T>, len: usize) {
            values.truncate(len);
            values.shrink_to(len + KEPT / size_of::<T>().max(1));
        }
        let frozen = self.frozen;
        self.text.truncate(frozen.text);
        self.text.shrink_to(frozen.text + KEPT);
        cut(&mut self.tuples, frozen.tuples);
        cut(&mut self.ranges, frozen.ranges);
        cut(&mut self.closures, frozen.closures);
        cut(&mut self.cells, frozen.cells);
        cut(&mut self.generators, frozen.generators);
        self.lists.truncate(frozen.lists + KEPT_ITEMS);
        for list in self.lists.iter_mut().take(self.lists_used).skip(frozen.lists) {
            list.clear();
            if list.capacity() > KEPT_ITEMS {
                *list = Vec::new();
            }
        }
        self.lists_used = frozen.lists;
        cut(&mut self.rooms, frozen.lists);
        self.tables.truncate(frozen.tables + KEPT_ITEMS);
        for table in self.tables.iter_mut().take(self.tables_used).skip(frozen.tables) {
            table.clear();
            if !table.is_small() {
                *table = ItemTable::default();
            }
        }
        self.tables_used = frozen.tables;
        self.cache = None;
    }

    /// Returns the approximate number of bytes that the arena has allocated.
    pub(crate) fn memory(&self) -> usize {
        let values = self.tuples.capacity() + self.cells.capacity() + self.globals.capacity();
        let items: usize = self.lists.iter().map(|list| 2 + list.capacity()).sum();
        let tables: usize = self.tables.iter().map(ItemTable::memory).sum();
        self.text.capacity() + tables + (values + items) * size_of::<ScriptValue>()
    }

    pub(crate) fn new_table(&mut self) -> u32 {
        if self.tables_used == self.tables.len() {
            self.tables.push(ItemTable::default());
        }
        self.tables_used += 1;
        length(self.tables_used - 1)
    }

    /// Makes a list of these values.
    fn new_list(&mut self, values: &[ScriptValue]) -> u32 {
        if self.lists_used == self.lists.len() {
            self.lists.push(Vec::new());
        }
        if let Some(list) = self.lists.get_mut(self.lists_used) {
            list.extend_from_slice(values);
        }
        self.rooms.push(values.len());
        self.lists_used += 1;
        length(self.lists_used - 1)
    }

    /// Adds a string without charging its bytes.
    pub(crate) fn constant_text(&mut self, value: &str) -> ScriptValue {
        let text = Text { start: length(self.text.len()), len: length(value.len()), is_ascii: value.is_ascii() };
        self.text.push_str(value);
        ScriptValue::Str(text)
    }

    /// Adds the values of a tuple without charging their bytes.
    pub(crate) fn span(&mut self, values: &[ScriptValue]) -> Span {
        let start = length(self.tuples.len());
        self.tuples.extend_from_slice(values);
        Span { start, len: length(values.len()) }
    }
}

/// Owns the [`Arena`] during one call of the script, and counts the steps and bytes of this call.
pub(crate) struct Heap<'f> {
    pub(crate) arena: Arena,
    fuel: &'f mut dyn Fuel,
    /// The steps that are not charged to `fuel` yet.
    pending: i64,
    memory: usize,
    limit: usize,
    /// The order in which a script sees the items of a set.
    pub(crate) set_order: SetOrder,
    /// `true` once a script has gone through a set of at least two items.
    pub(crate) has_read_set: bool,
}

/// The order in which a script sees the items of a set. `CPython` does not define this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SetOrder {
    /// The order in which they were inserted.
    Inserted,
    Reversed,
}

impl<'f> Heap<'f> {
    pub(crate) fn new(arena: Arena, fuel: &'f mut dyn Fuel, limit: usize) -> Self {
        Self { arena, fuel, pending: 0, memory: 0, limit, set_order: SetOrder::Inserted, has_read_set: false }
    }

    /// Charges steps that are about to be done.
    #[inline]
    pub(crate) fn charge(&mut self, steps: u64) -> Result<(), CallEnd> {
        self.pending = self.pending.saturating_add_unsigned(steps);
        if self.pending >= STRIDE { self.ask() } else { Ok(()) }
    }

    /// Charges all pending steps to `fuel`.
    #[cold]
    #[inline(never)]
    pub(crate) fn ask(&mut self) -> Result<(), CallEnd> {
        let steps = u64::try_from(self.pending).unwrap_or_default();
        self.pending = 0;
        Ok(self.fuel.charge(steps)?)
    }

    /// Charges memory, and the steps to fill it.
    #[inline]
    pub(crate) fn allocate(&mut self, bytes: usize) -> Result<(), CallEnd> {
        self.check_room(bytes)?;
        self.memory += bytes;
        self.charge(cost::block(bytes) + cost::OP)
    }

    /// Checks that enough memory is left for a temporary value.
    #[inline]
    pub(crate) fn check_room(&self, bytes: usize) -> Result<(), CallEnd> {
        if self.memory.saturating_add(bytes) > self.limit { Err(CallEnd::Memory) } else { Ok(()) }
    }

    // Strings.

    #[inline]
    pub(crate) fn str(&self, text: Text) -> &str {
        let start = index(text.start);
        self.arena.text.get(start..start + index(text.len)).unwrap_or_default()
    }

    /// Returns a temporary copy of a string.
    pub(crate) fn copied(&mut self, text: Text) -> Result<String, CallEnd> {
        self.check_room(index(text.len))?;
        self.charge(cost::block(index(text.len)) + cost::OP)?;
        Ok(self.str(text).to_owned())
    }

    pub(crate) fn new_text(&mut self, value: &str) -> Result<ScriptValue, CallEnd> {
        self.check_text(value.len())?;
        self.allocate(value.len())?;
        Ok(self.arena.constant_text(value))
    }

    /// Checks that a string with this number of bytes is not too long.
    #[expect(clippy::unused_self, reason = "called like what needs the heap")]
    pub(crate) fn check_text(&self, bytes: usize) -> Result<(), CallEnd> {
        if bytes > LONGEST_TEXT { error(format!("a string has at most {LONGEST_TEXT} bytes")) } else { Ok(()) }
    }

    /// Joins two strings. If the first string is at the end of `Arena::text`, the second is added there without copying
    /// the first.
    pub(crate) fn concat(&mut self, a: Text, b: Text) -> Result<ScriptValue, CallEnd> {
        if a.len == 0 {
            return Ok(ScriptValue::Str(b));
        }
        let len = index(a.len) + index(b.len);
        self.check_text(len)?;
        let is_last = index(a.start) + index(a.len) == self.arena.text.len();
        self.allocate(if is_last { index(b.len) } else { len })?;
        let start = if is_last { a.start } else { self.copy_text(a) };
        self.copy_text(b);
        Ok(ScriptValue::Str(Text { start, len: length(len), is_ascii: a.is_ascii && b.is_ascii }))
    }

    /// Copies a string to the end of `Arena::text`. The bytes for the copy must be charged already.
    pub(crate) fn copy_text(&mut self, text: Text) -> u32 {
        let (at, start) = (length(self.arena.text.len()), index(text.start));
        self.arena.text.extend_from_within(start..start + index(text.len));
        at
    }

    /// Returns a string that is repeated. The copied part doubles each time, so short strings take no longer.
    pub(crate) fn repeat_text(&mut self, text: Text, times: usize) -> Result<ScriptValue, CallEnd> {
        let bytes = index(text.len).saturating_mul(times);
        self.check_text(bytes)?;
        self.allocate(bytes)?;
        let start = self.arena.text.len();
        if bytes > 0 {
            self.copy_text(text);
        }
        while self.arena.text.len() < start + bytes {
            let part = (self.arena.text.len() - start).min(start + bytes - self.arena.text.len());
            self.arena.text.extend_from_within(start..start + part);
        }
        Ok(ScriptValue::Str(Text { start: length(start), len: length(bytes), is_ascii: text.is_ascii }))
    }

    // Tuples.

    #[inline]
    pub(crate) fn tuple(&self, span: Span) -> &[ScriptValue] {
        let start = index(span.start);
        self.arena.tuples.get(start..start + index(span.len)).unwrap_or_default()
    }

    #[inline]
    pub(crate) fn new_tuple(&mut self, values: &[ScriptValue]) -> Result<ScriptValue, CallEnd> {
        self.new_span(values).map(ScriptValue::Tuple)
    }

    #[inline]
    pub(crate) fn new_span(&mut self, values: &[ScriptValue]) -> Result<Span, CallEnd> {
        self.allocate(size_of_val(values))?;
        Ok(self.arena.span(values))
    }

    pub(crate) fn concat_tuples(&mut self, a: Span, b: Span) -> Result<ScriptValue, CallEnd> {
        let is_last = index(a.start) + index(a.len) == self.arena.tuples.len();
        let copied = if is_last { b.len } else { a.len.saturating_add(b.len) };
        self.allocate(index(copied) * size_of::<ScriptValue>())?;
        let start = if is_last { a.start } else { self.copy_tuple(a) };
        self.copy_tuple(b);
        Ok(ScriptValue::Tuple(Span { start, len: a.len + b.len }))
    }

    /// Copies the values of a tuple to the end of `Arena::tuples`. The bytes for the copy must be charged already.
    pub(crate) fn copy_tuple(&mut self, span: Span) -> u32 {
        let (at, start) = (length(self.arena.tuples.len()), index(span.start));
        self.arena.tuples.extend_from_within(start..start + index(span.len));
        at
    }

    pub(crate) fn repeat_tuple(&mut self, span: Span, times: usize) -> Result<ScriptValue, CallEnd> {
        let count = index(span.len).saturating_mul(times);
        self.allocate(count.saturating_mul(size_of::<ScriptValue>()))?;
        let start = self.arena.tuples.len();
        if count > 0 {
            self.copy_tuple(span);
        }
        double(&mut self.arena.tuples, start, count);
        Ok(ScriptValue::Tuple(Span { start: length(start), len: length(count) }))
    }

    // Lists.

    /// Repeats the items of a list in place.
    pub(crate) fn repeat_list(&mut self, list: u32, times: usize) -> Result<(), CallEnd> {
        let count = self.list(list).len();
        let all = count.saturating_mul(times);
        self.make_place(list, all.saturating_sub(count))?;
        self.charge(cost::block(all.saturating_sub(count).saturating_mul(size_of::<ScriptValue>())))?;
        let items = self.list_mut(list)?;
        items.truncate(all);
        double(items, 0, all);
        Ok(())
    }

    #[inline]
    pub(crate) fn list(&self, list: u32) -> &[ScriptValue] {
        self.arena.lists.get(index(list)).map_or(&[], Vec::as_slice)
    }

    /// Returns a list that the caller may change. Fails if the list is frozen.
    #[inline]
    pub(crate) fn list_mut(&mut self, list: u32) -> Result<&mut Vec<ScriptValue>, CallEnd> {
        if index(list) < self.arena.frozen.lists {
            return frozen();
        }
        match self.arena.lists.get_mut(index(list)) {
            Some(list) => Ok(list),
            None => frozen(),
        }
    }

    pub(crate) fn new_list(&mut self, values: &[ScriptValue]) -> Result<ScriptValue, CallEnd> {
        self.allocate(size_of_val(values) + size_of::<Vec<ScriptValue>>())?;
        Ok(ScriptValue::List(self.arena.new_list(values)))
    }

    /// Makes a list of these values without copying them.
    pub(crate) fn list_of(&mut self, values: Vec<ScriptValue>) -> Result<ScriptValue, CallEnd> {
        self.allocate(size_of_val(values.as_slice()) + size_of::<Vec<ScriptValue>>())?;
        let number = self.arena.new_list(&[]);
        if let Some(list) = self.arena.lists.get_mut(index(number)) {
            *list = values;
        }
        Ok(ScriptValue::List(number))
    }

    #[inline]
    pub(crate) fn append(&mut self, list: u32, value: ScriptValue) -> Result<(), CallEnd> {
        self.make_place(list, 1)?;
        self.list_mut(list)?.push(value);
        Ok(())
    }

    /// Charges the memory for more items of a list, as if its capacity doubled whenever it is used up. So the charge does
    /// not depend on capacity that is left from earlier calls, and a place that was charged once is free.
    #[inline]
    pub(crate) fn make_place(&mut self, list: u32, more: usize) -> Result<(), CallEnd> {
        let len = self.list_mut(list)?.len();
        let room = self.arena.rooms.get(index(list)).copied().unwrap_or_default().max(len);
        if len.saturating_add(more) <= room {
            return self.charge(cost::OP);
        }
        let grown = len.saturating_add(more).max(2 * room);
        self.allocate((grown - room).saturating_mul(size_of::<ScriptValue>()))?;
        if let Some(room) = self.arena.rooms.get_mut(index(list)) {
            *room = grown;
        }
        Ok(())
    }

    /// Fails if the table is frozen.
    pub(crate) fn check_table(&self, table: u32) -> Result<(), CallEnd> {
        if index(table) < self.arena.frozen.tables { frozen() } else { Ok(()) }
    }

    pub(crate) fn check_cell(&self, cell: u32) -> Result<(), CallEnd> {
        if index(cell) < self.arena.frozen.cells { frozen() } else { Ok(()) }
    }

    pub(crate) fn check_generator(&self, generator: u32) -> Result<(), CallEnd> {
        if index(generator) < self.arena.frozen.generators { frozen() } else { Ok(()) }
    }

    // Ranges.

    pub(crate) fn range(&self, range: u32) -> ScriptRange {
        self.arena.ranges.get(index(range)).copied().unwrap_or(ScriptRange { start: 0, step: 1, len: 0 })
    }

    pub(crate) fn new_range(&mut self, range: ScriptRange) -> Result<ScriptValue, CallEnd> {
        self.allocate(size_of::<ScriptRange>())?;
        self.arena.ranges.push(range);
        Ok(ScriptValue::Range(length(self.arena.ranges.len() - 1)))
    }
}

/// Repeats the values from `start` on until there are `count` of them. The copied part doubles each time.
fn double(values: &mut Vec<ScriptValue>, start: usize, count: usize) {
    while values.len() < start + count {
        let part = (values.len() - start).min(start + count - values.len());
        values.extend_from_within(start..start + part);
    }
}

#[cold]
fn frozen<T>() -> Result<T, CallEnd> {
    error(
        "what is defined outside of functions can't be changed by them, since options depend on the position alone: to keep results, write @cache above the function, from functools",
    )
}
