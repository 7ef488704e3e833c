//! Even if not all, all if odd: take an even number of stones, but not the whole heap. An odd heap may also be taken as
//! a whole.
//!
//! From 2*m* stones, the options are the even heaps 2, …, 2*m* − 2. By induction they have the values 0, …, *m* − 2, so
//! G = *m* − 1. From 2*m* + 1 stones, the options are the smaller odd heaps and the empty heap. They have the values 1,
//! …, *m* and 0, so G = *m* + 1. (The game is in Ferguson's notes.)

use crate::game::{Card, Follower, Goal, Illegal, Moves, Rules, Step, Tag, Tameness, Theory, left_is_the_move, taken};
use crate::number::Natural;
use crate::theory::sources::FERGUSON;

/// Even if not all, all if odd.
#[derive(Clone, Copy, Debug, Default)]
pub struct EvenIfNotAll;

/// Returns the option with this value, if there is one. No two options have the same value.
fn left(stones: &Natural, value: &Natural) -> Option<Natural> {
    let left = if stones.is_even() {
        &value.shift_left(1) + &Natural::TWO
    } else {
        value.shift_left(1).saturating_sub(&Natural::ONE)
    };
    (left < *stones).then_some(left)
}

impl Rules for EvenIfNotAll {
    type Position = Natural;
    type Move = Natural;

    const CARD: Card = Card {
        id: "even-if-not-all",
        name: "Even if not all, all if odd",
        aliases: &["Even if not all – all if odd"],
        problems: &["BOJ 11871"],
        keywords: &["take an even number", "odd heap"],
        tags: &[Tag::Heaps],
        rules: "One heap of stones. A move takes an even number of them, at least 2 and not all, or it takes all if their \
                number is odd. Who cannot move loses: a heap of 2 is stuck, though not empty.",
        position: "the stones, at least 0",
        text_form: "stones",
        example: "21",
        moves: &[("21", "0", "take all 21"), ("21", "17", "take 4 of 21")],
        sources: &[FERGUSON],
        normal: "Exact. The value of an even heap of n is n/2 − 1, that of an odd one (n + 1)/2, and that of an empty one 0.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        ..Card::BLANK
    };

    /// The moves take 2, 4, … stones, but not the whole heap. If the heap is odd, the last move takes the whole heap.
    fn moves(&self, stones: &Natural) -> impl Iterator<Item = Natural> {
        let stones = stones.to_u64().unwrap_or_default();
        let even = (2..stones).step_by(2).map(move |taken| (stones - taken).into());
        even.chain((stones % 2 == 1).then_some(Natural::ZERO))
    }

    fn find(&self, stones: &Natural, left: &Follower<Natural>) -> Result<Natural, Illegal> {
        let to = left.whole()?;
        let taken = taken("heap", stones, to)?;
        let shown = taken.short();
        match (to.is_zero(), taken.is_even()) {
            (true, true) => Err(format!("all may be taken only if they are odd, and {shown} is even").into()),
            (false, false) => Err(format!("unless all are taken it must be an even number, not {shown}").into()),
            _ => Ok(to.clone()),
        }
    }

    left_is_the_move!();

    fn describe(&self, stones: &Natural, to: &Natural) -> String {
        if to.is_zero() {
            return format!("take all {}", stones.short());
        }
        format!("take {} of {}", stones.saturating_sub(to).short(), stones.short())
    }
}

impl Theory<Self> for EvenIfNotAll {
    type Solved = Natural;

    fn solve(&self, stones: &Natural) -> Natural {
        if stones.is_even() {
            stones.shift_right(1).saturating_sub(&Natural::ONE)
        } else {
            (stones + &Natural::ONE).shift_right(1)
        }
    }

    fn moves_to<'a>(&'a self, stones: &'a Natural, value: &'a Natural, goal: &Goal) -> Option<Moves<'a, Natural>> {
        Some(match goal {
            // For each value below the heap's own value, there is exactly one option.
            Goal::All => {
                Moves::counted(value.clone(), move |rank| left(stones, &value.checked_sub(&(rank + &Natural::ONE))?))
            }
            Goal::Value(target) => left(stones, target).into(),
            _ => return None,
        })
    }

    fn explain(&self, stones: &Natural, _: &Natural) -> Vec<Step> {
        let shown = stones.short();
        let here = if stones.is_zero() {
            "Here the heap is empty.".to_owned()
        } else if stones.is_even() {
            format!("Here the whole heap of {shown} may not be taken, and the value is {shown}/2 − 1.")
        } else {
            format!("Here all {shown} may be taken, and the value is ({shown} + 1)/2.")
        };
        let theory = "An even heap stays even, and an odd one odd, until it is gone. So the even heaps have the values 0, 1, 2, … from \
                      2 on, and the odd ones, which can also become 0, the values 1, 2, 3, ….";
        vec![Step::by(FERGUSON, theory), Step::new(here)]
    }

    /// Only the heaps 0 and 2 have the value 0, and they have no moves. So, by induction, misère play swaps the values
    /// 0 and 1 and keeps all other values.
    fn tameness(&self, _: &Natural, value: &Natural) -> Tameness {
        Tameness::tame(*value <= Natural::ONE)
    }
}
