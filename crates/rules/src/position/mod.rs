//! [`ScriptPosition`]: an integer, a string, or a tuple of positions. It is stored as bytes. A small integer takes one
//! byte. A short string or tuple has its length in its first byte.

mod encode;
mod literal;
mod table;

pub use self::encode::Encoder;
pub(crate) use self::encode::{PositionFault, put_int, put_text, put_tuple};
pub(crate) use self::literal::write_text;
pub use self::table::PositionTable;

use std::fmt;

use crate::size;

/// The deepest nesting of tuples.
pub const DEEPEST: usize = 12;
/// The largest number of bytes of a position.
pub const MOST_BYTES: usize = 4096;

// The first byte determines the meaning of the bytes that follow.
/// A first byte from 0 to 0x7f stands for an integer from −16 to 111: the byte minus this constant.
const SMALL: i64 = 16;
const INT: u8 = 0x80;
const TEXT: u8 = 0x81;
const TUPLE: u8 = 0x82;
/// A string of 0 to 63 bytes begins with this byte plus its length.
const SHORT_TEXT: u8 = 0x90;
/// A tuple of 0 to 31 positions begins with this byte plus its length. So no first byte is above 0xef.
const SHORT_TUPLE: u8 = 0xd0;

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
        take(&mut rest)
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
        let length = length_of(self.rest);
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

fn take_number(rest: &mut &[u8]) -> u64 {
    let (mut number, mut shift) = (0, 0);
    while let Some((byte, after)) = rest.split_first() {
        *rest = after;
        number |= u64::from(byte & 127) << shift;
        shift += 7;
        if byte & 128 == 0 || shift > 56 {
            break;
        }
    }
    number
}

fn take_length(rest: &mut &[u8]) -> usize {
    usize::try_from(take_number(rest)).unwrap_or_default()
}

fn take_text<'p>(rest: &mut &'p [u8], length: usize) -> PositionShape<'p> {
    let (text, after) = rest.split_at_checked(length).unwrap_or_default();
    *rest = after;
    PositionShape::Text(std::str::from_utf8(text).unwrap_or_default())
}

/// Reads the position with which `rest` begins, and removes its bytes from `rest`. If the position is a tuple, only the
/// beginning of the tuple is removed. `rest` then begins with the tuple's positions.
pub(crate) fn take<'p>(rest: &mut &'p [u8]) -> PositionShape<'p> {
    let Some((first, after)) = rest.split_first() else { return PositionShape::Int(0) };
    *rest = after;
    match *first {
        INT => {
            let number = take_number(rest);
            PositionShape::Int((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
        }
        TEXT => {
            let length = take_length(rest);
            take_text(rest, length)
        }
        TUPLE => {
            let left = take_length(rest);
            PositionShape::Tuple(TupleParts { rest, left })
        }
        short @ SHORT_TEXT..SHORT_TUPLE => take_text(rest, usize::from(short - SHORT_TEXT)),
        short @ SHORT_TUPLE.. => PositionShape::Tuple(TupleParts { rest, left: usize::from(short - SHORT_TUPLE) }),
        small => PositionShape::Int(i64::from(small) - SMALL),
    }
}

/// Returns the part of `bytes` with this number. `ends` has the end of each part.
pub(crate) fn slice<'b>(bytes: &'b [u8], ends: &[u32], number: usize) -> &'b [u8] {
    let start = number.checked_sub(1).and_then(|before| ends.get(before)).map_or(0, |end| size::index(*end));
    let end = ends.get(number).map_or(start, |end| size::index(*end));
    bytes.get(start..end).unwrap_or_default()
}

/// Returns the number of bytes of the position with which `bytes` begins.
fn length_of(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    let mut left = 1_usize;
    while left > 0 && !rest.is_empty() {
        left -= 1;
        if let PositionShape::Tuple(parts) = take(&mut rest) {
            left += parts.left;
        }
    }
    bytes.len() - rest.len()
}
