//! Values as text.

use std::fmt::Write;

use super::names::Builtin;
use crate::cost;
use crate::fault::{CallEnd, error};
use crate::heap::Heap;
use crate::position::write_text;
use crate::size::index;
use crate::value::ScriptValue;

/// The deepest nesting of values that are written. It is limited because each level needs native stack.
const DEEPEST: u32 = 40;

impl Heap<'_> {
    /// Writes a value as Python's `repr` does.
    pub(crate) fn written(&mut self, value: ScriptValue) -> Result<String, CallEnd> {
        let mut out = String::new();
        self.write(value, &mut out, 0)?;
        Ok(out)
    }

    fn write(&mut self, value: ScriptValue, out: &mut String, depth: u32) -> Result<(), CallEnd> {
        if depth > DEEPEST {
            return error("this stands too deep in one another to be written");
        }
        self.charge(cost::VALUE)?;
        self.check_text(out.len())?;
        self.check_room(out.len())?;
        match value {
            ScriptValue::None => out.push_str("None"),
            ScriptValue::Bool(value) => out.push_str(if value { "True" } else { "False" }),
            ScriptValue::Int(value) => {
                self.charge(cost::NUMBER)?;
                let _ = write!(out, "{value}");
            }
            ScriptValue::Str(text) => {
                self.charge(4 * cost::items(index(text.len)))?;
                // Python and Rust disagree on which symbols outside of ASCII are printable. So outside of ASCII, only
                // letters and digits are accepted.
                if !text.is_ascii && self.str(text).chars().any(|char| !char.is_ascii() && !char.is_alphanumeric()) {
                    return error("repr takes letters and ASCII alone here");
                }
                let _ = write_text(out, self.str(text));
            }
            ScriptValue::Tuple(_) => {
                let items = self.items(value)?;
                self.write_all(&items, "(", if items.len() == 1 { ",)" } else { ")" }, out, depth)?;
            }
            ScriptValue::List(_) => {
                let items = self.items(value)?;
                self.write_all(&items, "[", "]", out, depth)?;
            }
            ScriptValue::Set(table) | ScriptValue::FrozenSet(table) => {
                let items = self.keys(table)?;
                let is_frozen = matches!(value, ScriptValue::FrozenSet(_));
                match (items.len(), is_frozen) {
                    (0, false) => out.push_str("set()"),
                    (0, true) => out.push_str("frozenset()"),
                    (1, false) => self.write_all(&items, "{", "}", out, depth)?,
                    (1, true) => self.write_all(&items, "frozenset({", "})", out, depth)?,
                    _ => return error("a set is written in no order: write sorted(x)"),
                }
            }
            ScriptValue::Dict(table) => {
                out.push('{');
                for (number, entry) in self.entries(table)?.into_iter().enumerate() {
                    if number > 0 {
                        out.push_str(", ");
                    }
                    self.write(entry.key, out, depth + 1)?;
                    out.push_str(": ");
                    self.write(entry.value, out, depth + 1)?;
                }
                out.push('}');
            }
            ScriptValue::Builtin(
                kind @ (Builtin::Int
                | Builtin::Str
                | Builtin::Tuple
                | Builtin::List
                | Builtin::Dict
                | Builtin::Set
                | Builtin::FrozenSet
                | Builtin::Bool),
            ) => {
                let _ = write!(out, "<class '{}'>", kind.text());
            }
            value => return error(format!("{} can't be made a string here", value.kind())),
        }
        Ok(())
    }

    fn write_all(
        &mut self,
        items: &[ScriptValue],
        open: &str,
        close: &str,
        out: &mut String,
        depth: u32,
    ) -> Result<(), CallEnd> {
        self.charge(cost::items(items.len()))?;
        out.push_str(open);
        for (number, item) in items.iter().enumerate() {
            if number > 0 {
                out.push_str(", ");
            }
            self.write(*item, out, depth + 1)?;
        }
        out.push_str(close);
        Ok(())
    }
}
