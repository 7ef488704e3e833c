//! Integers in JSON: [`WireInteger`]. Requests and answers have the same schema for integers.

use std::borrow::Cow;

use serde::de::Error;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::json;
use super::json_reader::{JsonReader, Read, Unread};
use crate::number::{Natural, NotNatural};

/// The largest integer that every JSON reader reads exactly. It is 2^53 − 1, because JavaScript's numbers are IEEE
/// doubles.
pub(super) const MAX_EXACT_IN_DOUBLE: u64 = (1 << 53) - 1;

impl Serialize for Natural {
    /// Writes a JSON number up to 2^53 − 1, and a string of digits for larger integers, so that no JavaScript client
    /// loses a digit.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.to_u64() {
            Some(n) if n <= MAX_EXACT_IN_DOUBLE => serializer.serialize_u64(n),
            // collect_str would take ten times as much time.
            Some(n) => serializer.serialize_str(itoa::Buffer::new().format(n)),
            None => serializer.collect_str(self),
        }
    }
}

/// A JSON value in the place of an integer, before it is checked.
///
/// The value is checked only after serde has read it. An error inside serde would become a text, and lose its type.
#[derive(Debug)]
pub enum WireInteger<'de> {
    /// An integer, 0 to 2^63 − 1.
    Number(u64),
    /// A string.
    Text(Cow<'de, str>),
    /// A number that is not accepted as an integer, with the reason.
    Other(NotNatural),
}

impl<'de> WireInteger<'de> {
    /// Reads any value in the place of an integer.
    #[inline]
    pub(super) fn read(json: &mut JsonReader<'de>) -> Read<Self> {
        match json.short_integer() {
            Some(n) => Ok(Self::Number(n)),
            None => Self::read_other(json),
        }
    }

    /// Reads a value that is no short integer.
    fn read_other(json: &mut JsonReader<'de>) -> Read<Self> {
        Ok(match json.peek()? {
            b'-' | b'0'..=b'9' => Self::of_number(json.raw()?.get()),
            b'"' => match json.string() {
                // A string that contains half a surrogate pair is no integer either.
                Err(Unread::Faults(_)) => Self::Other(NotNatural::NotDecimal),
                text => Self::Text(text?),
            },
            _ => Self::Other(NotNatural::OtherType(json::type_of(json.raw()?.get()))),
        })
    }

    /// Reads an integer that JSON spells as an integer. The API contract says int64, so integers from 2^63 on are
    /// refused. Many generated clients could not hold them.
    #[must_use]
    pub fn of_integer(n: u64) -> Self {
        if i64::try_from(n).is_ok() { Self::Number(n) } else { Self::Other(NotNatural::BareTooLarge) }
    }

    /// Reads a JSON number. JSON Schema counts 26.0 and 2.6e1 as integers. Such numbers are read from their digits,
    /// because as a double 1e-400 is 0 and 1.0000000000000000001 is 1. They are accepted up to 2^53 − 1, because a
    /// client that writes doubles cannot tell larger integers apart.
    #[must_use]
    pub fn of_number(json: &str) -> Self {
        if json.bytes().all(|byte| byte.is_ascii_digit()) {
            return json.parse().map_or(Self::Other(NotNatural::BareTooLarge), Self::of_integer);
        }
        let (mantissa, exponent) = json.split_once(['e', 'E']).unwrap_or((json, "0"));
        let (is_negative, mantissa) = mantissa.strip_prefix('-').map_or((false, mantissa), |rest| (true, rest));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = [whole, fraction].concat();
        let significant = digits.trim_end_matches('0');
        if significant.is_empty() {
            return Self::Number(0);
        }
        if is_negative {
            return Self::Other(NotNatural::Negative);
        }
        let size = |text: &str| i64::try_from(text.len()).unwrap_or(i64::MAX);
        let exponent = exponent.parse().unwrap_or(if exponent.starts_with('-') { i64::MIN } else { i64::MAX });
        // The number of zeros after the significant digits. It is negative if the number is a fraction.
        let zeros = exponent.saturating_add(size(&digits) - size(significant)).saturating_sub(size(fraction));
        if zeros < 0 {
            return Self::Other(NotNatural::Fraction);
        }
        let scale = u32::try_from(zeros).ok().and_then(|zeros| 10_u64.checked_pow(zeros));
        let number = scale.and_then(|scale| significant.parse::<u64>().ok()?.checked_mul(scale));
        let exact = number.filter(|number| *number <= MAX_EXACT_IN_DOUBLE);
        exact.map_or(Self::Other(NotNatural::BareTooLarge), Self::Number)
    }

    /// Returns the integer if it has at most `max_digits` digits.
    ///
    /// # Errors
    /// If it is not an integer, or too long.
    #[inline]
    pub fn judge(self, max_digits: usize) -> Result<Natural, NotNatural> {
        match self {
            // The integer has at most 19 digits, so only a limit below 19 can be exceeded here.
            Self::Number(n) if max_digits < 19 && n.to_string().len() > max_digits => {
                Err(NotNatural::TooManyDigits { limit: max_digits })
            }
            Self::Number(n) => Ok(n.into()),
            Self::Text(text) => Natural::from_decimal(&text, max_digits),
            Self::Other(reason) => Err(reason),
        }
    }
}

/// Reads an integer between −(2⁵³ − 1) and 2⁵³ − 1, even if it is spelled 2.0 or 2e1. A double holds these integers
/// exactly. `None` for any other JSON.
pub(super) fn signed(json: &str) -> Option<i64> {
    let (sign, size) = json.strip_prefix('-').map_or((1, json), |size| (-1, size));
    let size = Some(size).filter(|size| size.starts_with(|digit: char| digit.is_ascii_digit()));
    match WireInteger::of_number(size?) {
        WireInteger::Number(n) if n <= MAX_EXACT_IN_DOUBLE => i64::try_from(n).ok().map(|n| sign * n),
        _ => None,
    }
}

impl<'de> serde::Deserialize<'de> for WireInteger<'de> {
    /// Reads any number and any string. The source must be JSON text.
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = <&RawValue>::deserialize(deserializer)?.get();
        match json.as_bytes() {
            [b'-' | b'0'..=b'9', ..] => Ok(Self::of_number(json)),
            [b'"', ..] => serde_json::from_str(json).map(Self::Text).map_err(D::Error::custom),
            _ => Err(D::Error::custom("expected an integer, or a string of its digits")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn wire(json: &str) -> Result<Natural, NotNatural> {
        serde_json::from_str::<WireInteger>(json).unwrap().judge(100)
    }

    #[test]
    fn limits_of_digits_are_exact() {
        let number = |json: &str, max_digits| serde_json::from_str::<WireInteger>(json).unwrap().judge(max_digits);
        for max_digits in [1, 3, 17] {
            let (fits, long) = ("7".repeat(max_digits), "7".repeat(max_digits + 1));
            assert_eq!(number(&fits, max_digits).unwrap().to_string(), fits);
            assert_eq!(number(&long, max_digits), Err(NotNatural::TooManyDigits { limit: max_digits }));
        }
    }

    #[test]
    fn integers_are_read_however_they_are_spelled() {
        for (json, value) in [
            ("0", 0),
            ("-0", 0),
            ("26", 26),
            ("26.0", 26),
            ("2.6e1", 26),
            ("0.26e2", 26),
            ("260000e-4", 26),
            ("26.000000000000000000000000000000", 26),
            ("0e-400", 0),
            ("0.0e99999999999999999999", 0),
            ("-0.0", 0),
            ("\"26\"", 26),
            ("\"\\u0032\\u0036\"", 26),
            ("9007199254740991.0", 9_007_199_254_740_991),
            ("9223372036854775807", 9_223_372_036_854_775_807),
            ("\"18446744073709551615\"", u64::MAX),
        ] {
            assert_eq!(wire(json), Ok(value.into()), "{json}");
        }
    }

    #[test]
    fn what_is_no_integer_is_refused_with_its_reason() {
        for (json, reason) in [
            ("-1", NotNatural::Negative),
            ("-0.5", NotNatural::Negative),
            ("1.5", NotNatural::Fraction),
            ("1e-400", NotNatural::Fraction),
            ("1e-99999999999999999999", NotNatural::Fraction),
            ("1.0000000000000000001", NotNatural::Fraction),
            ("9007199254740991.1", NotNatural::Fraction),
            ("26e-1", NotNatural::Fraction),
            ("9007199254740992.0", NotNatural::BareTooLarge),
            ("9007199254740993.0", NotNatural::BareTooLarge),
            ("1e400", NotNatural::BareTooLarge),
            ("1e99999999999999999999", NotNatural::BareTooLarge),
            ("9223372036854775808", NotNatural::BareTooLarge),
            ("1e300", NotNatural::BareTooLarge),
            ("\"007\"", NotNatural::LeadingZero),
            ("\"\"", NotNatural::Empty),
            ("\"12a\"", NotNatural::NotDecimal),
            ("\" 5\"", NotNatural::NotDecimal),
            ("\"1_0\"", NotNatural::NotDecimal),
            ("\"+5\"", NotNatural::NotDecimal),
            ("\"-5\"", NotNatural::Negative),
            ("\"٣\"", NotNatural::NotDecimal),
        ] {
            assert_eq!(wire(json), Err(reason), "{json}");
        }
    }

    #[test]
    fn answers_are_numbers_while_every_reader_gets_them_right() {
        let json = |n: u64| serde_json::to_string(&Natural::from(n)).unwrap();
        assert_eq!(json(9_007_199_254_740_991), "9007199254740991");
        assert_eq!(json(9_007_199_254_740_992), "\"9007199254740992\"");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(words in proptest::collection::vec(any::<u64>(), 1..5)) {
            let n = Natural::from(dashu_int::UBig::from_words(&words));
            prop_assert_eq!(wire(&serde_json::to_string(&n).unwrap()), Ok(n));
        }
    }
}
