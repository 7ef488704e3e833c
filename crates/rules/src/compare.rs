//! Hashes, equality and order of values. Tuples may share parts, so a value that takes little memory may contain very
//! many items. Each visit to an item is charged.

use std::cmp::Ordering;

use crate::ast::Compare;
use crate::fault::{Stop, error};
use crate::heap::Heap;
use crate::size::{index, steps};
use crate::value::{Text, Value};

/// The deepest nesting of tuples and lists that are compared. It is limited because each level needs native stack.
const DEEPEST: u32 = 40;

/// An odd number whose bits look random: the fractional part of the golden ratio, times 2⁶⁴.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

#[inline]
fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(MIX)
}

#[inline]
fn high(hash: u64) -> u32 {
    u32::try_from(hash >> 32).unwrap_or_default()
}

fn mix_bytes(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(1, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    let mut last = [0; 8];
    last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    mix(mix(hash, u64::from_le_bytes(last)), steps(bytes.len()))
}

impl Heap<'_> {
    /// Returns the hash of a value that can't change.
    #[inline]
    pub(crate) fn hash(&mut self, value: Value, depth: u32) -> Result<u32, Stop> {
        match value {
            Value::Int(value) => {
                self.charge(3)?;
                Ok(high(mix(0, value.cast_unsigned())))
            }
            _ => self.hash_other(value, depth),
        }
    }

    #[inline(never)]
    fn hash_other(&mut self, value: Value, depth: u32) -> Result<u32, Stop> {
        self.charge(5)?;
        Ok(match value {
            Value::Int(value) => high(mix(0, value.cast_unsigned())),
            Value::Bool(value) => high(mix(0, u64::from(value))),
            Value::None => 7,
            Value::Str(text) => {
                self.charge(u64::from(text.len / 8))?;
                high(mix_bytes(self.str(text).as_bytes()))
            }
            Value::Tuple(span) => {
                check_depth(depth)?;
                let mut hash = u64::from(span.len);
                for number in 0..index(span.len) {
                    let item = self.tuple(span).get(number).copied().unwrap_or(Value::None);
                    hash = mix(hash, u64::from(self.hash(item, depth + 1)?));
                }
                high(hash)
            }
            Value::FrozenSet(table) => {
                self.charge(steps(self.table(table).entries.len()))?;
                let entries = self.table(table).entries.iter();
                let live = entries.filter(|entry| !matches!(entry.key, Value::Unset));
                // The items are combined by addition, so their order makes no difference.
                high(mix(5, live.fold(0_u64, |sum, entry| sum.wrapping_add(mix(1, u64::from(entry.hash))))))
            }
            Value::Builtin(builtin) => high(mix_bytes(format!("{builtin:?}").as_bytes())),
            Value::Function(function) => high(mix(9, u64::from(function))),
            Value::List(_) => return error("a list can't be in a set or be a key: write tuple(x)"),
            Value::Set(_) => return error("a set can't be in a set or be a key: write frozenset(x)"),
            value => return error(format!("{} can't be in a set or be a key", value.kind())),
        })
    }

    #[inline]
    pub(crate) fn equal(&mut self, a: Value, b: Value, depth: u32) -> Result<bool, Stop> {
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => Ok(a == b),
            _ => self.equal_other(a, b, depth),
        }
    }

    #[inline(never)]
    fn equal_other(&mut self, a: Value, b: Value, depth: u32) -> Result<bool, Stop> {
        self.charge(6)?;
        Ok(match (a, b) {
            (Value::Str(a), Value::Str(b)) => {
                if a.len != b.len {
                    return Ok(false);
                }
                self.charge(u64::from(a.len / 16))?;
                a.start == b.start || self.str(a) == self.str(b)
            }
            (Value::Tuple(a), Value::Tuple(b)) => {
                if a.len != b.len || a.start == b.start {
                    return Ok(a.len == b.len);
                }
                check_depth(depth)?;
                for number in 0..index(a.len) {
                    let item = |span| self.tuple(span).get(number).copied().unwrap_or(Value::None);
                    let (x, y) = (item(a), item(b));
                    self.charge(3)?;
                    if !self.equal(x, y, depth + 1)? {
                        return Ok(false);
                    }
                }
                true
            }
            (Value::List(a), Value::List(b)) => {
                if a == b || self.list(a).len() != self.list(b).len() {
                    return Ok(a == b);
                }
                check_depth(depth)?;
                for number in 0..self.list(a).len() {
                    let item = |list| self.list(list).get(number).copied().unwrap_or(Value::None);
                    let (x, y) = (item(a), item(b));
                    self.charge(3)?;
                    if !self.equal(x, y, depth + 1)? {
                        return Ok(false);
                    }
                }
                true
            }
            (Value::Set(a) | Value::FrozenSet(a), Value::Set(b) | Value::FrozenSet(b)) => {
                self.table(a).len == self.table(b).len && self.is_subset(a, b)?
            }
            (Value::Dict(a), Value::Dict(b)) => {
                if a == b || self.table(a).len != self.table(b).len {
                    return Ok(a == b);
                }
                check_depth(depth)?;
                for entry in self.entries(a)? {
                    let Some(number) = self.find_hashed(b, entry.key, entry.hash)? else { return Ok(false) };
                    let value = self.table(b).entries.get(number).map_or(Value::None, |found| found.value);
                    if !self.equal(entry.value, value, depth + 1)? {
                        return Ok(false);
                    }
                }
                true
            }
            (Value::Range(a), Value::Range(b)) => {
                let (a, b) = (self.range(a), self.range(b));
                a.len == b.len && (a.len == 0 || a.start == b.start) && (a.len < 2 || a.step == b.step)
            }
            (Value::View(..), _) | (_, Value::View(..)) => {
                return error("views of dicts are not compared here: write list(d) or set(d)");
            }
            (Value::Unset, _) | (_, Value::Unset) => return unset(),
            (a, b) => match (a.as_int(), b.as_int()) {
                (Some(a), Some(b)) => a == b,
                _ => same(a, b),
            },
        })
    }

    /// Returns whether the second set contains all items of the first.
    pub(crate) fn is_subset(&mut self, a: u32, b: u32) -> Result<bool, Stop> {
        for entry in self.entries(a)? {
            if self.find_hashed(b, entry.key, entry.hash)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the order of two integers, strings, tuples or lists.
    pub(crate) fn order(&mut self, a: Value, b: Value, depth: u32) -> Result<Ordering, Stop> {
        self.charge(6)?;
        if let (Some(a), Some(b)) = (a.as_int(), b.as_int()) {
            return Ok(a.cmp(&b));
        }
        match (a, b) {
            (Value::Str(a), Value::Str(b)) => {
                self.charge(u64::from(a.len.min(b.len) / 16))?;
                Ok(self.compare_texts(a, b))
            }
            (Value::Tuple(_), Value::Tuple(_)) | (Value::List(_), Value::List(_)) => {
                check_depth(depth)?;
                let (x, y) = (self.sequence_len(a), self.sequence_len(b));
                for number in 0..x.min(y) {
                    let (x, y) = (self.item(a, number), self.item(b, number));
                    self.charge(4)?;
                    if !self.equal(x, y, depth + 1)? {
                        return self.order(x, y, depth + 1);
                    }
                }
                Ok(x.cmp(&y))
            }
            (Value::Unset, _) | (_, Value::Unset) => unset(),
            _ => error(format!("{} and {} have no order", a.kind(), b.kind())),
        }
    }

    fn compare_texts(&self, a: Text, b: Text) -> Ordering {
        self.str(a).cmp(self.str(b))
    }

    fn sequence_len(&self, value: Value) -> usize {
        match value {
            Value::Tuple(span) => index(span.len),
            Value::List(list) => self.list(list).len(),
            _ => 0,
        }
    }

    fn item(&self, value: Value, number: usize) -> Value {
        let items = match value {
            Value::Tuple(span) => self.tuple(span),
            Value::List(list) => self.list(list),
            _ => &[],
        };
        items.get(number).copied().unwrap_or(Value::None)
    }

    /// Evaluates a comparison.
    #[inline(never)]
    pub(crate) fn compare(&mut self, op: Compare, a: Value, b: Value) -> Result<bool, Stop> {
        match op {
            Compare::Eq => self.equal(a, b, 0),
            Compare::Ne => self.equal(a, b, 0).map(|equal| !equal),
            Compare::In => self.contains(b, a),
            Compare::NotIn => self.contains(b, a).map(|found| !found),
            Compare::Is => identical(a, b),
            Compare::IsNot => identical(a, b).map(|same| !same),
            Compare::Lt | Compare::Le | Compare::Gt | Compare::Ge => {
                if let (Value::Set(a) | Value::FrozenSet(a), Value::Set(b) | Value::FrozenSet(b)) = (a, b) {
                    let (a, b) = if matches!(op, Compare::Gt | Compare::Ge) { (b, a) } else { (a, b) };
                    let is_proper = matches!(op, Compare::Lt | Compare::Gt);
                    if is_proper && self.table(a).len == self.table(b).len {
                        return Ok(false);
                    }
                    return self.is_subset(a, b);
                }
                Ok(ordered(op, self.order(a, b, 0)?))
            }
        }
    }
}

pub(crate) fn ordered(op: Compare, order: Ordering) -> bool {
    match op {
        Compare::Lt => order.is_lt(),
        Compare::Le => order.is_le(),
        Compare::Gt => order.is_gt(),
        Compare::Ge => order.is_ge(),
        Compare::Ne | Compare::IsNot | Compare::NotIn => order.is_ne(),
        Compare::Eq | Compare::Is | Compare::In => order.is_eq(),
    }
}

/// Returns whether two values are identical. This is for types whose values are equal only if they are identical.
fn same(a: Value, b: Value) -> bool {
    match (a, b) {
        (Value::None, Value::None) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Builtin(a), Value::Builtin(b)) => a == b,
        (Value::Function(a), Value::Function(b))
        | (Value::Generator(a), Value::Generator(b))
        | (Value::List(a), Value::List(b))
        | (Value::Set(a), Value::Set(b))
        | (Value::Dict(a), Value::Dict(b)) => a == b,
        _ => false,
    }
}

fn identical(a: Value, b: Value) -> Result<bool, Stop> {
    let is_plain = |value| matches!(value, Value::Int(_) | Value::Str(_) | Value::Tuple(_) | Value::FrozenSet(_));
    if is_plain(a) && is_plain(b) {
        return error("\"is\" tells whether two things are one: to compare, write \"==\"");
    }
    if matches!(a, Value::Unset) || matches!(b, Value::Unset) {
        return unset();
    }
    Ok(same(a, b))
}

fn check_depth(depth: u32) -> Result<(), Stop> {
    if depth > DEEPEST { error("tuples or lists stand too deep in one another to be compared") } else { Ok(()) }
}

#[cold]
pub(crate) fn unset<T>() -> Result<T, Stop> {
    error("this variable has no value yet")
}
