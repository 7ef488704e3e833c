//! *k*-fold take-away: a move takes at most *k* times what the move before took (Schwenk 1970; *k* = 2: Whinihan 1963).
//!
//! Let H(1) = 1 and H(*j* + 1) = H(*j*) + H(*l*), *l* the least index with *k*·H(*l*) ≥ H(*j*). Every number is
//! uniquely a sum of these in which *k* times a part is less than the next larger part: take the largest H again and
//! again. For *k* = 2 they are the Fibonacci numbers and the sum is Zeckendorf's. A heap of *n* of which at most *q*
//! may be taken is lost iff *q* is less than the smallest part. A take wins iff it is a tail of the sum, the *j*
//! smallest parts together, and *k* times it is less than the next part. *Proof*: let *t* leave *m* > 0 with *k*·*t*
//! less than the smallest part of *m*. Then the parts of *m* and of *t* together are the sum of *n*, and *t* is a tail
//! of it. If *q* is at least the smallest part, that part is such a tail; else no tail is at most *q*.
//!
//! In misère play the last stone is poison: for *n*, *q* ≥ 1 it is normal play of *n* − 1 stones.

use std::sync::Arc;

use crate::number::Natural;
use crate::number::meter::{self, Spent};
use crate::theory::cache::{Cache, allocated};
use crate::theory::graphs::Play;
use crate::theory::kept::{Kept, length_to};

/// The largest heap whose values are tabled, in some 50 ms.
pub const LARGEST_TABLED: usize = 4095;

/// The largest number of bytes of the numbers H up to a heap: the sums of numbers of 4,096 bits for *k* up to 50 or so.
const MOST_BYTES: usize = 64 << 20;

/// The numbers H of a factor *k*, up to a heap.
#[derive(Debug)]
pub struct Numeration {
    factor: Natural,
    /// The numbers above *k* + 1. The others are 1, 2, …, *k* + 1.
    terms: Vec<Natural>,
}

/// Returns the bytes that a number takes, with its place in a list.
fn bytes_of(number: &Natural) -> usize {
    size_of::<Natural>() + allocated::<u64>(number.bit_len().div_ceil(64))
}

impl Numeration {
    /// Finds the numbers up to `largest`; `None` if they take too many bytes.
    ///
    /// # Errors
    /// If the meter is spent.
    pub fn new(factor: &Natural, largest: &Natural) -> Result<Option<Self>, Spent> {
        /// Steps of a term, without those for long numbers.
        const STEPS_A_TERM: u64 = 60;
        let run = factor + &Natural::ONE;
        let mut terms: Vec<Natural> = Vec::new();
        let mut bytes = 0_usize;
        // The place of H(l), from 1. The first one with k · H(l) ≥ k + 1 is H(2) = 2.
        let (mut place, mut added) = (Natural::TWO, Natural::TWO);
        let mut reach = &added * factor;
        let mut last = run.clone();
        while last < *largest {
            meter::go_on(STEPS_A_TERM)?;
            while reach < last {
                place = &place + &Natural::ONE;
                added = match place.checked_sub(&run).and_then(|beyond| beyond.checked_sub(&Natural::ONE)) {
                    None => place.clone(),
                    Some(index) => index.to_usize().and_then(|index| terms.get(index)).unwrap_or(&last).clone(),
                };
                reach = &added * factor;
            }
            last = &last + &added;
            bytes = bytes.saturating_add(bytes_of(&last));
            if bytes > MOST_BYTES {
                return Ok(None);
            }
            terms.push(last.clone());
        }
        Ok(Some(Self { factor: factor.clone(), terms }))
    }

    /// Returns whether the numbers reach a heap.
    #[must_use]
    pub fn reaches(&self, stones: &Natural) -> bool {
        self.terms.last().is_some_and(|last| last >= stones) || *stones <= &self.factor + &Natural::ONE
    }

    /// Returns the parts of a number, the largest first; none for 0.
    #[must_use]
    pub fn parts(&self, number: &Natural) -> Vec<Natural> {
        /// Steps to find a part, without those for long numbers.
        const STEPS_A_PART: u64 = 100;
        let run = &self.factor + &Natural::ONE;
        let (mut rest, mut parts, mut terms) = (number.clone(), Vec::new(), &self.terms[..]);
        while !rest.is_zero() {
            meter::charge(STEPS_A_PART);
            terms = &terms[..terms.partition_point(|term| *term <= rest)];
            let part = terms.last().unwrap_or(&run).min(&rest).clone();
            rest = rest.saturating_sub(&part);
            parts.push(part);
        }
        parts
    }

    /// Returns the smallest part; `None` for 0.
    #[must_use]
    pub fn smallest_part(&self, number: &Natural) -> Option<Natural> {
        self.parts(number).pop()
    }

    /// Returns whether the player to move loses, if at most `most` stones may be taken.
    #[must_use]
    pub fn is_lost(&self, stones: &Natural, most: &Natural, play: Play) -> bool {
        let is_lost = |stones: &Natural| self.smallest_part(stones).is_none_or(|part| *most < part);
        match play {
            Play::Normal => is_lost(stones),
            Play::Misere if most.is_zero() => false,
            Play::Misere => stones.checked_sub(&Natural::ONE).is_some_and(|less| is_lost(&less)),
        }
    }

    /// Returns the takes that win, ascending.
    #[must_use]
    pub fn winning_takes(&self, stones: &Natural, most: &Natural, play: Play) -> Vec<Natural> {
        match play {
            Play::Normal => self.tails(stones, most),
            Play::Misere => stones.checked_sub(&Natural::ONE).map_or_else(Vec::new, |less| self.tails(&less, most)),
        }
    }

    fn tails(&self, stones: &Natural, most: &Natural) -> Vec<Natural> {
        let (mut takes, mut tail) = (Vec::new(), Natural::ZERO);
        let mut parts = self.parts(stones).into_iter().rev().peekable();
        while let Some(part) = parts.next() {
            tail = &tail + &part;
            if tail > *most {
                break;
            }
            if parts.peek().is_none_or(|next| *next > &tail * &self.factor) {
                takes.push(tail.clone());
            }
        }
        takes
    }
}

/// A pair of a bound and a value: a heap has this value from this bound on, up to the next pair.
type Rise = (u16, u16);

/// The values of each heap below a length, for a factor.
#[derive(Debug)]
pub struct TakeAwayValues(Vec<Vec<Rise>>);

impl TakeAwayValues {
    /// Returns the table that reaches heaps up to `largest`.
    ///
    /// # Errors
    /// If the meter is spent.
    pub(crate) fn reaching(factor: &Natural, largest: usize, cache: &Cache) -> Result<Arc<Self>, Spent> {
        let length = length_to(largest);
        // A larger factor does not limit any move.
        let factor = factor.to_usize().unwrap_or(length).min(length);
        cache.find("a table of the game", &(length, factor), || Self::new(factor, length).map(Arc::new))
    }

    fn new(factor: usize, length: usize) -> Result<Self, Spent> {
        let short = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        let mut heaps: Vec<Vec<Rise>> = Vec::with_capacity(length);
        for stones in 0..length {
            meter::charge_each(stones, 10);
            meter::go_on(20)?;
            // A larger bound allows more moves, so the value never falls.
            let (mut seen, mut mex, mut rises) = (vec![false; stones + 1], 0, Vec::new());
            for taken in 1..=stones {
                seen[value_of(&heaps[stones - taken], factor * taken)] = true;
                let before = mex;
                // No value is larger than the heap, which is the length of the longest play.
                mex += seen[mex..].iter().take_while(|seen| **seen).count();
                if mex > before {
                    rises.push((short(taken), short(mex)));
                }
            }
            heaps.push(rises);
        }
        Ok(Self(heaps))
    }

    /// Returns the value of a heap with a bound; `None` past the table.
    #[must_use]
    pub fn get(&self, stones: usize, most: usize) -> Option<usize> {
        self.0.get(stones).map(|rises| value_of(rises, most))
    }
}

impl Kept for TakeAwayValues {
    fn bytes(&self) -> usize {
        let rises = self.0.iter().map(|rises| allocated::<Rise>(rises.capacity()));
        allocated::<Vec<Rise>>(self.0.capacity()) + rises.sum::<usize>()
    }
}

fn value_of(rises: &[Rise], most: usize) -> usize {
    let after = rises.partition_point(|(bound, _)| usize::from(*bound) <= most);
    after.checked_sub(1).map_or(0, |last| rises[last].1.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::tame::mex;

    fn numbers(factor: u64, largest: u64) -> Numeration {
        Numeration::new(&factor.into(), &largest.into()).unwrap().unwrap()
    }

    /// Returns Grundy values of normal and misère play by the rules, for each heap and each bound up to it.
    fn by_the_rules(factor: u64, heaps: u64) -> Vec<Vec<[u64; 2]>> {
        let mut values: Vec<Vec<[u64; 2]>> = Vec::new();
        let at = |number: u64| usize::try_from(number).unwrap();
        for stones in 0..heaps {
            let of = |most: u64| {
                let options = (1..=most).map(|taken| {
                    let left = stones - taken;
                    values[at(left)][at((factor * taken).min(left))]
                });
                let options: Vec<[u64; 2]> = options.collect();
                let misere = if options.is_empty() { 1 } else { mex(options.iter().map(|pair| pair[1])) };
                [mex(options.iter().map(|pair| pair[0])), misere]
            };
            let row = (0..=stones).map(of).collect();
            values.push(row);
        }
        values
    }

    #[test]
    fn numbers_are_those_of_the_paper() {
        let three: Vec<u64> = numbers(3, 29).terms.iter().filter_map(Natural::to_u64).collect();
        assert_eq!(three, [6, 8, 11, 15, 21, 29]);
        assert_eq!(numbers(1, 9).terms.iter().filter_map(Natural::to_u64).collect::<Vec<_>>(), [4, 8, 16]);
        let parts: Vec<u64> = numbers(2, 100).parts(&100_u64.into()).iter().filter_map(Natural::to_u64).collect();
        assert_eq!(parts, [89, 8, 3]);
        assert!(numbers(3, 29).reaches(&29_u64.into()) && !numbers(3, 29).reaches(&30_u64.into()));
    }

    #[test]
    fn winners_winning_takes_and_values_are_those_of_the_rules() {
        const HEAPS: u64 = 120;
        for factor in [1, 2, 3, 4, 5, 7, 10, 60, 118, 200] {
            let truth = by_the_rules(factor, HEAPS);
            let (numbers, cache) = (numbers(factor, HEAPS), Cache::default());
            let table = TakeAwayValues::reaching(&factor.into(), usize::try_from(HEAPS).unwrap(), &cache).unwrap();
            for (stones, row) in (0_u64..).zip(&truth) {
                for (most, value) in (0_u64..).zip(row) {
                    let (n, q) = (Natural::from(stones), Natural::from(most));
                    let found = table.get(n.to_usize().unwrap(), q.to_usize().unwrap()).unwrap();
                    assert_eq!(u64::try_from(found).unwrap(), value[0], "{factor}, {stones}, {most}");
                    for (play, place) in [(Play::Normal, 0), (Play::Misere, 1)] {
                        assert_eq!(numbers.is_lost(&n, &q, play), value[place] == 0, "{factor}, {stones}, {most}");
                        let winning = (1..=most).filter(|taken| {
                            let left = &truth[usize::try_from(stones - taken).unwrap()];
                            left[usize::try_from(factor * taken).unwrap().min(left.len() - 1)][place] == 0
                        });
                        let found = numbers.winning_takes(&n, &q, play);
                        let found: Vec<u64> = found.iter().filter_map(Natural::to_u64).collect();
                        assert_eq!(found, winning.collect::<Vec<_>>(), "{factor}, {stones}, {most}, {play:?}");
                    }
                }
            }
        }
    }

    /// A heap that is at most the factor plus 1 is a heap of nim, whatever its length. The memory limits other heaps.
    #[test]
    fn long_numbers() {
        let huge = Natural::from(10_u64).pow(40);
        let numbers = Numeration::new(&huge, &huge).unwrap().unwrap();
        assert_eq!(numbers.parts(&huge), std::slice::from_ref(&huge));
        let longest = Natural::ONE.shift_left(4095);
        assert!(Numeration::new(&100_000_u64.into(), &longest).unwrap().is_none());
    }
}
