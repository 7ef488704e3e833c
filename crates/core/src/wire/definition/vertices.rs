//! Reads the vertices of a graph: their indices, or their names. Names are numbered in the order in which they occur.

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error};

use crate::own::names::Interner;
use crate::theory::graphs::TooLarge;
use crate::wire::integer::WireInteger;
use crate::wire::json;

/// The error if a graph can't be read. Nobody sees this error, since `careful::faults` then looks for the reason.
pub(super) const NO_GRAPH: &str = "not a graph";

/// Reads the index of a vertex.
pub(super) struct Index {
    /// True if the index may be spelled 2.0, which JSON Schema counts as an integer. The index is then read from its
    /// digits, which is slow. serde would turn the number into a double, and 1e-400 would become 0. If this flag is
    /// false, such spellings are refused.
    pub(super) by_digits: bool,
}

impl<'de> DeserializeSeed<'de> for &mut Index {
    type Value = u32;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<u32, D::Error> {
        if !self.by_digits {
            return u32::deserialize(deserializer);
        }
        match WireInteger::deserialize(deserializer)? {
            WireInteger::Number(index) => u32::try_from(index).map_err(D::Error::custom),
            _ => Err(D::Error::custom(NO_GRAPH)),
        }
    }
}

/// Reads the name of a vertex, and returns the number of the name.
impl<'de> DeserializeSeed<'de> for &mut Interner {
    type Value = u32;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<u32, D::Error> {
        json::string(|name| self.intern(name)).deserialize(deserializer)
    }
}

/// Records that a limit is exceeded. serde's errors are texts, so the limit is stored in `too_large`.
pub(super) fn noted<E: Error>(result: Result<(), TooLarge>, too_large: &mut Option<TooLarge>) -> Result<(), E> {
    result.map_err(|over| {
        *too_large = Some(over);
        E::custom(over)
    })
}
