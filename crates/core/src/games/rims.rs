//! Rims: take at least one stone, then leave the rest as one heap or as two.
//!
//! All smaller heaps are options, and two heaps together are at most *n* − 1, so their XOR is less than *n*: G = *n*.
//! The options of value *v* are {*c* | *s*, *c* | (*v* ⊕ *s*)} for *c* without a bit of *v*, 2*c* + *v* < *n*, and *s* some
//! of the bits of *v*, not its top one.

use crate::game::{Card, Class, Game, Illegal, Parts, Rules, Source, Step, Tag};
use crate::natural::Natural;
use crate::shape::{Shape, Written};
use crate::step;

/// Rims.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rims;

const WINNING_WAYS: Source = Source {
    author: "E. R. Berlekamp, J. H. Conway and R. K. Guy",
    year: 1982,
    title: "Winning Ways for your Mathematical Plays",
};

/// The heaps that are left, the empty ones not.
fn heaps(left: [Natural; 2]) -> Parts<Natural> {
    Parts::new(left.into_iter().filter(|heap| !heap.is_zero()).collect())
}

/// ⌊(*n* + 1)²/4⌋: the options of a heap.
fn options_of(stones: &Natural) -> Natural {
    let next = stones + &Natural::ONE;
    (&next * &next).shift_right(2)
}

/// How many numbers up to `most` have no bit of `without`.
fn count_without(without: &Natural, most: &Natural) -> Natural {
    let mut prefix = Natural::ZERO;
    for place in (0..most.bit_len()).rev() {
        match (without.bit(place), most.bit(place)) {
            (true, true) => {
                let free = (0..place).filter(|place| !without.bit(*place)).count();
                return (&prefix + &Natural::ONE).shift_left(free);
            }
            (true, false) => {}
            (false, bit) => prefix = &prefix.shift_left(1) + &bit.into(),
        }
    }
    &prefix + &Natural::ONE
}

/// The bits of a number, put where `places` says so, the lowest first.
fn spread(number: &Natural, places: impl Iterator<Item = usize>) -> Natural {
    let set = places.zip(0..number.bit_len()).filter(|(_, bit)| number.bit(*bit));
    set.fold(Natural::ZERO, |sum, (place, _)| &sum | &Natural::ONE.shift_left(place))
}

/// How many *c* there are for a value, and how many bits of *s* are free for each.
fn families(stones: &Natural, value: &Natural) -> Option<(Natural, usize)> {
    let rest = stones.checked_sub(&(value + &Natural::ONE))?;
    Some((count_without(value, &rest.shift_right(1)), value.count_ones().saturating_sub(1)))
}

impl Rules for Rims {
    type Position = Natural;
    type Option = Parts<Natural>;

    const CARD: Card = Card {
        id: "rims",
        name: "Rims",
        aliases: &["Rayles without the limit", "Game (HDU 5011)"],
        tags: &[Tag::Heaps, Tag::Contest],
        rules: "A heap of stones. A move takes at least one of them, and may then split the rest into two heaps. Who cannot move \
                loses. With dots in the plane a move draws a loop through one or more dots of a region, which parts the others.",
        shape: Shape::Integer,
        position: "the stones, at least 0",
        text_form: "stones",
        example: "7",
        sources: &[WINNING_WAYS, Source { author: "HDU", year: 2014, title: "5011. Game" }],
        normal: "Exact. The value is the heap.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        max_grundy: None,
        parameters: None,
    };

    fn read(&self, written: Written) -> Result<Natural, Illegal> {
        written.into_integer().ok_or_else(Illegal::shape)
    }

    fn write(&self, stones: &Natural) -> Written {
        Written::Integer(stones.clone())
    }

    /// Takes 1, 2, …; for each the smaller heap 0, 1, ….
    fn options(&self, stones: &Natural) -> Vec<Parts<Natural>> {
        let left = (0..stones.to_u64().unwrap_or_default()).rev();
        left.flat_map(|left| (0..=left / 2).map(move |part| heaps([part.into(), (left - part).into()]))).collect()
    }

    fn check(&self, stones: &Natural, to: &Parts<Natural>) -> Result<(), String> {
        let left = to.list().iter().fold(Natural::ZERO, |sum, heap| &sum + heap);
        if to.list().len() > 2 || to.list().iter().any(Natural::is_zero) {
            return Err("the rest stays one heap or becomes two; empty heaps are left out".to_owned());
        }
        if left < *stones { Ok(()) } else { Err(format!("together they must be less than {}", stones.short())) }
    }

    fn describe(&self, stones: &Natural, to: &Parts<Natural>) -> String {
        let left = to.list().iter().fold(Natural::ZERO, |sum, heap| &sum + heap);
        let taken = format!("take {} of {}", stones.saturating_sub(&left).short(), stones.short());
        match to.list() {
            [small, large] => format!("{taken}, split the rest into {} and {}", small.short(), large.short()),
            _ => taken,
        }
    }

    /// Few: brute force over splitting games goes through all their sums.
    fn small(&self) -> Vec<Natural> {
        (0..=16_u64).map(Natural::from).collect()
    }
}

impl Game for Rims {
    type Solved = Natural;

    fn solve(&self, stones: &Natural) -> Natural {
        stones.clone()
    }

    fn option_count(&self, stones: &Natural, _: &Natural) -> Natural {
        options_of(stones)
    }

    /// From the last one on: those that leave less than *m* are the options of *m*.
    fn option(&self, stones: &Natural, _: &Natural, rank: &Natural) -> Option<Parts<Natural>> {
        let from_last = options_of(stones).checked_sub(&(rank + &Natural::ONE))?;
        let left = &(&from_last.shift_left(2) + &Natural::from(3_u64)).sqrt() - &Natural::ONE;
        let part = left.shift_right(1).checked_sub(&from_last.checked_sub(&options_of(&left))?)?;
        Some(heaps([part.clone(), &left - &part]))
    }

    fn count_to(&self, stones: &Natural, _: &Natural, value: &Natural) -> Natural {
        families(stones, value).map_or(Natural::ZERO, |(count, free)| count.shift_left(free))
    }

    /// First one heap, of the value.
    fn option_to(&self, stones: &Natural, _: &Natural, value: &Natural, rank: &Natural) -> Option<Parts<Natural>> {
        let (count, free) = families(stones, value)?;
        let family = rank.shift_right(free);
        if family >= count {
            return None;
        }
        let both = spread(&family, (0..).filter(|place| !value.bit(*place)));
        let some = spread(&rank.low_bits(free), (0..value.bit_len()).filter(|place| value.bit(*place)));
        Some(heaps([&both | &some, &both | &(value ^ &some)]))
    }

    fn explain(&self, stones: &Natural, value: &Natural) -> Vec<Step> {
        let theory = "All smaller heaps are options, and the XOR of two heaps is at most their sum, so less than the heap: its \
                      value is its size.";
        let here = format!("Here it is {}.", step::joined(&[stones], |heap| heap.short().to_string(), ""));
        vec![Step::by(WINNING_WAYS, theory), Step::new(here), Step::value(value)]
    }

    fn class(&self, stones: &Natural, _: &Natural) -> Class {
        if *stones <= Natural::ONE { Class::Swap } else { Class::Fixed }
    }

    /// Nothing, two heaps of 1, and one: *c* = 0, *c* = 1; *c* = 0.
    fn swap_ranks(&self, stones: &Natural, _: &Natural, value: &Natural) -> Option<Vec<Natural>> {
        let most = match value.to_u64() {
            Some(0) if *stones > Natural::TWO => 2,
            Some(0) => u64::from(!stones.is_zero()),
            Some(1) => u64::from(*stones > Natural::ONE),
            _ => 0,
        };
        Some((0..most).map(Natural::from).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;

    #[test]
    fn moves_in_words() {
        laws::check_words(
            &Rims,
            &[
                ("7", "2 4", "take 1 of 7, split the rest into 2 and 4"),
                ("7", "3", "take 4 of 7"),
                ("7", "", "take 7 of 7"),
            ],
        );
    }

    /// Values and ranks of larger heaps, against the list.
    #[test]
    fn options_of_a_value_are_found_by_their_bits() {
        for stones in [30_u64, 45].map(Natural::from) {
            let mut found = 0_u64;
            for value in (0..=50_u64).map(Natural::from) {
                let count = Rims.count_to(&stones, &stones, &value).to_u64().unwrap();
                for rank in (0..count).map(Natural::from) {
                    let option = Rims.option_to(&stones, &stones, &value, &rank).unwrap();
                    assert_eq!(Rims.check(&stones, &option), Ok(()));
                    assert!(Rims.has_value(&option, &value), "{stones} to {value}: {option:?}");
                }
                found += count;
            }
            assert_eq!(options_of(&stones), found);
        }
    }
}
