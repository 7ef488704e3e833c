//! The classes of costs: how many steps each kind of work charges. One step takes 0.2 to 5 ns. The example `costs`
//! measures the steps of all built-in functions, methods, operators and instructions.

use crate::size::steps;

/// An instruction, a division of integers, or another small piece of work.
pub(crate) const OP: u64 = 4;
/// A call. The instructions of the function are charged separately.
pub(crate) const CALL: u64 = 12;
/// An item of 16 bytes that is visited, copied or compared, or a byte of a string that is looked at alone.
pub(crate) const ITEM: u64 = 2;
/// A value other than an integer that is compared, hashed or written.
pub(crate) const VALUE: u64 = 6;
/// A look-up in a table, or the insertion of an item. The charge is the same wherever the table is: the place depends on
/// a secret, and no charge may depend on it.
pub(crate) const LOOK_UP: u64 = 12;
/// An integer that is read or written as text, or a division of 128 bits.
pub(crate) const NUMBER: u64 = 32;
/// A byte of the source of a script, which is read and compiled.
pub(crate) const SOURCE_BYTE: u64 = 60;

/// The number of items from which a look-up takes twice as long, because few of the items are in the processor's caches.
const MANY: usize = 1 << 12;

/// Returns the steps for a look-up in a table with this number of items.
#[inline]
pub(crate) fn look_up(items: usize) -> u64 {
    if items < MANY { LOOK_UP } else { 2 * LOOK_UP }
}

/// Returns the steps for items, or for bytes of a string, that are visited one by one.
#[inline]
pub(crate) fn items(count: usize) -> u64 {
    steps(count).saturating_mul(ITEM)
}

/// Returns the steps for bytes that are moved, compared or filled as a block. The processor handles eight bytes in a
/// step, even if they are in none of its caches.
#[inline]
pub(crate) fn block(bytes: usize) -> u64 {
    steps(bytes / 8)
}
