//! Sets. A set keeps its items in the order in which they were inserted.

use super::names::Method;
use super::no_method;
use crate::ast::Binary;
use crate::fault::{CallEnd, error};
use crate::heap::Heap;
use crate::table::TableEntry;
use crate::value::{ScriptValue, View};

impl Heap<'_> {
    pub(crate) fn new_set(&mut self, items: &[ScriptValue]) -> Result<ScriptValue, CallEnd> {
        let set = self.new_table()?;
        for item in items {
            self.put(set, *item, ScriptValue::None)?;
        }
        Ok(ScriptValue::Set(set))
    }

    /// Makes a set of the items of a value.
    pub(crate) fn set_of(&mut self, value: ScriptValue) -> Result<ScriptValue, CallEnd> {
        if let ScriptValue::Set(table) | ScriptValue::FrozenSet(table) = value {
            return self.copied_set(table).map(ScriptValue::Set);
        }
        let (items, set, mut number) = (self.visited(value)?, self.new_table()?, 0);
        while let Some(item) = items.get(self, number) {
            number += 1;
            self.put(set, item, ScriptValue::None)?;
        }
        Ok(ScriptValue::Set(set))
    }

    fn copied_set(&mut self, table: u32) -> Result<u32, CallEnd> {
        let mut entries = self.entries(table)?;
        // The table may belong to a dict.
        for entry in &mut entries {
            entry.value = ScriptValue::None;
        }
        self.table_of(&entries)
    }

    /// Returns a table whose keys are the items of a value. For a set, a dict or the keys of a dict, this is its own
    /// table. For any other value, it is the table of a new set.
    fn set_table(&mut self, value: ScriptValue) -> Result<u32, CallEnd> {
        match value {
            ScriptValue::Set(table)
            | ScriptValue::FrozenSet(table)
            | ScriptValue::View(table, View::Keys)
            | ScriptValue::Dict(table) => Ok(table),
            value => match self.set_of(value)? {
                ScriptValue::Set(table) => Ok(table),
                _ => error("a set is expected here"),
            },
        }
    }

    /// Computes `a op b` of two sets. The result is a set or a frozenset, like the first operand.
    pub(crate) fn combine(&mut self, op: Binary, a: ScriptValue, b: ScriptValue) -> Result<ScriptValue, CallEnd> {
        let (x, y) = (self.set_table(a)?, self.set_table(b)?);
        let result = self.combined(op, x, y)?;
        Ok(if matches!(a, ScriptValue::FrozenSet(_)) {
            ScriptValue::FrozenSet(result)
        } else {
            ScriptValue::Set(result)
        })
    }

    fn combined(&mut self, op: Binary, a: u32, b: u32) -> Result<u32, CallEnd> {
        if op == Binary::Or {
            let union = self.copied_set(a)?;
            self.add_all(union, b)?;
            return Ok(union);
        }
        let result = self.new_table()?;
        let keeps = op == Binary::And;
        for entry in self.entries(a)? {
            if self.find_hashed(b, entry.key, entry.hash)?.is_some() == keeps {
                self.insert(result, TableEntry { value: ScriptValue::None, ..entry })?;
            }
        }
        if op == Binary::Xor {
            for entry in self.entries(b)? {
                if self.find_hashed(a, entry.key, entry.hash)?.is_none() {
                    self.insert(result, TableEntry { value: ScriptValue::None, ..entry })?;
                }
            }
        }
        Ok(result)
    }

    fn add_all(&mut self, set: u32, other: u32) -> Result<(), CallEnd> {
        for entry in self.entries(other)? {
            if self.find_hashed(set, entry.key, entry.hash)?.is_none() {
                self.insert(set, TableEntry { value: ScriptValue::None, ..entry })?;
            }
        }
        Ok(())
    }

    /// Runs `set op= other`.
    pub(crate) fn change_set(&mut self, op: Binary, set: u32, other: ScriptValue) -> Result<(), CallEnd> {
        self.check_table(set)?;
        let other = self.set_table(other)?;
        if op == Binary::Or {
            return self.add_all(set, other);
        }
        let result = self.combined(op, set, other)?;
        self.replace_table(set, result);
        Ok(())
    }

    pub(super) fn set_method(
        &mut self,
        method: Method,
        set: u32,
        is_frozen: bool,
        arguments: &[ScriptValue],
    ) -> Result<ScriptValue, CallEnd> {
        let own = if is_frozen { ScriptValue::FrozenSet(set) } else { ScriptValue::Set(set) };
        let first = arguments.first().copied();
        let op = match method {
            Method::Union | Method::Update => Some(Binary::Or),
            Method::Intersection | Method::IntersectionUpdate => Some(Binary::And),
            Method::Difference | Method::DifferenceUpdate => Some(Binary::Sub),
            Method::SymmetricDifference => Some(Binary::Xor),
            _ => None,
        };
        match (method, op, first) {
            (Method::Union | Method::Intersection | Method::Difference | Method::SymmetricDifference, Some(op), _) => {
                let mut result = self.copied_set(set)?;
                for argument in arguments {
                    let other = self.set_table(*argument)?;
                    result = self.combined(op, result, other)?;
                }
                return Ok(if is_frozen { ScriptValue::FrozenSet(result) } else { ScriptValue::Set(result) });
            }
            (Method::Copy, _, None) => {
                let copy = self.copied_set(set)?;
                return Ok(if is_frozen { ScriptValue::FrozenSet(copy) } else { ScriptValue::Set(copy) });
            }
            (Method::IsSubset, _, Some(other)) => {
                let other = self.set_table(other)?;
                return self.is_subset(set, other).map(ScriptValue::Bool);
            }
            (Method::IsSuperset, _, Some(other)) => {
                let other = self.set_table(other)?;
                return self.is_subset(other, set).map(ScriptValue::Bool);
            }
            (Method::IsDisjoint, _, Some(other)) => {
                let other = self.set_table(other)?;
                let common = self.combined(Binary::And, set, other)?;
                return Ok(ScriptValue::Bool(self.table(common).len == 0));
            }
            (Method::Pop, ..) => {
                return error("set.pop takes any item, and is not known here: go through sorted(x)");
            }
            _ if is_frozen => return no_method(own, method),
            _ => self.check_table(set)?,
        }
        match (method, op, first) {
            (Method::Add, _, Some(item)) => {
                self.put(set, item, ScriptValue::None)?;
            }
            (Method::Discard, _, Some(item)) => {
                self.take_out(set, item)?;
            }
            (Method::Remove, _, Some(item)) => {
                if self.take_out(set, item)?.is_none() {
                    return error("the set has no such item");
                }
            }
            (Method::Clear, _, None) => self.clear_table(set),
            (Method::Update | Method::IntersectionUpdate | Method::DifferenceUpdate, Some(op), _) => {
                for argument in arguments {
                    let other = self.set_table(*argument)?;
                    self.change_set(op, set, ScriptValue::Set(other))?;
                }
            }
            _ => return no_method(own, method),
        }
        Ok(ScriptValue::None)
    }
}
