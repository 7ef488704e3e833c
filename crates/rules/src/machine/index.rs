//! Access to items by index or key, lengths, and the operator `in`.

use super::Machine;
use super::iterate::RUN;
use crate::cost;
use crate::fault::{CallEnd, error};
use crate::heap::Heap;
use crate::size::{index, integer, length, steps};
use crate::value::{ScriptValue, Text, View};

impl Machine<'_> {
    #[inline(never)]
    pub(super) fn index(&mut self, object: ScriptValue, key: ScriptValue) -> Result<ScriptValue, CallEnd> {
        match object {
            ScriptValue::Dict(table) => match self.heap.find(table, key)? {
                Some(number) => Ok(self.heap.table(table).entries[number].value),
                None => self.heap.no_key(key),
            },
            ScriptValue::Tuple(span) => {
                let at = self.heap.place(key, index(span.len), "a tuple")?;
                Ok(self.heap.tuple(span)[at])
            }
            ScriptValue::List(list) => {
                let at = self.heap.place(key, self.heap.list(list).len(), "a list")?;
                Ok(self.heap.list(list)[at])
            }
            ScriptValue::Str(text) => {
                if text.is_ascii {
                    let at = self.heap.place(key, index(text.len), "a string")?;
                    return Ok(ScriptValue::Str(Text { start: text.start + length(at), len: 1, is_ascii: true }));
                }
                self.heap.charge(2 * cost::items(index(text.len)))?;
                let count = self.heap.str(text).chars().count();
                let at = self.heap.place(key, count, "a string")?;
                let (start, char) = self.heap.str(text).char_indices().nth(at).unwrap_or_default();
                let (start, len) = (text.start + length(start), length(char.len_utf8()));
                Ok(ScriptValue::Str(Text { start, len, is_ascii: char.is_ascii() }))
            }
            ScriptValue::Range(range) => {
                let range = self.heap.range(range);
                let len = usize::try_from(range.len).unwrap_or(usize::MAX);
                let at = self.heap.place(key, len, "a range")?;
                Ok(ScriptValue::Int(range.get(integer(at))))
            }
            // A type with other types in brackets, such as `list[int]`, is a type, too.
            ScriptValue::Builtin(_) => Ok(object),
            ScriptValue::Unset => crate::compare::unset(),
            ScriptValue::Int(_) => error(
                "an integer has no items by index: a list among the options is a sum of positions, a tuple is one position",
            ),
            object => error(format!("{} has no items by index", object.kind())),
        }
    }

    #[inline(never)]
    pub(super) fn set_index(
        &mut self,
        object: ScriptValue,
        key: ScriptValue,
        value: ScriptValue,
    ) -> Result<(), CallEnd> {
        match object {
            ScriptValue::List(list) => {
                let at = self.heap.place(key, self.heap.list(list).len(), "a list")?;
                self.heap.list_mut(list)?[at] = value;
                Ok(())
            }
            ScriptValue::Dict(table) => {
                self.heap.check_table(table)?;
                self.heap.put(table, key, value).map(drop)
            }
            ScriptValue::Tuple(_) => error("a tuple can't be changed: make a list of it, list(x), and a tuple of that"),
            ScriptValue::Str(_) => error("a string can't be changed: make a new one, s[:i] + \"x\" + s[i + 1:]"),
            object => error(format!("items of {} can't be set", object.kind())),
        }
    }

    pub(super) fn delete_index(&mut self, object: ScriptValue, key: ScriptValue) -> Result<(), CallEnd> {
        match object {
            ScriptValue::List(list) => {
                let count = self.heap.list(list).len();
                let at = self.heap.place(key, count, "a list")?;
                self.heap.charge(cost::block((count - at) * size_of::<ScriptValue>()))?;
                self.heap.list_mut(list)?.remove(at);
                Ok(())
            }
            ScriptValue::Dict(table) => {
                self.heap.check_table(table)?;
                match self.heap.take_out(table, key)? {
                    Some(_) => Ok(()),
                    None => self.heap.no_key(key),
                }
            }
            object => error(format!("items of {} can't be deleted", object.kind())),
        }
    }
}

impl Heap<'_> {
    /// Returns the place of the item to which an index refers, among `count` items.
    #[expect(clippy::unused_self, reason = "called like what needs the heap")]
    pub(crate) fn place(&self, key: ScriptValue, count: usize, what: &str) -> Result<usize, CallEnd> {
        let Some(at) = key.as_int() else {
            return match key {
                ScriptValue::Unset => crate::compare::unset(),
                key => error(format!("an index of {what} is an integer, not {}", key.kind())),
            };
        };
        let from_end = if at < 0 { at.saturating_add(integer(count)) } else { at };
        match usize::try_from(from_end) {
            Ok(place) if place < count => Ok(place),
            _ => error(format!("{what} of {count} has no index {at}")),
        }
    }

    #[cold]
    pub(crate) fn no_key<T>(&mut self, key: ScriptValue) -> Result<T, CallEnd> {
        let text: String = self.written(key)?.chars().take(60).collect();
        // JSON makes strings of the keys of "constants".
        let instead = if key.as_int().is_some() { "; keys of \"constants\" are strings: write d[str(x)]" } else { "" };
        error(format!("the dict has no key {text}: write d.get(x, 0), or test with \"in\" before{instead}"))
    }

    pub(crate) fn len(&mut self, value: ScriptValue) -> Result<i64, CallEnd> {
        Ok(integer(match value {
            ScriptValue::Str(text) if text.is_ascii => index(text.len),
            ScriptValue::Str(text) => {
                self.charge(cost::items(index(text.len)))?;
                self.str(text).chars().count()
            }
            ScriptValue::Tuple(span) => index(span.len),
            ScriptValue::List(list) => self.list(list).len(),
            ScriptValue::Range(range) => return Ok(self.range(range).len),
            ScriptValue::Dict(table)
            | ScriptValue::Set(table)
            | ScriptValue::FrozenSet(table)
            | ScriptValue::View(table, _) => self.table(table).len,
            ScriptValue::Unset => return crate::compare::unset(),
            value => return error(format!("{} has no length", value.kind())),
        }))
    }

    /// Returns whether the first value contains the second.
    pub(crate) fn contains(&mut self, object: ScriptValue, item: ScriptValue) -> Result<bool, CallEnd> {
        match object {
            ScriptValue::Dict(table)
            | ScriptValue::Set(table)
            | ScriptValue::FrozenSet(table)
            | ScriptValue::View(table, View::Keys) => Ok(self.find(table, item)?.is_some()),
            ScriptValue::Range(range) => {
                let range = self.range(range);
                match item {
                    ScriptValue::Int(_) | ScriptValue::Bool(_) => Ok(range.find(self.int(item)?).is_some()),
                    _ => Ok(false),
                }
            }
            ScriptValue::Str(text) => {
                let ScriptValue::Str(part) = item else {
                    return error(format!("a string contains strings, not {}", item.kind()));
                };
                if let Some(byte) = self.only_byte(part) {
                    self.charge(cost::block(index(text.len)))?;
                    return Ok(self.str(text).as_bytes().contains(&byte));
                }
                self.charge(cost::items(index(text.len)) + cost::items(index(part.len)))?;
                Ok(self.str(text).contains(self.str(part)))
            }
            ScriptValue::Tuple(_) | ScriptValue::List(_) => Ok(self.find_item(object, item, 0)?.is_some()),
            ScriptValue::View(table, View::Values) => {
                let mut number = 0;
                while let Some(entry) = self.table(table).entries.get(number).copied() {
                    self.charge(cost::ITEM)?;
                    number += 1;
                    if !matches!(entry.key, ScriptValue::Unset) && self.equal(entry.value, item, 0)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            ScriptValue::View(table, View::Items) => {
                let ScriptValue::Tuple(span) = item else { return Ok(false) };
                let [key, value] = *self.tuple(span) else { return Ok(false) };
                match self.find(table, key)? {
                    Some(number) => self.equal(self.table(table).entries[number].value, value, 0),
                    None => Ok(false),
                }
            }
            ScriptValue::Generator(_) => error("\"in\" is not known of generators here: write \"in list(...)\""),
            object => error(format!("{} contains nothing", object.kind())),
        }
    }

    /// Returns the byte of a string that has only one. A processor searches many bytes at once for it.
    pub(crate) fn only_byte(&self, text: Text) -> Option<u8> {
        if let [byte] = *self.str(text).as_bytes() { Some(byte) } else { None }
    }

    /// Returns the first place, from `from` on, at which a list or a tuple has this item.
    pub(crate) fn find_item(
        &mut self,
        object: ScriptValue,
        item: ScriptValue,
        from: usize,
    ) -> Result<Option<usize>, CallEnd> {
        let mut number = from;
        loop {
            let items = match object {
                ScriptValue::Tuple(span) => self.tuple(span),
                ScriptValue::List(list) => self.list(list),
                _ => &[],
            };
            let rest = items.get(number..).unwrap_or_default();
            if let ScriptValue::Int(wanted) = item {
                // The integers that differ are skipped, at most `RUN` of them, and are charged before the next item.
                let differs = |found: &&ScriptValue| matches!(found, ScriptValue::Int(found) if *found != wanted);
                let skipped = rest.iter().take(RUN).take_while(differs).count();
                number += skipped;
                let next = rest.get(skipped).copied();
                self.charge(steps(skipped) + cost::ITEM)?;
                match next {
                    None => return Ok(None),
                    Some(ScriptValue::Int(found)) if found != wanted => continue,
                    Some(found) if self.equal(found, item, 0)? => return Ok(Some(number)),
                    Some(_) => {}
                }
            } else {
                let Some(found) = rest.first().copied() else { return Ok(None) };
                self.charge(cost::ITEM)?;
                if self.equal(found, item, 0)? {
                    return Ok(Some(number));
                }
            }
            number += 1;
        }
    }
}
