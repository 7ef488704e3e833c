//! Operators, for operands of all types. The loop in `execute` does the frequent cases of integers itself.

use super::Machine;
use crate::ast::{Binary, Compare};
use crate::fault::{CallEnd, error};
use crate::heap::Heap;
use crate::value::ScriptValue;

#[cold]
pub(crate) fn too_large<T>() -> Result<T, CallEnd> {
    error("this integer is beyond 2**63: integers have 64 bits here")
}

fn checked(value: Option<i64>) -> Result<ScriptValue, CallEnd> {
    value.map_or_else(too_large, |value| Ok(ScriptValue::Int(value)))
}

impl Machine<'_> {
    #[inline]
    pub(super) fn truth(&self, value: &ScriptValue) -> Result<bool, CallEnd> {
        match value {
            ScriptValue::Bool(value) => Ok(*value),
            ScriptValue::Int(value) => Ok(*value != 0),
            value => self.heap.truth(*value),
        }
    }

    /// Compares a value with a small integer.
    #[inline]
    pub(super) fn compare_int(&mut self, op: Compare, a: &ScriptValue, value: i16) -> Result<bool, CallEnd> {
        let value = i64::from(value);
        if let &ScriptValue::Int(a) = a {
            return Ok(match op {
                Compare::Eq => a == value,
                Compare::Ne => a != value,
                Compare::Lt => a < value,
                Compare::Le => a <= value,
                Compare::Gt => a > value,
                _ => a >= value,
            });
        }
        self.heap.compare(op, *a, ScriptValue::Int(value))
    }

    #[inline(never)]
    pub(super) fn binary(&mut self, op: Binary, a: ScriptValue, b: ScriptValue) -> Result<ScriptValue, CallEnd> {
        if let (ScriptValue::Int(a), ScriptValue::Int(b)) = (a, b) {
            return integers(op, a, b);
        }
        self.heap.binary(op, a, b)
    }

    /// Runs `a op= b`.
    #[inline(never)]
    pub(super) fn augment(&mut self, op: Binary, a: ScriptValue, b: ScriptValue) -> Result<ScriptValue, CallEnd> {
        match (op, a, b) {
            (_, ScriptValue::Int(a), ScriptValue::Int(b)) => return integers(op, a, b),
            (Binary::Add, ScriptValue::List(list), items) => self.heap.extend(list, items)?,
            (Binary::Mul, ScriptValue::List(list), _) => {
                let times = self.heap.int(b)?;
                self.heap.repeat_list(list, usize::try_from(times.max(0)).unwrap_or(usize::MAX))?;
            }
            (Binary::Or, ScriptValue::Dict(dict), ScriptValue::Dict(other)) => self.heap.merge(dict, other)?,
            (
                Binary::Or | Binary::And | Binary::Sub | Binary::Xor,
                ScriptValue::Set(set),
                ScriptValue::Set(_) | ScriptValue::FrozenSet(_) | ScriptValue::View(..),
            ) => self.heap.change_set(op, set, b)?,
            _ => return self.heap.binary(op, a, b),
        }
        Ok(a)
    }
}

fn integers(op: Binary, a: i64, b: i64) -> Result<ScriptValue, CallEnd> {
    match op {
        Binary::Add => checked(a.checked_add(b)),
        Binary::Sub => checked(a.checked_sub(b)),
        Binary::Mul => checked(a.checked_mul(b)),
        Binary::FloorDiv => floor_div(a, b).map(ScriptValue::Int),
        Binary::Mod => modulo(a, b).map(ScriptValue::Int),
        Binary::Pow => checked(Some(power(a, b)?)),
        Binary::And => Ok(ScriptValue::Int(a & b)),
        Binary::Or => Ok(ScriptValue::Int(a | b)),
        Binary::Xor => Ok(ScriptValue::Int(a ^ b)),
        Binary::Shl => {
            if b < 0 {
                return error("a shift is by no negative number");
            }
            if a == 0 {
                return Ok(ScriptValue::Int(0));
            }
            let shifted = u32::try_from(b).ok().filter(|by| *by < 63).map(|by| (a << by, by));
            checked(shifted.filter(|(shifted, by)| shifted >> by == a).map(|(shifted, _)| shifted))
        }
        Binary::Shr => {
            if b < 0 {
                return error("a shift is by no negative number");
            }
            Ok(ScriptValue::Int(a >> b.min(63)))
        }
    }
}

/// Divides integers and rounds the quotient down.
pub(crate) fn floor_div(a: i64, b: i64) -> Result<i64, CallEnd> {
    if b == 0 {
        return error("division by zero");
    }
    let Some(quotient) = a.checked_div(b) else { return too_large() };
    Ok(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// Returns the remainder, which has the sign of the divisor.
pub(crate) fn modulo(a: i64, b: i64) -> Result<i64, CallEnd> {
    if b == 0 {
        return error("division by zero");
    }
    let rest = a.wrapping_rem(b);
    Ok(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
}

pub(crate) fn power(a: i64, b: i64) -> Result<i64, CallEnd> {
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
    pub(crate) fn int(&self, value: ScriptValue) -> Result<i64, CallEnd> {
        match value.as_int() {
            Some(value) => Ok(value),
            None => error(format!("an integer is expected here, not {}", value.kind())),
        }
    }

    pub(crate) fn truth(&self, value: ScriptValue) -> Result<bool, CallEnd> {
        Ok(match value {
            ScriptValue::Bool(value) => value,
            ScriptValue::Int(value) => value != 0,
            ScriptValue::None => false,
            ScriptValue::Str(text) => text.len > 0,
            ScriptValue::Tuple(span) => span.len > 0,
            ScriptValue::List(list) => !self.list(list).is_empty(),
            ScriptValue::Range(range) => self.range(range).len > 0,
            ScriptValue::Dict(table)
            | ScriptValue::Set(table)
            | ScriptValue::FrozenSet(table)
            | ScriptValue::View(table, _) => self.table(table).len > 0,
            ScriptValue::Function(_) | ScriptValue::Builtin(_) | ScriptValue::Generator(_) => true,
            ScriptValue::Unset | ScriptValue::Cell(_) => return crate::compare::unset(),
        })
    }

    pub(crate) fn binary(&mut self, op: Binary, a: ScriptValue, b: ScriptValue) -> Result<ScriptValue, CallEnd> {
        match (op, a, b) {
            (Binary::And, ScriptValue::Bool(a), ScriptValue::Bool(b)) => return Ok(ScriptValue::Bool(a && b)),
            (Binary::Or, ScriptValue::Bool(a), ScriptValue::Bool(b)) => return Ok(ScriptValue::Bool(a || b)),
            (Binary::Xor, ScriptValue::Bool(a), ScriptValue::Bool(b)) => return Ok(ScriptValue::Bool(a != b)),
            (Binary::Add, ScriptValue::Str(a), ScriptValue::Str(b)) => return self.concat(a, b),
            (Binary::Add, ScriptValue::Tuple(a), ScriptValue::Tuple(b)) => return self.concat_tuples(a, b),
            (Binary::Add, ScriptValue::List(a), ScriptValue::List(b)) => {
                let items = self.list_copied(a)?;
                let sum = self.new_list(&items)?;
                if let ScriptValue::List(sum) = sum {
                    self.extend(sum, ScriptValue::List(b))?;
                }
                return Ok(sum);
            }
            (Binary::Mul, ScriptValue::Str(_) | ScriptValue::Tuple(_) | ScriptValue::List(_), times)
            | (Binary::Mul, times, ScriptValue::Str(_) | ScriptValue::Tuple(_) | ScriptValue::List(_))
                if times.as_int().is_some() =>
            {
                let repeated = if a.as_int().is_some() { b } else { a };
                return self.repeat(repeated, times.as_int().unwrap_or_default());
            }
            (Binary::Mod, ScriptValue::Str(_), _) => {
                return error("\"%\" of a string is not known here: write an f-string, f\"{x}\"");
            }
            (Binary::Or, ScriptValue::Dict(a), ScriptValue::Dict(b)) => {
                let union = self.new_table()?;
                self.merge(union, a)?;
                self.merge(union, b)?;
                return Ok(ScriptValue::Dict(union));
            }
            (Binary::And | Binary::Or | Binary::Sub | Binary::Xor, _, _) if is_set(a) && is_set(b) => {
                return self.combine(op, a, b);
            }
            (_, ScriptValue::Unset, _) | (_, _, ScriptValue::Unset) => return crate::compare::unset(),
            _ => {}
        }
        match (a.as_int(), b.as_int()) {
            (Some(a), Some(b)) => integers(op, a, b),
            _ => error(format!("\"{}\" is not known of {} and {}", op.sign(), a.kind(), b.kind())),
        }
    }

    fn repeat(&mut self, value: ScriptValue, times: i64) -> Result<ScriptValue, CallEnd> {
        let times = usize::try_from(times.max(0)).unwrap_or(usize::MAX);
        match value {
            ScriptValue::Str(text) => self.repeat_text(text, times),
            ScriptValue::Tuple(span) => self.repeat_tuple(span, times),
            ScriptValue::List(list) => {
                let items = self.list_copied(list)?;
                let made = self.new_list(&items)?;
                if let ScriptValue::List(made) = made {
                    self.repeat_list(made, times)?;
                }
                Ok(made)
            }
            value => Ok(value),
        }
    }
}

pub(crate) fn is_set(value: ScriptValue) -> bool {
    matches!(value, ScriptValue::Set(_) | ScriptValue::FrozenSet(_) | ScriptValue::View(_, crate::value::View::Keys))
}
