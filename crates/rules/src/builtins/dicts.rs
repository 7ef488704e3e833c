//! Dicts.

use super::names::Method;
use super::no_method;
use crate::fault::{Stop, error};
use crate::heap::Heap;
use crate::value::{Value, View};

impl Heap<'_> {
    pub(super) fn dict_of(&mut self, value: Option<Value>) -> Result<Value, Stop> {
        let dict = self.new_table()?;
        if let Some(value) = value {
            self.update(dict, value)?;
        }
        Ok(Value::Dict(dict))
    }

    pub(super) fn dict_of_keys(&mut self, keys: Value, value: Option<Value>) -> Result<Value, Stop> {
        let dict = self.new_table()?;
        for key in self.items(keys)? {
            self.put(dict, key, value.unwrap_or(Value::None))?;
        }
        Ok(Value::Dict(dict))
    }

    /// Adds items to a dict. The items come from a dict or from pairs.
    fn update(&mut self, dict: u32, value: Value) -> Result<(), Stop> {
        if let Value::Dict(other) = value {
            return self.merge(dict, other);
        }
        for pair in self.items(value)? {
            let items = self.items(pair)?;
            let [key, value] = items.as_slice() else {
                return error("a dict is made of pairs of keys and values");
            };
            self.put(dict, *key, *value)?;
        }
        Ok(())
    }

    /// Adds the items of the dict `other` to the dict `dict`.
    pub(crate) fn merge(&mut self, dict: u32, other: u32) -> Result<(), Stop> {
        self.check_table(dict)?;
        for entry in self.entries(other)? {
            self.put(dict, entry.key, entry.value)?;
        }
        Ok(())
    }

    pub(super) fn dict_method(&mut self, method: Method, dict: u32, arguments: &[Value]) -> Result<Value, Stop> {
        match (method, arguments) {
            (Method::Get, [key, rest @ ..]) => {
                let found = self.find(dict, *key)?;
                let default = rest.first().copied().unwrap_or(Value::None);
                Ok(found.and_then(|number| self.table(dict).entries.get(number)).map_or(default, |entry| entry.value))
            }
            (Method::Keys, []) => Ok(Value::View(dict, View::Keys)),
            (Method::Values, []) => Ok(Value::View(dict, View::Values)),
            (Method::Items, []) => Ok(Value::View(dict, View::Items)),
            (Method::Copy, []) => {
                let copy = self.new_table()?;
                self.merge(copy, dict)?;
                Ok(Value::Dict(copy))
            }
            (Method::Pop, [key, rest @ ..]) => {
                self.check_table(dict)?;
                match (self.take_out(dict, *key)?, rest.first()) {
                    (Some(value), _) => Ok(value),
                    (None, Some(default)) => Ok(*default),
                    (None, None) => self.no_key(*key),
                }
            }
            (Method::PopItem, []) => {
                self.check_table(dict)?;
                let Some(entry) = self.entries(dict)?.last().copied() else {
                    return error("an empty dict has nothing to pop");
                };
                self.take_out(dict, entry.key)?;
                self.new_tuple(&[entry.key, entry.value])
            }
            (Method::SetDefault, [key, rest @ ..]) => {
                self.check_table(dict)?;
                if let Some(number) = self.find(dict, *key)?
                    && let Some(entry) = self.table(dict).entries.get(number)
                {
                    return Ok(entry.value);
                }
                let default = rest.first().copied().unwrap_or(Value::None);
                self.put(dict, *key, default)?;
                Ok(default)
            }
            (Method::Update, arguments) => {
                self.check_table(dict)?;
                for argument in arguments {
                    self.update(dict, *argument)?;
                }
                Ok(Value::None)
            }
            (Method::Clear, []) => {
                self.check_table(dict)?;
                self.clear_table(dict);
                Ok(Value::None)
            }
            _ => no_method(Value::Dict(dict), method),
        }
    }

    /// Removes all items of a table. The table must not be frozen.
    pub(super) fn clear_table(&mut self, table: u32) {
        if let Some(table) = self.arena.tables.get_mut(crate::size::index(table)) {
            table.clear();
        }
    }
}
