//! Dicts.

use super::names::Method;
use super::no_method;
use crate::cost;
use crate::fault::{CallEnd, error};
use crate::heap::Heap;
use crate::value::{ScriptValue, View};

impl Heap<'_> {
    pub(super) fn dict_of(&mut self, value: Option<ScriptValue>) -> Result<ScriptValue, CallEnd> {
        let dict = self.new_table()?;
        if let Some(value) = value {
            self.update(dict, value)?;
        }
        Ok(ScriptValue::Dict(dict))
    }

    pub(super) fn dict_of_keys(
        &mut self,
        keys: ScriptValue,
        value: Option<ScriptValue>,
    ) -> Result<ScriptValue, CallEnd> {
        let dict = self.new_table()?;
        let (keys, mut number) = (self.visited(keys)?, 0);
        while let Some(key) = keys.get(self, number) {
            number += 1;
            self.put(dict, key, value.unwrap_or(ScriptValue::None))?;
        }
        Ok(ScriptValue::Dict(dict))
    }

    /// Adds items to a dict. The items come from a dict or from pairs.
    fn update(&mut self, dict: u32, value: ScriptValue) -> Result<(), CallEnd> {
        if let ScriptValue::Dict(other) = value {
            return self.merge(dict, other);
        }
        let (pairs, mut number) = (self.visited(value)?, 0);
        while let Some(pair) = pairs.get(self, number) {
            self.charge(cost::ITEM)?;
            number += 1;
            let items = self.visited(pair)?;
            let (Some(key), Some(value), None) = (items.get(self, 0), items.get(self, 1), items.get(self, 2)) else {
                return error("a dict is made of pairs of keys and values");
            };
            self.put(dict, key, value)?;
        }
        Ok(())
    }

    /// Adds the items of the dict `other` to the dict `dict`.
    pub(crate) fn merge(&mut self, dict: u32, other: u32) -> Result<(), CallEnd> {
        self.check_table(dict)?;
        for entry in self.entries(other)? {
            self.put(dict, entry.key, entry.value)?;
        }
        Ok(())
    }

    pub(super) fn dict_method(
        &mut self,
        method: Method,
        dict: u32,
        arguments: &[ScriptValue],
    ) -> Result<ScriptValue, CallEnd> {
        match (method, arguments) {
            (Method::Get, [key, rest @ ..]) => {
                let found = self.find(dict, *key)?;
                let default = rest.first().copied().unwrap_or(ScriptValue::None);
                Ok(found.and_then(|number| self.table(dict).entries.get(number)).map_or(default, |entry| entry.value))
            }
            (Method::Keys, []) => Ok(ScriptValue::View(dict, View::Keys)),
            (Method::Values, []) => Ok(ScriptValue::View(dict, View::Values)),
            (Method::Items, []) => Ok(ScriptValue::View(dict, View::Items)),
            (Method::Copy, []) => {
                let entries = self.entries(dict)?;
                self.table_of(&entries).map(ScriptValue::Dict)
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
                let Some(entry) = self.take_last(dict)? else {
                    return error("an empty dict has nothing to pop");
                };
                self.new_tuple(&[entry.key, entry.value])
            }
            (Method::SetDefault, [key, rest @ ..]) => {
                self.check_table(dict)?;
                if let Some(number) = self.find(dict, *key)?
                    && let Some(entry) = self.table(dict).entries.get(number)
                {
                    return Ok(entry.value);
                }
                let default = rest.first().copied().unwrap_or(ScriptValue::None);
                self.put(dict, *key, default)?;
                Ok(default)
            }
            (Method::Update, arguments) => {
                self.check_table(dict)?;
                for argument in arguments {
                    self.update(dict, *argument)?;
                }
                Ok(ScriptValue::None)
            }
            (Method::Clear, []) => {
                self.check_table(dict)?;
                self.clear_table(dict);
                Ok(ScriptValue::None)
            }
            _ => no_method(ScriptValue::Dict(dict), method),
        }
    }

    /// Removes all items of a table. The table must not be frozen.
    pub(super) fn clear_table(&mut self, table: u32) {
        if let Some(table) = self.arena.tables.get_mut(crate::size::index(table)) {
            table.remove_all();
        }
    }
}
