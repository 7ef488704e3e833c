//! Loops over items. A loop has three registers: its source, its position, and a step or a size.

use super::Machine;
use crate::cost;
use crate::fault::{Stop, error};
use crate::heap::Heap;
use crate::size::{index, integer, length};
use crate::value::{Range, Span, Text, Value, View};

/// The largest number of integers that are visited between two charges. Other values are charged one by one, because a
/// visit may take long.
pub(super) const RUN: usize = 256;

/// Returns the range that Python's `range` creates from these arguments.
pub(crate) fn range(arguments: &[Value]) -> Result<Range, Stop> {
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
    match Range::new(start, stop, step) {
        Some(range) => Ok(range),
        None => super::arithmetic::too_large(),
    }
}

/// The items of a value that does not change while they are visited.
pub(crate) enum Items {
    Tuple(Span),
    List(u32),
    Range(Range),
    Copied(Vec<Value>),
}

impl Items {
    /// Returns the items of a tuple. Any other value is the only item.
    pub(crate) fn one_or_all(value: Value) -> Self {
        match value {
            Value::Tuple(span) => Self::Tuple(span),
            value => Self::Copied(vec![value]),
        }
    }

    /// Returns the item at an index; `None` if the index is not below the number of items.
    #[inline]
    pub(crate) fn get(&self, heap: &Heap<'_>, number: usize) -> Option<Value> {
        match self {
            Self::Tuple(span) => heap.tuple(*span).get(number).copied(),
            Self::List(list) => heap.list(*list).get(number).copied(),
            Self::Range(range) => {
                let number = integer(number);
                (number < range.len).then(|| Value::Int(range.get(number)))
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
        let integer = |item: &Value| if let Value::Int(value) = item { Some(*value) } else { None };
        items.get(from..).unwrap_or_default().iter().take(RUN).map_while(integer)
    }
}

impl Machine<'_> {
    /// Returns the initial values of the three registers of a loop.
    pub(super) fn iterate(&mut self, value: Value, is_reversed: bool) -> Result<[Value; 3], Stop> {
        let forward = [value, Value::Int(0), Value::Int(1)];
        if is_reversed {
            return self.reversed(value);
        }
        match value {
            Value::Tuple(_) | Value::List(_) | Value::Str(_) | Value::Range(_) | Value::Generator(_) => Ok(forward),
            Value::Dict(table) | Value::Set(table) | Value::FrozenSet(table) | Value::View(table, _) => {
                Ok([value, Value::Int(0), Value::Int(self.heap.table(table).version())])
            }
            value => not_iterable(value),
        }
    }

    fn reversed(&mut self, value: Value) -> Result<[Value; 3], Stop> {
        let value = match value {
            Value::Str(text) if !text.is_ascii => Value::Tuple(self.heap.characters(text)?),
            Value::Dict(table) => {
                let keys = self.heap.keys(table)?;
                self.heap.list_of(keys)?
            }
            Value::Tuple(_) | Value::List(_) | Value::Str(_) | Value::Range(_) => value,
            value => return error(format!("{} can't be reversed", value.kind())),
        };
        let last = self.heap.len(value)? - 1;
        Ok([value, Value::Int(last), Value::Int(-1)])
    }

    /// Returns the next item of a loop; `None` at its end.
    #[inline]
    pub(super) fn next_item(&mut self, state: &mut [Value]) -> Result<Option<Value>, Stop> {
        let [source, Value::Int(at), Value::Int(step)] = state else { return Ok(None) };
        let item = match *source {
            Value::Tuple(span) => match u32::try_from(*at) {
                Ok(at) if at < span.len => Some(self.heap.arena.tuples[index(span.start + at)]),
                _ => None,
            },
            Value::List(list) => usize::try_from(*at).ok().and_then(|at| self.heap.list(list).get(at)).copied(),
            Value::Str(text) if text.is_ascii => match u32::try_from(*at) {
                Ok(at) if at < text.len => Some(Value::Str(Text { start: text.start + at, len: 1, is_ascii: true })),
                _ => None,
            },
            _ => return self.heap.next_of(*source, at, *step),
        };
        *at += *step;
        Ok(item)
    }

    /// Returns the next item of a loop as its two parts; `None` at the end of the loop.
    #[inline]
    pub(super) fn next_pair(&mut self, state: &mut [Value]) -> Result<Option<[Value; 2]>, Stop> {
        if let [Value::View(table, View::Items), Value::Int(at), Value::Int(size)] = state {
            return self.heap.next_entry(*table, at, *size);
        }
        let Some(item) = self.next_item(state)? else { return Ok(None) };
        if let Value::Tuple(span) = item
            && let [a, b] = *self.heap.tuple(span)
        {
            return Ok(Some([a, b]));
        }
        let mut pair = [Value::None; 2];
        if matches!(item, Value::Generator(_)) {
            return error("a generator can't be two variables at once: make it a tuple");
        }
        self.unpack(item, &mut pair)?;
        Ok(Some(pair))
    }

    /// Unpacks a value. The value must have as many items as there are registers.
    pub(super) fn unpack(&mut self, value: Value, to: &mut [Value]) -> Result<(), Stop> {
        self.heap.charge(cost::items(to.len()))?;
        let copied;
        let items = match value {
            Value::Tuple(span) => self.heap.tuple(span),
            Value::List(list) => self.heap.list(list),
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
    pub(super) fn unpack_star(&mut self, value: Value, to: &mut [Value], before: usize) -> Result<(), Stop> {
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
fn not_iterable<T>(value: Value) -> Result<T, Stop> {
    match value {
        Value::Int(_) => error(
            "an integer has no items: write range(n) for the numbers below n; a position of several numbers is a tuple, (3, 4), among the options, and [[3, 4]] in JSON",
        ),
        value => error(format!("{} has no items to go through", value.kind())),
    }
}

impl Heap<'_> {
    #[inline(never)]
    fn next_of(&mut self, source: Value, at: &mut i64, step: i64) -> Result<Option<Value>, Stop> {
        let item = match source {
            Value::Range(range) => {
                let range = self.range(range);
                (0..range.len).contains(at).then(|| Value::Int(range.get(*at)))
            }
            Value::Str(text) => {
                let start = u32::try_from(*at).unwrap_or(u32::MAX);
                let rest = self.str(text).get(index(start)..).unwrap_or_default();
                let Some(first) = rest.chars().next() else { return Ok(None) };
                let len = length(first.len_utf8());
                *at += i64::from(len);
                return Ok(Some(Value::Str(Text { start: text.start + start, len, is_ascii: first.is_ascii() })));
            }
            Value::View(table, View::Items) => {
                return match self.next_entry(table, at, step)? {
                    Some(pair) => Ok(Some(self.new_tuple(&pair)?)),
                    None => Ok(None),
                };
            }
            Value::View(table, View::Values) => return Ok(self.next_entry(table, at, step)?.map(|[_, value]| value)),
            Value::Dict(table) | Value::Set(table) | Value::FrozenSet(table) | Value::View(table, View::Keys) => {
                return Ok(self.next_entry(table, at, step)?.map(|[key, _]| key));
            }
            _ => None,
        };
        *at += step;
        Ok(item)
    }

    /// Returns the next key and value of a table. `version` is the version of the table when the loop began.
    pub(crate) fn next_entry(&mut self, table: u32, at: &mut i64, version: i64) -> Result<Option<[Value; 2]>, Stop> {
        if self.table(table).version() != version {
            return error("a set or a dict changes while a loop goes through it: go through list(x)");
        }
        loop {
            self.charge(cost::OP)?;
            let number = usize::try_from(*at).unwrap_or(usize::MAX);
            let Some(entry) = self.table(table).entries.get(number) else { return Ok(None) };
            *at += 1;
            if !matches!(entry.key, Value::Unset) {
                return Ok(Some([entry.key, entry.value]));
            }
        }
    }

    /// Returns the characters of a string as a tuple.
    pub(crate) fn characters(&mut self, text: Text) -> Result<Span, Stop> {
        let items = self.items(Value::Str(text))?;
        self.new_span(&items)
    }

    pub(crate) fn keys(&mut self, table: u32) -> Result<Vec<Value>, Stop> {
        Ok(self.entries(table)?.iter().map(|entry| entry.key).collect())
    }

    /// Returns the items of a value for a visit. Lists, tuples and ranges are not copied. The visitor charges each item.
    pub(crate) fn visited(&mut self, value: Value) -> Result<Items, Stop> {
        Ok(match value {
            Value::Tuple(span) => Items::Tuple(span),
            Value::List(list) => Items::List(list),
            Value::Range(range) => Items::Range(self.range(range)),
            value => Items::Copied(self.items(value)?),
        })
    }

    /// Returns a temporary list of all items of a value. If the value is a generator, it must have been made into a
    /// list before.
    pub(crate) fn items(&mut self, value: Value) -> Result<Vec<Value>, Stop> {
        let count = match value {
            Value::Str(text) => index(text.len),
            Value::Generator(_) => return error("a generator can't be used here: write list(...) around it"),
            Value::Tuple(_)
            | Value::List(_)
            | Value::Range(_)
            | Value::Dict(_)
            | Value::Set(_)
            | Value::FrozenSet(_)
            | Value::View(..) => usize::try_from(self.len(value)?).unwrap_or(usize::MAX),
            value => return not_iterable(value),
        };
        self.check_room(count.saturating_mul(size_of::<Value>()))?;
        self.charge(cost::items(count))?;
        Ok(match value {
            Value::Tuple(span) => self.tuple(span).to_vec(),
            Value::List(list) => self.list(list).to_vec(),
            Value::Range(range) => {
                let range = self.range(range);
                (0..range.len).map(|at| Value::Int(range.get(at))).collect()
            }
            Value::Str(text) => {
                let char = |(at, char): (usize, char)| {
                    Value::Str(Text {
                        start: text.start + length(at),
                        len: length(char.len_utf8()),
                        is_ascii: char.is_ascii(),
                    })
                };
                self.str(text).char_indices().map(char).collect()
            }
            Value::View(table, View::Values) => self.entries(table)?.iter().map(|entry| entry.value).collect(),
            Value::View(table, View::Items) => {
                let mut items = Vec::with_capacity(count);
                for entry in self.entries(table)? {
                    items.push(self.new_tuple(&[entry.key, entry.value])?);
                }
                items
            }
            Value::Dict(table) | Value::Set(table) | Value::FrozenSet(table) | Value::View(table, View::Keys) => {
                self.keys(table)?
            }
            _ => Vec::new(),
        })
    }
}
