//! [`ScriptPosition`]: an integer, a string, or a tuple of positions.

mod encode;
mod literal;
mod table;

pub use self::encode::Encoder;
pub(crate) use self::encode::{PositionFault, put_int, put_text, put_tuple, take};
pub(crate) use self::literal::write_text;
pub use self::table::PositionTable;

use std::fmt;

/// The deepest nesting of tuples.
pub const DEEPEST: usize = 12;
/// The largest number of bytes of a position.
pub const MOST_BYTES: usize = 4096;

/// A position: an integer within ±(2⁵³ − 1), a string, or a tuple of positions. Tuples are nested at most 12 deep, and
/// the encoding has at most 4 KiB.
///
/// A position is stored as bytes. Each position has exactly one encoding, so equal positions have equal bytes.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScriptPosition(Box<[u8]>);

/// The content of a position: an integer, a string, or the positions in a tuple.
#[derive(Clone, Debug)]
pub enum PositionShape<'p> {
    /// An integer within ±(2⁵³ − 1).
    Int(i64),
    /// A string.
    Text(&'p str),
    /// A tuple. [`TupleParts`] iterates over the positions in it.
    Tuple(TupleParts<'p>),
}

/// A position whose bytes are borrowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Encoded<'p>(&'p [u8]);

impl ScriptPosition {
    /// Creates a position from an integer; `None` if the integer is not within ±(2⁵³ − 1).
    #[must_use]
    pub fn int(value: i64) -> Option<Self> {
        let mut encoder = Encoder::default();
        encoder.int(value).ok()?;
        encoder.finish()
    }

    /// Creates a position from a string; `None` if the string is too long.
    #[must_use]
    pub fn text(value: &str) -> Option<Self> {
        let mut encoder = Encoder::default();
        encoder.text(value).ok()?;
        encoder.finish()
    }

    /// Creates a tuple of positions; `None` if the tuple is too long or too deep.
    #[must_use]
    pub fn tuple(parts: &[Self]) -> Option<Self> {
        let mut encoder = Encoder::default();
        encoder.tuple(parts.len()).ok()?;
        parts.iter().try_for_each(|part| encoder.position(part.encoded())).ok()?;
        encoder.finish()
    }

    /// Borrows the position.
    #[must_use]
    pub fn encoded(&self) -> Encoded<'_> {
        Encoded(&self.0)
    }

    /// Returns the integer, the string, or the positions in the tuple.
    #[must_use]
    pub fn shape(&self) -> PositionShape<'_> {
        self.encoded().shape()
    }
}

impl<'p> Encoded<'p> {
    /// Returns the bytes of the encoding.
    #[must_use]
    pub fn bytes(self) -> &'p [u8] {
        self.0
    }

    /// Returns an owned position.
    #[must_use]
    pub fn to_position(self) -> ScriptPosition {
        ScriptPosition(self.0.into())
    }

    /// Returns the integer, the string, or the positions in the tuple.
    #[must_use]
    pub fn shape(self) -> PositionShape<'p> {
        let mut rest = self.0;
        encode::take(&mut rest)
    }

    /// Wraps bytes that the encoder of this crate wrote.
    pub(crate) fn of_bytes(bytes: &'p [u8]) -> Self {
        Self(bytes)
    }
}

/// An iterator over the positions of a tuple.
#[derive(Clone, Debug)]
pub struct TupleParts<'p> {
    rest: &'p [u8],
    left: usize,
}

impl<'p> Iterator for TupleParts<'p> {
    type Item = Encoded<'p>;

    fn next(&mut self) -> Option<Encoded<'p>> {
        self.left = self.left.checked_sub(1)?;
        let length = encode::length_of(self.rest);
        let (part, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(Encoded(part))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for TupleParts<'_> {}

impl fmt::Display for ScriptPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.encoded().fmt(f)
    }
}

impl fmt::Debug for ScriptPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.encoded().fmt(f)
    }
}

impl fmt::Debug for Encoded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
