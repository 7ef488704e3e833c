//! The slow reading of JSON: level by level, keeping what serde's derived reading drops, such as keys that stand twice.

use serde::Deserializer;
use serde::de::{Deserialize, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

use crate::fault::{Code, Fault};

/// The members of an object in their order, duplicates included.
pub struct Members<'de>(pub Vec<(String, &'de RawValue)>);

impl<'de> Members<'de> {
    /// The members of `raw`.
    ///
    /// # Errors
    /// As of [`read`].
    pub fn of(raw: &'de RawValue, expected: &str) -> Result<Self, Fault> {
        read(raw, "an object", expected)
    }
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Members(members))
    }
}

/// Reads a piece of JSON that should be of a type, such as "an object".
///
/// # Errors
/// `invalid-request` if it is of another and not the `expected` one. `invalid-json` if it only looks like that type: a
/// first pass over JSON does not see half a surrogate pair in a string.
pub fn read<'de, T: Deserialize<'de>>(raw: &'de RawValue, type_name: &str, expected: &str) -> Result<T, Fault> {
    serde_json::from_str(raw.get()).map_err(|error| match type_of(raw) {
        found if found == type_name => Fault::new(Code::InvalidJson, format!("not JSON: {error}")),
        found => Fault::new(Code::InvalidRequest, format!("expected {expected}, found {found}")),
    })
}

/// What a piece of JSON is, in a word with its article.
#[must_use]
pub fn type_of(raw: &RawValue) -> &'static str {
    match raw.get().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "null",
        _ => "a number",
    }
}
