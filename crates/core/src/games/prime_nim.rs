//! Prime nim: take 1 or a prime number of stones.
//!
//! G = *n* mod 4, because 1, 2 and 3 may be taken, and no multiple of 4 may be taken. So every move changes the
//! residue, and all smaller residues can be reached.

use std::cell::RefCell;

use crate::game::{Card, Follower, Goal, Illegal, Moves, Rules, Source, Step, Tag, Tameness, Theory};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::factors::is_prime;
use crate::theory::primes::{Residues, Stretches};

/// Prime nim.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrimeNim;

const LUOGU: Source = Source { author: "Luogu", year: 2018, title: "P4860, Roy&October之取石子II" };

/// The numbers that may be taken from a heap, ascending: all of them, or those that leave a given value. They are found
/// one after the other, as far as they are needed. To count them, no list is made.
struct PrimeTakes {
    stones: u64,
    /// The residue modulo 4 that the number taken must have; `None` if any residue is allowed.
    residue: Option<u64>,
    /// The state of the search. It is stored because a caller usually needs the next number soon.
    found: RefCell<Found>,
}

/// Some of the numbers that may be taken: those that come after the first `skipped` numbers.
struct Found {
    skipped: usize,
    stretches: Stretches,
    takes: Vec<u64>,
}

impl PrimeTakes {
    fn new(stones: u64, residue: Option<u64>) -> Self {
        Self { stones, residue, found: RefCell::new(Found::begin(residue)) }
    }

    /// The numbers that leave a heap with this value when they are taken.
    fn to(stones: u64, value: &Natural) -> Self {
        // No heap has a value above 3. For such a value, the residue is set to 4, so that no number has this residue.
        let residue = value.to_u64().filter(|value| *value < 4).map_or(4, |value| (stones % 4 + 4 - value) % 4);
        Self::new(stones, Some(residue))
    }

    fn get(&self, rank: usize) -> Option<u64> {
        // No multiple of 4 may be taken, and residues from 4 on do not exist.
        if matches!(self.residue, Some(0 | 4..)) {
            return None;
        }
        let found = &mut *self.found.borrow_mut();
        if rank < found.skipped {
            *found = Found::begin(self.residue);
        }
        loop {
            if let Some(take) = found.takes.get(rank - found.skipped) {
                return Some(*take).filter(|take| *take <= self.stones);
            }
            let last = found.stretches.primes().last().copied()?;
            if last >= self.stones || self.residue == Some(2) {
                return None;
            }
            found.go_on(self.residue);
        }
    }
}

impl Found {
    fn begin(residue: Option<u64>) -> Self {
        let mut found = Self { skipped: 0, stretches: Stretches::new(), takes: Vec::new() };
        found.takes.extend(is_of(1, residue).then_some(1));
        found.collect(residue);
        found
    }

    fn go_on(&mut self, residue: Option<u64>) {
        self.skipped = self.skipped.saturating_add(self.takes.len());
        self.takes.clear();
        self.stretches.go_on();
        self.collect(residue);
    }

    fn collect(&mut self, residue: Option<u64>) {
        self.takes.extend(self.stretches.primes().iter().copied().filter(|prime| is_of(*prime, residue)));
    }
}

fn is_of(number: u64, residue: Option<u64>) -> bool {
    residue.is_none_or(|residue| number % 4 == residue)
}

impl PrimeTakes {
    fn count(&self) -> Natural {
        let Self { stones, residue, .. } = *self;
        let (one, two) = (u64::from(stones >= 1), u64::from(stones >= 2));
        let residues = || Residues::up_to(stones).unwrap_or(Residues { one: 0, three: 0 });
        let count = match residue {
            None => {
                let Residues { one: first, three } = residues();
                one + two + first + three
            }
            Some(1) => one + residues().one,
            Some(2) => two,
            Some(3) => residues().three,
            Some(_) => 0,
        };
        count.into()
    }

    /// Returns the moves. Only the smallest number of stones is found now. Counting all numbers takes long, so this is
    /// done only when the count or another move is needed.
    fn into_moves<'a>(self) -> Moves<'a, u64> {
        let first = self.get(0);
        Moves::late(first, move || Moves::counted(self.count(), move |rank| self.get(rank.to_usize()?)))
    }
}

impl Rules for PrimeNim {
    type Position = u64;
    /// The stones taken.
    type Move = u64;

    const CARD: Card = Card {
        id: "prime-nim",
        name: "Prime nim",
        aliases: &["Take 1 or a prime", "Roy&October之取石子II (Luogu P4860)"],
        problems: &["Luogu P4860"],
        keywords: &["prime numbers", "take a prime"],
        tags: &[Tag::Heaps, Tag::Arithmetic, Tag::Contest],
        rules: "One heap of stones. A move takes 1 or a prime number of them. Who cannot move loses.",
        position: "the stones, below 2^64",
        text_form: "stones",
        example: "28",
        moves: &[("28", "27", "take 1 of 28"), ("28", "5", "take 23 of 28")],
        sources: &[LUOGU],
        normal: "Exact. The value is the heap modulo 4. Moves are counted without being listed, up to about 10^10 \
                 stones in the usual limit of work; beyond, the value and a winning move are known.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        max_grundy: Some(3),
        ..Card::BLANK
    };

    /// The moves take 1, 2, 3, 5, … stones.
    fn moves(&self, stones: &u64) -> impl Iterator<Item = u64> {
        let may_be_taken = |taken: &u64| *taken == 1 || is_prime(*taken);
        let takes = meter::each(1..=*stones, cost::COMPONENT);
        takes.filter(may_be_taken)
    }

    fn find(&self, stones: &u64, left: &Follower<u64>) -> Result<u64, Illegal> {
        let to = left.whole()?;
        match stones.checked_sub(*to) {
            None | Some(0) => Err(format!("the heap must get smaller than {stones}").into()),
            Some(taken) if taken == 1 || is_prime(taken) => Ok(taken),
            Some(taken) => Err(format!("what is taken must be 1 or a prime, and {taken} is neither").into()),
        }
    }

    fn after(&self, stones: &u64, taken: &u64) -> Follower<u64> {
        (stones - taken).into()
    }

    fn describe(&self, stones: &u64, taken: &u64) -> String {
        format!("take {taken} of {stones}")
    }
}

impl Theory<Self> for PrimeNim {
    type Solved = u8;

    fn solve(&self, stones: &u64) -> u8 {
        u8::try_from(stones % 4).unwrap_or_default()
    }

    fn check_listable(&self, stones: &u64, _: &Goal) -> Result<(), Illegal> {
        if Residues::steps(*stones) <= meter::left() {
            return Ok(());
        }
        Err(format!("to count the moves, the primes up to {stones} are counted, which is too much work (--max-work)")
            .into())
    }

    fn moves_to<'a>(&'a self, stones: &'a u64, _: &'a u8, goal: &Goal) -> Option<Moves<'a, u64>> {
        let takes = match goal {
            Goal::All => PrimeTakes::new(*stones, None),
            // The smallest take comes first. It is 1, 2 or 3 stones if `value` is below the heap's own value.
            Goal::Value(value) => PrimeTakes::to(*stones, value),
            _ => return None,
        };
        Some(takes.into_moves())
    }

    fn explain(&self, stones: &u64, value: &u8) -> Vec<Step> {
        let theory =
            "1, 2 and 3 may be taken, but no multiple of 4, since none is a prime. So the value is the heap modulo 4.";
        let here = format!("Here {stones} = {} × 4 + {value}.", stones / 4);
        vec![Step::by(LUOGU, theory), Step::new(here)]
    }

    /// In every subtraction game, a heap with the value 0 and with moves has an option with the value 1 (Ferguson
    /// 1974). So every heap is tame, and only the values 0 and 1 are fickle.
    fn tameness(&self, _: &u64, value: &u8) -> Tameness {
        Tameness::tame(*value <= 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_heap_is_counted() {
        let counts = |stones: u64| {
            let to = [0, 1, 2, 3_u64]
                .map(|value| PrimeNim.count_to(&stones, &0, &Goal::Value(value.into())).unwrap().to_u64().unwrap());
            (PrimeNim.count_to(&stones, &0, &Goal::All).unwrap().to_u64().unwrap(), to)
        };
        // There are π(10⁶) = 78498 primes, of which 39175 are 1 and 39322 are 3 modulo 4. The number 1 may also be
        // taken.
        assert_eq!(counts(1_000_000), (78_499, [0, 39_322, 1, 39_176]));
        // There are π(10⁸) = 5761455 primes, of which 2880504 are 1 and 2880950 are 3 modulo 4.
        assert_eq!(counts(100_000_000), (5_761_456, [0, 2_880_950, 1, 2_880_505]));
    }

    /// Tests ranks in any order. For a larger rank than before, the search goes on. For a smaller rank, it starts
    /// again.
    #[test]
    fn takes_are_found_by_rank() {
        let stones = 100_003;
        for residue in [None, Some(0), Some(1), Some(2), Some(3), Some(4)] {
            let may_be_taken = |taken: &u64| is_of(*taken, residue) && (*taken == 1 || is_prime(*taken));
            let expected: Vec<u64> = (1..=stones).filter(may_be_taken).collect();
            let takes = PrimeTakes::new(stones, residue);
            assert_eq!(takes.count(), u64::try_from(expected.len()).unwrap());
            for rank in (0..expected.len() + 3).step_by(97).rev().chain(0..expected.len() + 3) {
                assert_eq!(takes.get(rank), expected.get(rank).copied(), "{rank} of {residue:?}");
            }
        }
    }
}
