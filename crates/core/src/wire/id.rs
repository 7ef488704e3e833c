//! [`Id`]: the name that a client gives its request.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::fault::Fault;
use super::field_value::FieldValue;

/// The name that a client gives its request. The answer repeats the name in the same spelling.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct Id(Box<RawValue>);

impl Id {
    /// The largest number of characters in an id. The characters of a string are counted as in JSON Schema, and an
    /// integer is counted as it is spelled.
    pub const MAX_LENGTH: usize = 128;

    /// Finds the id in the body of a request, whatever other fields the body has. So even a request that takes too much
    /// work to read is answered with its id. The search takes about a nanosecond for each byte, and is not charged to
    /// the request.
    pub(crate) fn of_body(body: &[u8]) -> Option<Self> {
        #[derive(Deserialize)]
        struct Named<'b> {
            #[serde(borrow)]
            id: &'b RawValue,
        }
        Self::read(FieldValue::Json(serde_json::from_slice::<Named>(body).ok()?.id)).ok()
    }

    /// Reads an id. In a query string or in a command, an id is a string.
    pub(super) fn read(value: FieldValue) -> Result<Self, Fault> {
        let fits = |name: &str| name.chars().count() <= Self::MAX_LENGTH;
        let raw = match value {
            FieldValue::Json(raw) => {
                let text = raw.get();
                let fits = match text.as_bytes().first() {
                    Some(b'"') => serde_json::from_str::<Cow<str>>(text).is_ok_and(|name| fits(&name)),
                    Some(b'-' | b'0'..=b'9') => {
                        text.len() <= Self::MAX_LENGTH && text.parse::<f64>().is_ok_and(|number| number.fract() == 0.0)
                    }
                    _ => false,
                };
                fits.then(|| raw.to_owned())
            }
            FieldValue::Text(text) => {
                Some(text).filter(|text| fits(text)).and_then(|text| serde_json::value::to_raw_value(text).ok())
            }
        };
        raw.map(Self).ok_or_else(|| {
            let limit = Self::MAX_LENGTH;
            value.fault(format!("an id is a string of at most {limit} characters, or an integer of as many digits"))
        })
    }
}
