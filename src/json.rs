//! The slow reading of JSON: level by level, keeping what serde's derived reading drops, such as keys that stand twice.

use serde::Deserializer;
use serde::de::{Deserialize, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// The members of an object in their order, duplicates included.
pub struct Members<'de>(pub Vec<(String, &'de RawValue)>);

impl<'de> Members<'de> {
    /// The members of `raw`, if it is an object.
    #[must_use]
    pub fn of(raw: &'de RawValue) -> Option<Self> {
        serde_json::from_str(raw.get()).ok()
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
