//! The encoding of positions as bytes. A small integer takes one byte. A short string or tuple has its length in its
//! first byte. Each position has exactly one encoding.

use super::{DEEPEST, MOST_BYTES, PositionShape, ScriptPosition, TupleParts};
use crate::size;

/// The largest integer in a position, 2⁵³ − 1. JSON readers represent integers up to this number exactly.
pub(crate) const LARGEST: i64 = (1 << 53) - 1;

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

/// The reason why a value cannot be a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionFault {
    /// An integer is not within ±(2⁵³ − 1).
    Large,
    /// Tuples are nested more than 12 deep.
    Deep,
    /// The encoding is longer than 4 KiB.
    Long,
}

impl PositionFault {
    pub(crate) fn message(self) -> &'static str {
        match self {
            Self::Large => {
                "the integers of a position are between -(2**53 - 1) and 2**53 - 1: write a longer mask as a tuple or a string of digits"
            }
            Self::Deep => "a position has at most 12 tuples in one another",
            Self::Long => "a position has at most 4 KiB",
        }
    }
}

/// Writes a position part by part. A tuple is begun with the number of its positions, and then these positions are
/// written.
#[derive(Clone, Debug, Default)]
pub struct Encoder {
    bytes: Vec<u8>,
    /// For each tuple that is being written, the number of positions that are still missing.
    open: Vec<usize>,
}

impl Encoder {
    /// Writes an integer.
    ///
    /// # Errors
    /// Returns a [`PositionFault`] if the position becomes invalid.
    pub fn int(&mut self, value: i64) -> Result<(), PositionFault> {
        put_int(&mut self.bytes, value)?;
        self.close()
    }

    /// Writes a string.
    ///
    /// # Errors
    /// Returns a [`PositionFault`] if the position becomes invalid.
    pub fn text(&mut self, value: &str) -> Result<(), PositionFault> {
        put_text(&mut self.bytes, value)?;
        self.close()
    }

    /// Begins a tuple of `length` positions, which must be written next.
    ///
    /// # Errors
    /// Returns a [`PositionFault`] if the position becomes invalid.
    pub fn tuple(&mut self, length: usize) -> Result<(), PositionFault> {
        if self.open.len() >= DEEPEST {
            return Err(PositionFault::Deep);
        }
        put_tuple(&mut self.bytes, length)?;
        if length == 0 {
            return self.close();
        }
        self.open.push(length);
        Ok(())
    }

    /// Writes a position that is already encoded.
    pub(super) fn position(&mut self, position: super::Encoded<'_>) -> Result<(), PositionFault> {
        match position.shape() {
            PositionShape::Int(value) => self.int(value),
            PositionShape::Text(value) => self.text(value),
            PositionShape::Tuple(mut parts) => {
                self.tuple(parts.len())?;
                parts.try_for_each(|part| self.position(part))
            }
        }
    }

    /// Returns the finished position; `None` if nothing was written, or if a tuple has fewer positions than its length.
    #[must_use]
    pub fn finish(self) -> Option<ScriptPosition> {
        (self.open.is_empty() && !self.bytes.is_empty()).then(|| ScriptPosition(self.bytes.into_boxed_slice()))
    }

    fn close(&mut self) -> Result<(), PositionFault> {
        if self.bytes.len() > MOST_BYTES {
            return Err(PositionFault::Long);
        }
        while let Some(left) = self.open.last_mut() {
            *left -= 1;
            if *left > 0 {
                break;
            }
            self.open.pop();
        }
        Ok(())
    }
}

pub(crate) fn put_int(bytes: &mut Vec<u8>, value: i64) -> Result<(), PositionFault> {
    if let Ok(small) = u8::try_from(value.saturating_add(SMALL))
        && small < INT
    {
        bytes.push(small);
        return Ok(());
    }
    if !(-LARGEST..=LARGEST).contains(&value) {
        return Err(PositionFault::Large);
    }
    bytes.push(INT);
    put_number(bytes, ((value << 1) ^ (value >> 63)).cast_unsigned());
    Ok(())
}

pub(crate) fn put_text(bytes: &mut Vec<u8>, value: &str) -> Result<(), PositionFault> {
    if value.len() > MOST_BYTES {
        return Err(PositionFault::Long);
    }
    put_length(bytes, SHORT_TEXT, SHORT_TUPLE - SHORT_TEXT, TEXT, value.len());
    bytes.extend_from_slice(value.as_bytes());
    Ok(())
}

pub(crate) fn put_tuple(bytes: &mut Vec<u8>, length: usize) -> Result<(), PositionFault> {
    if length > MOST_BYTES {
        return Err(PositionFault::Long);
    }
    put_length(bytes, SHORT_TUPLE, 32, TUPLE, length);
    Ok(())
}

fn put_length(bytes: &mut Vec<u8>, short: u8, shorts: u8, long: u8, length: usize) {
    match u8::try_from(length) {
        Ok(length) if length < shorts => bytes.push(short + length),
        _ => {
            bytes.push(long);
            put_number(bytes, size::steps(length));
        }
    }
}

/// Writes a number with seven bits in each byte, the lowest bits first.
fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while let Some(low) = u8::try_from(number & 127).ok().filter(|_| number >= 128) {
        bytes.push(low | 128);
        number >>= 7;
    }
    bytes.push(u8::try_from(number).unwrap_or_default());
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

/// Returns the number of bytes of the position with which `bytes` begins.
pub(super) fn length_of(bytes: &[u8]) -> usize {
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
