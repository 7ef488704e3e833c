//! Conversions between sizes of memory and the 32 bits that arenas count in.

/// An index.
#[inline]
#[expect(clippy::as_conversions, reason = "u32 fits usize on every target that this crate builds for")]
pub(crate) const fn index(number: u32) -> usize {
    number as usize
}

/// A length of what the limits of memory keep far below 2³².
#[inline]
pub(crate) fn length(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// A length as an integer of scripts.
#[inline]
pub(crate) fn integer(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// A length as steps.
#[inline]
pub(crate) fn steps(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}
