//! Loops over items. A loop has three registers: its source, its position, and a step or a size.

use super::Machine;
use crate::cost;
use crate::fault::{CallEnd, error};
use crate::heap::{Heap, SetOrder};
use crate::size::{index, integer, length};
use crate::value::{ScriptRange, ScriptValue, Span, Text, View};

/// The largest number of integers that are visited between two charges. Other values are charged one by one, because a
/// visit may take long.
pub(super) const RUN: usize = 256;

/// Returns the range that Python's `range` creates from these arguments.
pub(crate) fn range(arguments: &[ScriptValue]) -> Result<ScriptRange, CallEnd> {
    let mut numbers = [0; 3];
    for (number, value) in numbers.iter_mut().zip(arguments) {
        *number = match value.as_int() {
            Some(value) => value,
            None => return error(format!("range takes integers, not {}", value.kind())),
        };
    }
    let [a, b, c] = numbers;
    let (start, stop, step) = match arguments.len() {
        1 => (0, a, 1),
        2 => (a, b, 1),
        _ => (a, b, c),
    };
    if step == 0 {
        return error("the step of a range is not 0");
    }
    match ScriptRange::new(start, stop, step) {
        Some(range) => Ok(range),
        None => super::arithmetic::too_large(),
    }
}

/// The items of a value that does not change while they are visited.
pub(crate) enum Items {
    Tuple(Span),
    List(u32),
    Range(ScriptRange),
    Copied(Vec<ScriptValue>),
}

impl Items {
    /// Returns the items of a tuple. Any other value is the only item.
    pub(crate) fn one_or_all(value: ScriptValue) -> Self {
        match value {
            ScriptValue::Tuple(span) => Self::Tuple(span),
            value => Self::Copied(vec![value]),
        }
    }

    /// Returns the item at an index; `None` if the index is not below the number of items.
    #[inline]
    pub(crate) fn get(&self, heap: &Heap<'_>, number: usize) -> Option<ScriptValue> {
        match self {
            Self::Tuple(span) => heap.tuple(*span).get(number).copied(),
            Self::List(list) => heap.list(*list).get(number).copied(),
            Self::Range(range) => {
                let number = integer(number);
                (number < range.len).then(|| ScriptValue::Int(range.get(number)))
            }
            Self::Copied(items) => items.get(number).copied(),
        }
    }

    /// Returns the integers from an index on, up to the first other value, and not more than can be visited between two
    /// charges.
    #[inline]
    pub(crate) fn integers<'i>(&'i self, heap: &'i Heap<'_>, from: usize) -> impl Iterator<Item = i64> {
        let items = match self {
            Self::Tuple(span) => heap.tuple(*span),
            Self::List(list) => heap.list(*list),
            Self::Range(_) => &[],
            Self::Copied(items) => items,
        };
        let integer = |item: &ScriptValue| if let ScriptValue::Int(value) = item { Some(*value) } else { None };
        items.get(from..).unwrap_or_default().iter().take(RUN).map_while(integer)
    }
}

impl Machine<'_> {
    /// Returns the initial values of the three registers of a loop.
    pub(super) fn iterate(&mut self, value: ScriptValue, is_reversed: bool) -> Result<[ScriptValue; 3], CallEnd> {
        let forward = [value, ScriptValue::Int(0), ScriptValue::Int(1)];
        if is_reversed {
            return self.reversed(value);
        }
        match value {
            ScriptValue::Tuple(_)
            | ScriptValue::List(_)
            | ScriptValue::Str(_)
            | ScriptValue::Range(_)
            | ScriptValue::Generator(_) => Ok(forward),
            ScriptValue::Dict(table)
            | ScriptValue::Set(table)
            | ScriptValue::FrozenSet(table)
            | ScriptValue::View(table, _) => {
                Ok([value, ScriptValue::Int(0), ScriptValue::Int(self.heap.table(table).version())])
            }
            value => not_iterable(value),
        }
    }

    fn reversed(&mut self, value: ScriptValue) -> Result<[ScriptValue; 3], CallEnd> {
        let value = match value {
            ScriptValue::Str(text) if !text.is_ascii => ScriptValue::Tuple(self.heap.characters(text)?),
            ScriptValue::Dict(table) => {
                let keys = self.heap.keys(table)?;
                self.heap.list_of(keys)?
            }
            ScriptValue::Tuple(_) | ScriptValue::List(_) | ScriptValue::Str(_) | ScriptValue::Range(_) => value,
            value => return error(format!("{} can't be reversed", value.kind())),
        };
        let last = self.heap.len(value)? - 1;
        Ok([value, ScriptValue::Int(last), ScriptValue::Int(-1)])
    }

    /// Returns the next item of a loop; `None` at its end.
    #[inline]
    pub(super) fn next_item(&mut self, state: &mut [ScriptValue]) -> Result<Option<ScriptValue>, CallEnd> {
        let [source, ScriptValue::Int(at), ScriptValue::Int(step)] = state else { return Ok(None) };
        let item = match *source {
            ScriptValue::Tuple(span) => match u32::try_from(*at) {
                Ok(at) if at < span.len => Some(self.heap.arena.tuples[index(span.start + at)]),
                _ => None,
            },
            ScriptValue::List(list) => usize::try_from(*at).ok().and_then(|at| self.heap.list(list).get(at)).copied(),
            ScriptValue::Str(text) if text.is_ascii => match u32::try_from(*at) {
                Ok(at) if at < text.len => {
                    Some(ScriptValue::Str(Text { start: text.start + at, len: 1, is_ascii: true }))
                }
                _ => None,
            },
            _ => return self.heap.next_of(*source, at, *step),
        };
        *at += *step;
        Ok(item)
    }

    /// Returns the next item of a loop as its two parts; `None` at the end of the loop.
    #[inline]
    pub(super) fn next_pair(&mut self, state: &mut [ScriptValue]) -> Result<Option<[ScriptValue; 2]>, CallEnd> {
        if let [ScriptValue::View(table, View::Items), ScriptValue::Int(at), ScriptValue::Int(size)] = state {
            return self.heap.next_entry(*table, at, *size);
        }
        let Some(item) = self.next_item(state)? else { return Ok(None) };
        if let ScriptValue::Tuple(span) = item
            && let [a, b] = *self.heap.tuple(span)
        {
            return Ok(Some([a, b]));
        }
        let mut pair = [ScriptValue::None; 2];
        if matches!(item, ScriptValue::Generator(_)) {
            return error("a generator can't be two variables at once: make it a tuple");
        }
        self.unpack(item, &mut pair)?;
        Ok(Some(pair))
    }

    /// Unpacks a value. The value must have as many items as there are registers.
    pub(super) fn unpack(&mut self, value: ScriptValue, to: &mut [ScriptValue]) -> Result<(), CallEnd> {
        self.heap.charge(cost::items(to.len()))?;
        let copied;
        let items = match value {
            ScriptValue::Tuple(span) => self.heap.tuple(span),
            ScriptValue::List(list) => self.heap.list(list),
            value => {
                copied = self.heap.items(value)?;
                &copied
            }
        };
        if items.len() != to.len() {
            return error(format!("{} values are expected here, and there are {}", to.len(), items.len()));
        }
        to.copy_from_slice(items);
        Ok(())
    }

    /// Unpacks a value into registers. The register at `before` receives a list of the items that no other register
    /// receives.
    pub(super) fn unpack_star(
        &mut self,
        value: ScriptValue,
        to: &mut [ScriptValue],
        before: usize,
    ) -> Result<(), CallEnd> {
        let items = self.heap.items(value)?;
        let Some(rest) = (items.len() + 1).checked_sub(to.len()) else {
            return error(format!("at least {} values are expected here, and there are {}", to.len() - 1, items.len()));
        };
        to[..before].copy_from_slice(&items[..before]);
        to[before + 1..].copy_from_slice(&items[before + rest..]);
        to[before] = self.heap.new_list(&items[before..before + rest])?;
        Ok(())
    }
}

#[cold]
fn not_iterable<T>(value: ScriptValue) -> Result<T, CallEnd> {
    match value {
        ScriptValue::Int(_) => error(
            "an integer has no items: write range(n) for the numbers below n; a position of several numbers is a tuple, (3, 4), among the options, and [[3, 4]] in JSON",
        ),
        value => error(format!("{} has no items to go through", value.kind())),
    }
}

impl Heap<'_> {
    #[inline(never)]
    fn next_of(&mut self, source: ScriptValue, at: &mut i64, step: i64) -> Result<Option<ScriptValue>, CallEnd> {
        let item = match source {
            ScriptValue::Range(range) => {
                let range = self.range(range);
                (0..range.len).contains(at).then(|| ScriptValue::Int(range.get(*at)))
            }
            ScriptValue::Str(text) => {
                let start = u32::try_from(*at).unwrap_or(u32::MAX);
                let rest = self.str(text).get(index(start)..).unwrap_or_default();
                let Some(first) = rest.chars().next() else { return Ok(None) };
                let len = length(first.len_utf8());
                *at += i64::from(len);
                return Ok(Some(ScriptValue::Str(Text { start: text.start + start, len, is_ascii: first.is_ascii() })));
            }
            ScriptValue::View(table, View::Items) => {
                return match self.next_entry(table, at, step)? {
                    Some(pair) => Ok(Some(self.new_tuple(&pair)?)),
                    None => Ok(None),
                };
            }
            ScriptValue::View(table, View::Values) => {
                return Ok(self.next_entry(table, at, step)?.map(|[_, value]| value));
            }
            ScriptValue::Dict(table) | ScriptValue::View(table, View::Keys) => {
                return Ok(self.next_entry(table, at, step)?.map(|[key, _]| key));
            }
            ScriptValue::Set(table) | ScriptValue::FrozenSet(table) => {
                self.has_read_set |= self.table(table).len > 1;
                return Ok(self.next_entry_in(self.set_order, table, at, step)?.map(|[key, _]| key));
            }
            _ => None,
        };
        *at += step;
        Ok(item)
    }

    /// Returns the next key and value of a table. `version` is the version of the table when the loop began.
    pub(crate) fn next_entry(
        &mut self,
        table: u32,
        at: &mut i64,
        version: i64,
    ) -> Result<Option<[ScriptValue; 2]>, CallEnd> {
        self.next_entry_in(SetOrder::Inserted, table, at, version)
    }

    fn next_entry_in(
        &mut self,
        order: SetOrder,
        table: u32,
        at: &mut i64,
        version: i64,
    ) -> Result<Option<[ScriptValue; 2]>, CallEnd> {
        if self.table(table).version() != version {
            return error("a set or a dict changes while a loop goes through it: go through list(x)");
        }
        loop {
            self.charge(cost::OP)?;
            let entries = &self.table(table).entries;
            let number = usize::try_from(*at).unwrap_or(usize::MAX);
            let number = match order {
                SetOrder::Inserted => Some(number),
                SetOrder::Reversed => entries.len().checked_sub(1).and_then(|last| last.checked_sub(number)),
            };
            let Some(entry) = number.and_then(|number| entries.get(number)) else { return Ok(None) };
            *at += 1;
            if !matches!(entry.key, ScriptValue::Unset) {
                return Ok(Some([entry.key, entry.value]));
            }
        }
    }

    /// Returns the characters of a string as a tuple.
    pub(crate) fn characters(&mut self, text: Text) -> Result<Span, CallEnd> {
        let items = self.items(ScriptValue::Str(text))?;
        self.new_span(&items)
    }

    pub(crate) fn keys(&mut self, table: u32) -> Result<Vec<ScriptValue>, CallEnd> {
        Ok(self.entries(table)?.iter().map(|entry| entry.key).collect())
    }

    /// Returns the items of a value for a visit. Lists, tuples and ranges are not copied. The visitor charges each item.
    pub(crate) fn visited(&mut self, value: ScriptValue) -> Result<Items, CallEnd> {
        Ok(match value {
            ScriptValue::Tuple(span) => Items::Tuple(span),
            ScriptValue::List(list) => Items::List(list),
            ScriptValue::Range(range) => Items::Range(self.range(range)),
            value => Items::Copied(self.items(value)?),
        })
    }

    /// Returns a temporary list of all items of a value. If the value is a generator, it must have been made into a
    /// list before.
    pub(crate) fn items(&mut self, value: ScriptValue) -> Result<Vec<ScriptValue>, CallEnd> {
        let count = match value {
            ScriptValue::Str(text) => index(text.len),
            ScriptValue::Generator(_) => return error("a generator can't be used here: write list(...) around it"),
            ScriptValue::Tuple(_)
            | ScriptValue::List(_)
            | ScriptValue::Range(_)
            | ScriptValue::Dict(_)
            | ScriptValue::Set(_)
            | ScriptValue::FrozenSet(_)
            | ScriptValue::View(..) => usize::try_from(self.len(value)?).unwrap_or(usize::MAX),
            value => return not_iterable(value),
        };
        self.check_room(count.saturating_mul(size_of::<ScriptValue>()))?;
        self.charge(cost::items(count))?;
        Ok(match value {
            ScriptValue::Tuple(span) => self.tuple(span).to_vec(),
            ScriptValue::List(list) => self.list(list).to_vec(),
            ScriptValue::Range(range) => {
                let range = self.range(range);
                (0..range.len).map(|at| ScriptValue::Int(range.get(at))).collect()
            }
            ScriptValue::Str(text) => {
                let char = |(at, char): (usize, char)| {
                    ScriptValue::Str(Text {
                        start: text.start + length(at),
                        len: length(char.len_utf8()),
                        is_ascii: char.is_ascii(),
                    })
                };
                self.str(text).char_indices().map(char).collect()
            }
            ScriptValue::View(table, View::Values) => self.entries(table)?.iter().map(|entry| entry.value).collect(),
            ScriptValue::View(table, View::Items) => {
                let mut items = Vec::with_capacity(count);
                for entry in self.entries(table)? {
                    items.push(self.new_tuple(&[entry.key, entry.value])?);
                }
                items
            }
            ScriptValue::Dict(table) | ScriptValue::View(table, View::Keys) => self.keys(table)?,
            ScriptValue::Set(table) | ScriptValue::FrozenSet(table) => {
                self.has_read_set |= count > 1;
                let mut items = self.keys(table)?;
                if self.set_order == SetOrder::Reversed {
                    items.reverse();
                }
                items
            }
            _ => Vec::new(),
        })
    }
}
