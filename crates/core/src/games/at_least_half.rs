//! At least half: a move takes at least half of the heap.
//!
//! From *n* stones the options are 0, …, ⌊*n*/2⌋. By induction, the value of a heap is the number of bits of *n*
//! (Ferguson). The largest option has one bit less than *n*, so the options have exactly the smaller values.

use crate::game::{Card, Follower, Goal, Illegal, Moves, Rules, Step, Tag, Tameness, Theory, left_is_the_move};
use crate::number::Natural;
use crate::theory::sources::FERGUSON;

/// At least half.
#[derive(Clone, Copy, Debug, Default)]
pub struct AtLeastHalf;

/// Returns the largest option with this value, and how many options have the value. These options are consecutive
/// numbers.
fn heaps_to(stones: &Natural, bits: &Natural, value: &Natural) -> Option<(Natural, Natural)> {
    if value >= bits {
        return None;
    }
    let Some(lower) = value.to_usize()?.checked_sub(1) else {
        return Some((Natural::ZERO, Natural::ONE));
    };
    let least = Natural::ONE.shift_left(lower);
    let largest = (&least.shift_left(1) - &Natural::ONE).min(stones.shift_right(1));
    let count = &(&largest - &least) + &Natural::ONE;
    Some((largest, count))
}

impl Rules for AtLeastHalf {
    type Position = Natural;
    type Move = Natural;

    const CARD: Card = Card {
        id: "at-least-half",
        name: "At least half",
        aliases: &["Take at least half"],
        keywords: &["half of the heap"],
        tags: &[Tag::Heaps],
        rules: "One heap of stones. A move takes at least half of them. Who cannot move loses.",
        position: "the stones, at least 0",
        text_form: "stones",
        example: "17",
        moves: &[("17", "8", "take 9 of 17"), ("17", "0", "take 17 of 17")],
        sources: &[FERGUSON],
        normal: "Exact. The value is the number of bits of the heap.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        ..Card::BLANK
    };

    /// Lists the moves by the number of stones that they take, ascending. This number is at least half of the stones.
    fn moves(&self, stones: &Natural) -> impl Iterator<Item = Natural> {
        let most = stones.shift_right(1).to_u64().filter(|_| !stones.is_zero());
        most.map_or(0..0, |most| 0..most.saturating_add(1)).rev().map(Natural::from)
    }

    fn find(&self, stones: &Natural, left: &Follower<Natural>) -> Result<Natural, Illegal> {
        let to = left.whole()?;
        if stones.is_zero() {
            return Err("from an empty heap there is no move".into());
        }
        let most = stones.shift_right(1);
        if *to > most {
            let [most, all] = [&most, stones].map(Natural::short);
            return Err(format!("at least half is taken, so at most {most} of {all} are left").into());
        }
        Ok(to.clone())
    }

    left_is_the_move!();

    fn describe(&self, stones: &Natural, to: &Natural) -> String {
        format!("take {} of {}", stones.saturating_sub(to).short(), stones.short())
    }
}

impl Theory<Self> for AtLeastHalf {
    type Solved = Natural;

    fn solve(&self, stones: &Natural) -> Natural {
        stones.bit_len().into()
    }

    fn moves_to<'a>(&'a self, stones: &'a Natural, bits: &'a Natural, goal: &Goal) -> Option<Moves<'a, Natural>> {
        let (largest, count) = match goal {
            Goal::All if stones.is_zero() => return Some(Moves::None),
            Goal::All => {
                let most = stones.shift_right(1);
                let count = &most + &Natural::ONE;
                (most, count)
            }
            Goal::Value(value) => heaps_to(stones, bits, value).unwrap_or((Natural::ZERO, Natural::ZERO)),
            _ => return None,
        };
        Some(Moves::counted(count, move |rank| largest.checked_sub(rank)))
    }

    fn explain(&self, stones: &Natural, bits: &Natural) -> Vec<Step> {
        let theory = "What is left has fewer bits than the heap, and any smaller number of bits is possible: the value is the \
                      number of bits.";
        let here = if stones.is_zero() {
            "Here the heap is empty: 0 has no bits.".to_owned()
        } else {
            let power = bits.saturating_sub(&Natural::ONE);
            format!("Here 2^{} ≤ {} < 2^{}.", power.short(), stones.short(), bits.short())
        };
        vec![Step::by(FERGUSON, theory), Step::new(here)]
    }

    /// Only the empty heap has the value 0. So, by induction, misère play swaps the values 0 and 1 and keeps all other
    /// values.
    fn tameness(&self, _: &Natural, bits: &Natural) -> Tameness {
        Tameness::tame(*bits <= Natural::ONE)
    }
}
