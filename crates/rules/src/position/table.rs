//! [`PositionTable`]: a set of positions, each with a number.

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use std::hash::BuildHasher;

use super::{Encoded, slice};
use crate::size;

/// A set of positions. The positions are numbered from 0 in the order in which they are added. Positions are stored
/// together, so a single position needs no allocation of its own.
#[derive(Clone, Debug)]
pub struct PositionTable {
    bytes: Vec<u8>,
    ends: Vec<u32>,
    /// The numbers of the positions, found by the positions' hashes. Some bits of the hash choose the shard of a
    /// position. Each shard grows separately, so that no insertion takes long.
    shards: Vec<HashTable<u32>>,
    /// The hasher has random keys that clients cannot guess. Otherwise clients could choose positions with equal
    /// hashes.
    hasher: RandomState,
}

/// The bytes that an allocator adds to each allocation.
const OF_THE_ALLOCATOR: usize = 16;
const SHARDS: usize = 64;
/// The lowest of the bits that choose the shard. [`HashTable`] uses the bits below it and the seven highest bits.
const SHARD_BITS: u32 = 48;

impl Default for PositionTable {
    fn default() -> Self {
        Self {
            bytes: Vec::new(),
            ends: Vec::new(),
            shards: vec![HashTable::new(); SHARDS],
            hasher: RandomState::default(),
        }
    }
}

impl PositionTable {
    /// The bytes that a position takes in the table, in addition to the bytes of the position itself. A slot takes five
    /// bytes, and a table is filled to between seven sixteenths and seven eighths.
    pub const BYTES: usize = 12;

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the number of bytes that the set has allocated.
    #[must_use]
    pub fn memory(&self) -> usize {
        let allocations = self.shards.iter().map(HashTable::allocation_size).chain([
            size_of::<HashTable<u32>>() * self.shards.capacity(),
            self.bytes.capacity(),
            4 * self.ends.capacity(),
        ]);
        allocations.map(|bytes| if bytes > 0 { bytes + OF_THE_ALLOCATOR } else { 0 }).sum()
    }

    /// Returns the position with this number; `None` if there is none.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<Encoded<'_>> {
        let place = size::index(number);
        (place < self.ends.len()).then(|| Encoded::of_bytes(slice(&self.bytes, &self.ends, place)))
    }

    /// Returns the number of a position; `None` if the position is not in the set.
    #[must_use]
    pub fn find(&self, position: Encoded<'_>) -> Option<u32> {
        let hash = self.hasher.hash_one(position.bytes());
        let is_here = |number: &u32| slice(&self.bytes, &self.ends, size::index(*number)) == position.bytes();
        self.shards.get(shard(hash))?.find(hash, is_here).copied()
    }

    /// Returns the number of a position. A position that is not in the set is added first. Returns `None` if the set is
    /// full, at 4 GiB.
    pub fn number(&mut self, position: Encoded<'_>) -> Option<u32> {
        let Self { bytes, ends, shards, hasher } = self;
        let hash = hasher.hash_one(position.bytes());
        let is_here = |number: &u32| slice(bytes, ends, size::index(*number)) == position.bytes();
        let rehash = |number: &u32| hasher.hash_one(slice(bytes, ends, size::index(*number)));
        match shards.get_mut(shard(hash))?.entry(hash, is_here, rehash) {
            Entry::Occupied(found) => Some(*found.get()),
            Entry::Vacant(free) => {
                let number = u32::try_from(ends.len()).ok().filter(|number| *number < u32::MAX)?;
                let end = u32::try_from(bytes.len() + position.bytes().len()).ok()?;
                free.insert(number);
                bytes.extend_from_slice(position.bytes());
                ends.push(end);
                Some(number)
            }
        }
    }

    /// Removes the positions that were added last, so that `length` positions are left.
    pub fn truncate(&mut self, length: usize) {
        if length < self.ends.len() {
            let end = length.checked_sub(1).and_then(|last| self.ends.get(last)).map_or(0, |end| size::index(*end));
            self.bytes.truncate(end);
            self.ends.truncate(length);
            self.shards.iter_mut().for_each(|shard| shard.retain(|number| size::index(*number) < length));
        }
    }
}

/// Returns the shard of the positions with this hash.
fn shard(hash: u64) -> usize {
    usize::try_from((hash >> SHARD_BITS) % size::steps(SHARDS)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ScriptPosition;

    #[test]
    fn each_position_has_one_number() {
        let mut positions = PositionTable::default();
        let all: Vec<ScriptPosition> = (-500..5000).filter_map(ScriptPosition::int).collect();
        for (number, position) in (0..).zip(&all) {
            assert_eq!(positions.find(position.encoded()), None);
            assert_eq!(positions.number(position.encoded()), Some(number));
        }
        for (number, position) in (0..).zip(&all) {
            assert_eq!(positions.number(position.encoded()), Some(number));
            assert_eq!(positions.find(position.encoded()), Some(number));
            assert_eq!(positions.get(number).map(Encoded::to_position).as_ref(), Some(position));
        }
        assert_eq!(positions.len(), all.len());
        assert!(positions.memory() > 5500 * 3);
        positions.truncate(1_000);
        for (number, position) in (0..).zip(&all) {
            assert_eq!(positions.find(position.encoded()), Some(number).filter(|number| *number < 1_000));
        }
        assert_eq!((positions.len(), positions.number(all[2_000].encoded())), (1_000, Some(1_000)));
    }
}
