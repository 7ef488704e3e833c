//! Integers in JSON: [`WireInteger`], one schema in both directions.

use std::borrow::Cow;
use std::fmt;

use serde::{Serialize, Serializer};

use crate::natural::{Natural, NotNatural};

/// The largest integer that every JSON reader gets right, 2^53 − 1: JavaScript's numbers are IEEE doubles.
const MAX_EXACT_IN_DOUBLE: u64 = (1 << 53) - 1;

impl Serialize for Natural {
    /// A JSON number up to 2^53 − 1, a string of digits beyond, so that no JavaScript client loses a digit.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.to_u64() {
            Some(n) if n <= MAX_EXACT_IN_DOUBLE => serializer.serialize_u64(n),
            // Not collect_str, which takes ten times as long.
            Some(n) => serializer.serialize_str(itoa::Buffer::new().format(n)),
            None => serializer.collect_str(self),
        }
    }
}

/// What stands in JSON where an integer should, before it is judged.
///
/// Reading and judging are two steps, so that a fault keeps its type: an error that goes through serde is a text.
#[derive(Debug)]
pub enum WireInteger<'de> {
    /// An integer, 0 to 2^63 − 1.
    Number(u64),
    /// A string.
    Text(Cow<'de, str>),
    /// A number of another kind, and why it is none of these.
    Other(NotNatural),
}

impl WireInteger<'_> {
    /// The number that is meant, of at most `max_digits` digits.
    ///
    /// # Errors
    /// Where none is meant, or one that is too long.
    pub fn judge(self, max_digits: usize) -> Result<Natural, NotNatural> {
        match self {
            // Only a limit below the 19 digits of 2^63 can be passed here.
            Self::Number(n) if max_digits < 19 && n.to_string().len() > max_digits => {
                Err(NotNatural::TooManyDigits { limit: max_digits })
            }
            Self::Number(n) => Ok(n.into()),
            Self::Text(text) => Natural::from_decimal(&text, max_digits),
            Self::Other(reason) => Err(reason),
        }
    }
}

impl<'de> serde::Deserialize<'de> for WireInteger<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WireVisitor)
    }
}

/// Takes any number and any string.
pub(crate) struct WireVisitor;

impl<'de> serde::de::Visitor<'de> for WireVisitor {
    type Value = WireInteger<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer, or a string of its digits")
    }

    fn visit_u64<E>(self, n: u64) -> Result<Self::Value, E> {
        // The contract's integers are int64: past it the common generated clients overflow.
        Ok(if i64::try_from(n).is_ok() { WireInteger::Number(n) } else { WireInteger::Other(NotNatural::BareTooLarge) })
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(WireInteger::Other(NotNatural::Negative))
    }

    /// JSON Schema counts 26.0 and 2.6e1 as integers. Such spellings are read as doubles, as everywhere; from 2^53
    /// on a double no longer tells which integer was written.
    #[expect(
        clippy::as_conversions,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss
    )]
    fn visit_f64<E>(self, x: f64) -> Result<Self::Value, E> {
        Ok(if x < 0.0 {
            WireInteger::Other(NotNatural::Negative)
        } else if x > MAX_EXACT_IN_DOUBLE as f64 {
            WireInteger::Other(NotNatural::BareTooLarge)
        } else if x.fract() != 0.0 {
            WireInteger::Other(NotNatural::Fraction)
        } else {
            WireInteger::Number(x as u64)
        })
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(WireInteger::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(WireInteger::Text(Cow::Owned(text.to_owned())))
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
            ("9007199254740993.0", NotNatural::BareTooLarge),
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
