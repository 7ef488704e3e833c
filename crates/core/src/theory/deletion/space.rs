//! [`Space`]: components as a search sees them, and [`Key`], which identifies one.

use std::fmt::Debug;
use std::hash::Hash;

/// A key of any space.
pub(in crate::theory) type Words = [u64; 4];

/// A component of a space.
pub(super) trait Key: Copy + Default + Ord + Hash + Send + Sync + Debug + 'static {
    /// The number of words in use.
    const WORDS: usize;

    fn words(self) -> Words;

    fn of_words(words: Words) -> Self;
}

/// Components as a search uses them: their options, and the components of these.
pub(super) trait Space: Send + Sync + Debug {
    /// The key of a component with moves. Equal components have the same key.
    type Key: Key;

    /// Adds the position after each move, the most promising first.
    fn options(&self, key: Self::Key, lefts: &mut Vec<Self::Key>);

    /// Adds the components of the position that a move left, except those whose value is obvious. Returns the XOR of
    /// these.
    fn split(&self, left: Self::Key, parts: &mut Vec<Self::Key>) -> u8;

    /// Returns whether a component is obviously worth 0, for example by symmetry.
    fn is_zero(&self, _key: Self::Key) -> bool {
        false
    }

    /// Returns the size of a component. It bounds the component's value and the length of its play.
    fn size(&self, key: Self::Key) -> u32;

    /// Returns the steps to make an option.
    fn steps(&self) -> u64;
}

/// Returns an index below `places`: the one nearest to the middle, except for `nearer` indices that are nearer.
pub(super) fn from_middle(nearer: usize, places: usize) -> Option<usize> {
    let middle = places.checked_sub(1)? / 2;
    let place = if nearer.is_multiple_of(2) { middle.checked_sub(nearer / 2)? } else { middle + nearer.div_ceil(2) };
    (place < places).then_some(place)
}
