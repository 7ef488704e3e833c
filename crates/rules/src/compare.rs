//! Hashes, equality and order of values. Tuples may share parts, so a value that takes little memory may contain very
//! many items. Each visit to an item is charged.

use std::cmp::Ordering;
use std::hash::{BuildHasher, Hasher};
use std::sync::LazyLock;

use foldhash::fast::RandomState;

use crate::ast::Compare;
use crate::cost;
use crate::fault::{CallEnd, error};
use crate::heap::Heap;
use crate::size::index;
use crate::value::{ScriptValue, Text};

/// The deepest nesting of tuples and lists that are compared. It is limited because each level needs native stack.
const DEEPEST: u32 = 40;

/// The secret of all hashes in this process. Clients don't know it, so they can't choose keys that collide.
static SECRET: LazyLock<RandomState> = LazyLock::new(RandomState::default);

impl Heap<'_> {
    /// Returns the hash of a value that can't change.
    #[inline]
    pub(crate) fn hash(&mut self, value: ScriptValue, depth: u32) -> Result<u64, CallEnd> {
        match value {
            ScriptValue::Int(value) => Ok(SECRET.hash_one(value)),
            _ => self.hash_other(value, depth),
        }
    }

    #[inline(never)]
    fn hash_other(&mut self, value: ScriptValue, depth: u32) -> Result<u64, CallEnd> {
        self.charge(cost::VALUE)?;
        let mut hasher = SECRET.build_hasher();
        match value {
            ScriptValue::Int(value) => return Ok(SECRET.hash_one(value)),
            ScriptValue::Bool(value) => return Ok(SECRET.hash_one(i64::from(value))),
            ScriptValue::None => hasher.write_u8(0),
            ScriptValue::Str(text) => {
                self.charge(cost::block(index(text.len)))?;
                hasher.write(self.str(text).as_bytes());
            }
            ScriptValue::Tuple(span) => {
                check_depth(depth)?;
                hasher.write_u32(span.len);
                for number in 0..index(span.len) {
                    self.charge(cost::ITEM)?;
                    let item = self.tuple(span).get(number).copied().unwrap_or(ScriptValue::None);
                    hasher.write_u64(self.hash(item, depth + 1)?);
                }
            }
            ScriptValue::FrozenSet(table) => {
                self.charge(cost::items(self.table(table).entries.len()))?;
                // The items are combined by addition, so their order makes no difference.
                let hashes = self.table(table).entries.iter().map(|entry| SECRET.hash_one(entry.hash));
                hasher.write_u64(hashes.fold(0, u64::wrapping_add));
            }
            ScriptValue::Builtin(builtin) => hasher.write(builtin.text().as_bytes()),
            ScriptValue::Function(function) => hasher.write_u32(function),
            ScriptValue::List(_) => return error("a list can't be in a set or be a key: write tuple(x)"),
            ScriptValue::Set(_) => return error("a set can't be in a set or be a key: write frozenset(x)"),
            value => return error(format!("{} can't be in a set or be a key", value.kind())),
        }
        Ok(hasher.finish())
    }

    #[inline]
    pub(crate) fn equal(&mut self, a: ScriptValue, b: ScriptValue, depth: u32) -> Result<bool, CallEnd> {
        match (a, b) {
            (ScriptValue::Int(a), ScriptValue::Int(b)) => Ok(a == b),
            _ => self.equal_other(a, b, depth),
        }
    }

    #[inline(never)]
    fn equal_other(&mut self, a: ScriptValue, b: ScriptValue, depth: u32) -> Result<bool, CallEnd> {
        self.charge(cost::VALUE)?;
        Ok(match (a, b) {
            (ScriptValue::Str(a), ScriptValue::Str(b)) => {
                if a.len != b.len {
                    return Ok(false);
                }
                self.charge(cost::block(index(a.len)))?;
                a.start == b.start || self.str(a) == self.str(b)
            }
            (ScriptValue::Tuple(a), ScriptValue::Tuple(b)) => {
                if a.len != b.len || a.start == b.start {
                    return Ok(a.len == b.len);
                }
                check_depth(depth)?;
                for number in 0..index(a.len) {
                    let item = |span| self.tuple(span).get(number).copied().unwrap_or(ScriptValue::None);
                    let (x, y) = (item(a), item(b));
                    self.charge(cost::ITEM)?;
                    if !self.equal(x, y, depth + 1)? {
                        return Ok(false);
                    }
                }
                true
            }
            (ScriptValue::List(a), ScriptValue::List(b)) => {
                if a == b || self.list(a).len() != self.list(b).len() {
                    return Ok(a == b);
                }
                check_depth(depth)?;
                for number in 0..self.list(a).len() {
                    let item = |list| self.list(list).get(number).copied().unwrap_or(ScriptValue::None);
                    let (x, y) = (item(a), item(b));
                    self.charge(cost::ITEM)?;
                    if !self.equal(x, y, depth + 1)? {
                        return Ok(false);
                    }
                }
                true
            }
            (ScriptValue::Set(a) | ScriptValue::FrozenSet(a), ScriptValue::Set(b) | ScriptValue::FrozenSet(b)) => {
                self.table(a).len == self.table(b).len && self.is_subset(a, b)?
            }
            (ScriptValue::Dict(a), ScriptValue::Dict(b)) => {
                if a == b || self.table(a).len != self.table(b).len {
                    return Ok(a == b);
                }
                check_depth(depth)?;
                let mut next = 0;
                while let Some(entry) = self.table(a).entries.get(next).copied() {
                    self.charge(cost::ITEM)?;
                    next += 1;
                    if matches!(entry.key, ScriptValue::Unset) {
                        continue;
                    }
                    let Some(number) = self.find_hashed(b, entry.key, entry.hash)? else { return Ok(false) };
                    let value = self.table(b).entries.get(number).map_or(ScriptValue::None, |found| found.value);
                    if !self.equal(entry.value, value, depth + 1)? {
                        return Ok(false);
                    }
                }
                true
            }
            (ScriptValue::Range(a), ScriptValue::Range(b)) => {
                let (a, b) = (self.range(a), self.range(b));
                a.len == b.len && (a.len == 0 || a.start == b.start) && (a.len < 2 || a.step == b.step)
            }
            (ScriptValue::View(..), _) | (_, ScriptValue::View(..)) => {
                return error("views of dicts are not compared here: write list(d) or set(d)");
            }
            (ScriptValue::Unset, _) | (_, ScriptValue::Unset) => return unset(),
            (a, b) => match (a.as_int(), b.as_int()) {
                (Some(a), Some(b)) => a == b,
                _ => same(a, b),
            },
        })
    }

    /// Returns whether the second set contains all items of the first.
    pub(crate) fn is_subset(&mut self, a: u32, b: u32) -> Result<bool, CallEnd> {
        let mut number = 0;
        while let Some(entry) = self.table(a).entries.get(number).copied() {
            self.charge(cost::ITEM)?;
            number += 1;
            if !matches!(entry.key, ScriptValue::Unset) && self.find_hashed(b, entry.key, entry.hash)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the order of two integers, strings, tuples or lists.
    pub(crate) fn order(&mut self, a: ScriptValue, b: ScriptValue, depth: u32) -> Result<Ordering, CallEnd> {
        self.charge(cost::VALUE)?;
        if let (Some(a), Some(b)) = (a.as_int(), b.as_int()) {
            return Ok(a.cmp(&b));
        }
        match (a, b) {
            (ScriptValue::Str(a), ScriptValue::Str(b)) => {
                self.charge(cost::block(index(a.len.min(b.len))))?;
                Ok(self.compare_texts(a, b))
            }
            (ScriptValue::Tuple(_), ScriptValue::Tuple(_)) | (ScriptValue::List(_), ScriptValue::List(_)) => {
                check_depth(depth)?;
                let (x, y) = (self.sequence_len(a), self.sequence_len(b));
                for number in 0..x.min(y) {
                    let (x, y) = (self.item(a, number), self.item(b, number));
                    self.charge(cost::ITEM)?;
                    if !self.equal(x, y, depth + 1)? {
                        return self.order(x, y, depth + 1);
                    }
                }
                Ok(x.cmp(&y))
            }
            (ScriptValue::Unset, _) | (_, ScriptValue::Unset) => unset(),
            _ => error(format!("{} and {} have no order", a.kind(), b.kind())),
        }
    }

    fn compare_texts(&self, a: Text, b: Text) -> Ordering {
        self.str(a).cmp(self.str(b))
    }

    fn sequence_len(&self, value: ScriptValue) -> usize {
        match value {
            ScriptValue::Tuple(span) => index(span.len),
            ScriptValue::List(list) => self.list(list).len(),
            _ => 0,
        }
    }

    fn item(&self, value: ScriptValue, number: usize) -> ScriptValue {
        let items = match value {
            ScriptValue::Tuple(span) => self.tuple(span),
            ScriptValue::List(list) => self.list(list),
            _ => &[],
        };
        items.get(number).copied().unwrap_or(ScriptValue::None)
    }

    /// Evaluates a comparison.
    #[inline(never)]
    pub(crate) fn compare(&mut self, op: Compare, a: ScriptValue, b: ScriptValue) -> Result<bool, CallEnd> {
        match op {
            Compare::Eq => self.equal(a, b, 0),
            Compare::Ne => self.equal(a, b, 0).map(|equal| !equal),
            Compare::In => self.contains(b, a),
            Compare::NotIn => self.contains(b, a).map(|found| !found),
            Compare::Is => identical(a, b),
            Compare::IsNot => identical(a, b).map(|same| !same),
            Compare::Lt | Compare::Le | Compare::Gt | Compare::Ge => {
                if let (
                    ScriptValue::Set(a) | ScriptValue::FrozenSet(a),
                    ScriptValue::Set(b) | ScriptValue::FrozenSet(b),
                ) = (a, b)
                {
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
fn same(a: ScriptValue, b: ScriptValue) -> bool {
    match (a, b) {
        (ScriptValue::None, ScriptValue::None) => true,
        (ScriptValue::Bool(a), ScriptValue::Bool(b)) => a == b,
        (ScriptValue::Builtin(a), ScriptValue::Builtin(b)) => a == b,
        (ScriptValue::Function(a), ScriptValue::Function(b))
        | (ScriptValue::Generator(a), ScriptValue::Generator(b))
        | (ScriptValue::List(a), ScriptValue::List(b))
        | (ScriptValue::Set(a), ScriptValue::Set(b))
        | (ScriptValue::Dict(a), ScriptValue::Dict(b)) => a == b,
        _ => false,
    }
}

fn identical(a: ScriptValue, b: ScriptValue) -> Result<bool, CallEnd> {
    let is_plain = |value| {
        matches!(value, ScriptValue::Int(_) | ScriptValue::Str(_) | ScriptValue::Tuple(_) | ScriptValue::FrozenSet(_))
    };
    if is_plain(a) && is_plain(b) {
        return error("\"is\" tells whether two things are one: to compare, write \"==\"");
    }
    if matches!(a, ScriptValue::Unset) || matches!(b, ScriptValue::Unset) {
        return unset();
    }
    Ok(same(a, b))
}

fn check_depth(depth: u32) -> Result<(), CallEnd> {
    if depth > DEEPEST { error("tuples or lists stand too deep in one another to be compared") } else { Ok(()) }
}

#[cold]
pub(crate) fn unset<T>() -> Result<T, CallEnd> {
    error("this variable has no value yet")
}
