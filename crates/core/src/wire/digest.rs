//! [`Digest`]: a short name for some bytes. All compilers and machines compute the same name, which std's hash does not
//! promise.
//!
//! It is FNV-1a of 64 bits (G. Fowler, L. C. Noll and K.-P. Vo, 1991). The probability that two different contents have
//! the same digest by accident is tiny. A client could construct two contents with the same digest, but would harm only
//! itself.

use std::io;

/// The digest of the bytes that were added so far.
#[derive(Clone, Copy, Debug)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// Returns the digest of these bytes.
    #[must_use]
    pub fn of(content: &[u8]) -> Self {
        let mut digest = Self::default();
        digest.add(content);
        digest
    }

    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Returns the digest.
    #[must_use]
    pub fn finish(self) -> u64 {
        self.0
    }
}

impl io::Write for Digest {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.add(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test vectors that the authors of FNV published.
    #[test]
    fn names_are_those_that_were_published() {
        for (content, name) in
            [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)]
        {
            assert_eq!(Digest::of(content.as_bytes()).finish(), name, "{content}");
        }
    }
}
