//! [`Space`]: components as a search sees them, and [`Key`], what stands for one.

use std::fmt::Debug;
use std::hash::Hash;

/// A key of any space.
pub(in crate::theory) type Words = [u64; 4];

/// A component of a space.
pub(super) trait Key: Copy + Default + Ord + Hash + Send + Sync + Debug + 'static {
    /// How many of its words are used.
    const WORDS: usize;

    fn words(self) -> Words;

    fn of_words(words: Words) -> Self;
}

/// Components as a search sees them: what moves leave, and what that falls into.
pub(super) trait Space: Send + Sync + Debug {
    /// A component with moves, as the key of all that are equal to it.
    type Key: Key;

    /// Adds what each move leaves, that first which is worth looking at first where nothing else tells.
    fn options(&self, key: Self::Key, lefts: &mut Vec<Self::Key>);

    /// Adds the components of what a move left, but those whose value is plain to see: the XOR of these.
    fn split(&self, left: Self::Key, parts: &mut Vec<Self::Key>) -> u8;

    /// Is it plain to see that a component is worth 0?
    fn is_zero(&self, _key: Self::Key) -> bool {
        false
    }

    /// How large a component is: at least as large as its value, which is no more than play can last.
    fn size(&self, key: Self::Key) -> u32;

    /// Steps that an option takes to be made.
    fn steps(&self) -> u64;
}

/// The place from 0 to one below `places` that is next to the middle when so many are nearer.
pub(super) fn from_middle(nearer: usize, places: usize) -> Option<usize> {
    let middle = places.checked_sub(1)? / 2;
    let place = if nearer.is_multiple_of(2) { middle.checked_sub(nearer / 2)? } else { middle + nearer.div_ceil(2) };
    (place < places).then_some(place)
}
