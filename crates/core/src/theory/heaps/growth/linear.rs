//! Values of games whose moves never split a heap. The options of a heap are a few of the smaller heaps, or all smaller
//! heaps except a few.

use super::steps::TableSteps;
use crate::number::cost;
use crate::theory::cache::allocated;
use crate::theory::heaps::labels::index;
use crate::theory::heaps::moves::HeapCode;

/// The values of a game without splits. Each heap needs a few steps for each [exception](HeapCode::exceptions).
#[derive(Debug)]
pub(super) struct Linear {
    values: Vec<u32>,
    /// For each value, the largest heap so far that has an option with this value.
    marked_at: Vec<u32>,
    /// For each value, the number of heaps that have this value. The list is used for rules that allow nearly every
    /// removal. Heap 0 is not counted.
    heaps_of: Vec<u32>,
    /// For each value, the number of heaps that have this value, but are no options of the present heap, because an
    /// exception forbids them.
    forbidden: Vec<u32>,
    /// The values whose entry in `forbidden` is not 0. The list is a field only so that its memory is used again:
    /// allocating a list for each heap needed a quarter of the time.
    values_forbidden: Vec<u32>,
    /// The least value, from 1 on, that no heap has had so far. The value 0 is handled separately, because from some
    /// heaps a move may leave nothing, which also has the value 0.
    unused: usize,
}

impl Linear {
    pub(super) fn new() -> Self {
        Self {
            values: vec![0],
            marked_at: Vec::new(),
            heaps_of: Vec::new(),
            forbidden: Vec::new(),
            values_forbidden: Vec::new(),
            unused: 1,
        }
    }

    pub(super) fn values(&self) -> &[u32] {
        &self.values
    }

    /// Returns the bytes that the table has allocated.
    pub(super) fn bytes(&self) -> usize {
        let vectors =
            [&self.values, &self.marked_at, &self.heaps_of, &self.forbidden, &self.values_forbidden].map(Vec::capacity);
        vectors.into_iter().map(allocated::<u32>).sum()
    }

    pub(super) fn grow(&mut self, moves: &HeapCode, heaps: usize, steps: &mut TableSteps) {
        let exceptions = moves.exceptions();
        while self.values.len() < heaps && steps.left() {
            // A set may have far more numbers than can be taken from a small heap.
            let may_be_taken = exceptions.partition_point(|(k, _)| *k <= self.values.len());
            steps.spend(1 + may_be_taken, cost::ENTRY);
            let value = if moves.leave_for_ever(1) { self.mex_of_nearly_all(moves) } else { self.mex_of_few(moves) };
            self.values.push(value);
        }
    }

    /// Returns the value of the next heap. In the rules, only [exceptions](HeapCode::exceptions) may leave a heap. All
    /// other removals take the whole heap, or are forbidden.
    fn mex_of_few(&mut self, moves: &HeapCode) -> u32 {
        let heap = self.values.len();
        let stamp = index32(heap);
        // If the rules have n exceptions, a heap has at most n + 1 options, so its value is at most n + 1.
        self.marked_at.resize(moves.exceptions().len() + 2, 0);
        if moves.digit(heap) & 1 != 0 {
            self.marked_at[0] = stamp;
        }
        for (k, digit) in moves.exceptions() {
            if *k >= heap {
                break;
            }
            if digit & 2 != 0 {
                self.marked_at[index(self.values[heap - k])] = stamp;
            }
        }
        let mex = self.marked_at.iter().position(|marked_at| *marked_at != stamp);
        index32(mex.unwrap_or(self.marked_at.len()))
    }

    /// Returns the value of the next heap if all smaller heaps are options except those that the exceptions forbid.
    fn mex_of_nearly_all(&mut self, moves: &HeapCode) -> u32 {
        let heap = self.values.len();
        // Counts the heap of `heap` − 1 in `heaps_of`. It is an option of all larger heaps, unless an exception forbids
        // this. The heap of 0 is not counted, because bit 0 of a digit decides whether a move may leave nothing.
        if heap > 1 {
            let last = index(self.values[heap - 1]);
            if self.heaps_of.len() <= last {
                self.heaps_of.resize(last + 1, 0);
                self.forbidden.resize(last + 1, 0);
            }
            self.heaps_of[last] += 1;
            while self.heaps_of.get(self.unused).is_some_and(|heaps| *heaps > 0) {
                self.unused += 1;
            }
        }
        self.values_forbidden.clear();
        let forbidding = moves.exceptions().iter().take_while(|(k, _)| *k < heap).filter(|(_, digit)| digit & 2 == 0);
        self.values_forbidden.extend(forbidding.map(|(k, _)| self.values[heap - k]));
        for value in &self.values_forbidden {
            self.forbidden[index(*value)] += 1;
        }
        let vanishes = moves.digit(heap) & 1 != 0;
        let free = |value: usize| {
            !(vanishes && value == 0) && self.heaps_of.get(value).is_none_or(|heaps| *heaps == self.forbidden[value])
        };
        // Every value from 1 to `unused` − 1 is the value of a heap. So only the value of a forbidden heap can be
        // missing among the options.
        let mut mex = if free(0) { 0 } else { self.unused };
        for value in self.values_forbidden.iter().copied().map(index) {
            if value < mex && free(value) {
                mex = value;
            }
        }
        for value in &self.values_forbidden {
            self.forbidden[index(*value)] -= 1;
        }
        index32(mex)
    }
}

fn index32(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
