//! Reads and writes the decimal digits of a [`Natural`].

use std::fmt;
use std::str::FromStr;

use dashu_int::UBig;

use super::natural::Repr::{Big, Small};
use super::natural::{Natural, conversion, word_count, words};
use crate::number::meter;

/// [`Natural::short`] shows all digits of a number that has at most this many. Of a longer number, it shows only the
/// first and the last digits.
const SHORT_DIGITS: usize = 40;
/// The number of digits that are shown at each end of a longer number.
const SHORT_END: usize = 12;

impl Natural {
    /// Reads decimal digits: at least one and at most `max_digits`, without a sign, a space or a leading zero.
    ///
    /// # Errors
    /// The text breaks one of these conditions. The [`NotNatural`] says which one.
    pub fn from_decimal(text: &str, max_digits: usize) -> Result<Self, NotNatural> {
        let digits = text.as_bytes();
        if digits.is_empty() {
            return Err(NotNatural::Empty);
        }
        if !digits.iter().all(u8::is_ascii_digit) {
            let negative = digits.len() > 1 && digits[0] == b'-' && digits[1..].iter().all(u8::is_ascii_digit);
            return Err(if negative { NotNatural::Negative } else { NotNatural::NotDecimal });
        }
        if digits.len() > 1 && digits[0] == b'0' {
            return Err(NotNatural::LeadingZero);
        }
        if digits.len() > max_digits {
            return Err(NotNatural::TooManyDigits { limit: max_digits });
        }
        if let Ok(small) = text.parse::<u64>() {
            return Ok(Self(Small(small)));
        }
        meter::charge(conversion(word_count(digits.len().saturating_mul(10) / 3)));
        UBig::from_str(text).map(Self::from).map_err(|_| NotNatural::NotDecimal)
    }

    /// Returns a short form of the number, for texts that people read. Up to 40 digits are shown in full. Of a longer
    /// number, the form shows the first and the last 12 digits, and how many digits there are.
    #[must_use]
    pub fn short(&self) -> Short<'_> {
        Short(self)
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(n) => n.fmt(f),
            Big(n) => {
                charge_digits(n);
                n.fmt(f)
            }
        }
    }
}

/// Charges for the conversion to decimal digits.
fn charge_digits(n: &UBig) {
    meter::charge(conversion(words(n)));
}

/// Displays a number in the short form that [`Natural::short`] describes.
#[derive(Clone, Copy)]
pub struct Short<'a>(&'a Natural);

impl Short<'_> {
    /// Returns the number as a machine word, if it fits into one.
    pub(crate) fn to_u64(self) -> Option<u64> {
        self.0.to_u64()
    }
}

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = match &self.0.0 {
            Small(n) => return f.write_str(itoa::Buffer::new().format(*n)),
            Big(number) => number,
        };
        charge_digits(number);
        let digits = number.to_string();
        if digits.len() <= SHORT_DIGITS {
            return f.write_str(&digits);
        }
        let (head, tail) = (&digits[..SHORT_END], &digits[digits.len() - SHORT_END..]);
        write!(f, "{head}…{tail} ({} digits)", digits.len())
    }
}

impl fmt::Debug for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The reason why a text or a JSON value is not a [`Natural`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotNatural {
    /// A text without a digit.
    #[error("it is empty")]
    Empty,
    /// A number below 0.
    #[error("it is below 0")]
    Negative,
    /// A number with a fraction.
    #[error("it has a fraction")]
    Fraction,
    /// A text with a character that is none of the digits 0 to 9.
    #[error("it has something else than the digits 0 to 9")]
    NotDecimal,
    /// A text such as "007". It is refused, because the client may not mean it as a number.
    #[error("it has a leading zero")]
    LeadingZero,
    /// A JSON number without quotes. It is so large that common JSON readers may round it.
    #[error("it is too large for a bare JSON number, which many readers round: write it as a string of digits")]
    BareTooLarge,
    /// A number with too many digits.
    #[error("it has more than {limit} digits")]
    TooManyDigits {
        /// The largest number of digits that is allowed.
        limit: usize,
    },
    /// A JSON value that is neither a number nor a string. The text in the field says which type the value has.
    #[error("it is {0}")]
    OtherType(&'static str),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_digits_are_exact() {
        for max_digits in [1, 3, 18, 19, 20, 40] {
            let (fits, long) = ("7".repeat(max_digits), "7".repeat(max_digits + 1));
            let too_long = Err(NotNatural::TooManyDigits { limit: max_digits });
            assert_eq!(Natural::from_decimal(&fits, max_digits).unwrap().to_string(), fits);
            assert_eq!(Natural::from_decimal(&long, max_digits), too_long);
        }
        assert_eq!(Natural::from_decimal("-", 5), Err(NotNatural::NotDecimal));
        assert_eq!(Natural::from_decimal("-1", 5), Err(NotNatural::Negative));
    }

    #[test]
    fn long_numbers_are_shortened_in_texts() {
        assert_eq!(Natural::from_decimal(&"7".repeat(40), 99).unwrap().short().to_string(), "7".repeat(40));
        assert_eq!(
            Natural::from_decimal(&"7".repeat(41), 99).unwrap().short().to_string(),
            "777777777777…777777777777 (41 digits)"
        );
    }
}
