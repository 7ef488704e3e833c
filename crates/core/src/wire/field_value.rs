//! [`FieldValue`]: the value of a field, as JSON or as the text of a parameter.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::fault::{Code, Fault};
use super::integer::WireInteger;
use super::json;

/// The value of a field of a request. The same code reads a field from JSON and from text.
#[derive(Clone, Copy, Debug)]
pub enum FieldValue<'v> {
    /// A value from a JSON object.
    Json(&'v RawValue),
    /// A value from a query string, or from a word of a command.
    Text(&'v str),
}

/// The most digits of a count.
const MOST_COUNT_DIGITS: usize = 20;

impl<'v> FieldValue<'v> {
    /// Returns the fault of a value that has the right type but is still wrong.
    pub(super) fn fault(self, detail: impl Into<String>) -> Fault {
        let code = match self {
            Self::Json(_) => Code::InvalidRequest,
            Self::Text(_) => Code::InvalidQuery,
        };
        Fault::new(code, detail)
    }

    /// Reads a flag.
    ///
    /// # Errors
    /// `invalid-request` for a value from JSON, and `invalid-query` for a text.
    pub fn boolean(self) -> Result<bool, Fault> {
        match self {
            Self::Json(raw) => json::read(raw, "a boolean", "true or false"),
            Self::Text(text) => text.parse().map_err(|_| self.fault("expected true or false")),
        }
    }

    /// Reads a string; `expected` describes it.
    pub(super) fn string(self, expected: &str) -> Result<Cow<'v, str>, Fault> {
        match self {
            Self::Json(raw) => json::read::<String>(raw, "a string", expected).map(Cow::Owned),
            Self::Text(text) => Ok(Cow::Borrowed(text)),
        }
    }

    /// Reads an integer of any length, without checking its size.
    pub(super) fn integer(self) -> Result<WireInteger<'v>, Fault> {
        match self {
            Self::Json(raw) => json::read(raw, "a number", "an integer"),
            Self::Text(text) => Ok(WireInteger::Text(text.into())),
        }
    }

    /// Reads a count from 1 to `most`; the field is called `name`.
    pub(super) fn count(self, name: &str, most: usize) -> Result<usize, Fault> {
        let count = self.integer()?.judge(MOST_COUNT_DIGITS).ok().and_then(|count| count.to_usize());
        let count = count.filter(|count| (1..=most).contains(count));
        count.ok_or_else(|| self.fault(format!("{name} is an integer from 1 to {most}")))
    }

    /// Reads a number. A text that is not a number becomes NaN. `expected` describes the number.
    pub(super) fn number(self, expected: &str) -> Result<f64, Fault> {
        match self {
            Self::Json(raw) => json::read(raw, "a number", expected),
            Self::Text(text) => Ok(text.parse().unwrap_or(f64::NAN)),
        }
    }
}
