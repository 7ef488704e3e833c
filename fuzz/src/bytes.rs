//! [`Bytes`]: the input of a target, byte by byte.

/// Reads bytes one by one. After the last byte, every further byte is 0, so that an input of any length has a meaning.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// Removes the first byte and returns it; returns 0 if there are no more bytes.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }
}
