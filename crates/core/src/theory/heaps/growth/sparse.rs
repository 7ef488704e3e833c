//! Values of games that split heaps into two. The method uses rare and common values, or it searches for the values
//! that are missing.
//!
//! Choose a mask *M*, and let *χ(v)* be the parity of popcount(*v* & *M*). A value *v* is *rare* if *χ(v)* is 0, and
//! *common* otherwise. A heap is rare or common if its value is. Because *χ(x ⊕ y) = χ(x) + χ(y)*, each split with a
//! common value consists of a rare heap and a common heap. So the splits with a rare heap give all common values of
//! splits. The mex is at most the least common value that no option has. The rare values below that bound are searched
//! for one by one, unless they are known to be values of options. This is the sparse-space method of Berlekamp, Conway
//! and Guy (1982, chapter 4) and Gangolli and Plambeck (1989). The method is correct for any mask. The mask decides
//! only how many heaps are rare, and thereby how fast the method is.
//!
//! *Position type.* If all removals *k* that split a heap have the same parity *t*, *χ* may be inverted for each heap
//! *a* for which *a + t* is odd. The two heaps of a split of *n* add up to *n − k*, which has the parity of *n + t*. So
//! the value *x* of a split of *n* is then common if and only if *χ(x) + n + t* is odd.
//!
//! If too many heaps are rare, two other ways compete with this one. One way marks the values of all splits. The other
//! way marks the values of a few splits and searches for each missing value. Such a search uses vector instructions,
//! which the compiler makes from [`has_sum`]. Whenever a mask is chosen, a trial finds the fastest way.

use std::fmt::Debug;
use std::ops::{BitOr, BitXor};

use super::steps::TableSteps;
use crate::number::{cost, meter};
use crate::theory::cache::allocated;
use crate::theory::heaps::labels::index;
use crate::theory::heaps::moves::HeapCode;

/// A search first marks the values of 8 splits for each removal. Then, while a value is missing, it marks batches of
/// splits. Each batch is four times as large as the batch before, up to 128 splits. Most values occur among the first
/// splits, so marking them first saves searches.
const FIRST_SPLITS: usize = 8;
const MORE_SPLITS: usize = 128;
/// The number of splits of one removal that are searched before the next removal gets its turn.
const BLOCK: usize = 512;
/// The number of heaps at which a mask is chosen for the first time. A new mask is chosen whenever the table is one and
/// a half times as long as at the previous choice.
const FIRST_CHOICE: usize = 64;
/// The number of heaps for which each [`MexMethod`] is tried before the fastest is chosen.
const TRIAL: usize = 16;

/// A value as it is stored in the table. Values of 8 bits are searched twice as fast as values of 16 bits.
pub(super) trait Cell:
    Copy
    + Debug
    + Default
    + PartialEq
    + BitXor<Output = Self>
    + BitOr<Output = Self>
    + From<bool>
    + TryFrom<usize>
    + Into<u32>
{
    fn index(self) -> usize {
        index(self.into())
    }
}

impl Cell for u8 {}

impl Cell for u16 {}

/// The values of a game whose moves leave at most two heaps. Only finitely many removals leave a heap. A move that
/// takes a whole heap may remove any number of tokens.
#[derive(Debug)]
pub(super) struct Sparse<C> {
    values: Vec<C>,
    /// The values in reverse order, so that the two heaps of a split can both be read in ascending order of memory.
    /// Heap *i* is at `reversed.len() − 1 − i`.
    reversed: Vec<C>,
    /// Removals that may leave two heaps.
    splitting: Vec<usize>,
    /// Removals that may leave one heap.
    leaving_one: Vec<usize>,
    /// All values are below 2 to the power `bits`.
    bits: u32,
    way: MexMethod,
    /// The methods that are tried at present, each with its cost so far. The method at the end of the list is in use.
    tried: Vec<(MexMethod, u64)>,
    /// For even and for odd heaps, one byte for each value. The byte is 1 if [`Mask::common`] is true for this value.
    common: [Marks; 2],
    rare: Vec<u32>,
    rare_values: Vec<C>,
    /// At the index *m* modulo the length of this list: the marks that the method `way` makes for the splits of *m*
    /// tokens. All removals share these marks.
    ring: Vec<Marks>,
    marks: Marks,
    next_choice: usize,
}

/// One byte for each value, which tells whether an option has this value.
type Marks = Vec<u8>;

/// The method to find the mex of the values of a heap's options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MexMethod {
    /// Mark the values of the splits with a rare heap (see [`Mask`]). Then, for each rare value without a mark, search
    /// for a split that has this value.
    Rare(Mask),
    /// Mark the values of all splits. The mex is the least value without a mark.
    Mark,
    /// Mark no splits in advance. For each value without a mark, search for a split that has this value.
    Search,
}

/// A mask. A value is *rare* if an even number of its bits are in `bits`, and *common* otherwise. A heap is rare if its
/// value is rare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mask {
    bits: usize,
    /// `Some(t)` if all removals that split a heap have the parity *t*, and the mask makes use of this. If *a* + *t* is
    /// odd for a heap *a*, then *rare* and *common* are exchanged for this heap.
    position: Option<usize>,
}

impl Mask {
    /// Returns whether the value `value` is common for the heap `heap`. If `position` is `Some`, this also depends on
    /// the parity of the heap.
    fn common(self, value: usize, heap: usize) -> bool {
        let turned = self.position.map_or(0, |t| heap + t);
        ((value & self.bits).count_ones() & 1 == 1) != (turned & 1 == 1)
    }
}

impl<C: Cell> Sparse<C> {
    pub(super) fn new(moves: &HeapCode) -> Self {
        let splitting: Vec<usize> = moves.leaving(2).collect();
        let ring = splitting.last().map_or(1, |last| last + 1);
        Self {
            values: vec![C::default()],
            reversed: vec![C::default()],
            splitting,
            leaving_one: moves.leaving(1).collect(),
            bits: 1,
            way: MexMethod::Mark,
            tried: Vec::new(),
            common: [Marks::new(), Marks::new()],
            rare: Vec::new(),
            rare_values: Vec::new(),
            ring: vec![vec![0; 4]; ring],
            marks: vec![0; 4],
            next_choice: FIRST_CHOICE,
        }
    }

    pub(super) fn values(&self) -> &[C] {
        &self.values
    }

    /// Returns the bytes that the table has allocated.
    pub(super) fn bytes(&self) -> usize {
        let cells = [&self.values, &self.reversed, &self.rare_values].map(Vec::capacity);
        let numbers = [&self.splitting, &self.leaving_one].map(Vec::capacity);
        let [even, odd] = &self.common;
        let marks = [even, odd, &self.marks].into_iter().chain(&self.ring).map(Vec::capacity);
        cells.into_iter().map(allocated::<C>).sum::<usize>()
            + numbers.into_iter().map(allocated::<usize>).sum::<usize>()
            + marks.map(allocated::<u8>).sum::<usize>()
            + allocated::<Marks>(self.ring.capacity())
            + allocated::<u32>(self.rare.capacity())
            + allocated::<(MexMethod, u64)>(self.tried.capacity())
    }

    /// Grows until the table has `heaps` heaps or the steps are spent. Returns `false` if a value does not fit into a
    /// cell.
    pub(super) fn grow(&mut self, moves: &HeapCode, heaps: usize, steps: &mut TableSteps) -> bool {
        while self.values.len() < heaps && steps.left() {
            let heap = self.values.len();
            self.choose_way(moves, heap, steps);
            let before = steps.spent;
            let value = if heap < moves.first() { 0 } else { self.value(moves, heap, steps) };
            if let Some((_, cost)) = self.tried.last_mut() {
                *cost += steps.spent - before;
            }
            let Ok(cell) = C::try_from(value) else { return false };
            self.push(cell);
        }
        true
    }

    /// From time to time, chooses a new [`Mask`], tries the [`MexMethod`]s for [`TRIAL`] heaps each, and takes the
    /// fastest.
    fn choose_way(&mut self, moves: &HeapCode, heap: usize, steps: &mut TableSteps) {
        if heap < self.next_choice {
            return;
        }
        let since = heap - self.next_choice;
        if !since.is_multiple_of(TRIAL) {
            return;
        }
        // `Mark` and `Search` always need more than `others_take` steps. If few heaps are rare, `Rare` needs fewer
        // steps, so `Mark` and `Search` are not tried.
        let others_take = meter::steps_of(TRIAL * heap / 64, cost::WORD);
        let way = match (since / TRIAL, self.tried.first()) {
            (0, _) => MexMethod::Rare(self.choose_mask(steps)),
            (1, Some((_, cost))) if *cost > others_take => MexMethod::Mark,
            (2, _) => MexMethod::Search,
            _ => {
                self.next_choice = heap + heap / 2;
                let best = self.tried.iter().min_by_key(|(_, cost)| *cost).map_or(MexMethod::Mark, |(way, _)| *way);
                self.tried.clear();
                if self.way != best {
                    self.take_way(best, moves, steps);
                }
                return;
            }
        };
        self.tried.push((way, 0));
        self.take_way(way, moves, steps);
    }

    /// Changes the method to find the mex.
    fn take_way(&mut self, way: MexMethod, moves: &HeapCode, steps: &mut TableSteps) {
        let heap = self.values.len();
        self.way = way;
        self.rare.clear();
        self.rare_values.clear();
        if matches!(way, MexMethod::Rare(_)) {
            self.list_common();
            for heap in 1..heap {
                self.add_if_rare(heap);
            }
            steps.spend(heap, cost::WORD);
        }
        // The marks in `self.ring` were made by the old method, so they are made again.
        if let (Some(least), Some(last)) = (self.splitting.first(), self.splitting.last()) {
            for left in heap.saturating_sub(*last)..heap - least.min(&heap) {
                self.mark_splits(moves, left, steps);
            }
        }
    }

    fn push(&mut self, value: C) {
        let heap = self.values.len();
        if heap == self.reversed.len() {
            // The vector is replaced by one of twice the length, with the old values in the second half.
            let mut reversed = vec![C::default(); heap];
            reversed.extend_from_slice(&self.reversed);
            self.reversed = reversed;
        }
        let at = self.reversed.len() - 1 - heap;
        self.reversed[at] = value;
        self.values.push(value);
        self.add_if_rare(heap);
        if value.index() >> self.bits != 0 {
            self.bits = usize::BITS - value.index().leading_zeros();
            // All values are below 2^`bits`, but the marks have room for one bit more. The mex of the values may be
            // 2^`bits`, and the search for a missing common value goes past 2^`bits`.
            let marks = 2 << self.bits;
            self.marks.resize(marks, 0);
            self.ring.iter_mut().for_each(|set| set.resize(marks, 0));
            self.list_common();
        }
    }

    /// Recomputes `self.common` for the mask of [`MexMethod::Rare`]. If `self.way` is another method, does nothing.
    fn list_common(&mut self) {
        if let MexMethod::Rare(mask) = self.way {
            let list = |heap| (0..self.marks.len()).map(|value| u8::from(mask.common(value, heap))).collect();
            self.common = [list(0), list(1)];
        }
    }

    fn add_if_rare(&mut self, heap: usize) {
        let value = self.values[heap];
        if matches!(self.way, MexMethod::Rare(_)) && self.common[heap % 2][value.index()] == 0 {
            self.rare.push(u32::try_from(heap).unwrap_or(u32::MAX));
            self.rare_values.push(value);
        }
    }

    /// Returns the value of the next heap.
    fn value(&mut self, moves: &HeapCode, heap: usize, steps: &mut TableSteps) -> usize {
        // The smallest removal that splits leaves `left` tokens. No earlier heap had splits of `left` tokens, so these
        // splits are marked now. Larger removals leave fewer tokens. The marks for the splits of these tokens were made
        // for earlier heaps and are in `self.ring`.
        if let Some(left) = self.splitting.first().and_then(|least| heap.checked_sub(*least)) {
            self.mark_splits(moves, left, steps);
        }
        let mut marks = std::mem::take(&mut self.marks);
        self.mark_known(moves, heap, &mut marks);
        let value = self.least_missing(moves, heap, &mut marks, steps);
        self.marks = marks;
        value
    }

    /// Marks the values of those splits of `left` tokens that the method `self.way` marks in advance. The marks go to
    /// `self.ring`.
    fn mark_splits(&mut self, moves: &HeapCode, left: usize, steps: &mut TableSteps) {
        let slot = left % self.ring.len();
        let mut marks = std::mem::take(&mut self.ring[slot]);
        marks.fill(0);
        steps.spend(marks.len() / 16, cost::WORD);
        if left >= 2 {
            match self.way {
                MexMethod::Rare(_) => self.mark_rare_splits(moves, left, &mut marks, steps),
                MexMethod::Mark => self.mark_range(left, 1, moves.last_smaller(left) + 1, &mut marks, steps),
                MexMethod::Search => {}
            }
        }
        self.ring[slot] = marks;
    }

    /// Marks the values of all splits of `left` tokens in which at least one heap is rare.
    fn mark_rare_splits(&self, moves: &HeapCode, left: usize, marks: &mut Marks, steps: &mut TableSteps) {
        let end = self.rare.partition_point(|rare| index(*rare) < left);
        let others = &self.reversed[self.reversed.len() - left..];
        let mut mark = |range: std::ops::Range<usize>| {
            for (rare, value) in self.rare[range.clone()].iter().zip(&self.rare_values[range]) {
                mark_value(marks, *value ^ others[index(*rare).wrapping_sub(1)]);
            }
        };
        if moves.unequal() && left.is_multiple_of(2) {
            let half = self.rare.partition_point(|rare| index(*rare) < left / 2);
            let after = half + usize::from(self.rare.get(half).is_some_and(|rare| index(*rare) == left / 2));
            mark(0..half);
            mark(after..end.max(after));
        } else {
            mark(0..end);
        }
        steps.spend(end, cost::WORD);
    }

    /// Marks the values of the splits of `left` tokens whose smaller heap is at least `begin` and below `end`.
    fn mark_range(&self, left: usize, begin: usize, end: usize, marks: &mut Marks, steps: &mut TableSteps) {
        if begin < end {
            let (ones, others) = self.splits(left, begin, end);
            for (one, other) in ones.iter().zip(others) {
                mark_value(marks, *one ^ *other);
            }
            steps.spend(end - begin, cost::WORD);
        }
    }

    /// Marks the values that are known without a search. These are the values of moves that leave one heap or nothing,
    /// and the values that are marked in `self.ring`.
    fn mark_known(&self, moves: &HeapCode, heap: usize, marks: &mut Marks) {
        marks.fill(0);
        if !matches!(self.way, MexMethod::Search) {
            for k in &self.splitting {
                let Some(left) = heap.checked_sub(*k) else { break };
                for (mark, known) in marks.iter_mut().zip(&self.ring[left % self.ring.len()]) {
                    *mark |= known;
                }
            }
        }
        if moves.digit(heap) & 1 != 0 {
            marks[0] = 1;
        }
        for k in self.leaving_one.iter().take_while(|k| **k < heap) {
            marks[self.values[heap - k].index()] = 1;
        }
    }

    /// Returns the mex of the options' values. `marks` must have the marks of [`Self::mark_known`].
    fn least_missing(&self, moves: &HeapCode, heap: usize, marks: &mut Marks, steps: &mut TableSteps) -> usize {
        steps.spend(marks.len() / 16 * (2 + self.splitting.len()), cost::WORD);
        let common = match self.way {
            MexMethod::Search => marks.len(),
            MexMethod::Mark => return marks.iter().position(|mark| *mark == 0).unwrap_or(marks.len()),
            MexMethod::Rare(_) => {
                let is_missing = |(mark, common): (&u8, &u8)| *mark < *common;
                marks.iter().zip(&self.common[heap % 2]).position(is_missing).unwrap_or(marks.len())
            }
        };
        steps.spend(common, cost::WORD);
        // All values so far, and the XORs of two of them, are below 2^`bits`. So no option has a value of 2^`bits` or
        // more.
        let bound = common.min(1 << self.bits);
        let next = |marks: &Marks, from: usize| (from..bound).find(|value| marks[*value] == 0);
        let mut least = 0;
        let (mut begin, mut helping) = (1, FIRST_SPLITS);
        while helping <= MORE_SPLITS {
            match next(marks, least) {
                Some(value) => least = value,
                None => return bound,
            }
            let end = begin + helping;
            let mut any = false;
            for k in &self.splitting {
                let Some(left) = heap.checked_sub(*k) else { break };
                let end = end.min(moves.last_smaller(left) + 1);
                any |= begin < end;
                self.mark_range(left, begin, end, marks, steps);
            }
            if !any {
                return least;
            }
            begin = end;
            helping *= 4;
        }
        while let Some(value) = next(marks, least) {
            if !self.has_split(moves, heap, value, begin, steps) {
                return value;
            }
            least = value + 1;
        }
        bound
    }

    /// Returns the values of the heaps from `begin` to `end` − 1. Also returns, for each of these heaps, the value of
    /// the heap with which it adds up to `left` tokens.
    fn splits(&self, left: usize, begin: usize, end: usize) -> (&[C], &[C]) {
        // The largest heap of a split has `left` − 1 tokens. Its value is at `base`.
        let base = self.reversed.len() - left;
        (&self.values[begin..end], &self.reversed[base + begin - 1..base + end - 1])
    }

    /// Returns whether a split whose smaller heap is at least `begin` has the value `value`. The search alternates
    /// between the removals, because one removal may reach the value after a few splits while another never does.
    fn has_split(&self, moves: &HeapCode, heap: usize, value: usize, begin: usize, steps: &mut TableSteps) -> bool {
        let Ok(wanted) = C::try_from(value) else { return false };
        let mut begin = begin;
        loop {
            let mut any = false;
            for k in &self.splitting {
                let Some(left) = heap.checked_sub(*k) else { break };
                let end = (begin + BLOCK).min(moves.last_smaller(left) + 1);
                if begin < end {
                    any = true;
                    // Values of 16 bits take twice as long as values of 8 bits.
                    steps.spend(size_of::<C>(), cost::NUMBER);
                    let (ones, others) = self.splits(left, begin, end);
                    if has_sum(ones, others, wanted) {
                        return true;
                    }
                }
            }
            if !any {
                return false;
            }
            begin += BLOCK;
        }
    }

    /// Chooses the mask for which the fewest heaps in the table are rare: see [`Mask`].
    fn choose_mask(&self, steps: &mut TableSteps) -> Mask {
        let size = 1 << self.bits;
        let parity = self.splitting.first().map_or(0, |k| k & 1);
        let typed = self.splitting.iter().all(|k| k & 1 == parity);
        // How often each value occurs: first for the heaps with the parity `parity`, then for the other heaps.
        let mut frequency = [vec![0_i64; size], vec![0_i64; size]];
        for (heap, value) in self.values.iter().enumerate().skip(1) {
            frequency[(heap + parity) & 1][value.index()] += 1;
        }
        let [even, odd] = frequency;
        // All masks, each with the number of rare heaps minus the number of common heaps.
        let masks = |frequency: Vec<i64>, position| {
            transform(frequency).into_iter().enumerate().map(move |(bits, excess)| (excess, Mask { bits, position }))
        };
        let untyped = masks(even.iter().zip(&odd).map(|(a, b)| a + b).collect(), None);
        let typed = typed.then(|| masks(even.iter().zip(&odd).map(|(a, b)| a - b).collect(), Some(parity)));
        steps.spend(self.values.len(), cost::BYTE);
        steps.spend(size, cost::NUMBER);
        let best = untyped.chain(typed.into_iter().flatten()).min_by_key(|(excess, _)| *excess);
        best.map_or(Mask { bits: 0, position: None }, |(_, mask)| mask)
    }
}

impl Sparse<u8> {
    /// Returns the same table with wider cells.
    pub(super) fn widen(self) -> Sparse<u16> {
        let wide = |values: Vec<u8>| values.into_iter().map(u16::from).collect();
        Sparse {
            values: wide(self.values),
            reversed: wide(self.reversed),
            splitting: self.splitting,
            leaving_one: self.leaving_one,
            bits: self.bits,
            way: self.way,
            tried: self.tried,
            common: self.common,
            rare: self.rare,
            rare_values: wide(self.rare_values),
            ring: self.ring,
            marks: self.marks,
            next_choice: self.next_choice,
        }
    }
}

/// Returns the Walsh–Hadamard transform of `of`. Its entry *M* is the sum of all entries of `of`, where the entry with
/// the index *i* has the sign (−1)^popcount(*i* & *M*).
fn transform(mut of: Vec<i64>) -> Vec<i64> {
    let mut half = 1;
    while half < of.len() {
        for pair in of.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
    of
}

/// Marks a value. The number of marks is a power of 2 and larger than every value that occurs. So the bit mask changes
/// nothing, but it shows the compiler that no index is out of bounds.
fn mark_value<C: Cell>(marks: &mut [u8], value: C) {
    let mask = marks.len().wrapping_sub(1);
    marks[value.index() & mask] = 1;
}

/// Returns whether `ones[i] ^ others[i]` is `wanted` for some index i. There is no early exit and no branch, so that
/// the compiler uses vector instructions.
fn has_sum<C: Cell>(ones: &[C], others: &[C], wanted: C) -> bool {
    let found = ones.iter().zip(others).fold(C::default(), |found, (a, b)| found | C::from(*a ^ *b == wanted));
    found != C::default()
}
