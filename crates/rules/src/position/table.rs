//! [`PositionTable`]: a set of positions, each with a number.

use std::hash::{BuildHasher, RandomState};

use super::Encoded;
use crate::size;

/// A set of positions. The positions are numbered from 0 in the order in which they are added. Positions are stored
/// together, so a single position needs no allocation of its own.
#[derive(Debug)]
pub struct PositionTable {
    bytes: Vec<u8>,
    ends: Vec<u32>,
    /// The low bits of the hash choose the shard of a position. Each shard grows separately, so that no insertion takes
    /// long.
    shards: Vec<Shard>,
    /// The hasher has random keys that clients cannot guess. Otherwise clients could choose positions with equal
    /// hashes.
    hasher: RandomState,
}

/// A hash table with open addressing, which maps positions to their numbers.
#[derive(Clone, Debug, Default)]
struct Shard {
    slots: Vec<Slot>,
    count: usize,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    number: u32,
}

const SHARDS: usize = 64;
const FREE: Slot = Slot { hash: 0, number: u32::MAX };

impl Default for PositionTable {
    fn default() -> Self {
        Self {
            bytes: Vec::new(),
            ends: Vec::new(),
            shards: vec![Shard::default(); SHARDS],
            hasher: RandomState::default(),
        }
    }
}

impl PositionTable {
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
        let slots: usize = self.shards.iter().map(|shard| shard.slots.capacity()).sum();
        let shards = size_of::<Shard>() * self.shards.capacity();
        self.bytes.capacity() + 4 * self.ends.capacity() + size_of::<Slot>() * slots + shards
    }

    /// Returns the position with this number; `None` if there is none.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<Encoded<'_>> {
        let number = size::index(number);
        let end = *self.ends.get(number)?;
        let start = number.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |end| *end);
        self.bytes.get(size::index(start)..size::index(end)).map(Encoded::of_bytes)
    }

    /// Returns the number of a position; `None` if the position is not in the set.
    #[must_use]
    pub fn find(&self, position: Encoded<'_>) -> Option<u32> {
        let (shard, hash) = self.hash(position);
        let shard = self.shards.get(shard)?;
        let slot = shard.slots.get(self.slot(shard, hash, position)?)?;
        (slot.number != FREE.number).then_some(slot.number)
    }

    /// Returns the number of a position. A position that is not in the set is added first. Returns `None` if the set is
    /// full, at 4 GiB.
    pub fn number(&mut self, position: Encoded<'_>) -> Option<u32> {
        let (number_of_shard, hash) = self.hash(position);
        let shard = self.shards.get_mut(number_of_shard)?;
        if (shard.count + 1) * 2 > shard.slots.len() {
            shard.grow();
        }
        let shard = self.shards.get(number_of_shard)?;
        let slot = self.slot(shard, hash, position)?;
        let found = shard.slots.get(slot)?.number;
        if found != FREE.number {
            return Some(found);
        }
        let number = u32::try_from(self.ends.len()).ok().filter(|number| *number != FREE.number)?;
        let end = u32::try_from(self.bytes.len() + position.bytes().len()).ok()?;
        self.bytes.extend_from_slice(position.bytes());
        self.ends.push(end);
        let shard = self.shards.get_mut(number_of_shard)?;
        *shard.slots.get_mut(slot)? = Slot { hash, number };
        shard.count += 1;
        Some(number)
    }

    /// Returns the slot of a position in its shard, or the free slot in which it must be inserted.
    fn slot(&self, shard: &Shard, hash: u32, position: Encoded<'_>) -> Option<usize> {
        let mask = shard.slots.len().checked_sub(1)?;
        let mut place = size::index(hash) & mask;
        loop {
            let slot = shard.slots.get(place)?;
            let is_here = slot.hash == hash && self.get(slot.number) == Some(position);
            if slot.number == FREE.number || is_here {
                return Some(place);
            }
            place = (place + 1) & mask;
        }
    }

    /// Returns the shard of a position, and the hash that is used in that shard.
    fn hash(&self, position: Encoded<'_>) -> (usize, u32) {
        let hash = self.hasher.hash_one(position.bytes());
        let shard = usize::try_from(hash % size::steps(SHARDS)).unwrap_or_default();
        (shard, u32::try_from(hash >> 32).unwrap_or_default())
    }
}

impl Shard {
    fn grow(&mut self) {
        let length = (self.slots.len() * 2).max(4);
        let slots = std::mem::replace(&mut self.slots, vec![FREE; length]);
        for slot in slots.into_iter().filter(|slot| slot.number != FREE.number) {
            let mut place = size::index(slot.hash) & (length - 1);
            while self.slots.get(place).is_some_and(|found| found.number != FREE.number) {
                place = (place + 1) & (length - 1);
            }
            if let Some(free) = self.slots.get_mut(place) {
                *free = slot;
            }
        }
    }
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
    }
}
