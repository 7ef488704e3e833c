//! Methods of lists.

use super::names::Method;
use super::no_method;
use crate::cost;
use crate::fault::{CallEnd, error};
use crate::heap::Heap;
use crate::size::integer;
use crate::value::ScriptValue;

impl Heap<'_> {
    pub(super) fn list_method(
        &mut self,
        method: Method,
        list: u32,
        arguments: &[ScriptValue],
    ) -> Result<ScriptValue, CallEnd> {
        let count = self.list(list).len();
        match (method, arguments) {
            (Method::Append, [item]) => self.append(list, *item)?,
            (Method::Extend, [items]) => self.extend(list, *items)?,
            (Method::Pop, [] | [_]) => {
                if count == 0 {
                    return error("an empty list has nothing to pop");
                }
                let at = match arguments.first() {
                    Some(at) => self.place(*at, count, "a list")?,
                    None => count - 1,
                };
                self.charge(cost::block((count - at) * size_of::<ScriptValue>()))?;
                return Ok(self.list_mut(list)?.remove(at));
            }
            (Method::Insert, [at, item]) => {
                let at = self.int(*at)?;
                let from_end = if at < 0 { at.saturating_add(integer(count)).max(0) } else { at };
                let at = usize::try_from(from_end).unwrap_or(usize::MAX).min(count);
                self.charge(cost::block((count - at) * size_of::<ScriptValue>()))?;
                self.make_place(list, 1)?;
                self.list_mut(list)?.insert(at, *item);
            }
            (Method::Remove, [item]) => {
                let Some(at) = self.find_item(ScriptValue::List(list), *item, 0)? else {
                    return error("the list has no such item");
                };
                self.charge(cost::block((count - at) * size_of::<ScriptValue>()))?;
                self.list_mut(list)?.remove(at);
            }
            (Method::Reverse, []) => {
                self.charge(cost::items(count))?;
                self.list_mut(list)?.reverse();
            }
            (Method::Copy, []) => {
                let items = self.list_copied(list)?;
                return self.list_of(items);
            }
            (Method::Clear, []) => self.list_mut(list)?.clear(),
            (Method::Index | Method::Count, [_, ..]) => {
                return self.sequence_method(method, ScriptValue::List(list), arguments);
            }
            _ => return no_method(ScriptValue::List(list), method),
        }
        Ok(ScriptValue::None)
    }

    /// Returns a temporary copy of the items of a list.
    pub(crate) fn list_copied(&mut self, list: u32) -> Result<Vec<ScriptValue>, CallEnd> {
        self.items(ScriptValue::List(list))
    }

    /// Adds all items of a value to a list.
    pub(crate) fn extend(&mut self, list: u32, items: ScriptValue) -> Result<(), CallEnd> {
        let items = self.items(items)?;
        self.make_place(list, items.len())?;
        self.charge(cost::block(size_of_val(items.as_slice())))?;
        self.list_mut(list)?.extend_from_slice(&items);
        Ok(())
    }
}
