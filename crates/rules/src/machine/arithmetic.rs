//! Operators, for operands of all types. The loop in `execute` does the frequent cases of integers itself.

use super::Machine;
use crate::ast::{Binary, Compare};
use crate::fault::{Stop, error};
use crate::heap::Heap;
use crate::value::Value;

#[cold]
pub(crate) fn too_large<T>() -> Result<T, Stop> {
    error("this integer is beyond 2**63: integers have 64 bits here")
}

fn checked(value: Option<i64>) -> Result<Value, Stop> {
    value.map_or_else(too_large, |value| Ok(Value::Int(value)))
}

impl Machine<'_> {
    #[inline]
    pub(super) fn truth(&self, value: &Value) -> Result<bool, Stop> {
        match value {
            Value::Bool(value) => Ok(*value),
            Value::Int(value) => Ok(*value != 0),
            value => self.heap.truth(*value),
        }
    }

    /// Compares a value with a small integer.
    #[inline]
    pub(super) fn compare_int(&mut self, op: Compare, a: &Value, value: i16) -> Result<bool, Stop> {
        let value = i64::from(value);
        if let &Value::Int(a) = a {
            return Ok(match op {
                Compare::Eq => a == value,
                Compare::Ne => a != value,
                Compare::Lt => a < value,
                Compare::Le => a <= value,
                Compare::Gt => a > value,
                _ => a >= value,
            });
        }
        self.heap.compare(op, *a, Value::Int(value))
    }

    #[inline(never)]
    pub(super) fn binary(&mut self, op: Binary, a: Value, b: Value) -> Result<Value, Stop> {
        if let (Value::Int(a), Value::Int(b)) = (a, b) {
            return integers(op, a, b);
        }
        self.heap.binary(op, a, b)
    }

    /// Runs `a op= b`.
    #[inline(never)]
    pub(super) fn augment(&mut self, op: Binary, a: Value, b: Value) -> Result<Value, Stop> {
        match (op, a, b) {
            (_, Value::Int(a), Value::Int(b)) => return integers(op, a, b),
            (Binary::Add, Value::List(list), items) => self.heap.extend(list, items)?,
            (Binary::Mul, Value::List(list), _) => {
                let times = self.heap.int(b)?;
                self.heap.repeat_list(list, usize::try_from(times.max(0)).unwrap_or(usize::MAX))?;
            }
            (Binary::Or, Value::Dict(dict), Value::Dict(other)) => self.heap.merge(dict, other)?,
            (
                Binary::Or | Binary::And | Binary::Sub | Binary::Xor,
                Value::Set(set),
                Value::Set(_) | Value::FrozenSet(_) | Value::View(..),
            ) => self.heap.change_set(op, set, b)?,
            _ => return self.heap.binary(op, a, b),
        }
        Ok(a)
    }
}

fn integers(op: Binary, a: i64, b: i64) -> Result<Value, Stop> {
    match op {
        Binary::Add => checked(a.checked_add(b)),
        Binary::Sub => checked(a.checked_sub(b)),
        Binary::Mul => checked(a.checked_mul(b)),
        Binary::FloorDiv => floor_div(a, b).map(Value::Int),
        Binary::Mod => modulo(a, b).map(Value::Int),
        Binary::Pow => checked(Some(power(a, b)?)),
        Binary::And => Ok(Value::Int(a & b)),
        Binary::Or => Ok(Value::Int(a | b)),
        Binary::Xor => Ok(Value::Int(a ^ b)),
        Binary::Shl => {
            if b < 0 {
                return error("a shift is by no negative number");
            }
            if a == 0 {
                return Ok(Value::Int(0));
            }
            let shifted = u32::try_from(b).ok().filter(|by| *by < 63).map(|by| (a << by, by));
            checked(shifted.filter(|(shifted, by)| shifted >> by == a).map(|(shifted, _)| shifted))
        }
        Binary::Shr => {
            if b < 0 {
                return error("a shift is by no negative number");
            }
            Ok(Value::Int(a >> b.min(63)))
        }
    }
}

/// Divides integers and rounds the quotient down.
pub(crate) fn floor_div(a: i64, b: i64) -> Result<i64, Stop> {
    if b == 0 {
        return error("division by zero");
    }
    let Some(quotient) = a.checked_div(b) else { return too_large() };
    Ok(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// Returns the remainder, which has the sign of the divisor.
pub(crate) fn modulo(a: i64, b: i64) -> Result<i64, Stop> {
    if b == 0 {
        return error("division by zero");
    }
    let rest = a.wrapping_rem(b);
    Ok(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
}

pub(crate) fn power(a: i64, b: i64) -> Result<i64, Stop> {
    if b < 0 {
        return error("a negative power makes a float: integers alone are known here");
    }
    match (a, u32::try_from(b)) {
        (0 | 1, _) => Ok(if b == 0 { 1 } else { a }),
        (-1, _) => Ok(if b % 2 == 0 { 1 } else { -1 }),
        (_, Ok(exponent)) => a.checked_pow(exponent).map_or_else(too_large, Ok),
        (_, Err(_)) => too_large(),
    }
}

impl Heap<'_> {
    /// Returns a value as an integer. A bool counts as an integer.
    #[expect(clippy::unused_self, reason = "called like what needs the heap")]
    pub(crate) fn int(&self, value: Value) -> Result<i64, Stop> {
        match value.as_int() {
            Some(value) => Ok(value),
            None => error(format!("an integer is expected here, not {}", value.kind())),
        }
    }

    pub(crate) fn truth(&self, value: Value) -> Result<bool, Stop> {
        Ok(match value {
            Value::Bool(value) => value,
            Value::Int(value) => value != 0,
            Value::None => false,
            Value::Str(text) => text.len > 0,
            Value::Tuple(span) => span.len > 0,
            Value::List(list) => !self.list(list).is_empty(),
            Value::Range(range) => self.range(range).len > 0,
            Value::Dict(table) | Value::Set(table) | Value::FrozenSet(table) | Value::View(table, _) => {
                self.table(table).len > 0
            }
            Value::Function(_) | Value::Builtin(_) | Value::Generator(_) => true,
            Value::Unset | Value::Cell(_) => return crate::compare::unset(),
        })
    }

    pub(crate) fn binary(&mut self, op: Binary, a: Value, b: Value) -> Result<Value, Stop> {
        match (op, a, b) {
            (Binary::And, Value::Bool(a), Value::Bool(b)) => return Ok(Value::Bool(a && b)),
            (Binary::Or, Value::Bool(a), Value::Bool(b)) => return Ok(Value::Bool(a || b)),
            (Binary::Xor, Value::Bool(a), Value::Bool(b)) => return Ok(Value::Bool(a != b)),
            (Binary::Add, Value::Str(a), Value::Str(b)) => return self.concat(a, b),
            (Binary::Add, Value::Tuple(a), Value::Tuple(b)) => return self.concat_tuples(a, b),
            (Binary::Add, Value::List(a), Value::List(b)) => {
                let items = self.list_copied(a)?;
                let sum = self.new_list(&items)?;
                if let Value::List(sum) = sum {
                    self.extend(sum, Value::List(b))?;
                }
                return Ok(sum);
            }
            (Binary::Mul, Value::Str(_) | Value::Tuple(_) | Value::List(_), times)
            | (Binary::Mul, times, Value::Str(_) | Value::Tuple(_) | Value::List(_))
                if times.as_int().is_some() =>
            {
                let repeated = if a.as_int().is_some() { b } else { a };
                return self.repeat(repeated, times.as_int().unwrap_or_default());
            }
            (Binary::Mod, Value::Str(_), _) => {
                return error("\"%\" of a string is not known here: write an f-string, f\"{x}\"");
            }
            (Binary::Or, Value::Dict(a), Value::Dict(b)) => {
                let union = self.new_table()?;
                self.merge(union, a)?;
                self.merge(union, b)?;
                return Ok(Value::Dict(union));
            }
            (Binary::And | Binary::Or | Binary::Sub | Binary::Xor, _, _) if is_set(a) && is_set(b) => {
                return self.combine(op, a, b);
            }
            (_, Value::Unset, _) | (_, _, Value::Unset) => return crate::compare::unset(),
            _ => {}
        }
        match (a.as_int(), b.as_int()) {
            (Some(a), Some(b)) => integers(op, a, b),
            _ => error(format!("\"{}\" is not known of {} and {}", op.sign(), a.kind(), b.kind())),
        }
    }

    fn repeat(&mut self, value: Value, times: i64) -> Result<Value, Stop> {
        let times = usize::try_from(times.max(0)).unwrap_or(usize::MAX);
        match value {
            Value::Str(text) => self.repeat_text(text, times),
            Value::Tuple(span) => self.repeat_tuple(span, times),
            Value::List(list) => {
                let items = self.list_copied(list)?;
                let made = self.new_list(&items)?;
                if let Value::List(made) = made {
                    self.repeat_list(made, times)?;
                }
                Ok(made)
            }
            value => Ok(value),
        }
    }
}

pub(crate) fn is_set(value: Value) -> bool {
    matches!(value, Value::Set(_) | Value::FrozenSet(_) | Value::View(_, crate::value::View::Keys))
}
