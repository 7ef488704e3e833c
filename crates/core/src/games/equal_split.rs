//! Equal split: divide a heap into at least two equal ones.
//!
//! An even number of equal heaps has the value 0, an odd number that of one of them. So G is the number of odd prime
//! factors, with multiplicity, and 1 more if the heap is even.

use crate::game::{Card, Class, Game, Illegal, Parts, Rules, Source, Step, Tag};
use crate::natural::Natural;
use crate::shape::{Shape, Written};
use crate::step;
use crate::theory::factors;

/// Equal split.
#[derive(Clone, Copy, Debug, Default)]
pub struct EqualSplit;

const HACKERRANK: Source = Source { author: "HackerRank", year: 2016, title: "Game Theory: Tower Breakers, Again!" };

/// The largest heap: the heaps of a split are listed.
const LARGEST: usize = 10_000;

impl Rules for EqualSplit {
    type Position = usize;
    type Option = Parts<usize>;

    const CARD: Card = Card {
        id: "equal-split",
        name: "Equal split",
        aliases: &["Tower Breakers, Again! (HackerRank)"],
        tags: &[Tag::Heaps, Tag::Arithmetic, Tag::Contest],
        rules: "A heap of stones. A move divides a heap into two or more equal heaps. Who cannot move, all heaps being single \
                stones, loses.",
        shape: Shape::Integer,
        position: "the stones, from 1 to 10000",
        text_form: "stones",
        example: "60",
        sources: &[HACKERRANK],
        normal: "Exact. The number of odd prime factors, with multiplicity, and 1 more if the heap is even.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        max_grundy: Some(8),
        parameters: None,
    };

    fn read(&self, written: Written) -> Result<usize, Illegal> {
        let stones = written.into_integer().ok_or_else(Illegal::shape)?;
        stones
            .to_usize()
            .filter(|stones| (1..=LARGEST).contains(stones))
            .ok_or_else(|| Illegal::new(format!("the heap has 1 to {LARGEST} stones: a split lists its heaps")))
    }

    fn write(&self, stones: &usize) -> Written {
        Written::Integer((*stones).into())
    }

    /// Into 2, 3, … heaps.
    fn options(&self, stones: &usize) -> Vec<Parts<usize>> {
        let counts = (2..=*stones).filter(|count| stones.is_multiple_of(*count));
        counts.map(|count| Parts::new(vec![stones / count; count])).collect()
    }

    fn check(&self, stones: &usize, to: &Parts<usize>) -> Result<(), String> {
        let heaps = to.list();
        let are_equal = heaps.windows(2).all(|pair| pair[0] == pair[1]);
        if heaps.len() >= 2 && are_equal && heaps.iter().sum::<usize>() == *stones {
            return Ok(());
        }
        Err(format!("{stones} must be divided into two or more equal heaps, and all of them be listed"))
    }

    fn describe(&self, stones: &usize, to: &Parts<usize>) -> String {
        let heap = to.list().first().copied().unwrap_or_default();
        format!("divide {stones} into {} heaps of {heap}", to.list().len())
    }

    /// Few: brute force over splitting games goes through all their sums.
    fn small(&self) -> Vec<usize> {
        (1..=20).chain([22, 25, 27, 35, 45]).collect()
    }
}

impl Game for EqualSplit {
    type Solved = Natural;

    fn solve(&self, stones: &usize) -> Natural {
        let primes = factors::prime_factors(u64::try_from(*stones).unwrap_or(1));
        let odd = primes.iter().filter(|prime| **prime > 2).count();
        (odd + usize::from(stones.is_multiple_of(2))).into()
    }

    fn explain(&self, stones: &usize, value: &Natural) -> Vec<Step> {
        let theory = "An even number of equal heaps has the value 0 and an odd number that of one of them: the value is the number \
                      of odd prime factors, with multiplicity, and 1 more if the heap is even.";
        let primes = factors::prime_factors(u64::try_from(*stones).unwrap_or(1));
        let here = match step::joined(&primes, u64::to_string, " × ") {
            shown if shown.is_empty() => "Here a single stone has none.".to_owned(),
            shown => format!("Here {stones} = {shown}."),
        };
        vec![Step::by(HACKERRANK, theory), Step::new(here), Step::value(value)]
    }

    /// By search up to 10,000, the largest heap here.
    fn class(&self, _: &usize, value: &Natural) -> Class {
        if *value <= Natural::ONE { Class::Swap } else { Class::Fixed }
    }

    fn swap_ranks(&self, stones: &usize, found: &Natural, value: &Natural) -> Option<Vec<Natural>> {
        Some(self.find_swap_ranks(stones, found, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;

    #[test]
    fn moves_in_words() {
        laws::check_words(&EqualSplit, &[("6", "2 2 2", "divide 6 into 3 heaps of 2")]);
    }

    /// Tameness is a local test: no heap up to the largest fails it.
    #[test]
    fn all_heaps_are_tame() {
        let swap = |stones: usize| EqualSplit.class(&stones, &EqualSplit.solve(&stones)) == Class::Swap;
        for stones in (1..=LARGEST).step_by(7).chain(1..200) {
            let value = EqualSplit.solve(&stones).to_u64().unwrap();
            let genera = (2..=stones).filter(|count| stones.is_multiple_of(*count)).map(|count| {
                let heap = stones / count;
                let sum = if count % 2 == 0 { 0 } else { EqualSplit.solve(&heap).to_u64().unwrap() };
                if swap(heap) { 1 ^ sum } else { sum }
            });
            let misere = if stones == 1 { 1 } else { crate::theory::search::mex(genera) };
            assert_eq!(misere, if swap(stones) { 1 - value } else { value }, "{stones}");
        }
    }
}
