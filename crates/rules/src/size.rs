//! Conversions between `usize` and the 32-bit numbers that arenas use.

/// The largest number of empty lists, and also of empty tables, that are kept for the next call. A list or table whose
/// capacity is above this number does not keep its memory.
pub(crate) const KEPT_ITEMS: usize = 1 << 10;
/// Converts a number to an index.
#[inline]
#[expect(clippy::as_conversions, reason = "u32 fits usize on every target that this crate builds for")]
pub(crate) const fn index(number: u32) -> usize {
    number as usize
}

/// Converts a length. The limits of memory keep every length far below 2³².
#[inline]
pub(crate) fn length(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Converts a length to an integer of the script language.
#[inline]
pub(crate) fn integer(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Converts a length to a number of steps.
#[inline]
pub(crate) fn steps(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}
