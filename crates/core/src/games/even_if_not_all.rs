//! Even if not all: take an even number of stones but not all, or all of an odd heap.
//!
//! Even *n* ≥ 2 has the options 2, 4, …, *n* − 2, so by induction G = *n*/2 − 1; odd *n* has 1, 3, …, *n* − 2 and 0, so
//! G = (*n* + 1)/2.

use crate::game::{Card, Class, Game, Illegal, Rules, Source, Step, Tag};
use crate::natural::Natural;
use crate::shape::{Shape, Written};

/// Even if not all.
#[derive(Clone, Copy, Debug, Default)]
pub struct EvenIfNotAll;

const FERGUSON: Source = Source { author: "T. S. Ferguson", year: 2014, title: "Game Theory, part I, section 3" };

/// The heap of a value below that of `stones`.
fn heap_of(stones: &Natural, value: &Natural) -> Natural {
    let twice = value.shift_left(1);
    if stones.is_even() { &twice + &Natural::TWO } else { twice.saturating_sub(&Natural::ONE) }
}

impl Rules for EvenIfNotAll {
    type Position = Natural;
    type Option = Natural;

    const CARD: Card = Card {
        id: "even-if-not-all",
        name: "Even if not all",
        aliases: &["Even if not all, all if odd"],
        tags: &[Tag::Heaps],
        rules: "A heap of stones. A move takes an even number of them, but not all; or all, if the heap is odd. Who cannot move \
                loses: so with 2 stones there is no move.",
        shape: Shape::Integer,
        position: "the stones, at least 0",
        text_form: "stones",
        example: "17",
        sources: &[FERGUSON],
        normal: "Exact. Half the heap less 1 if it is even, half of one more than the heap if it is odd; 0 for none.",
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

    /// Takes 2, 4, …, and last all.
    fn options(&self, stones: &Natural) -> Vec<Natural> {
        let even = (2..stones.to_u64().unwrap_or_default()).step_by(2).map(|taken| stones - &taken.into());
        even.chain((!stones.is_even()).then_some(Natural::ZERO)).collect()
    }

    fn check(&self, stones: &Natural, to: &Natural) -> Result<(), String> {
        let is_legal = to < stones && if to.is_zero() { !stones.is_even() } else { stones.is_even() == to.is_even() };
        if is_legal {
            return Ok(());
        }
        Err(format!(
            "of {} an even number must be taken, not all of an even heap, or all of an odd one",
            stones.short()
        ))
    }

    fn describe(&self, stones: &Natural, to: &Natural) -> String {
        if to.is_zero() {
            return format!("take all {}", stones.short());
        }
        format!("take {} of {}", stones.saturating_sub(to).short(), stones.short())
    }

    fn small(&self) -> Vec<Natural> {
        (0..=120_u64).map(Natural::from).collect()
    }
}

impl Game for EvenIfNotAll {
    type Solved = Natural;

    fn solve(&self, stones: &Natural) -> Natural {
        if stones.is_even() {
            stones.shift_right(1).saturating_sub(&Natural::ONE)
        } else {
            (stones + &Natural::ONE).shift_right(1)
        }
    }

    fn option_count(&self, _: &Natural, value: &Natural) -> Natural {
        value.clone()
    }

    fn option(&self, stones: &Natural, value: &Natural, rank: &Natural) -> Option<Natural> {
        Some(heap_of(stones, &value.checked_sub(&(rank + &Natural::ONE))?))
    }

    fn count_to(&self, _: &Natural, own: &Natural, value: &Natural) -> Natural {
        Natural::from(value < own)
    }

    fn option_to(&self, stones: &Natural, own: &Natural, value: &Natural, rank: &Natural) -> Option<Natural> {
        (value < own && rank.is_zero()).then(|| heap_of(stones, value))
    }

    fn explain(&self, stones: &Natural, value: &Natural) -> Vec<Step> {
        let (parity, formula) = match (stones.is_zero(), stones.is_even()) {
            (true, _) => ("empty", "0"),
            (_, true) => ("even", "n / 2 − 1"),
            _ => ("odd", "(n + 1) / 2"),
        };
        let theory =
            "Even heaps have the values 0, 1, 2, … from 2 on, since 0 is out of their reach; odd ones have 1, 2, 3, ….";
        let here = format!("Here n = {} is {parity}, so it is {formula}.", stones.short());
        vec![Step::by(FERGUSON, theory), Step::new(here), Step::value(value)]
    }

    /// Each smaller value is an option just once, and no other: as a heap of nim.
    fn class(&self, _: &Natural, value: &Natural) -> Class {
        if *value <= Natural::ONE { Class::Swap } else { Class::Fixed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;

    #[test]
    fn moves_in_words() {
        laws::check_words(&EvenIfNotAll, &[("17", "13", "take 4 of 17"), ("17", "0", "take all 17")]);
    }
}
