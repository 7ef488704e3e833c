//! Prim: take a number of stones that is coprime to the size of the heap.
//!
//! If the number taken is coprime to *n*, the number that remains is also coprime to *n*. So the options of *n* ≥ 2 are
//! the numbers below *n* that are coprime to *n*. A heap of 1 may be taken as a whole, so G(1) = 1. Even heaps have the
//! value 0. The value of any other heap is the place of its least prime factor among the primes: 2 for the prime 3, 3
//! for 5, and so on. The proof is by induction. An odd *n* > 1 has the option 2 with the value 0, and the option 1 with
//! the value 1. For each smaller value from 2 on, the prime with this value is an option. No option has the same least
//! prime factor as *n*. An even heap has only odd options, whose values are not 0.

use std::sync::Arc;

use crate::game::shape::PlainValue;
use crate::game::{
    Card, Follower, Game, Goal, Illegal, Moves, Play, Rules, Step, Tag, Tameness, Theory, Unsolved, left_is_the_move,
};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::Caches;
use crate::theory::factors::{gcd, prime_factors};
use crate::theory::kept::reaching;
use crate::theory::primes::Primes;
use crate::theory::sources::WINNING_WAYS;

/// Prim.
#[derive(Clone, Debug)]
pub struct Prim;

/// The theory of Prim: the primes up to the largest heap.
#[derive(Clone, Debug)]
pub struct PrimesTo {
    largest: usize,
    primes: Arc<Primes>,
}

/// The largest heap. It is limited because all primes up to the heap are listed. Making the list up to this limit takes
/// a tenth of a second.
const LARGEST: usize = 30_000_000;

/// The primes that divide a heap, ascending.
fn factors(stones: usize) -> Vec<u64> {
    let mut factors = word(stones).checked_sub(1).map_or_else(Vec::new, |less| prime_factors(less + 1));
    factors.dedup();
    factors
}

fn word(stones: usize) -> u64 {
    u64::try_from(stones).unwrap_or(u64::MAX)
}

/// The value of a heap. For an odd heap above 1, it is *k* if the least prime factor of the heap is the *k*-th prime.
fn value(primes: &Primes, stones: usize) -> usize {
    match stones {
        1 => 1,
        even if even.is_multiple_of(2) => 0,
        odd => primes.up_to(least_factor(primes, word(odd))),
    }
}

/// Returns the least prime factor of a number ≥ 2. The list must contain all primes up to the square root of the
/// number.
fn least_factor(Primes(primes): &Primes, number: u64) -> u64 {
    let tried = primes.iter().map(|prime| u64::from(*prime)).take_while(|prime| prime * prime <= number);
    let mut count = 0;
    let found = tried.inspect(|_| count += 1).find(|prime| number.is_multiple_of(*prime));
    meter::charge(cost::BYTE.saturating_mul(count).saturating_add(cost::ENTRY));
    found.unwrap_or(number)
}

/// Counts the numbers from 1 to `most` that belong to a set and are divisible by none of these distinct primes. It uses
/// inclusion and exclusion. `count(n)` returns how many numbers from 1 to *n* belong to the set. For each number *k*
/// and each of the primes *p*, the set must contain both *k* and *kp*, or neither.
fn count_prime_to(most: u64, primes: &[u64], count: &impl Fn(u64) -> u64) -> u64 {
    if most == 0 || meter::go_on(cost::NUMBER).is_err() {
        return 0;
    }
    match primes.split_last() {
        None => count(most),
        // The count for the other primes also includes multiples of the last prime, which are subtracted.
        Some((last, others)) => {
            let multiples = count_prime_to(most / last, others, count);
            count_prime_to(most, others, count).saturating_sub(multiples)
        }
    }
}

/// Counts the numbers from 1 to `most` that none of the first `first` primes divides (Legendre). Let *p* be the last of
/// these primes. If `most` is at most *p*², the counted numbers are 1 and all primes that are above *p* and at most
/// `most`.
fn count_rough(primes: &Primes, most: u64, first: usize) -> u64 {
    if most == 0 || meter::go_on(cost::NUMBER).is_err() {
        return 0;
    }
    let prime = |place: usize| primes.0.get(place).map_or(u64::MAX, |prime| u64::from(*prime));
    let Some(last) = first.checked_sub(1).map(prime) else { return most };
    if last.saturating_mul(last) >= most {
        return 1 + word(primes.up_to(most).saturating_sub(first));
    }
    let divided = (0..first).map(|place| count_rough(primes, most / prime(place), place));
    divided.take_while(|_| !meter::is_spent()).fold(most, u64::saturating_sub)
}

/// The heaps that a move can leave: all of them, or those that have a given value.
struct Lefts<'p> {
    primes: &'p Primes,
    stones: usize,
    factors: Vec<u64>,
    which: HeapClass,
}

#[derive(Clone, Copy)]
enum HeapClass {
    All,
    /// The even heaps, which have the value 0.
    Even,
    One,
    /// The heaps whose least prime factor is the prime in the second field. The first field is the index of this prime
    /// in the list of primes.
    Rough(usize, u64),
    None,
}

impl<'p> Lefts<'p> {
    fn all(primes: &'p Primes, stones: usize) -> Self {
        Self { primes, stones, factors: factors(stones), which: HeapClass::All }
    }

    fn to(primes: &'p Primes, stones: usize, value: &Natural) -> Self {
        let all = Self::all(primes, stones);
        let prime = |place: usize| Some((place, u64::from(*primes.0.get(place)?)));
        // For each value but 1, the heaps with this value are multiples of one prime. If this prime divides the heap
        // before the move, no heap with this value is an option.
        let which = match value.to_usize() {
            Some(0) if all.factors.first() != Some(&2) => HeapClass::Even,
            Some(1) if stones > 1 => HeapClass::One,
            Some(value @ 2..) => match prime(value - 1) {
                Some((place, prime)) if !all.factors.contains(&prime) => HeapClass::Rough(place, prime),
                _ => HeapClass::None,
            },
            _ => HeapClass::None,
        };
        Self { which, ..all }
    }

    /// Counts the heaps in this set of options that are above 0 and at most `most`. `most` must be smaller than the
    /// heap before the move.
    fn up_to(&self, most: u64) -> u64 {
        match self.which {
            HeapClass::All => count_prime_to(most, &self.factors, &|most| most),
            HeapClass::Even => count_prime_to(most / 2, &self.factors, &|most| most),
            HeapClass::One => most.min(1),
            HeapClass::Rough(place, prime) => {
                let larger = self.factors.iter().position(|factor| *factor > prime).unwrap_or(self.factors.len());
                let rough = |most| count_rough(self.primes, most, place);
                count_prime_to(most / prime, &self.factors[larger..], &rough)
            }
            HeapClass::None => 0,
        }
    }

    /// Counts the heaps above 0 in this set of options.
    fn above_zero(&self) -> u64 {
        word(self.stones).checked_sub(1).map_or(0, |most| self.up_to(most))
    }

    /// Returns whether the empty heap is in this set of options.
    fn has_zero(&self) -> bool {
        self.stones == 1 && matches!(self.which, HeapClass::All | HeapClass::Even)
    }

    fn count(&self) -> Natural {
        self.above_zero().saturating_add(u64::from(self.has_zero())).into()
    }

    /// Returns the heap with this rank in this set of options. The largest heap has rank 0. Bisection finds the least
    /// `h` for which at least `above_zero()` − `rank` heaps of the set are from 1 to `h`.
    fn nth(&self, rank: &Natural) -> Option<usize> {
        if self.has_zero() {
            return Some(0).filter(|_| rank.is_zero());
        }
        let up_to_it = self.above_zero().checked_sub(rank.to_u64()?).filter(|count| *count > 0)?;
        let (mut low, mut high) = (1, word(self.stones));
        while low < high && meter::go_on(cost::NUMBER).is_ok() {
            let middle = low.midpoint(high);
            if self.up_to(middle) < up_to_it { low = middle + 1 } else { high = middle }
        }
        usize::try_from(low).ok()
    }
}

impl Rules for Prim {
    type Position = usize;
    type Move = usize;

    const CARD: Card = Card {
        id: "prim",
        name: "Prim",
        aliases: &["Take a number prime to the heap", "Relatively prime subtraction"],
        problems: &["Project Euler 560", "Codeforces 2004E"],
        keywords: &["coprime", "relatively prime"],
        tags: &[Tag::Heaps, Tag::Arithmetic],
        rules: "One heap of stones. A move takes m of n stones if m and n have no common factor but 1. So a heap of 1 may be taken, \
                and no other heap can be emptied. Who cannot move loses.",
        position: "the stones, from 0 to 30,000,000",
        text_form: "stones",
        example: "15",
        moves: &[("15", "8", "take 7 of 15"), ("1", "0", "take 1 of 1")],
        sources: &[WINNING_WAYS],
        normal: "Exact up to 30,000,000 stones. Even heaps have the value 0, and a heap of 1 has the value 1. The \
                 value of others is the place of their least prime factor among the primes.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        // This is the number of primes up to the largest heap.
        max_grundy: Some(1_857_859),
        ..Card::BLANK
    };

    fn read(&self, written: PlainValue) -> Result<usize, Illegal> {
        let stones = written.into_integer().ok_or_else(Illegal::shape)?;
        stones.to_usize().filter(|stones| *stones <= LARGEST).ok_or_else(|| {
            Illegal::new(format!("the heap has at most {LARGEST} stones: the primes up to it are listed"))
        })
    }

    /// The moves, in ascending order of the number of stones taken.
    fn moves(&self, stones: &usize) -> impl Iterator<Item = usize> {
        let takes = meter::each(1..=*stones, cost::LOOK_UP);
        takes.filter(|taken| gcd(*taken, *stones) == 1).map(move |taken| stones - taken)
    }

    fn find(&self, stones: &usize, left: &Follower<usize>) -> Result<usize, Illegal> {
        let to = left.whole()?;
        let Some(taken) = stones.checked_sub(*to).filter(|taken| *taken > 0) else {
            return Err(format!("the heap must get smaller than {stones}").into());
        };
        match gcd(taken, *stones) {
            1 => Ok(*to),
            common => Err(format!("what is taken, {taken}, has the common factor {common} with {stones}").into()),
        }
    }

    left_is_the_move!();

    fn describe(&self, stones: &usize, to: &usize) -> String {
        format!("take {} of {stones}", stones.saturating_sub(*to))
    }
}

impl Game for Prim {
    type Theory = PrimesTo;

    fn theory(&self, positions: &[usize], _: Play, tables: &Caches) -> Result<PrimesTo, Unsolved> {
        let largest = positions.iter().copied().max().unwrap_or_default();
        Ok(PrimesTo { largest, primes: reaching(largest, &tables.cache)? })
    }
}

impl Theory<Prim> for PrimesTo {
    type Solved = Natural;

    fn covers(&self, positions: &[usize]) -> bool {
        positions.iter().all(|stones| *stones <= self.largest)
    }

    fn solve(&self, stones: &usize) -> Natural {
        value(&self.primes, *stones).into()
    }

    fn moves_to<'a>(&'a self, stones: &'a usize, _: &'a Natural, goal: &Goal) -> Option<Moves<'a, usize>> {
        let lefts = match goal {
            Goal::All => Lefts::all(&self.primes, *stones),
            Goal::Value(value) => Lefts::to(&self.primes, *stones, value),
            // A heap is fickle if its value is 0 or 1, and firm otherwise. So the value alone decides the tameness.
            Goal::Tame(value, tameness) if (*value <= Natural::ONE) == (*tameness == Tameness::Fickle) => {
                Lefts::to(&self.primes, *stones, value)
            }
            Goal::Tame(..) => return Some(Moves::None),
            _ => return None,
        };
        Some(Moves::counted(lefts.count(), move |rank| lefts.nth(rank)))
    }

    fn explain(&self, stones: &usize, value: &Natural) -> Vec<Step> {
        let theory = "What is left has no common factor with the heap. So an even heap, of value 0, leads to odd ones only. A heap of 1 \
                      has the value 1. A larger odd one leads to 2, to 1, and to all primes smaller than its least prime factor, but to no heap \
                      with the same factor. So its value is the place of this factor among the primes: 2 for 3, 3 for 5, 4 for 7, ….";
        let here = match stones {
            0 => "Here the heap is empty.".to_owned(),
            1 => "Here the heap is 1, which may be taken.".to_owned(),
            even if even.is_multiple_of(2) => format!("Here {stones} is even."),
            odd => format!(
                "Here the least prime factor of {odd} is {}, and its place is {}.",
                least_factor(&self.primes, word(*odd)),
                value.short()
            ),
        };
        vec![Step::by(WINNING_WAYS, theory), Step::new(here)]
    }

    /// Each heap with the value 0 that has a move is even, and has the option 1, whose value is 1. So, by induction,
    /// misère play swaps the values 0 and 1 and keeps all other values (Ferguson 1974).
    fn tameness(&self, _: &usize, value: &Natural) -> Tameness {
        Tameness::tame(*value <= Natural::ONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests counts and ranks for heaps that are far larger than those in `solve::laws`.
    #[test]
    fn options_are_counted_and_found_by_rank() {
        let theory = Prim.theory(&[40_000], Play::Normal, &Caches::default()).unwrap();
        for stones in [1_usize, 2, 5_005, 9_973, 10_007 * 3, 30_030, 32_768, 39_999] {
            let lefts: Vec<usize> = (0..stones).rev().filter(|left| gcd(stones - left, stones) == 1).collect();
            let values: Vec<Natural> = lefts.iter().map(|left| theory.solve(left)).collect();
            let highest = values.iter().max().unwrap().to_u64().unwrap();
            let goals = (0..60).chain([highest, highest + 1]).map(|value| Some(Natural::from(value)));
            for goal in goals.chain([None]) {
                let is_one = |(_, value): &(&usize, &Natural)| goal.as_ref().is_none_or(|goal| goal == *value);
                let expected: Vec<usize> = lefts.iter().zip(&values).filter(is_one).map(|(left, _)| *left).collect();
                let list = match &goal {
                    Some(goal) => Lefts::to(&theory.primes, stones, goal),
                    None => Lefts::all(&theory.primes, stones),
                };
                assert_eq!(list.count(), u64::try_from(expected.len()).unwrap(), "{stones} to {goal:?}");
                for rank in (0..=expected.len()).step_by(expected.len() / 20 + 1).chain([expected.len()]) {
                    let found = list.nth(&rank.into());
                    assert_eq!(found, expected.get(rank).copied(), "{rank} of {stones} to {goal:?}");
                }
            }
        }
    }
}
