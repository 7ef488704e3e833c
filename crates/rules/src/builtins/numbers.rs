//! Functions of integers.

use super::names::{Builtin, Method};
use super::no_method;
use crate::cost;
use crate::fault::{CallEnd, error};
use crate::heap::Heap;
use crate::machine::arithmetic::{floor_div, modulo, power, too_large};
use crate::size::index;
use crate::value::ScriptValue;

fn checked(value: Option<i64>) -> Result<ScriptValue, CallEnd> {
    value.map_or_else(too_large, |value| Ok(ScriptValue::Int(value)))
}

/// The largest number n whose divisors can be listed. Listing them takes √n divisions.
const MOST_DIVIDED: i64 = 1 << 53;

impl Heap<'_> {
    pub(super) fn number(&mut self, builtin: Builtin, arguments: &[ScriptValue]) -> Result<ScriptValue, CallEnd> {
        if builtin == Builtin::Int {
            return self.integer_of(arguments);
        }
        if let [ScriptValue::Int(a), ScriptValue::Int(b), ScriptValue::Int(modulus)] = arguments
            && builtin == Builtin::Pow
        {
            return self.modular_power(*a, *b, *modulus);
        }
        self.charge(cost::items(arguments.len()))?;
        let mut numbers = Vec::with_capacity(arguments.len());
        for argument in arguments {
            numbers.push(self.int(*argument)?);
        }
        match (builtin, numbers.as_slice()) {
            (Builtin::Abs, [value]) => checked(value.checked_abs()),
            (Builtin::Round, [value]) => Ok(ScriptValue::Int(*value)),
            (Builtin::Bin, [value]) => self.digits(*value, "0b", format_args!("{:b}", value.unsigned_abs())),
            (Builtin::Oct, [value]) => self.digits(*value, "0o", format_args!("{:o}", value.unsigned_abs())),
            (Builtin::Hex, [value]) => self.digits(*value, "0x", format_args!("{:x}", value.unsigned_abs())),
            (Builtin::DivMod, [a, b]) => {
                let parts = [ScriptValue::Int(floor_div(*a, *b)?), ScriptValue::Int(modulo(*a, *b)?)];
                self.new_tuple(&parts)
            }
            (Builtin::Pow, [a, b]) => power(*a, *b).map(ScriptValue::Int),
            (Builtin::Isqrt, [value]) if *value >= 0 => Ok(ScriptValue::Int(value.isqrt())),
            (Builtin::Isqrt, _) => error("isqrt takes no negative number"),
            (Builtin::Factorial, [value]) => {
                if *value < 0 {
                    return error("factorial takes no negative number");
                }
                checked((1..=(*value).min(30)).try_fold(1_i64, i64::checked_mul).filter(|_| *value < 30))
            }
            (Builtin::Comb, [n, k]) => self.choose(*n, *k),
            (Builtin::Gcd, numbers) => {
                let mut divisor = 0_u64;
                for number in numbers {
                    divisor = self.gcd(divisor, number.unsigned_abs())?;
                }
                checked(i64::try_from(divisor).ok())
            }
            (Builtin::Lcm, numbers) => {
                let mut multiple = 1_u64;
                for number in numbers {
                    let number = number.unsigned_abs();
                    if number == 0 {
                        return Ok(ScriptValue::Int(0));
                    }
                    let divisor = self.gcd(multiple, number)?;
                    let Some(next) = multiple.checked_mul(number / divisor) else { return too_large() };
                    multiple = next;
                }
                checked(i64::try_from(multiple).ok())
            }
            (Builtin::Divisors, [value]) => self.divisors(*value),
            _ => error(format!("{} takes other arguments", builtin.text())),
        }
    }

    fn digits(&mut self, value: i64, prefix: &str, digits: std::fmt::Arguments<'_>) -> Result<ScriptValue, CallEnd> {
        self.charge(2 * cost::NUMBER)?;
        let sign = if value < 0 { "-" } else { "" };
        self.new_text(&format!("{sign}{prefix}{digits}"))
    }

    fn modular_power(&mut self, base: i64, exponent: i64, modulus: i64) -> Result<ScriptValue, CallEnd> {
        if modulus == 0 {
            return error("division by zero");
        }
        if exponent < 0 {
            return error("pow with a modulus takes no negative exponent here");
        }
        let divisor = i128::from(modulus);
        let (mut power, mut factor, mut left) = (1_i128 % divisor, i128::from(base) % divisor, exponent);
        while left > 0 {
            self.charge(2 * cost::NUMBER)?;
            if left & 1 == 1 {
                power = power * factor % divisor;
            }
            factor = factor * factor % divisor;
            left >>= 1;
        }
        // The result must have the sign of the modulus, like Python's remainder.
        let power = if power != 0 && (power < 0) != (divisor < 0) { power + divisor } else { power };
        checked(i64::try_from(power).ok())
    }

    fn choose(&mut self, n: i64, k: i64) -> Result<ScriptValue, CallEnd> {
        if n < 0 || k < 0 {
            return error("comb takes no negative numbers");
        }
        if k > n {
            return Ok(ScriptValue::Int(0));
        }
        let mut ways = 1_i128;
        for number in 0..k.min(n - k) {
            self.charge(cost::NUMBER)?;
            ways = ways * i128::from(n - number) / i128::from(number + 1);
            if ways > i128::from(i64::MAX) {
                return too_large();
            }
        }
        checked(i64::try_from(ways).ok())
    }

    fn divisors(&mut self, value: i64) -> Result<ScriptValue, CallEnd> {
        if value < 1 {
            return error("divisors takes a positive integer");
        }
        if value > MOST_DIVIDED {
            return error("divisors takes integers to 2**53");
        }
        let (mut low, mut high) = (Vec::new(), Vec::new());
        let mut divisor = 1_i64;
        while divisor * divisor <= value {
            self.charge(cost::OP)?;
            if value % divisor == 0 {
                low.push(ScriptValue::Int(divisor));
                if divisor * divisor < value {
                    high.push(ScriptValue::Int(value / divisor));
                }
            }
            divisor += 1;
        }
        low.extend(high.into_iter().rev());
        self.list_of(low)
    }

    fn integer_of(&mut self, arguments: &[ScriptValue]) -> Result<ScriptValue, CallEnd> {
        let (text, base) = match arguments {
            [] => return Ok(ScriptValue::Int(0)),
            [ScriptValue::Str(text)] => (*text, 10),
            [ScriptValue::Str(text), base] => (*text, self.int(*base)?),
            [value] => return self.int(*value).map(ScriptValue::Int),
            _ => return error("int takes a base beside strings alone"),
        };
        let Some(base) = u32::try_from(base).ok().filter(|base| (2..=36).contains(base)) else {
            return error("the base of an integer is 2 to 36");
        };
        self.charge(cost::NUMBER + 4 * cost::items(index(text.len)))?;
        let trimmed = self.str(text).trim_matches(super::texts::is_space);
        let (sign, digits) = match trimmed.strip_prefix('-') {
            Some(digits) => ("-", digits),
            None => ("", trimmed.strip_prefix('+').unwrap_or(trimmed)),
        };
        let prefix = match base {
            2 => "0b",
            8 => "0o",
            16 => "0x",
            _ => "",
        };
        let lower = digits.to_ascii_lowercase();
        let digits = lower.strip_prefix(prefix).unwrap_or(&lower);
        let is_written_well = digits.split('_').all(|part| !part.is_empty());
        let digits = digits.replace('_', "");
        if !is_written_well || !digits.chars().all(|digit| digit.is_digit(base)) {
            let shown: String = trimmed.chars().take(40).collect();
            return error(format!("this is no integer: {shown:?}"));
        }
        checked(i64::from_str_radix(&format!("{sign}{digits}"), base).ok())
    }

    fn gcd(&mut self, mut a: u64, mut b: u64) -> Result<u64, CallEnd> {
        while b != 0 {
            self.charge(cost::OP)?;
            (a, b) = (b, a % b);
        }
        Ok(a)
    }

    pub(super) fn int_method(&mut self, method: Method, object: ScriptValue) -> Result<ScriptValue, CallEnd> {
        let value = self.int(object)?.unsigned_abs();
        match method {
            Method::BitLength => Ok(ScriptValue::Int(i64::from(64 - value.leading_zeros()))),
            Method::BitCount => Ok(ScriptValue::Int(i64::from(value.count_ones()))),
            method => no_method(object, method),
        }
    }
}
