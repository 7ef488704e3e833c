//! A hash that is the same in every build.

use serde::Serialize;

/// FNV-1a (Fowler, Noll and Vo 1991) of what is written as JSON. Unlike the standard library's hashes it never changes, so
/// that replicas of two versions agree. It guards against mistakes, not against malice.
pub(crate) fn of(value: &impl Serialize) -> u64 {
    const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    let mut hash = Fnv(OFFSET_BASIS);
    // Writing into a hash can't fail.
    let _ = serde_json::to_writer(&mut hash, value);
    hash.0
}

struct Fnv(u64);

impl std::io::Write for Fnv {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        const PRIME: u64 = 0x0000_0100_0000_01b3;
        self.0 = bytes.iter().fold(self.0, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_stays_what_it_is() {
        assert_eq!(super::of(&"a"), 0xd427_2417_d7c7_7eea_u64);
    }
}
