//! [`Space`]: components as a search sees them. [`Key`]: the identity of a component.

use std::fmt::Debug;
use std::hash::Hash;

/// A key of any space, as words.
pub(in crate::theory) type Words = [u64; 4];

/// The identity of a component within a [`Space`].
pub(super) trait Key: Copy + Default + Ord + Hash + Send + Sync + Debug + 'static {
    /// The number of machine words that the key uses.
    const WORDS: usize;

    fn words(self) -> Words;

    fn of_words(words: Words) -> Self;
}

/// Components as a search sees them: their options, and the components of the options.
pub(super) trait Space: Send + Sync + Debug {
    /// The key of a component that has moves. Components with the same key are equal.
    type Key: Key;

    /// Adds the position after each move to `lefts`, the most promising moves first.
    fn options(&self, key: Self::Key, lefts: &mut Vec<Self::Key>);

    /// Adds to `parts` the components of the position that a move left, except those whose value is obvious. Returns
    /// the XOR of the obvious values.
    fn split(&self, left: Self::Key, parts: &mut Vec<Self::Key>) -> u8;

    /// Returns whether the value of a component is obviously 0, for example by symmetry.
    fn is_zero(&self, _key: Self::Key) -> bool {
        false
    }

    /// Returns the certificate of a component. Components with equal certificates have the same value, even if their
    /// keys differ. `None` if the space has no certificate for the component.
    fn certificate(&self, _key: Self::Key) -> Option<Words> {
        None
    }

    /// Returns the size of a component. The value of the component is at most its size, and play in the component lasts
    /// at most that many moves.
    fn size(&self, key: Self::Key) -> u32;

    /// Returns the steps for making one option.
    fn steps(&self) -> u64;
}

/// Returns one of the indices below `places`: the index nearest to the middle if `nearer` is 0, the second nearest if
/// `nearer` is 1, and so on. `None` if `nearer` is `places` or more.
pub(super) fn from_middle(nearer: usize, places: usize) -> Option<usize> {
    let middle = places.checked_sub(1)? / 2;
    let place = if nearer.is_multiple_of(2) { middle.checked_sub(nearer / 2)? } else { middle + nearer.div_ceil(2) };
    (place < places).then_some(place)
}
