//! [`Bits`]: sets of small numbers, in a fixed number of machine words. [`Cells`]: sets of cells of a game, which may
//! have any number of cells.

use super::space::{Key, Words};

/// Converts a number of bits in a word, at most 64, to a `usize`.
pub(super) fn count(bits: u32) -> usize {
    usize::try_from(bits).unwrap_or(usize::MAX)
}

/// Returns the lower word and the upper one.
pub(super) fn halves(bits: u128) -> [u64; 2] {
    [bits, bits >> 64].map(|bits| u64::try_from(bits & u128::from(u64::MAX)).unwrap_or(0))
}

/// A set of numbers below 64·W, for W machine words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self([0; W])
    }
}

impl<const W: usize> Bits<W> {
    pub(super) fn of(numbers: impl IntoIterator<Item = usize>) -> Self {
        let mut bits = Self::default();
        numbers.into_iter().for_each(|number| bits.insert(number));
        bits
    }

    pub(super) fn insert(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 64) {
            *word |= 1 << (number % 64);
        }
    }

    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(super) fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    pub(super) fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    pub(super) fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    pub(super) fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(word * 64 + count(self.0[word].trailing_zeros()))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    /// Removes and returns the first number. The loop looks at one word after the other. If the words were indexed by a
    /// computed place, the compiler would keep the set in memory instead of in registers. Then a search of a game would
    /// spend most of the time waiting for these words.
    pub(super) fn take_first(&mut self) -> Option<usize> {
        for (place, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = count(word.trailing_zeros());
                *word &= *word - 1;
                return Some(place * 64 + bit);
            }
        }
        None
    }

    /// Returns the numbers in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + use<W> {
        let mut left = *self;
        std::iter::from_fn(move || left.take_first())
    }
}

impl<const W: usize> Key for Bits<W> {
    const WORDS: usize = W;

    fn words(self) -> Words {
        std::array::from_fn(|word| self.0.get(word).copied().unwrap_or(0))
    }

    fn of_words(words: Words) -> Self {
        Self(std::array::from_fn(|word| words.get(word).copied().unwrap_or(0)))
    }
}

/// A set of cells of a game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cells(Box<[u64]>);

impl Cells {
    /// Creates the empty set of cells of a game with `of` cells.
    #[must_use]
    pub fn none(of: usize) -> Self {
        Self(vec![0; of.div_ceil(64)].into())
    }

    /// Creates the set of all `of` cells.
    #[must_use]
    pub fn all(of: usize) -> Self {
        let mut cells = Self::none(of);
        (0..of).for_each(|cell| {
            cells.insert(cell);
        });
        cells
    }

    /// Adds a cell to the set. Returns whether the cell is new.
    pub fn insert(&mut self, cell: usize) -> bool {
        let is_new = !self.contains(cell);
        if let Some(word) = self.0.get_mut(cell / 64) {
            *word |= 1 << (cell % 64);
        }
        is_new
    }

    /// Removes a cell from the set.
    pub fn remove(&mut self, cell: usize) {
        if let Some(word) = self.0.get_mut(cell / 64) {
            *word &= !(1 << (cell % 64));
        }
    }

    /// Returns whether a cell is in the set.
    #[must_use]
    pub fn contains(&self, cell: usize) -> bool {
        self.0.get(cell / 64).is_some_and(|word| word >> (cell % 64) & 1 == 1)
    }

    /// Returns how many cells are in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| count(word.count_ones())).sum()
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Returns the cells, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(place, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| count(left.trailing_zeros()))?;
                left &= left - 1;
                Some(place * 64 + bit)
            })
        })
    }

    /// Returns the cells that are in both sets. Both sets must belong to the same game.
    pub(super) fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one & other).collect())
    }

    /// Returns the number of machine words that the set occupies in memory.
    #[must_use]
    pub fn words(&self) -> usize {
        self.0.len()
    }
}
