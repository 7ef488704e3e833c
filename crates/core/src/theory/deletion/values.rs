//! [`Values`]: sets of values of components.

use super::bits::count;
use super::table::BITS;

/// A set of values.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Values([u64; 4]);

impl Values {
    /// The set of all values that fit into a byte. There are more such values than a component has options.
    pub(super) const ALL: Self = Self([u64::MAX; 4]);

    pub(super) fn one(value: u8) -> Self {
        let mut values = Self::default();
        values.insert(value);
        values
    }

    /// Returns all values below `end`, which is at most 64.
    pub(super) fn below(end: u32) -> Self {
        Self([1_u64.checked_shl(end).map_or(u64::MAX, |bit| bit - 1), 0, 0, 0])
    }

    pub(super) fn insert(&mut self, value: u8) {
        self.0[usize::from(value / 64)] |= 1 << (value % 64);
    }

    pub(super) fn remove(&mut self, value: u8) {
        self.0[usize::from(value / 64)] &= !(1 << (value % 64));
    }

    pub(super) fn contains(&self, value: u8) -> bool {
        self.0[usize::from(value / 64)] >> (value % 64) & 1 == 1
    }

    /// Returns the least value that is not in the set. There is always such a value, because a component has fewer
    /// options than there are values.
    pub(super) fn mex(&self) -> u8 {
        let word = self.0.iter().position(|word| *word != u64::MAX).unwrap_or(3);
        u8::try_from(word * 64 + count(self.0[word].trailing_ones())).unwrap_or(u8::MAX)
    }

    /// Returns the first `count` values that are not in the set.
    pub(super) fn first_missing(&self, count: usize) -> Self {
        let mut missing = Self::default();
        (0..=u8::MAX).filter(|value| !self.contains(*value)).take(count).for_each(|value| missing.insert(value));
        missing
    }

    pub(super) fn iter(self) -> impl Iterator<Item = u8> {
        (0..4_u8).flat_map(move |place| {
            let mut left = self.0[usize::from(place)];
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(place * 64 + u8::try_from(bit).unwrap_or(0))
            })
        })
    }

    pub(super) fn largest(self) -> u8 {
        let word = self.0.iter().rposition(|word| *word != 0).unwrap_or(0);
        u8::try_from(word * 64 + 63 - count(self.0[word].leading_zeros().min(63))).unwrap_or(u8::MAX)
    }

    pub(super) fn up_to(self, top: u8) -> Self {
        let mut words = self.0;
        for (word, first) in words.iter_mut().zip([0_u32, 64, 128, 192]) {
            let kept = (u32::from(top) + 1).saturating_sub(first);
            *word &= 1_u64.checked_shl(kept).map_or(u64::MAX, |end| end - 1);
        }
        Self(words)
    }

    pub(super) fn is_single(self) -> bool {
        self.0.iter().map(|word| word.count_ones()).sum::<u32>() == 1
    }

    pub(super) fn is_in(self, other: Self) -> bool {
        self.0.iter().zip(other.0).all(|(one, other)| one & !other == 0)
    }

    pub(super) fn meets(self, other: Self) -> bool {
        self.0.iter().zip(other.0).any(|(one, other)| one & other != 0)
    }

    pub(super) fn xor(self, with: u8) -> Self {
        let mut values = Self::default();
        self.iter().for_each(|value| values.insert(value ^ with));
        values
    }

    /// Returns whether every value of the set has its bit in `bits`. `bits` covers only the values that an entry of a
    /// table can record.
    pub(super) fn are_in(self, bits: u32) -> bool {
        self.0[1..] == [0; 3] && self.0[0] & !u64::from(bits) == 0
    }

    /// Returns the set as bits, without the values that an entry of a table cannot record.
    pub(super) fn bits(self) -> u32 {
        u32::try_from(self.0[0] & ((1 << BITS) - 1)).unwrap_or(0)
    }
}
