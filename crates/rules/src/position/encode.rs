//! [`Encoder`]: writes positions as bytes.

use super::{DEEPEST, INT, MOST_BYTES, PositionShape, SHORT_TEXT, SHORT_TUPLE, SMALL, ScriptPosition, TEXT, TUPLE};
use crate::size;

/// The largest integer in a position, 2⁵³ − 1. JSON readers represent integers up to this number exactly.
pub(crate) const LARGEST: i64 = (1 << 53) - 1;

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
}
