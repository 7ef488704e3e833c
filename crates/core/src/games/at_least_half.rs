//! At least half: take at least half of a heap.
//!
//! The options of *n* > 0 are 0 to ⌊*n*/2⌋, whose values are all lengths in binary below that of *n*: G is that length.

use crate::game::{Card, Class, Game, Illegal, Rules, Source, Step, Tag};
use crate::natural::Natural;
use crate::shape::{Shape, Written};

/// At least half.
#[derive(Clone, Copy, Debug, Default)]
pub struct AtLeastHalf;

const FERGUSON: Source = Source { author: "T. S. Ferguson", year: 2014, title: "Game Theory, part I, exercise 3.3" };

/// The largest heap of a value that an option can be, and how many there are.
fn heaps_to(stones: &Natural, value: &Natural) -> Option<(Natural, Natural)> {
    if stones.is_zero() || *value >= Natural::from(stones.bit_len()) {
        return None;
    }
    let Some(place) = value.to_usize()?.checked_sub(1) else { return Some((Natural::ZERO, Natural::ONE)) };
    let smallest = Natural::ONE.shift_left(place);
    let largest = (&smallest.shift_left(1) - &Natural::ONE).min(stones.shift_right(1));
    let count = &largest.checked_sub(&smallest)? + &Natural::ONE;
    Some((largest, count))
}

impl Rules for AtLeastHalf {
    type Position = Natural;
    type Option = Natural;

    const CARD: Card = Card {
        id: "at-least-half",
        name: "At least half",
        aliases: &["Take at least half"],
        tags: &[Tag::Heaps],
        rules: "A heap of stones. A move takes at least half of them, and at least one. Who cannot move loses.",
        shape: Shape::Integer,
        position: "the stones, at least 0",
        text_form: "stones",
        example: "17",
        sources: &[FERGUSON],
        normal: "Exact. The value is the length of the heap in binary.",
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

    /// Takes ⌈*n*/2⌉, one more, ….
    fn options(&self, stones: &Natural) -> Vec<Natural> {
        match stones.to_u64() {
            Some(1..) => (0..=stones.shift_right(1).to_u64().unwrap_or_default()).rev().map(Natural::from).collect(),
            _ => Vec::new(),
        }
    }

    fn check(&self, stones: &Natural, to: &Natural) -> Result<(), String> {
        if to < stones && *to <= stones.shift_right(1) {
            return Ok(());
        }
        Err(format!("at least half of {} must be taken, and at least 1", stones.short()))
    }

    fn describe(&self, stones: &Natural, to: &Natural) -> String {
        format!("take {} of {}", stones.saturating_sub(to).short(), stones.short())
    }

    fn small(&self) -> Vec<Natural> {
        (0..=150_u64).map(Natural::from).collect()
    }
}

impl Game for AtLeastHalf {
    type Solved = Natural;

    fn solve(&self, stones: &Natural) -> Natural {
        stones.bit_len().into()
    }

    fn option_count(&self, stones: &Natural, _: &Natural) -> Natural {
        if stones.is_zero() { Natural::ZERO } else { &stones.shift_right(1) + &Natural::ONE }
    }

    fn option(&self, stones: &Natural, _: &Natural, rank: &Natural) -> Option<Natural> {
        if stones.is_zero() { None } else { stones.shift_right(1).checked_sub(rank) }
    }

    fn count_to(&self, stones: &Natural, _: &Natural, value: &Natural) -> Natural {
        heaps_to(stones, value).map_or(Natural::ZERO, |(_, count)| count)
    }

    fn option_to(&self, stones: &Natural, _: &Natural, value: &Natural, rank: &Natural) -> Option<Natural> {
        let (largest, count) = heaps_to(stones, value)?;
        (*rank < count).then(|| &largest - rank)
    }

    fn explain(&self, stones: &Natural, value: &Natural) -> Vec<Step> {
        let theory = "What is left is at most half, so a move makes the heap shorter in binary, by as many digits as one likes: \
                      the value is its length in binary.";
        let here = format!("Here {} has {value} binary digits.", stones.short());
        vec![Step::by(FERGUSON, theory), Step::new(here), Step::value(value)]
    }

    /// All smaller values are options, and no other: as a heap of nim.
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
        laws::check_words(&AtLeastHalf, &[("17", "8", "take 9 of 17")]);
    }
}
