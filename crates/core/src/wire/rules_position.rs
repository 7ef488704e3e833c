//! Writes positions of games that the client defines by rules.

use grundy_rules::{Encoded, PositionShape};
use serde::ser::{Serialize, SerializeSeq, Serializer};

/// The field with the positions that a move leaves, if the move does not leave exactly one position. It is used in
/// games whose positions may be lists: without the field, a list of positions would be read as one position.
pub(crate) const SUM: &str = "sum";

/// A position of a game that is defined by rules, as answers write it.
pub(super) struct WrittenPosition<'p>(pub(super) Encoded<'p>);

impl Serialize for WrittenPosition<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.shape() {
            PositionShape::Int(integer) => serializer.serialize_i64(integer),
            PositionShape::Text(text) => serializer.serialize_str(text),
            PositionShape::Tuple(parts) => {
                let mut list = serializer.serialize_seq(Some(parts.len()))?;
                for part in parts {
                    list.serialize_element(&Self(part))?;
                }
                list.end()
            }
        }
    }
}
