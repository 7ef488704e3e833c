//! *k*-fold take-away: a move may take at most *k* times as many stones as the previous move took (Schwenk 1970; *k* =
//! 2: Whinihan 1963).
//!
//! Let H(1) = 1 and H(*j* + 1) = H(*j*) + H(*l*), where *l* is the least index with *k*·H(*l*) ≥ H(*j*). Every number
//! is in exactly one way a sum of numbers H, called its parts, such that *k* times each part is less than the next
//! larger part. To find the sum, subtract the largest possible H again and again. For *k* = 2 the numbers H are the
//! Fibonacci numbers, and the sum is Zeckendorf's representation. A heap of *n* stones from which a move may take at
//! most *q* is lost if and only if *q* is less than the smallest part of *n*. A tail of *n* is the sum of the *j*
//! smallest parts of *n*, for some *j*. Taking *t* stones wins if and only if *t* is a tail and *k*·*t* is less than
//! the next larger part. *Proof*: let a move take *t* and leave *m* > 0 such that *k*·*t* is less than the smallest
//! part of *m*. Then the parts of *m* and the parts of *t* together are the parts of *n*, and *t* is a tail. If *q* is
//! at least the smallest part, that part is such a tail. Otherwise every tail is larger than *q*.
//!
//! In misère play the player who takes the last stone loses. So for *n*, *q* ≥ 1 the winner is the same as in normal
//! play with *n* − 1 stones.

use std::sync::Arc;

use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::cache::{Cache, allocated};
use crate::theory::graphs::Play;
use crate::theory::kept::{Kept, length_to};

/// The largest heap in a table of values. Such a table takes about 50 ms.
pub const LARGEST_TABLED: usize = 4095;

/// The terms of a [`Numeration`] may need at most this number of bytes. This limit is enough for heaps whose size has
/// 4,096 bits, with factors up to about 50.
const MOST_BYTES: usize = 64 << 20;

/// The numbers H for a factor *k*, up to the size of a certain heap: H(1) = 1 and H(*j* + 1) = H(*j*) + H(*l*), where
/// *l* is the least index with *k*·H(*l*) ≥ H(*j*).
#[derive(Debug)]
pub struct Numeration {
    /// The factor *k*.
    factor: Natural,
    /// The numbers H that are larger than *k* + 1. The smaller numbers H are 1, 2, …, *k* + 1.
    terms: Vec<Natural>,
}

/// Returns the bytes that a number needs, including its place in a list.
fn bytes_of(number: &Natural) -> usize {
    size_of::<Natural>() + allocated::<u64>(number.bit_len().div_ceil(64))
}

impl Numeration {
    /// Finds the [`Numeration`] for heaps up to `largest`; `None` if the terms need too many bytes.
    ///
    /// # Errors
    /// If the meter is spent.
    pub fn new(factor: &Natural, largest: &Natural) -> Result<Option<Self>, Spent> {
        let run = factor + &Natural::ONE;
        let mut terms: Vec<Natural> = Vec::new();
        let mut bytes = 0_usize;
        // The next term is H(j) + H(l), where `last` is H(j), `place` is l, and `added` is H(l). At first,
        // H(j) = k + 1. Then l is 2, the least index with k · H(l) ≥ k + 1, and H(2) = 2.
        let (mut place, mut added) = (Natural::TWO, Natural::TWO);
        let mut reach = &added * factor;
        let mut last = run.clone();
        while last < *largest {
            meter::go_on(cost::OPTION)?;
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

    /// Returns whether the numbers H of [`Numeration`] are known up to a heap of `stones`.
    #[must_use]
    pub fn reaches(&self, stones: &Natural) -> bool {
        self.terms.last().is_some_and(|last| last >= stones) || *stones <= &self.factor + &Natural::ONE
    }

    /// Returns the parts of a number, the largest first. The parts are numbers H of [`Numeration`] that add up to the
    /// given number. The factor *k* times each part is less than the next larger part. For 0 there are no parts.
    #[must_use]
    pub fn parts(&self, number: &Natural) -> Vec<Natural> {
        let run = &self.factor + &Natural::ONE;
        let (mut rest, mut parts, mut terms) = (number.clone(), Vec::new(), &self.terms[..]);
        while !rest.is_zero() {
            meter::charge(cost::COMPONENT);
            terms = &terms[..terms.partition_point(|term| *term <= rest)];
            let part = terms.last().unwrap_or(&run).min(&rest).clone();
            rest = rest.saturating_sub(&part);
            parts.push(part);
        }
        parts
    }

    /// Returns the smallest of the [`Self::parts`] of a number; `None` for 0.
    #[must_use]
    pub fn smallest_part(&self, number: &Natural) -> Option<Natural> {
        self.parts(number).pop()
    }

    /// Returns whether the player to move loses if the first move may take at most `most` stones.
    #[must_use]
    pub fn is_lost(&self, stones: &Natural, most: &Natural, play: Play) -> bool {
        let is_lost = |stones: &Natural| self.smallest_part(stones).is_none_or(|part| *most < part);
        match play {
            Play::Normal => is_lost(stones),
            Play::Misere if most.is_zero() => false,
            Play::Misere => stones.checked_sub(&Natural::ONE).is_some_and(|less| is_lost(&less)),
        }
    }

    /// Returns, for each winning move, the number of stones that it takes, ascending.
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

/// A bound and a value. A heap from which a move may take at most *q* stones has the value of the last pair whose bound
/// is at most *q*.
type Rise = (u16, u16);

/// A table for one factor *k*. It gives the value of each heap for every *q*, where the next move may take at most *q*
/// stones.
#[derive(Debug)]
pub struct TakeAwayValues(Vec<Vec<Rise>>);

impl TakeAwayValues {
    /// Returns a table for one factor that reaches heaps up to `largest`.
    pub(crate) fn reaching(factor: &Natural, largest: usize, cache: &Cache) -> Result<Arc<Self>, Spent> {
        let length = length_to(largest);
        // A factor above the length of the table does not limit any move.
        let factor = factor.to_usize().unwrap_or(length).min(length);
        cache.find("a table of the game", &(length, factor), || Self::new(factor, length).map(Arc::new))
    }

    fn new(factor: usize, length: usize) -> Result<Self, Spent> {
        let short = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        let mut heaps: Vec<Vec<Rise>> = Vec::with_capacity(length);
        for stones in 0..length {
            meter::charge_each(stones, cost::VALUE);
            meter::go_on(cost::NUMBER)?;
            // A larger bound allows more moves, so the value never becomes smaller.
            let (mut seen, mut mex, mut rises) = (vec![false; stones + 1], 0, Vec::new());
            for taken in 1..=stones {
                seen[value_of(&heaps[stones - taken], factor * taken)] = true;
                let before = mex;
                // `mex` stays within `seen`: a value is at most the size of the heap, because play lasts at most that
                // many moves.
                mex += seen[mex..].iter().take_while(|seen| **seen).count();
                if mex > before {
                    rises.push((short(taken), short(mex)));
                }
            }
            heaps.push(rises);
        }
        Ok(Self(heaps))
    }

    /// Returns the value of a heap if a move may take at most `most` stones; `None` if the table does not contain it.
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

    /// Returns the Grundy values in normal and misère play, by the rules alone. The values at `[stones][most]` are
    /// those of a heap of `stones` from which the next move may take at most `most` stones.
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

    /// Heaps of at most `factor` + 1 stones are equal to heaps of nim, so they can be very large. For larger heaps,
    /// memory is limited.
    #[test]
    fn long_numbers() {
        let huge = Natural::from(10_u64).pow(40);
        let numbers = Numeration::new(&huge, &huge).unwrap().unwrap();
        assert_eq!(numbers.parts(&huge), std::slice::from_ref(&huge));
        let longest = Natural::ONE.shift_left(4095);
        assert!(Numeration::new(&100_000_u64.into(), &longest).unwrap().is_none());
    }
}
