//! [`ScriptOptions`]: the options of a position of a script.

use std::collections::{BTreeSet, HashSet};
use std::fmt;

use foldhash::fast::RandomState;

use crate::cost;
use crate::position::{Encoded, slice};
use crate::size::{index, length, steps};

/// The largest number of options that are compared one by one to find repeated ones. For more options, a hash table is
/// made.
const FEW: usize = 12;

/// The options of a position, each once, in the order in which the script returned them. A `ScriptOptions` can be used
/// again for another position, which saves allocations.
#[derive(Clone, Debug, Default)]
pub struct ScriptOptions {
    bytes: Vec<u8>,
    /// For each position, the end of its bytes in `bytes`.
    ends: Vec<u32>,
    moves: Vec<OptionEntry>,
}

#[derive(Clone, Copy, Debug)]
struct OptionEntry {
    /// The first of the option's positions.
    first: u32,
    count: u32,
    is_sum: bool,
}

/// An option: one position, or a sum of several positions.
#[derive(Clone, Debug)]
pub enum ScriptOption<'o> {
    /// The move leaves this position.
    To(Encoded<'o>),
    /// The move leaves the sum of these positions.
    Sum(SumParts<'o>),
}

/// The positions of a sum.
#[derive(Clone, Debug)]
pub struct SumParts<'o> {
    options: &'o ScriptOptions,
    next: u32,
    end: u32,
}

impl ScriptOptions {
    /// Returns the number of options.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns whether there are no options.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Returns the options.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = ScriptOption<'_>> {
        self.moves.iter().map(|entry| self.option(*entry))
    }

    /// Returns the option with this number; `None` if there is none.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<ScriptOption<'_>> {
        self.moves.get(number).map(|entry| self.option(*entry))
    }

    fn option(&self, entry: OptionEntry) -> ScriptOption<'_> {
        if entry.is_sum {
            return ScriptOption::Sum(SumParts { options: self, next: entry.first, end: entry.first + entry.count });
        }
        ScriptOption::To(self.position(entry.first))
    }

    fn position(&self, number: u32) -> Encoded<'_> {
        Encoded::of_bytes(slice(&self.bytes, &self.ends, index(number)))
    }

    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.moves.clear();
    }

    /// Returns the buffer to which the bytes of the next position must be written.
    pub(crate) fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// Ends the position whose bytes were just written.
    pub(crate) fn end_position(&mut self) {
        self.ends.push(length(self.bytes.len()));
    }

    pub(crate) fn positions(&self) -> usize {
        self.ends.len()
    }

    /// Ends an option. The positions of the option are all positions from `first` on.
    pub(crate) fn end_option(&mut self, first: usize, is_sum: bool) {
        let (first, count) = (length(first), length(self.ends.len() - first));
        self.moves.push(OptionEntry { first, count, is_sum });
    }

    /// Removes repeated options. Steps are charged for each option.
    pub(crate) fn once<E>(&mut self, mut charge: impl FnMut(u64) -> Result<(), E>) -> Result<(), E> {
        let count = self.moves.len();
        if count < 2 {
            return Ok(());
        }
        let mut sums = Vec::new();
        let mut ends = Vec::new();
        if self.moves.iter().any(|entry| entry.is_sum) {
            for entry in &self.moves {
                let bytes: usize = self.parts(*entry).map(<[u8]>::len).sum();
                let comparisons = u64::from((entry.count + 1).ilog2() + 1);
                charge((u64::from(entry.count) * cost::VALUE + cost::block(bytes)) * comparisons)?;
                self.push_key(*entry, &mut sums);
                ends.push(length(sums.len()));
            }
        }
        let key = |number: usize| {
            if ends.is_empty() {
                return self.moves.get(number).map(|entry| self.position(entry.first).bytes()).unwrap_or_default();
            }
            slice(&sums, &ends, number)
        };
        let mut is_new = Vec::with_capacity(count);
        let mut seen: HashSet<&[u8], RandomState> = HashSet::default();
        for number in 0..count {
            let found = key(number);
            charge(cost::NUMBER + steps(found.len()))?;
            is_new.push(if count > FEW { seen.insert(found) } else { (0..number).all(|before| key(before) != found) });
        }
        let mut is_new = is_new.into_iter();
        self.moves.retain(|_| is_new.next().unwrap_or(true));
        Ok(())
    }

    /// Returns the steps of [`Self::has_same`].
    pub(crate) fn steps_to_compare(&self) -> u64 {
        let comparisons = u64::from(self.moves.len().max(1).ilog2()) + 1;
        steps(self.moves.len()) * comparisons * cost::VALUE + cost::block(self.bytes.len())
    }

    /// Returns whether `other` has the same options, in any order. Both must have each option once.
    pub(crate) fn has_same(&self, other: &Self) -> bool {
        let keys = |options: &Self| {
            let key = |entry: &OptionEntry| {
                let mut key = Vec::new();
                options.push_key(*entry, &mut key);
                key
            };
            options.moves.iter().map(key).collect::<BTreeSet<_>>()
        };
        self.moves.len() == other.moves.len() && keys(self) == keys(other)
    }

    /// Returns the bytes of the positions of an option.
    fn parts(&self, entry: OptionEntry) -> impl Iterator<Item = &[u8]> {
        (entry.first..entry.first + entry.count).map(|number| self.position(number).bytes())
    }

    /// Writes a key for an option. Equal options have equal keys. The order of the positions in a sum makes no
    /// difference to the key.
    fn push_key(&self, entry: OptionEntry, keys: &mut Vec<u8>) {
        let mut parts: Vec<&[u8]> = self.parts(entry).collect();
        if entry.is_sum {
            parts.sort_unstable();
        }
        keys.push(u8::from(entry.is_sum));
        for part in parts {
            keys.extend_from_slice(part);
        }
    }

    /// Returns the number of bytes that the options have allocated.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.bytes.capacity() + 4 * self.ends.capacity() + size_of::<OptionEntry>() * self.moves.capacity()
    }
}

impl<'o> Iterator for SumParts<'o> {
    type Item = Encoded<'o>;

    fn next(&mut self) -> Option<Encoded<'o>> {
        if self.next == self.end {
            return None;
        }
        self.next += 1;
        Some(self.options.position(self.next - 1))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = index(self.end - self.next);
        (left, Some(left))
    }
}

impl ExactSizeIterator for SumParts<'_> {}

impl fmt::Display for ScriptOption<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::To(position) => position.fmt(f),
            Self::Sum(parts) => {
                f.write_str("[")?;
                for (number, part) in parts.clone().enumerate() {
                    f.write_str(if number > 0 { ", " } else { "" })?;
                    fmt::Display::fmt(&part, f)?;
                }
                f.write_str("]")
            }
        }
    }
}
