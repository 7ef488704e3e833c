//! Values of games whose moves never split a heap and whose code ends in a block of several digits. Heaps are grouped
//! in classes modulo the length of the block.

use super::steps::TableSteps;
use crate::number::cost;
use crate::theory::cache::allocated;
use crate::theory::heaps::labels::index;
use crate::theory::heaps::moves::HeapCode;

/// The values of a game whose moves leave at most one heap. The code of the game ends in a block of digits that repeats
/// for ever: see [`HeapCode::block`].
///
/// Consider a removal larger than [`HeapCode::last_exception`]. The sizes of the old and the new heap, modulo the
/// length of the block, decide whether this removal is allowed. Heaps whose sizes agree modulo this length form a
/// class. So all heaps of a class share one set: the values of the heaps that such removals leave.
#[derive(Debug)]
pub(in crate::theory) struct Classes {
    values: Vec<u32>,
    sets: Vec<Set>,
    /// For each value, the largest heap so far from which a move can leave a position with this value. Some moves are
    /// ignored here: those that remove more than [`HeapCode::last_exception`] and leave a heap. The values after such
    /// moves are in `sets`.
    marked_at: Vec<u32>,
    /// The value of the empty position: 0, or 1 in misère play.
    gone: u32,
}

/// A set to which values are only added, with a bit for each value.
#[derive(Clone, Debug, Default)]
struct Set {
    words: Vec<u64>,
    /// The first word that is not full.
    full: usize,
}

impl Set {
    fn insert(&mut self, value: u32) {
        let value = index(value);
        if self.words.len() <= value / 64 {
            self.words.resize(value / 64 + 1, 0);
        }
        self.words[value / 64] |= 1 << (value % 64);
        while self.words.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
    }

    /// Returns the first value from `value` on that is not in the set.
    fn missing_from(&self, value: usize) -> usize {
        let first = value.max(self.full * 64);
        let mut word = first / 64;
        let Some(bits) = self.words.get(word) else { return first };
        let mut free = !bits & (u64::MAX << (first % 64));
        while free == 0 {
            word += 1;
            free = self.words.get(word).map_or(u64::MAX, |bits| !bits);
        }
        word * 64 + usize::try_from(free.trailing_zeros()).unwrap_or_default()
    }
}

impl Classes {
    /// The largest number of bytes that the sets of all classes may need.
    const MOST_BYTES: usize = 16 << 20;

    /// Creates the table for normal play.
    pub(super) fn new(moves: &HeapCode) -> Self {
        Self::of(moves, 0)
    }

    /// Creates the table for misère play. There a position without moves has the value 1.
    pub(in crate::theory) fn misere(moves: &HeapCode) -> Self {
        Self::of(moves, 1)
    }

    fn of(moves: &HeapCode, gone: u32) -> Self {
        Self { values: vec![gone], sets: vec![Set::default(); moves.block().len()], marked_at: Vec::new(), gone }
    }

    pub(in crate::theory) fn values(&self) -> &[u32] {
        &self.values
    }

    /// Returns the bytes that the table has allocated.
    pub(super) fn bytes(&self) -> usize {
        let sets = self.sets.iter().map(|set| allocated::<u64>(set.words.capacity()));
        [&self.values, &self.marked_at].map(|list| allocated::<u32>(list.capacity())).iter().sum::<usize>()
            + allocated::<Set>(self.sets.len())
            + sets.sum::<usize>()
    }

    /// Adds heaps until the table has `heaps` heaps. Returns `false` if the sets might need too many bytes.
    pub(super) fn grow(&mut self, moves: &HeapCode, heaps: usize, steps: &mut TableSteps) -> bool {
        // A set has a bit for each value, and the value of a heap is at most the size of the heap.
        let most = Self::MOST_BYTES.saturating_mul(8) / self.sets.len();
        while self.values.len() < heaps && steps.left() {
            if self.values.len() >= most {
                return false;
            }
            steps.spend(1 + moves.exceptions().len() + self.sets.len(), cost::ENTRY);
            self.grow_one(moves);
        }
        true
    }

    /// Adds the next heap.
    pub(in crate::theory) fn grow_one(&mut self, moves: &HeapCode) {
        let (heap, last) = (self.values.len(), moves.last_exception());
        let classes = self.sets.len();
        if heap > last + 1 {
            let newest = self.values[heap - last - 1];
            for (ahead, digit) in moves.block().iter().enumerate().filter(|(_, digit)| **digit & 2 != 0) {
                self.sets[(heap + ahead) % classes].insert(newest);
                debug_assert!(moves.digit(last + 1 + ahead) == *digit);
            }
        }
        let stamp = u32::try_from(heap).unwrap_or(u32::MAX);
        let mut mark = |value: u32| {
            let value = index(value);
            if self.marked_at.len() <= value {
                self.marked_at.resize(value + 1, 0);
            }
            self.marked_at[value] = stamp;
        };
        let vanishes = moves.digit(heap) & 1 != 0;
        if vanishes {
            mark(self.gone);
        }
        let mut can_move = vanishes || heap > last + 1 && !self.sets[heap % classes].words.is_empty();
        for (k, _) in moves.exceptions().iter().take_while(|(k, _)| *k < heap).filter(|(_, digit)| digit & 2 != 0) {
            mark(self.values[heap - k]);
            can_move = true;
        }
        if !can_move {
            self.values.push(self.gone);
            return;
        }
        let set = &self.sets[heap % classes];
        let mut value = set.missing_from(0);
        while self.marked_at.get(value) == Some(&stamp) {
            value = set.missing_from(value + 1);
        }
        self.values.push(u32::try_from(value).unwrap_or(u32::MAX));
    }
}
