//! Conversions between sizes of memory and the 32 bits that arenas count in.

/// Converts a number to an index.
#[inline]
#[expect(clippy::as_conversions, reason = "u32 fits usize on every target that this crate builds for")]
pub(crate) const fn index(number: u32) -> usize {
    number as usize
}

/// Converts a length; the limits of memory keep it far below 2³².
#[inline]
pub(crate) fn length(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Converts a length to an integer of scripts.
#[inline]
pub(crate) fn integer(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Converts a length to steps.
#[inline]
pub(crate) fn steps(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}
