//! Built-in functions. Before a function does its work, it charges steps for the size of its arguments.

mod dicts;
mod format;
pub(crate) mod instead;
mod lists;
pub(crate) mod names;
mod numbers;
mod select;
mod sets;
mod sort;
mod texts;
mod write;

use crate::ast::{Binary, Compare};
use crate::cost;
use crate::fault::{CallEnd, FLOAT, error};
use crate::machine::iterate::Items;
use crate::machine::{Machine, iterate};
use crate::size::{index, integer, length};
use crate::value::ScriptValue;
use names::{Builtin, Method};

impl Builtin {
    /// Returns whether the function iterates over the items of its arguments. If it does, generators are made into
    /// lists before the call.
    pub(crate) fn takes_items(self) -> bool {
        !matches!(self, Self::Callable | Self::IsInstance | Self::Print | Self::Type | Self::Bool)
    }
}

impl Machine<'_> {
    /// Calls a built-in function that the script uses as a value. The number of arguments is checked.
    pub(crate) fn builtin_checked(
        &mut self,
        builtin: Builtin,
        arguments: &[ScriptValue],
    ) -> Result<ScriptValue, CallEnd> {
        if !builtin.arguments().contains(&arguments.len()) {
            return error(format!("{} has {} arguments here, which it doesn't take", builtin.text(), arguments.len()));
        }
        self.builtin(builtin, arguments)
    }

    /// Calls a built-in function. The number of arguments must be right.
    pub(crate) fn builtin(&mut self, builtin: Builtin, arguments: &[ScriptValue]) -> Result<ScriptValue, CallEnd> {
        self.heap.charge(cost::OP)?;
        let heap = &mut self.heap;
        let first = arguments.first().copied();
        let value = first.unwrap_or(ScriptValue::None);
        match builtin {
            Builtin::Len => Ok(ScriptValue::Int(heap.len(value)?)),
            Builtin::Range => heap.new_range(iterate::range(arguments)?),
            Builtin::Bool => Ok(ScriptValue::Bool(heap.truth(value)?)),
            Builtin::All | Builtin::Any => {
                let sense = builtin == Builtin::Any;
                let (items, mut number) = (heap.visited(value)?, 0);
                while let Some(item) = items.get(heap, number) {
                    heap.charge(cost::ITEM)?;
                    number += 1;
                    if heap.truth(item)? == sense {
                        return Ok(ScriptValue::Bool(sense));
                    }
                }
                Ok(ScriptValue::Bool(!sense))
            }
            Builtin::Min => heap.least(arguments, Compare::Lt),
            Builtin::Max => heap.least(arguments, Compare::Gt),
            Builtin::Sum => {
                let start = arguments.get(1).copied().unwrap_or(ScriptValue::Int(0));
                if matches!(start, ScriptValue::Str(_)) {
                    return error("sum adds no strings: write \"\".join(...)");
                }
                heap.fold(value, start, Binary::Add)
            }
            Builtin::Prod => heap.fold(value, ScriptValue::Int(1), Binary::Mul),
            Builtin::List => {
                let Some(value) = first else { return heap.new_list(&[]) };
                let items = heap.items(value)?;
                heap.list_of(items)
            }
            Builtin::Tuple => match value {
                ScriptValue::None if first.is_none() => heap.new_tuple(&[]),
                ScriptValue::Tuple(_) => Ok(value),
                ScriptValue::List(list) => heap.tuple_of_list(list),
                value => {
                    let items = heap.items(value)?;
                    heap.new_tuple(&items)
                }
            },
            Builtin::Set => {
                if first.is_none() {
                    return Ok(ScriptValue::Set(heap.new_table()?));
                }
                heap.set_of(value)
            }
            Builtin::FrozenSet => match (first, value) {
                (None, _) => Ok(ScriptValue::FrozenSet(heap.new_table()?)),
                (_, ScriptValue::FrozenSet(_)) => Ok(value),
                _ => match heap.set_of(value)? {
                    ScriptValue::Set(table) => Ok(ScriptValue::FrozenSet(table)),
                    value => Ok(value),
                },
            },
            Builtin::Dict => heap.dict_of(first),
            Builtin::FromKeys => heap.dict_of_keys(value, arguments.get(1).copied()),
            Builtin::Sorted => heap.sorted(value),
            Builtin::SortByKeys => heap.sort_by_keys(arguments),
            Builtin::Str => heap.string_of(first),
            Builtin::Repr => {
                let text = heap.written(value)?;
                heap.new_text(&text)
            }
            Builtin::Format => heap.formatted(value, None, arguments.get(1).copied()),
            Builtin::Chr | Builtin::Ord => heap.character(builtin, value),
            Builtin::MakeTrans => heap.make_translation(arguments),
            Builtin::Type => type_of(value),
            Builtin::IsInstance => heap.is_instance(value, arguments.get(1).copied().unwrap_or(ScriptValue::None)),
            Builtin::Callable => {
                Ok(ScriptValue::Bool(matches!(value, ScriptValue::Function(_) | ScriptValue::Builtin(_))))
            }
            Builtin::Print => Ok(ScriptValue::None),
            Builtin::Float => error(FLOAT),
            Builtin::NextCombination | Builtin::NextPermutation | Builtin::NextProduct | Builtin::Pick => {
                heap.select(builtin, arguments)
            }
            Builtin::NoneType | Builtin::Typing | Builtin::End => error("a type can't be called"),
            Builtin::Abs
            | Builtin::Bin
            | Builtin::Comb
            | Builtin::DivMod
            | Builtin::Divisors
            | Builtin::Factorial
            | Builtin::Gcd
            | Builtin::Hex
            | Builtin::Int
            | Builtin::Isqrt
            | Builtin::Lcm
            | Builtin::Oct
            | Builtin::Pow
            | Builtin::Round => heap.number(builtin, arguments),
        }
    }

    /// Calls a method.
    pub(crate) fn method(
        &mut self,
        method: Method,
        object: ScriptValue,
        arguments: &[ScriptValue],
    ) -> Result<ScriptValue, CallEnd> {
        self.heap.charge(cost::OP)?;
        match object {
            ScriptValue::List(list) => self.heap.list_method(method, list, arguments),
            ScriptValue::Tuple(_) | ScriptValue::Range(_) => self.heap.sequence_method(method, object, arguments),
            ScriptValue::Dict(table) => self.heap.dict_method(method, table, arguments),
            ScriptValue::Set(table) => self.heap.set_method(method, table, false, arguments),
            ScriptValue::FrozenSet(table) => self.heap.set_method(method, table, true, arguments),
            ScriptValue::Str(text) => self.heap.text_method(method, text, arguments),
            ScriptValue::Int(_) | ScriptValue::Bool(_) => self.heap.int_method(method, object),
            ScriptValue::Unset => crate::compare::unset(),
            object => no_method(object, method),
        }
    }
}

#[cold]
fn no_method<T>(object: ScriptValue, method: Method) -> Result<T, CallEnd> {
    error(format!("{} has no method {}", object.kind(), method.text()))
}

fn type_of(value: ScriptValue) -> Result<ScriptValue, CallEnd> {
    Ok(ScriptValue::Builtin(match value {
        ScriptValue::None => Builtin::NoneType,
        ScriptValue::Bool(_) => Builtin::Bool,
        ScriptValue::Int(_) => Builtin::Int,
        ScriptValue::Str(_) => Builtin::Str,
        ScriptValue::Tuple(_) => Builtin::Tuple,
        ScriptValue::List(_) => Builtin::List,
        ScriptValue::Range(_) => Builtin::Range,
        ScriptValue::Dict(_) => Builtin::Dict,
        ScriptValue::Set(_) => Builtin::Set,
        ScriptValue::FrozenSet(_) => Builtin::FrozenSet,
        value => return error(format!("the type of {} has no name here", value.kind())),
    }))
}

impl crate::heap::Heap<'_> {
    fn is_instance(&mut self, value: ScriptValue, types: ScriptValue) -> Result<ScriptValue, CallEnd> {
        let (types, mut number) = (Items::one_or_all(types), 0);
        let (mut is_one, own) = (false, type_of(value).ok());
        while let Some(kind) = types.get(self, number) {
            self.charge(cost::OP)?;
            number += 1;
            is_one |= match kind {
                ScriptValue::Builtin(Builtin::Int) => value.as_int().is_some(),
                ScriptValue::Builtin(Builtin::Float) => false,
                ScriptValue::Builtin(
                    Builtin::Bool
                    | Builtin::Str
                    | Builtin::Tuple
                    | Builtin::List
                    | Builtin::Dict
                    | Builtin::Set
                    | Builtin::FrozenSet
                    | Builtin::Range
                    | Builtin::NoneType,
                ) => matches!((own, kind), (Some(ScriptValue::Builtin(a)), ScriptValue::Builtin(b)) if a == b),
                _ => return error("isinstance takes int, str, bool, tuple, list, dict, set, frozenset or range here"),
            };
        }
        Ok(ScriptValue::Bool(is_one))
    }

    /// Returns the least or the greatest of the arguments. If there is only one argument, returns the least or the
    /// greatest of its items.
    fn least(&mut self, arguments: &[ScriptValue], op: Compare) -> Result<ScriptValue, CallEnd> {
        if let [ScriptValue::Int(a), ScriptValue::Int(b)] = arguments {
            // If two values are equal, Python returns the first one. With integers this makes no difference.
            return Ok(ScriptValue::Int(if op == Compare::Lt { *a.min(b) } else { *a.max(b) }));
        }
        let items = match arguments {
            [only] => self.visited(*only)?,
            arguments => Items::Copied(arguments.to_vec()),
        };
        let Some(mut best) = items.get(self, 0) else {
            let name = if op == Compare::Lt { "min" } else { "max" };
            return error(format!("{name} of nothing has no value: give it default=..."));
        };
        let mut number = 1;
        while let Some(item) = items.get(self, number) {
            if let ScriptValue::Int(value) = best {
                let better = |best: i64, item: i64| if op == Compare::Lt { best.min(item) } else { best.max(item) };
                let run = items.integers(self, number);
                let (count, value) = run.fold((0, value), |(count, best), item| (count + 1, better(best, item)));
                if count > 0 {
                    self.charge(cost::items(count))?;
                    (number, best) = (number + count, ScriptValue::Int(value));
                    continue;
                }
            }
            self.charge(cost::ITEM)?;
            number += 1;
            if self.compare(op, item, best)? {
                best = item;
            }
        }
        Ok(best)
    }

    fn fold(&mut self, items: ScriptValue, first: ScriptValue, op: Binary) -> Result<ScriptValue, CallEnd> {
        let (items, mut number, mut total) = (self.visited(items)?, 0, first);
        while let Some(item) = items.get(self, number) {
            if let (Binary::Add, ScriptValue::Int(mut sum)) = (op, total) {
                let mut count = 0;
                for item in items.integers(self, number) {
                    // The sum that is too large fails below.
                    let Some(next) = sum.checked_add(item) else { break };
                    (sum, count) = (next, count + 1);
                }
                if count > 0 {
                    self.charge(cost::items(count))?;
                    (number, total) = (number + count, ScriptValue::Int(sum));
                    continue;
                }
            }
            self.charge(cost::VALUE)?;
            number += 1;
            total = self.binary(op, total, item)?;
        }
        Ok(total)
    }

    fn string_of(&mut self, value: Option<ScriptValue>) -> Result<ScriptValue, CallEnd> {
        match value {
            None => self.new_text(""),
            Some(ScriptValue::Str(_)) => Ok(value.unwrap_or(ScriptValue::None)),
            Some(value) => {
                let text = self.written(value)?;
                self.new_text(&text)
            }
        }
    }

    fn character(&mut self, builtin: Builtin, value: ScriptValue) -> Result<ScriptValue, CallEnd> {
        if builtin == Builtin::Ord {
            let ScriptValue::Str(text) = value else {
                return error(format!("ord takes a string, not {}", value.kind()));
            };
            let mut chars = self.str(text).chars();
            return match (chars.next(), chars.next()) {
                (Some(char), None) => Ok(ScriptValue::Int(i64::from(u32::from(char)))),
                _ => error("ord takes a string of one character"),
            };
        }
        let code = self.int(value)?;
        match u32::try_from(code).ok().and_then(char::from_u32) {
            Some(char) => self.new_text(char.encode_utf8(&mut [0; 4])),
            None => error(format!("there is no character {code}")),
        }
    }

    /// Makes a tuple of the items of a list.
    pub(crate) fn tuple_of_list(&mut self, list: u32) -> Result<ScriptValue, CallEnd> {
        let count = self.list(list).len();
        self.allocate(std::mem::size_of_val(self.list(list)))?;
        let start = length(self.arena.tuples.len());
        if let Some(items) = self.arena.lists.get(index(list)) {
            self.arena.tuples.extend_from_slice(items);
        }
        Ok(ScriptValue::Tuple(crate::value::Span { start, len: length(count) }))
    }

    /// Calls a method that tuples, ranges and lists share.
    fn sequence_method(
        &mut self,
        method: Method,
        object: ScriptValue,
        arguments: &[ScriptValue],
    ) -> Result<ScriptValue, CallEnd> {
        let Some(item) = arguments.first().copied() else { return no_method(object, method) };
        if let ScriptValue::Range(range) = object {
            let found = item.as_int().and_then(|item| self.range(range).find(item));
            return match (method, found) {
                (Method::Count, found) => Ok(ScriptValue::Int(i64::from(found.is_some()))),
                (Method::Index, Some(at)) => Ok(ScriptValue::Int(at)),
                (Method::Index, None) => error("there is no such item"),
                _ => no_method(object, method),
            };
        }
        match method {
            Method::Index => {
                let count = self.len(object)?;
                let mut bounds = [0, count];
                for (bound, value) in bounds.iter_mut().zip(arguments.iter().skip(1)) {
                    let value = self.int(*value)?;
                    *bound = if value < 0 { value.saturating_add(count).max(0) } else { value.min(count) };
                }
                let [from, to] = bounds;
                let found = self.find_item(object, item, usize::try_from(from).unwrap_or_default())?;
                match found.map(integer).filter(|at| *at < to) {
                    Some(at) => Ok(ScriptValue::Int(at)),
                    None => error("there is no such item"),
                }
            }
            Method::Count => {
                let (mut from, mut count) = (0, 0);
                while let Some(at) = self.find_item(object, item, from)? {
                    count += 1;
                    from = at + 1;
                }
                Ok(ScriptValue::Int(count))
            }
            _ => no_method(object, method),
        }
    }
}
