//! Rims: take at least one stone, and leave the remaining stones as one heap or as two heaps.
//!
//! G = *n*, as in nim, because two heaps have a value *a* ⊕ *b* ≤ *a* + *b* < *n*. In Winning Ways the game is drawn in
//! the plane: a move draws a loop through at least one dot, and loops must not meet. A loop divides the remaining dots
//! of its region into the dots inside and outside.
//!
//! The options that have the value *v* are the pairs (*c* + *s*, *c* + (*v* ⊕ *s*)). Here *s* has only bits of *v*, *c*
//! has no bit of *v*, and 2*c* + *v* < *n*. The larger heap gets the highest bit of *v*.

use crate::game::{
    Card, Follower, Goal, Illegal, Moves, Rules, Source, Step, Tag, Tameness, Theory, left_is_the_move, small,
};
use crate::number::Natural;
use crate::theory::bits;
use crate::theory::sources::WINNING_WAYS;
use crate::theory::step;

/// Rims.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rims;

/// Returns two heaps as an option. Empty heaps are omitted.
fn heaps(smaller: Natural, larger: Natural) -> Follower<Natural> {
    Follower::sorted([smaller, larger].into_iter().filter(|heap| !heap.is_zero()).collect())
}

/// Returns how many options leave fewer than *r* = `stones` stones: ⌊(*r* + 1)²/4⌋.
fn options_below(stones: &Natural) -> Natural {
    let next = stones + &Natural::ONE;
    (&next * &next).shift_right(2)
}

/// Returns the end of the range of *c* in the options (*c* + *s*, *c* + (`value` ⊕ *s*)), which the top of this file
/// explains. The end is the least number *e* with 2*e* + `value` ≥ `stones`, and every *c* is smaller. `None` if no
/// option has the value `value`.
fn end(stones: &Natural, value: &Natural) -> Option<Natural> {
    let rest = stones.checked_sub(&(value + &Natural::ONE))?;
    Some(&rest.shift_right(1) + &Natural::ONE)
}

/// Returns the number *f* of bits that may go to the smaller or to the larger heap. These are all bits of the value
/// that are set, except the highest. So there are 2ᶠ choices.
fn free(value: &Natural) -> usize {
    value.count_ones().saturating_sub(1)
}

/// Returns the options with this value. The first option has at most one heap.
fn to_value(stones: &Natural, value: &Natural) -> Moves<'static, Follower<Natural>> {
    let free = free(value);
    let count = end(stones, value).map_or(Natural::ZERO, |end| bits::count_beside(&end, value).shift_left(free));
    let value = value.clone();
    Moves::counted(count, move |rank| {
        let common = bits::spread_beside(&rank.shift_right(free), &value);
        let shared = bits::spread_into(&rank.low_bits(free), &value);
        Some(heaps(&common + &shared, &common + &(&value ^ &shared)))
    })
}

/// Returns the ranks of the fickle options in [`to_value`]. The fickle options are no heap, one heap of 1, and two
/// heaps of 1.
fn fickle_to(stones: &Natural, value: &Natural) -> Vec<Natural> {
    // The fickle options come first among the options with the same value. Each fickle option exists only if the heap
    // has enough stones.
    let stones = stones.to_u64().unwrap_or(u64::MAX);
    let fickle = match value.to_u64() {
        Some(0) => usize::from(stones >= 1) + usize::from(stones >= 3),
        Some(1) => usize::from(stones >= 2),
        _ => 0,
    };
    (0..fickle).map(Natural::from).collect()
}

impl Rules for Rims {
    type Position = Natural;
    type Move = Follower<Natural>;

    const SPLITS: bool = true;

    const CARD: Card = Card {
        id: "rims",
        name: "Rims",
        aliases: &["Take and split", "Game (HDU 5011)", "Loops through dots"],
        problems: &["HDU 5011", "HDU 2509"],
        keywords: &["loops", "take some and split the rest"],
        tags: &[Tag::Heaps, Tag::Contest],
        rules: "One heap of stones. A move takes at least one, and then leaves the rest as one heap or divides it into two. Who \
                cannot move loses.",
        position: "the stones, at least 0",
        text_form: "stones",
        example: "9",
        moves: &[("9", "6", "take 3 of 9"), ("9", "2 4", "take 3 of 9, leaving 2 and 4"), ("9", "", "take all 9")],
        sources: &[WINNING_WAYS, Source { author: "HDU", year: 2014, title: "5011. Game" }],
        normal: "Exact. The value is the number of stones.",
        misere: "Exact, in sums too. Values 0 and 1 of heaps swap.",
        ..Card::BLANK
    };

    /// The moves take 1, 2, … stones. For each number of stones taken, the smaller remaining heap is 0, 1, ….
    fn moves(&self, stones: &Natural) -> impl Iterator<Item = Follower<Natural>> {
        let rests = (0..stones.to_u64().unwrap_or_default()).rev();
        rests.flat_map(|rest| (0..=rest / 2).map(move |smaller| heaps(smaller.into(), (rest - smaller).into())))
    }

    fn find(&self, stones: &Natural, left: &Follower<Natural>) -> Result<Follower<Natural>, Illegal> {
        let to = &left.clone().into_sorted();
        let parts = to.parts();
        if parts.iter().any(Natural::is_zero) {
            return Err("empty heaps are left out".into());
        }
        if parts.len() > 2 {
            return Err(format!("a move leaves at most two heaps, not {}", parts.len()).into());
        }
        let left: Natural = parts.iter().sum();
        if left >= *stones {
            return Err(format!("at least one stone is taken, so fewer than {} are left", stones.short()).into());
        }
        Ok(to.clone())
    }

    left_is_the_move!();

    fn describe(&self, stones: &Natural, to: &Follower<Natural>) -> String {
        let left: Natural = to.parts().iter().sum();
        let taken = stones.saturating_sub(&left);
        match to.parts() {
            [] => format!("take all {}", stones.short()),
            [smaller, larger] => {
                let [taken, stones, smaller, larger] = [&taken, stones, smaller, larger].map(Natural::short);
                format!("take {taken} of {stones}, leaving {smaller} and {larger}")
            }
            _ => format!("take {} of {}", taken.short(), stones.short()),
        }
    }

    fn small(&self) -> Vec<Natural> {
        small::numbers(0..=13)
    }
}

impl Theory<Self> for Rims {
    type Solved = Natural;

    fn solve(&self, stones: &Natural) -> Natural {
        stones.clone()
    }

    fn moves_to<'a>(
        &'a self,
        stones: &'a Natural,
        _: &'a Natural,
        goal: &Goal,
    ) -> Option<Moves<'a, Follower<Natural>>> {
        Some(match goal {
            Goal::All => {
                let count = options_below(stones);
                Moves::counted(count.clone(), move |rank| {
                    // The options are sorted by the number of stones that they leave, the largest first. If m − 1
                    // options come after an option, this option leaves r stones, with r + 1 = ⌊√(4m − 1)⌋.
                    let rest = count.checked_sub(rank)?;
                    let left = &(&rest.shift_left(2) - &Natural::ONE).sqrt() - &Natural::ONE;
                    let smaller = &options_below(&(&left + &Natural::ONE)) - &rest;
                    let larger = &left - &smaller;
                    Some(heaps(smaller, larger))
                })
            }
            Goal::Value(value) => to_value(stones, value),
            Goal::Tame(value, tameness) => {
                let fickle = fickle_to(stones, value);
                let to_value = to_value(stones, value);
                if *tameness == Tameness::Fickle { to_value.of_ranks(fickle) } else { to_value.beside_ranks(fickle) }
            }
            _ => return None,
        })
    }

    fn explain(&self, stones: &Natural, _: &Natural) -> Vec<Step> {
        let theory = "Leaving one heap is a move of nim, and two heaps have at most the value of one of as many stones, which is \
                      less than the heap had: the value is the number of stones.";
        let here = format!("Here the heap has {}.", step::counted(stones.short(), "stone", "stones"));
        vec![Step::by(WINNING_WAYS, theory), Step::new(here)]
    }

    /// A heap of 2 or more is firm. Its option without stones has the genus (0, 1), and its option of one stone has the
    /// genus (1, 0). Two heaps of 1 also have the genus (0, 1), and all other options have a genus (*g*, *g*). So the
    /// mex is the same for both entries.
    fn tameness(&self, stones: &Natural, _: &Natural) -> Tameness {
        Tameness::tame(*stones <= Natural::ONE)
    }
}
