//! Values of games with any rules, computed with sets of values. Most games have faster methods. This method is used
//! only for games that split heaps, and only in two cases: a move may leave three heaps, or a digit that repeats for
//! ever allows a move that leaves at least one heap.

use super::steps::TableSteps;
use crate::number::cost;
use crate::theory::cache::allocated;
use crate::theory::heaps::labels::index;
use crate::theory::heaps::moves::HeapCode;

/// A table with three entries for each *m*: the value of a heap of *m* tokens, the set of the values of all splits of
/// *m* tokens into two heaps, and the same set for three heaps. A set has a bit for each value.
///
/// Each heap needs one set operation for each of its tokens, so this method is far slower than [`super::sparse`].
#[derive(Debug, Default)]
pub(super) struct Plain {
    values: Vec<u32>,
    /// For each *m*, the values of the splits of *m* tokens into two heaps.
    pairs: Vec<Bits>,
    /// For each *m*, the values of the splits of *m* tokens into three heaps.
    triples: Vec<Bits>,
    /// For each class of heaps modulo the length of [`HeapCode::block`], the values of the options whose removals are
    /// larger than [`HeapCode::last_exception`].
    tails: Vec<Bits>,
    /// The bytes of the sets in `pairs` and `triples` together.
    bytes_of_sets: usize,
}

impl Plain {
    pub(super) fn new() -> Self {
        Self { values: vec![0], pairs: vec![Bits::default()], triples: vec![Bits::default()], ..Self::default() }
    }

    pub(super) fn values(&self) -> &[u32] {
        &self.values
    }

    /// Returns the bytes that the table has allocated.
    pub(super) fn bytes(&self) -> usize {
        allocated::<u32>(self.values.capacity())
            + allocated::<Bits>(self.pairs.capacity())
            + allocated::<Bits>(self.triples.capacity())
            + self.bytes_of_sets
            + self.tails.iter().map(|tail| allocated::<u64>(tail.0.capacity())).sum::<usize>()
    }

    pub(super) fn grow(&mut self, moves: &HeapCode, heaps: usize, steps: &mut TableSteps) {
        while self.values.len() < heaps && steps.left() {
            self.grow_one(moves, steps);
        }
    }

    fn grow_one(&mut self, moves: &HeapCode, steps: &mut TableSteps) {
        let heap = self.values.len();
        // The splits of the whole heap come first, because options of this heap need them.
        self.split(moves, heap, steps);
        let (mut options, mut words) = (Bits::default(), 0);
        if heap >= moves.first() {
            if moves.digit(heap) & 1 != 0 {
                options.insert(0);
            }
            if moves.leave_heaps_for_ever() && heap > moves.last_exception() + 1 {
                let newest = heap - moves.last_exception() - 1;
                let mut tails = std::mem::take(&mut self.tails);
                tails.resize(moves.block().len(), Bits::default());
                for (ahead, digit) in moves.block().iter().enumerate() {
                    let tail = &mut tails[(heap + ahead) % moves.block().len()];
                    self.leave(*digit, newest, tail);
                    words += tail.0.len();
                }
                self.tails = tails;
                options.unite(&self.tails[heap % moves.block().len()]);
            }
            self.leave(moves.digit(0), heap, &mut options);
            // The loop ends at the last exception. All later digits belong to the block, which `tails` covers above.
            for k in 1..=moves.last_exception().min(heap - 1) {
                self.leave(moves.digit(k), heap - k, &mut options);
            }
        }
        steps.spend(words + options.0.len() + moves.last_exception(), cost::WORD);
        self.values.push(options.mex());
    }

    /// Adds the values of the options that leave `left` tokens as one heap, two heaps or three heaps, as far as `digit`
    /// allows this.
    fn leave(&self, digit: u8, left: usize, options: &mut Bits) {
        if digit & 2 != 0 {
            options.insert(self.values[left]);
        }
        if digit & 4 != 0 {
            options.unite(&self.pairs[left]);
        }
        if digit & 8 != 0 {
            options.unite(&self.triples[left]);
        }
    }

    /// Finds the values of all splits of `left` tokens into two heaps and into three heaps.
    fn split(&mut self, moves: &HeapCode, left: usize, steps: &mut TableSteps) {
        let mut pairs = Bits::default();
        for a in 1..=moves.last_smaller(left) {
            pairs.insert(self.values[a] ^ self.values[left - a]);
        }
        steps.spend(left / 2, cost::WORD);
        let mut triples = Bits::default();
        if moves.splits_into_three() {
            // The smallest of three heaps has at most a third of the tokens. The loop also allows the other two heaps
            // to be smaller than `a`, which adds no new sums.
            for a in 1..=left / 3 {
                let rest = &self.pairs[left - a];
                triples.unite_shifted(rest, self.values[a]);
                steps.spend(1 + rest.0.len(), cost::VALUE);
            }
        }
        self.bytes_of_sets += [&pairs, &triples].map(|set| allocated::<u64>(set.0.capacity())).iter().sum::<usize>();
        self.pairs.push(pairs);
        self.triples.push(triples);
    }
}

/// A set of values, with a bit for each value.
#[derive(Clone, Debug, Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn insert(&mut self, value: u32) {
        let (word, bit) = place(value);
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << bit;
    }

    fn unite(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, others) in self.0.iter_mut().zip(&other.0) {
            *word |= others;
        }
    }

    /// Adds the XOR of each value in `other` with `value`.
    fn unite_shifted(&mut self, other: &Self, value: u32) {
        /// At index *i*: a word whose bit *b* is 1 if the number *b* has bit *i*.
        const ODD: [u64; 6] = [
            0xAAAA_AAAA_AAAA_AAAA,
            0xCCCC_CCCC_CCCC_CCCC,
            0xF0F0_F0F0_F0F0_F0F0,
            0xFF00_FF00_FF00_FF00,
            0xFFFF_0000_FFFF_0000,
            0xFFFF_FFFF_0000_0000,
        ];
        let (high, low) = place(value);
        for (index, others) in other.0.iter().enumerate().filter(|(_, others)| **others != 0) {
            let mut word = *others;
            for (i, odd) in ODD.iter().enumerate().filter(|(i, _)| low >> i & 1 != 0) {
                let by = 1 << i;
                word = (word & odd) >> by | (word & !odd) << by;
            }
            let index = index ^ high;
            if self.0.len() <= index {
                self.0.resize(index + 1, 0);
            }
            self.0[index] |= word;
        }
    }

    /// Returns the least value that is not in the set.
    fn mex(&self) -> u32 {
        let full = self.0.iter().take_while(|word| **word == u64::MAX).count();
        let rest = self.0.get(full).map_or(0, |word| word.trailing_ones());
        u32::try_from(full * 64).map_or(u32::MAX, |full| full + rest)
    }
}

/// Returns the index of the word of a value, and the place of its bit in that word.
fn place(value: u32) -> (usize, u32) {
    (index(value / 64), value % 64)
}
